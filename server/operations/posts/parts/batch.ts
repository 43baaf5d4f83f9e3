/**
 * Many posts in one transaction. What nothing stands in the way of is written together; all else goes one by one, the way of a
 * single call, so that refusals, leashes and limits are decided in one place.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { withSets } from '#operations/account-sets/parts/account-set.ts'
import { accept } from '#operations/accept.ts'
import type { Context } from '#operations/context.ts'
import { onLeash } from '#operations/leash.ts'
import { inTurns, turns } from '#operations/turns.ts'
import { isDryRun } from '#operations/repeats.ts'
import { holdsOf, isSoon, shownBeside } from '#operations/shown.ts'
import { say } from '#platforms/kit/checks.ts'
import { look } from '#rules/input.ts'
import { isLeashed } from '#rules/leash.ts'
import { Id, Post } from '#rules/post.ts'
import { type FieldErrors, invalid, Problem } from '#rules/problem.ts'
import { monthOf } from '#rules/quota.ts'
import { isThreaded, threadColumns } from '#rules/thread.ts'
import { accountsFor, filesFor } from '#store/creating.ts'
import { createMany, placesFor, type Planned, savepoint } from '#store/many-posts.ts'
import { findHolders, lockExternalIds } from '#store/external-ids.ts'
import { findMedia } from '#store/media.ts'
import { lockSlots } from '#store/schedule.ts'
import { ask } from '#store/trip.ts'
import { chargeMany } from '#store/usage.ts'
import { findUtm } from '#store/utm.ts'
import { findWorkspace } from '#store/workspaces.ts'
import { columns, type Input, schedulePost, wantedOf } from '../schedule-post.ts'
import { dueOf, stored } from './creating.ts'
import { wake } from './moves.ts'
import { isBag } from './fields.ts'
import { hasOwnTimes } from './own-times.ts'
import { asWarnings, examining, isUnwell, lacksOf, type Wanted } from './preflight.ts'
import { wantedFrom } from './readiness.ts'
import { orRefused, Refused as RefusedRow } from './rows.ts'
import { futureOnly, zonedIn } from './timing.ts'
import { mayHaveLinks } from './wordings.ts'

export const Made = z.object({ index: z.int().min(0), post: Post, existed: z.boolean() })
export const Refused = RefusedRow.extend({
  post_id: Id.optional().describe('The post that has the external_id, or the same words.'),
})
export const Result = z.union([Made, Refused])
export type Result = z.input<typeof Result>

type Row = { index: number; raw: unknown; input: Input }

/** In the order of `rows`; `dialect` is how this surface's callers write a single post. */
export async function createEach(
  rows: readonly unknown[],
  dialect: z.ZodType,
  context: Context,
): Promise<Result[]> {
  const results: Result[] = []
  const sound: Row[] = []
  for (const [index, raw] of rows.entries()) {
    if (!isBag(raw)) {
      const { text } = say('value_object', {})
      results.push(await refusedBy(index, () => Promise.reject(invalid({ body: [text] }))))
      continue
    }
    const { data, errors, success } = look(dialect.pipe(schedulePost.input), raw)
    if (success && isDryRun(data)) errors['dry_run'] = ['Say it of the whole call.']
    // Each operation parses its own input; this is schedule_post's.
    if (success && !Object.keys(errors).length) {
      sound.push({ index, raw, input: await named(data as Input, context) })
    } else
      results.push(
        await refusedBy(index, () => refusing({ ...callOf(raw, dialect), errors }, context)),
      )
  }
  // Slots and ids come before all rows that are written: two batches would wait for each other otherwise.
  if (sound.some(({ input }) => input.timing.at === 'next_slot')) await lockSlots(context)
  if (sound.filter(({ input }) => input.external_id).length > 1) await lockExternalIds(context)
  const easy = await easyOnes(sound, context)
  let together: Row[] = []
  const flush = async () => {
    results.push(...(await easy.write(together)))
    together = []
  }
  for (const row of sound) {
    if (easy.is(row)) {
      together.push(row)
      continue
    }
    await flush()
    results.push(await refusedBy(row.index, () => single(row, context)))
  }
  await flush()
  return results.toSorted((a, b) => a.index - b.index)
}

/** To the accounts of its sets, unless something is wrong with those: then it is refused the way of a single call. */
async function named(given: Input, context: Context): Promise<Input> {
  const { input, errors } = await withSets(given, context)
  return invalid(errors) ? given : input
}

/** With all that is wrong with it in this workspace as well. */
async function refusing({ errors, ...call }: Call & { errors: FieldErrors }, context: Context) {
  await accept(call, context)
  throw invalid(errors)
}

type Call = Parameters<typeof accept>[0]

function callOf(raw: unknown, dialect: z.ZodType) {
  return { operation: schedulePost, dialect, raw }
}

async function refusedBy(index: number, work: () => Promise<unknown>): Promise<Result> {
  const result = await orRefused(index, async () => Made.parse(await work()))
  if (!('code' in result)) return result
  const { other: post_id, ...refused } = result
  return { ...refused, ...(post_id !== undefined && { post_id }) }
}

/** As a call by itself; what it had written is taken back when it is refused. */
async function single({ index, input }: Row, context: Context) {
  try {
    const made = await savepoint(context, () => onLeash(schedulePost, input, context))
    return { index, post: Post.parse(made), existed: false }
  } catch (error) {
    const before =
      error instanceof Problem && error.code === 'external_id_taken' && error.recovery['post']
    const { data } = Post.safeParse(before)
    if (data && isSame(input, data)) return { index, post: data, existed: true }
    throw error
  }
}

