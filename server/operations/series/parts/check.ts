/** Everything that is wrong with a series, with each of its texts as each account would take it. */
import { z } from 'zod'
import { withSets } from '#operations/account-sets/parts/account-set.ts'
import { accept } from '#operations/accept.ts'
import type { Context } from '#operations/context.ts'
import { type Input, schedulePost } from '#operations/posts/schedule-post.ts'
import { collector, type FieldErrors, Problem } from '#rules/problem.ts'
import { localIn, momentOf, reaches, type Recurrence, YEARS_AHEAD } from '#rules/recurrence.ts'
import { hasEnd, parseRule } from '#rules/recurrence-text.ts'
import type { AltTexts } from '#rules/media.ts'
import { type Fields, filesIn } from '#rules/series.ts'
import { findMedia } from '#store/media.ts'

/** What the series says itself. */
const RESERVED = [
  'when',
  'scheduled_at',
  'publish_now',
  'queue',
  'timezone',
  'external_id',
  'allow_duplicate',
  'dry_run',
]
const ITS_OWN = 'Leave it out: a series says this of each of its posts.'
/** What may differ from post to post; where they go does not. */
const VARIED = [
  'content',
  'media_ids',
  'first_comment',
  'platform_content',
  'platform_options',
  'thread',
]

const dialect = 'absent' in schedulePost.rest ? undefined : schedulePost.rest.accepts

export interface Texts {
  post: Fields
  variations: readonly Fields[]
}

/** As schedule_post takes it, to be sent at some time; its accounts by themselves. */
export async function templateOf(raw: Fields, context: Context): Promise<Fields> {
  const data = await parsedPost(raw, context)
  const { input } = await withSets(data, context)
  const { timing: _, ...post } = input
  return Object.fromEntries(Object.entries(post).filter(([, value]) => value !== undefined))
}

/** What is said now of the files that these show. */
export async function altTextsOf(texts: readonly Fields[], context: Context): Promise<AltTexts> {
  const files = await findMedia(context, texts.flatMap(filesIn))
  return Object.fromEntries(files.map(({ id, alt_text }) => [id, alt_text]))
}

async function parsedPost(raw: Fields, context: Context): Promise<Input> {
  // schedule_post parses its own input; this is it.
  return (await accept(
    { operation: schedulePost, dialect, raw: timed(raw, context) },
    context,
  )) as Input
}

function timed(raw: Fields, { now }: Context) {
  return { ...raw, when: new Date(now.getTime() + 3600_000).toISOString() }
}

/** Of every text of it, each error once. `once`: they are one occurrence's, of which accounts may have times of their own. */
export async function checkTexts(
  { post, variations }: Texts,
  context: Context,
  { once = false } = {},
) {
  const { errors, add } = collector()
  for (const field of RESERVED.filter((each) => each in post)) add(`post.${field}`, ITS_OWN)
  if (!once) {
    for (const field of ownTimesIn(post)) add(`post.${field}`, ITS_OWN)
    for (const [index, variation] of variations.entries())
      for (const field of ownTimesIn(variation)) add(`variations.${index}.${field}`, ITS_OWN)
  }
  for (const [index, variation] of variations.entries()) {
    if (!Object.keys(variation).length) add(`variations.${index}`, 'Name what differs.')
    for (const field of Object.keys(variation).filter((each) => !VARIED.includes(each)))
      add(`variations.${index}.${field}`, `A variation may have ${VARIED.join(', ')}.`)
  }
  const sound = (fields: Fields, known: (field: string) => boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => known(field)))
  const base = sound(post, (field) => !RESERVED.includes(field))
  const turns = variations.length ? variations : [{}]
  for (const [index, variation] of turns.entries()) {
    const own = sound(variation, (field) => VARIED.includes(field))
    for (const [field, texts] of Object.entries(await errorsOf({ ...base, ...own }, context))) {
      const [name = ''] = field.split('.')
      const at = name in own ? `variations.${index}.${field}` : `post.${field}`
      // Told above, and held here against a time that is nobody's.
      if (!once && OWN_TIME.test(field)) continue
      for (const text of texts) add(at, text)
    }
  }
  return errors
}

const Own = z.array(z.looseObject({}))
const OWN_TIME = /^platform_content\.\d+\.scheduled_at$/

/** A moment for each of the posts would be one for all of them. */
function ownTimesIn({ platform_content }: Fields): string[] {
  const own = Own.safeParse(platform_content).data ?? []
  return own.flatMap((each, index) =>
    each['scheduled_at'] === undefined ? [] : [`platform_content.${index}.scheduled_at`],
  )
}

async function errorsOf(raw: Fields, context: Context): Promise<FieldErrors> {
  try {
    const data = await parsedPost(raw, context)
    return (await schedulePost.check?.(data, context)) ?? {}
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid') throw error
    const { errors } = error.recovery
    // A problem that is called invalid has them always.
    return errors as FieldErrors
  }
}

interface Times {
  rule?: string | undefined
  starts_at?: string | undefined
  timezone: string
  confirm_yearly?: boolean | undefined
  /** It begins anew with this change. */
  begins: boolean
}

/** Of the rule with its beginning; what cannot be read is told elsewhere. */
export function checkTimes(times: Times, { now }: Pick<Context, 'now'>): FieldErrors {
  const { errors, add } = collector()
  const { rule: text, starts_at, timezone, begins } = times
  if (starts_at !== undefined && begins) {
    const at = momentOf(starts_at, timezone)
    if (!at || at <= now)
      add(
        'starts_at',
        `Use a time in the future; it is ${localIn(timezone, now)} in ${timezone} now.`,
      )
  }
  const read = text === undefined ? undefined : parseRule(text)
  if (!read || 'problems' in read) return errors
  const { rule } = read
  if (!hasEnd(rule) && !times.confirm_yearly) {
    add(
      'rule',
      'Say when it ends: add COUNT=10 or UNTIL=20271231 (at most ten years), or send confirm_yearly: true, and somebody confirms it once a year with resume_series.',
    )
  }
  if (hasEnd(rule) && times.confirm_yearly)
    add('confirm_yearly', 'Leave it out: the rule says when it ends.')
  if (starts_at === undefined) return errors
  const recurrence: Recurrence = { rule, starts_at, timezone }
  const { first, all } = reaches(recurrence)
  if (!first) add('rule', 'It never comes: no day fits all of it.')
  else if (!all) add('rule', `Let it end within ${YEARS_AHEAD} years.`)
  return errors
}
