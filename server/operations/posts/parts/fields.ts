/** The fields of a post as callers write them, on both surfaces and for create and update alike. */
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import { InDoubt } from '#rules/delivery.ts'
import type { OwnFields } from '#rules/post.ts'
import { charactersOf } from '#rules/text.ts'
import { Split, ThreadAs } from '#rules/thread.ts'
import { Moment } from '#rules/when.ts'
import { dryRun, number } from '../../ids.ts'
import { described } from '../../media/parts/fields.ts'

function text(max: number) {
  return z
    .string()
    .refine((value) => charactersOf(value) <= max, `At most ${max} characters.`)
    .meta({ maxLength: max })
}

/** Who gives a name or an address hears where ids come from. */
const AnAccount = idFrom('get_accounts', 'an account')
const ASet = idFrom('list_account_sets', 'an account set')
const AFile = idFrom('list_media', 'a media item')

function idFrom(list: string, thing: string) {
  const text = `Use the id of ${thing}, a whole number from ${list}.`
  return number(1, Number.MAX_SAFE_INTEGER, text)
}

function ids(id: typeof AnAccount, max: number) {
  return z
    .array(id)
    .max(max, `At most ${max}.`)
    .refine((list) => new Set(list).size === list.length, 'An id may stand here once only.')
}

/** Both are checked by what each platform takes, and told with its rules. */
const part = z.strictObject({
  content: z
    .string()
    .refine((value) => charactersOf(value) <= limits.content_chars, {
      error: `At most ${limits.content_chars} characters.`,
    })
    .optional(),
  media_ids: z
    .array(AFile)
    .refine((list) => new Set(list).size === list.length, 'An id may stand here once only.')
    .optional(),
})
const thread = z
  .array(part.transform(({ content: said = '', media_ids = [] }) => ({ content: said, media_ids })))
  .max(limits.parts_per_thread)

export const content = text(limits.content_chars).describe(
  'Default text for all accounts; platforms have limits of their own.',
)

export const anyLabel = z
  .string()
  .trim()
  .regex(/^[^,]+$/, 'Use a word without commas.')
  .refine(
    (word) => charactersOf(word) <= limits.label_chars,
    `At most ${limits.label_chars} characters.`,
  )

/** A new one. Its address would be another's: clients take dots out of paths, however they are written (RFC 3986, section 5.2.4). */
export const label = anyLabel.refine(
  (word) => !/^\.{1,2}$/.test(word),
  'Use more than “.” and “..”, which no address can name.',
)

const listOf = (word: typeof label) =>
  z
    .array(word)
    .max(limits.labels_per_post, `At most ${limits.labels_per_post}.`)
    .refine((list) => new Set(list).size === list.length, 'A label may stand here once only.')

export const labels = listOf(label)
/** Those that posts may have, from before new ones were held to more. */
export const anyLabels = listOf(anyLabel)

const Fields = z.record(z.string(), z.unknown())

/** Of what is stored, and written by nobody now: its labels may be of those. */
export function parseStored(
  input: z.ZodType,
  { labels: words, ...others }: Readonly<Record<string, unknown>>,
) {
  const fields = Fields.parse(input.parse(others))
  return words === undefined ? fields : { ...fields, labels: anyLabels.parse(words) }
}

/** A new post says where it goes. Only where sets are named there may be none beside them, and the field be left out. */
export function addressed<Shape extends z.ZodRawShape>(
  shape: Shape,
  told: Record<string, unknown> = {},
) {
  return z.preprocess(
    (said) =>
      isBag(said) && said['account_set_ids'] !== undefined
        ? { social_account_ids: [], ...said }
        : said,
    z
      .strictObject(shape)
      .refine(goesSomewhere, {
        path: ['social_account_ids'],
        error: 'Name at least one connected account.',
        when: () => true,
      })
      .meta(told),
  )
}

/** That, in JSON Schema. Tools do without: many clients refuse one that has a choice at its top. */
export const accountsOrSets = {
  required: ['content'],
  anyOf: [{ required: ['social_account_ids'] }, { required: ['account_set_ids'] }],
}

function goesSomewhere(said: unknown) {
  if (!isBag(said) || said['account_set_ids'] !== undefined) return true
  const { social_account_ids: to } = said
  return !Array.isArray(to) || to.length > 0
}

