import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import { collector, type FieldErrors, Problem } from '#rules/problem.ts'
import { charactersOf } from '#rules/text.ts'
import { findAccounts } from '#store/accounts.ts'
import type { Context, Environment } from './context.ts'

/** A whole number, which may come as its digits: from a path, a query, or a client that quotes whatever it sends. */
export function number(min: number, max: number, otherwise = 'Use a whole number.') {
  const whole = z.int(otherwise).min(min, `At least ${min}.`).max(max, `At most ${max}.`)
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
    whole,
  )
}

/** A rule over several fields, as `refine` takes it: told also when other fields are wrong. */
export function across(
  path: string,
  error: string,
  holds: (said: Readonly<Record<string, unknown>>) => boolean,
): [(said: object) => boolean, { path: string[]; error: string; when: () => boolean }] {
  return [
    (said) => typeof said !== 'object' || said === null || holds({ ...said }),
    { path: [path], error, when: () => true },
  ]
}

/** What people call something. */
export function nameUpTo(characters: number) {
  return z
    .string()
    .trim()
    .min(1, 'Give it a name.')
    .refine((text) => charactersOf(text) <= characters, `At most ${characters} characters.`)
}

/** Some of these words; one alone, or several with commas, as a query writes them. */
export function listOf<Word extends z.ZodEnum>(word: Word) {
  const list = z
    .array(word)
    .min(1, `Name one of ${word.options.join(', ')}.`)
    .max(10)
  return z.preprocess((value) => {
    const given = Array.isArray(value) && value.length === 1 ? value[0] : value
    return typeof given === 'string' ? given.split(',') : value
  }, list)
}

/** Ids of a query: one alone, several with commas, or repeated. */
export const idList = someOf(number(1, Number.MAX_SAFE_INTEGER), 200)

export function someOf<Id extends z.ZodType>(id: Id, most: number) {
  return z.preprocess(
    (value) => {
      const given = Array.isArray(value) && value.length === 1 ? value[0] : value
      if (typeof given === 'number') return [given]
      return typeof given === 'string' ? given.split(',') : value
    },
    z.array(id).min(1, 'Name one, or leave it out.').max(most, `At most ${most}.`),
  )
}

/** Any words; one alone, several with commas, or repeated. */
export function wordList(most: number) {
  return z.preprocess(
    (value) => {
      const given = Array.isArray(value) && value.length === 1 ? value[0] : value
      return typeof given === 'string' ? given.split(',') : value
    },
    z
      .array(z.string().min(1).max(limits.search_chars))
      .min(1, 'Name one, or leave it out.')
      .max(most),
  )
}

/** Some of these words, or null for all of them. */
export function listOrNull<Word extends z.ZodType>(word: Word, most: number) {
  return z.array(word).min(1, 'Name at least one, or null for all.').max(most).nullable()
}

/** Yes or no, which may come as text. */
export const flag = z.preprocess(
  (value) => (typeof value === 'string' ? (words[value] ?? value) : value),
  z.boolean('Use true or false.'),
)
const words: Record<string, boolean> = { true: true, false: false, 1: true, 0: false }

export const dryRun = flag.describe('Only tell what would happen.')

/** What somebody decides on is what they saw. */
export const seen = seenOf('post')

export function seenOf(thing: string) {
  return z.iso
    .datetime({ offset: true })
    .optional()
    .describe(`As you saw it: refused when the ${thing} was changed since.`)
}

/** Whether it is still what was seen; undefined: nobody said. */
export function isAsSeen({ updated_at }: { updated_at: string }, as: string | undefined) {
  return as === undefined || Date.parse(as) === Date.parse(updated_at)
}

export const accountId = number(1, Number.MAX_SAFE_INTEGER).describe('The social account.')

export function noAccount(id: number) {
  return new Problem(
    'account_not_found',
    `Look for its id with get_accounts: there is no account ${id}.`,
  )
}

/** Field by field, which of a call's `account_ids` are no accounts that whoever asks sees; null and undefined name none. */
export async function unknownAccounts(
  { account_ids }: { account_ids?: readonly number[] | null | undefined },
  context: Context,
): Promise<FieldErrors> {
  const { errors, add } = collector()
  const asked = account_ids ?? []
  const known = new Set((await findAccounts(context, asked)).map(({ id }) => id))
  for (const [index, id] of asked.entries()) {
    if (!known.has(id)) add(`account_ids.${index}`, 'There is no such connected account.')
  }
  return errors
}

/** A platform that there is not would find nothing, as if nothing were there. */
export function wrongPlatform(
  platform: string | undefined,
  { manifests }: Pick<Environment, 'manifests'>,
): FieldErrors {
  if (platform === undefined || Object.hasOwn(manifests, platform)) return {}
  const known = Object.keys(manifests).join(', ')
  return { platform: [`There is no platform of that name. Use one of: ${known}.`] }
}

export const postId = number(1, Number.MAX_SAFE_INTEGER).describe('The post.')

/** Text, as keys and webhooks have it; clients that count send a number. */
export const textId = z
  .preprocess(
    (value) => (Number.isInteger(value) ? String(value) : value),
    z.string().regex(/^\d{1,15}$/, 'Use a whole number.'),
  )
  .transform(Number)

export const keyId = textId.describe('The key.')

export const wait = number(0, limits.wait_seconds)
  .optional()
  .describe('Seconds to wait for the outcome, at most 30.')

/** The input of a move on one post. */
export const postMove = z.strictObject({
  id: postId,
  updated_at: seen,
  dry_run: dryRun.optional(),
})

/** A day on a calendar, of a year that calendars have. */
export const day = z.iso
  .date({ error: 'Use a date such as 2026-11-20.', abort: true })
  .refine((date) => date >= '1970' && date < '2999-11', 'Use a year from 1970 to 2999.')
