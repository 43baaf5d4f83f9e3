import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { dryRun, isAsSeen, seenOf } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { collector, type FieldErrors, invalid, Problem, wrong } from '#rules/problem.ts'
import { occurrences } from '#rules/recurrence.ts'
import { isSkipped } from '#rules/series.ts'
import { hasEnd, parseRule } from '#rules/recurrence-text.ts'
import { forgetOccurrence, occurrencesFrom } from '#store/occurrences.ts'
import { changeSeries, findSeries, type SeriesRow } from '#store/series.ts'
import { altTextsOf, checkTexts, checkTimes, templateOf } from './parts/check.ts'
import { takenOver } from './parts/holder.ts'
import { makeAhead, makeOne } from './parts/making.ts'
import { changeOne, followSeries, Followed, ofPost } from './parts/rewriting.ts'
import {
  horizonOf,
  occurrence,
  recurrenceOf,
  requireSeries,
  rowOfDay,
  seriesFields as fields,
  seriesId,
  takeForChange,
  wholeSeries,
  Whole,
} from './parts/series.ts'
import { accountsOf, yearFrom } from './create-series.ts'
import { requireComing } from './skip-occurrence.ts'

const Input = z.strictObject({
  id: seriesId,
  applies: z
    .enum(['this', 'following'], {
      error: 'Say this (one occurrence) or following (all that follow).',
    })
    .describe(
      'this: one occurrence. following: all that follow; posts that somebody changed stay.',
    ),
  occurrence: occurrence
    .optional()
    .describe('Of this: which one. Of following: the first, up to the first that is not made.'),
  updated_at: seenOf('series'),
  post: fields.post.optional().describe('Only what changes.'),
  rule: fields.rule.optional(),
  starts_at: fields.starts_at.optional(),
  timezone: fields.timezone.optional(),
  name: fields.name.optional(),
  variations: fields.variations.optional(),
  skip: fields.skip.optional(),
  confirm_yearly: fields.confirm_yearly.optional(),
  dry_run: dryRun.optional(),
})
type Input = z.output<typeof Input>

export const updateSeries = operation({
  name: 'update_series',
  summary: 'Change one occurrence, or a series from now on.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['schedule'],
  about: 'series',
  idempotent: true,
  input: Input,
  output: Whole.extend({ posts: Followed }),
  refuses: ['invalid', 'forbidden', 'series_not_found', 'series_changed', 'series_ended'],
  rest: { method: 'PUT', path: '/api/series/:id' },
  mcp: { absent: 'manage_series does this on MCP.' },
  stand_ins: { applies: 'following' },

  async check(given, context) {
    const row = given.id === undefined ? undefined : await findSeries(context, given.id)
    return row ? checkAll(given, row, context) : {}
  },

  async run(input, context) {
    const row = await takeForChange(context, input.id)
    requireSame(row, input.updated_at)
    const problem = invalid(await checkAll(input, row, context))
    if (problem) throw problem
    const posts =
      input.applies === 'this'
        ? await changeThis(row, input, context)
        : await changeFollowing(row, input, context)
    return { ...(await wholeSeries(context, row.id)), posts }
  },
})

function requireSame({ id, updated_at }: SeriesRow, seen: string | undefined) {
  if (isAsSeen({ updated_at }, seen)) return
  const text = `Look at series ${id} again: it was changed at ${updated_at}.`
  throw new Problem('series_changed', text, { updated_at })
}

const ofAll = ['rule', 'starts_at', 'timezone', 'variations', 'skip', 'confirm_yearly'] as const

async function checkAll(given: Partial<Input>, row: SeriesRow, context: Context) {
  const { errors, add } = collector()
  const one = given.applies === 'this'
  if (one && given.occurrence === undefined) add('occurrence', 'Say which one.')
  if (one && !given.post) add('post', 'Say what is different.')
  for (const field of one ? ([...ofAll, 'name'] as const) : [])
    if (given[field] !== undefined) add(field, 'Use following: one occurrence has its post only.')
  if (one) {
    const reserved = given.post && (await checkTexts(merged(row, given), context, { once: true }))
    return { ...errors, ...(reserved && onlyOf(reserved, 'post')) }
  }
  const { rule, starts_at, timezone, confirm_yearly, post, variations } = given
  const times = {
    rule: rule ?? row.rule,
    starts_at: starts_at ?? row.starts_at,
    timezone: timezone ?? row.timezone,
    confirm_yearly:
      confirm_yearly ?? (saysRule(rule ?? row.rule, row) && row.confirmed_until !== null),
    // What it shows may be sent back, also when it has begun.
    begins: starts_at !== undefined && starts_at !== row.starts_at,
  }
  const timed = [rule, starts_at, timezone, confirm_yearly].some((each) => each !== undefined)
  return {
    ...errors,
    ...(timed && checkTimes(times, context)),
    ...((post ?? variations) && (await checkTexts(merged(row, given), context))),
  }
}

/** As it has it: whoever confirmed that it goes on did so for this rule. */
function saysRule(rule: string, row: SeriesRow) {
  return rule.trim() === row.rule
}