/** Whether the post is what would have been made; times that are found when it is written say nothing. */
function isSame(input: Input, post: Post) {
  const { social_account_ids: to, ...wanted } = kept(wantedOf(input))
  const { social_account_ids: goes, ...is } = kept(wantedFrom(post))
  const { metadata = null, labels = [], note = null, in_doubt = null } = input
  const { at } = input.timing
  const named = at !== undefined && Number.isFinite(Date.parse(at)) && at.endsWith('Z')
  return (
    isDeepStrictEqual(
      asJson({ ...wanted, metadata, labels, note: note || null, in_doubt }),
      asJson({
        ...is,
        metadata: post.metadata,
        labels: post.labels,
        note: post.note,
        in_doubt: post.in_doubt,
      }),
    ) &&
    sorted(to) === sorted(goes) &&
    (!named || (post.scheduled_at !== null && Date.parse(at) === Date.parse(post.scheduled_at)))
  )
}

/** As it is stored. */
function kept(said: Wanted) {
  const { alt_texts: _, ...wanted } = said
  return { ...wanted, ...threadColumns(wanted), first_comment: wanted.first_comment || null }
}

/** A field that is undefined and one that is not there are the same; so are names in another order, which the database has. */
function asJson(value: object): unknown {
  return JSON.parse(JSON.stringify(value))
}

function sorted(ids: readonly number[]) {
  return ids.toSorted((a, b) => a - b).join()
}

interface Easy {
  is(row: Row): boolean
  write(group: readonly Row[]): Promise<Result[]>
}

/** Those that can be written together: by nobody on a leash, nothing stands in their way, and nothing has to be taken in turn. */
async function easyOnes(rows: readonly Row[], context: Context): Promise<Easy> {
  const { environment, caller, now } = context
  const none: Easy = { is: () => false, write: () => Promise.resolve([]) }
  const [{ plan, timezone }, { templates }] = await Promise.all([
    findWorkspace(context),
    findUtm(context),
  ])
  const isLimited = (environment.plans[plan]?.monthly_posts ?? null) !== null
  // Models repeat themselves, and are told; limits are compared one by one.
  if (caller.via === 'mcp' || isLeashed(caller.leash) || isLimited) return none

  const wanted = rows.map(({ input }) => wantedOf(input))
  const account_ids = [...new Set(wanted.flatMap((each) => each.social_account_ids))]
  const media_ids = [...new Set(wanted.flatMap((each) => each.media_ids))]
  const ids = rows.flatMap(({ input }) => input.external_id ?? [])
  const whose = { workspace_id: context.workspace_id }
  // Held until the end: what is attached is not deleted meanwhile.
  await findMedia(context, media_ids)
  const found = await ask(context.db, accountsFor(whose, account_ids))
  const files = media_ids.length ? await ask(context.db, filesFor(whose, media_ids)) : []
  const held = new Set(await findHolders(context, ids))
  const turn = turns()
  const ready = new Map<Row, Awaited<ReturnType<typeof planned>>>()
  for (const row of rows) {
    const { external_id } = row.input
    const isTaken = external_id !== undefined && held.has(external_id)
    // Also by one that goes by itself, which is written before.
    if (external_id) held.add(external_id)
    if (row.input.account_set_ids || isTaken) continue
    const plans = await planned(row)
    if (plans) ready.set(row, plans)
  }
  const soon = [...ready.values()].some((each) => each?.due && isSoon(each.due, now))
  const holds = soon ? await holdsOf(context, account_ids) : new Map<number, never>()
  return { is: (row: Row) => ready.has(row), write }

  async function planned({ input }: Row) {
    const { at, queue } = input.timing
    if (at === undefined || at === 'next_slot' || queue !== undefined) return undefined
    if (isThreaded(wantedOf(input)) || hasOwnTimes(input.platform_content ?? [])) return undefined
    if (templates.length && mayHaveLinks(wantedOf(input))) return undefined
    const timing = zonedIn(input.timing, timezone)
    const checked = await inTurns(examining(wantedOf(input), { found, files }, context), turn)
    const due = dueOf(timing, now)
    const problem = invalid({
      ...(due === null ? {} : checked.blockers),
      ...checked.errors,
      ...futureOnly(timing, now),
    })
    if (problem || (due !== null && checked.accounts.some(isUnwell))) return undefined
    const warnings = [
      ...timing.notes,
      ...checked.warnings,
      ...(due === null ? asWarnings(checked.blockers) : []),
    ]
    const row = {
      ...columns(input),
      scheduled_at: due,
      charged_month: due === null ? null : monthOf(now),
      created_via: caller.via,
      created_by: caller.credential,
    }
    return { due, checked, warnings, row }
  }

  async function write(group: readonly Row[]): Promise<Result[]> {
    if (!group.length) return []
    const places = await placesFor(context, group.length)
    const each = group.flatMap((row, at) => {
      const plans = ready.get(row)
      const id = places[at]
      return plans && id !== undefined ? [{ index: row.index, id, ...plans }] : []
    })
    const posts = each.map(({ id, row, checked }): Planned => ({
      id,
      row,
      account_ids: checked.accounts.map((account) => account.id),
      media: checked.media,
    }))
    await createMany(context, posts, now)
    const charged = each.filter(({ due }) => due !== null).length
    if (charged) await chargeMany(context, monthOf(now), charged)
    const first = each.flatMap(({ due }) => due ?? []).toSorted()[0]
    if (first) await wake(context, first)
    const made: Result[] = []
    for (const { index, id, row, checked, warnings, due } of each) {
      const post = shownBeside(context, stored({ ...row, id }, checked, now), holds, warnings)
      // What a draft lacks is worked out here.
      const lacks = due === null && lacksOf(checked)
      made.push({ index, post: { ...post, ...lacks }, existed: false })
      await turn()
    }
    return made
  }
}