export function isBag(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is kept with a post and never published; it may be changed in any state. */
export const ownFields = {
  external_id: text(limits.external_id_chars)
    .min(1, 'Leave it out, or use null for none.')
    .nullable()
    .optional()
    .describe('Your own id; a second post with it is refused.'),
  metadata: z
    .record(z.string(), z.unknown())
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= limits.metadata_bytes,
      `At most ${limits.metadata_bytes} bytes as JSON.`,
    )
    .nullable()
    .optional()
    .describe('Yours; given back as it is.'),
  labels: labels.optional(),
  note: text(limits.note_chars).nullable().optional().describe('Never published.'),
}

type Sent = { [Field in keyof OwnFields]?: OwnFields[Field] | undefined }

/** As they are stored; what was not sent is left out. */
export function ownOf({ external_id, metadata, labels: words, note }: Sent) {
  return {
    ...(external_id !== undefined && { external_id }),
    ...(metadata !== undefined && { metadata }),
    ...(words !== undefined && { labels: words }),
    ...(note !== undefined && { note: note || null }),
  }
}

export const accountIds = ids(AnAccount, limits.accounts_per_post).describe(
  'Ids from get_accounts.',
)

/** With what was not parsed: all that is wrong with a call is told at once. */
function describesNamed({ alt_texts, ...rest }: { alt_texts?: unknown }): boolean {
  const named = new Set(mediaIn(rest))
  return Object.keys(Object(alt_texts)).every((id) => named.has(Number(id)))
}

export const onlyNamed: [
  typeof describesNamed,
  { path: string[]; error: string; when: () => true },
] = [
  describesNamed,
  {
    path: ['alt_texts'],
    error: 'Describe files that media_ids or thread of the same call name.',
    when: () => true,
  },
]

/** Wherever it names them: itself, in parts of a thread, or in those of an account. */
function mediaIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inside]: [string, unknown]) =>
    name === 'media_ids' && Array.isArray(inside) ? inside : mediaIn(inside),
  )
}

export const fields = {
  social_account_ids: accountIds
    .min(1, 'Name at least one connected account.')
    .describe('Ids from get_accounts.'),
  account_set_ids: ids(ASet, limits.accounts_per_post)
    .min(1, 'Name one, or leave it out.')
    .describe('From list_account_sets.'),
  media_ids: ids(AFile, limits.media_per_post).describe('In their order.'),
  /** Of a change alone: a call that names files without it takes the library's present texts. */
  alt_texts: z
    .record(
      z.string().regex(/^[1-9]\d{0,15}$/, 'Use the id of a media item.'),
      described.alt_text.describe('At most 500 characters; null for none.'),
    )
    .describe(
      'By id, what this post says of files that the same call names; others as in the library.',
    ),
  first_comment: text(limits.first_comment_chars)
    .nullable()
    .describe('Posted as a reply, where the platform has that.'),
  platform_content: z
    .array(
      z.strictObject({
        account_id: AnAccount,
        content: text(limits.content_chars).optional(),
        options: z.record(z.string(), z.unknown()).optional(),
        thread: thread.optional(),
        // Short for models, which read it with every tool: what it means is in the docs.
        scheduled_at: Moment.optional().meta({ anyOf: undefined, type: 'string' }),
      }),
    )
    .max(limits.accounts_per_post)
    .refine(
      (list) => new Set(list.map(({ account_id }) => account_id)).size === list.length,
      'An account may stand here once only.',
    )
    .describe('Texts and options of their own for single accounts.'),
  platform_options: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .describe('Options by platform; see get_capabilities.'),
  thread,
  thread_as: ThreadAs,
  split: z.enum(['none', ...Split.options]),
  in_doubt: InDoubt.nullable().describe(
    'If an answer is lost and the platform shows no post: send once more, or ask.',
  ),
  dry_run: dryRun,
}

/** Null as posts show what they have none of, so that what was read can be sent back. */
export const threadFields = {
  thread: fields.thread.nullable().optional(),
  thread_as: fields.thread_as.nullable().optional(),
  split: fields.split.nullable().optional(),
}

/** The tools are full: a model leaves out what it does not say. */
export const toolThread = {
  thread: fields.thread.optional(),
  thread_as: fields.thread_as.optional(),
  split: fields.split.optional(),
}