/** Fields that are not sent stay as they are. */
function merged(row: SeriesRow, { post, variations }: Pick<Partial<Input>, 'post' | 'variations'>) {
  const kept = Object.entries(row.post).filter(
    // Sets that are named stand instead of the accounts that were.
    ([field]) => !(field === 'social_account_ids' && post?.['account_set_ids'] !== undefined),
  )
  return {
    post: { ...Object.fromEntries(kept), ...post },
    variations: variations ?? row.variations,
  }
}

function onlyOf(errors: FieldErrors, name: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => field.split('.')[0] === name),
  )
}

const nothing: Followed = { rewritten: [], removed: [], kept: [] }

/** Its post, which is made now if it is not yet; from then on it is nobody's but its author's. */
async function changeThis(row: SeriesRow, input: Input, context: Context): Promise<Followed> {
  const { occurrence: local = '', post = {} } = input
  const { at } = requireComing(row, local, context)
  if (isSkipped(local, row.skip))
    throw wrong('occurrence', 'It is left out: take that back first, by skip with undo.')
  const known = await rowOfDay(context, row.id, local)
  if (known?.post_id) {
    await changeOne(known.post_id, post, context)
    return { ...nothing, rewritten: [known.post_id] }
  }
  // It could not be made as it was; what is different may be what mends it.
  if (known) await forgetOccurrence(context, row.id, local)
  const number = [...occurrences(recurrenceOf(row), at, at)].at(-1)?.number ?? 0
  const { social_account_ids: to, ...change } = await templateOf(merged(row, input).post, context)
  const asked = Object.fromEntries(Object.entries(change).filter(([field]) => field in post))
  const id = await ofPost(() =>
    makeOne(row, { local, at, number }, context, { ...asked, social_account_ids: to }),
  )
  return { ...nothing, rewritten: id === undefined ? [] : [id] }
}

async function changeFollowing(row: SeriesRow, input: Input, context: Context): Promise<Followed> {
  const { name, rule, starts_at, timezone, variations, skip, post, confirm_yearly } = input
  const { now, caller } = context
  const from = input.occurrence ?? ''
  if (from) await requireNear(row, from, context)
  const rewrites = [post, variations, timezone].some((each) => each !== undefined)
  const times = [rule, starts_at, timezone].some((each) => each !== undefined)
  const leavesLess = skip !== undefined && row.skip.some((each) => !isSkipped(each, skip))
  const template = post && (await templateFrom(row, input, context))
  await changeSeries(
    context,
    row.id,
    {
      ...(name !== undefined && { name }),
      ...(rule !== undefined && { rule: rule.trim() }),
      ...(starts_at !== undefined && { starts_at }),
      ...(timezone !== undefined && { timezone }),
      ...(variations && { variations }),
      ...((post ?? variations) && { alt_texts: await describedAnew(row, input, context) }),
      ...(skip && { skip }),
      ...(template && { post: template, account_ids: accountsOf(template) }),
      ...confirmation(row, input, now),
      ...takenOver(context, leavesLess || confirm_yearly === true),
      ...((rewrites || times) && { made_by: caller.credential, created_via: caller.via }),
    },
    now,
  )
  const after = await requireSeries(context, row.id)
  const done =
    rewrites || times || skip
      ? await followSeries(row, after, { from, rewrites: rewrites || times }, context)
      : nothing
  if (after.state === 'active' && (rewrites || times))
    await makeAhead(after, context, { strict: true })
  // Whoever leaves less out writes nothing: the chore does, as whose the series is.
  else if (after.state === 'active' && skip)
    await changeSeries(context, row.id, { look_at: now }, now)
  return done
}

async function templateFrom(row: SeriesRow, input: Input, context: Context) {
  const { post, variations } = merged(row, input)
  const read = await templateOf({ ...variations[0], ...post }, context)
  return Object.fromEntries(
    Object.entries(read).filter(([field]) => field in post || field === 'social_account_ids'),
  )
}

/** Files that are named again are taken as they are described now. */
async function describedAnew(
  row: SeriesRow,
  { post = {}, variations = [] }: Input,
  context: Context,
) {
  return { ...row.alt_texts, ...(await altTextsOf([post, ...variations], context)) }
}

/** What is not made yet would be made as it is after the change, although it comes before. */
async function requireNear(row: SeriesRow, from: string, context: Context) {
  const { now } = context
  requireComing(row, from, context)
  const made = await occurrencesFrom(context, row.id, row.starts_at)
  const known = new Set(made.map(({ local_at }) => local_at))
  for (const { local, at } of occurrences(recurrenceOf(row), horizonOf(row, now), now)) {
    if (!at || at <= now || known.has(local) || isSkipped(local, row.skip)) continue
    if (from <= local) return
    const text = `Use ${local} or one before: it is the first whose post is not made yet.`
    throw wrong('occurrence', text)
  }
}

function confirmation(row: SeriesRow, { rule, confirm_yearly }: Input, now: Date) {
  const read = parseRule(rule ?? row.rule)
  if ('rule' in read && hasEnd(read.rule)) return { confirmed_until: null }
  return confirm_yearly ? { confirmed_until: yearFrom(now).toISOString() } : {}
}
