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
import type { Held } from '#rules/hold.ts'
import { look } from '#rules/input.ts'
import { isLeashed } from '#rules/leash.ts'
import { Id, Post } from '#rules/post.ts'
import { type FieldErrors, invalid, Problem } from '#rules/problem.ts'
import { monthOf } from '#rules/quota.ts'
import { isThreaded, threadColumns } from '#rules/thread.ts'
import { accountsFor, type File, filesFor } from '#store/creating.ts'
import { createMany, placesFor, type Planned, savepoint } from '#store/many-posts.ts'
import { findHolders, lockExternalIds } from '#store/external-ids.ts'
import { findMedia } from '#store/media.ts'
import { lockSlots } from '#store/schedule.ts'
import type { NewPost } from '#store/posts.ts'
import { ask } from '#store/trip.ts'
import { chargeMany } from '#store/usage.ts'
import { findUtm } from '#store/utm.ts'
import { findWorkspace } from '#store/workspaces.ts'
import { columns, type Input, schedulePost, wantedOf } from '../schedule-post.ts'
import { dueOf, stored } from './creating.ts'
import { wake } from './moves.ts'
import { isBag } from './fields.ts'
import { hasOwnTimes } from './own-times.ts'
import { asWarnings, type examine, examining, isUnwell, lacksOf, type Wanted } from './preflight.ts'
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
  // Made once: a schema takes as long as a row.
  const schema = dialect.pipe(schedulePost.input)
  for (const [index, raw] of rows.entries()) {
    if (!isBag(raw)) {
      const { text } = say('value_object', {})
      results.push(await refusedBy(index, () => Promise.reject(invalid({ body: [text] }))))
      continue
    }
    const { data, errors, success } = look(schema, raw)
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
  let next = await easy.plan(sound)
  while (next.ready.length || next.other) {
    const { ready, other } = next
    // The database writes these while the next ones are looked at here.
    const [made, following] = await bothOf(easy.write(ready), easy.plan(sound))
    results.push(...made)
    if (other) {
      await easy.settle()
      results.push(await refusedBy(other.index, () => single(other, context)))
    }
    next = following
  }
  await easy.settle()
  return results.toSorted((a, b) => a.index - b.index)
}

/** To their end also where one fails: once the call is over nothing of it asks the database any more. */
async function bothOf<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
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

/** Of so many the database has about as much work as we have with as many more: one call's rows are written in pieces. */
const PIECE = 100
/** Milliseconds after which its answers are read. */
const SHORT = 2

type Plans = {
  due: string | null
  checked: ReturnType<typeof examine<File>>
  warnings: string[]
  row: NewPost
}

interface Piece {
  ready: readonly (Row & Plans)[]
  /** What comes behind them, and goes the way of a single call. */
  other: Row | undefined
}

interface Easy {
  /** Takes the next ones off `rows`; none are left where it answers nothing. */
  plan(rows: Row[]): Promise<Piece>
  write(ready: Piece['ready']): Promise<Result[]>
  /** Charges those that were written, and wakes who carries them out. */
  settle(): Promise<void>
}

/** Those that can be written together: by nobody on a leash, nothing stands in their way, and nothing has to be taken in turn. */
async function easyOnes(rows: readonly Row[], context: Context): Promise<Easy> {
  const { environment, caller, now } = context
  const none: Easy = {
    plan: async (left) => ({ ready: [], other: left.shift() }),
    write: async () => [],
    settle: async () => {},
  }
  const [{ plan: of_plan, timezone }, { templates }] = await Promise.all([
    findWorkspace(context),
    findUtm(context),
  ])
  const isLimited = (environment.plans[of_plan]?.monthly_posts ?? null) !== null
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
  const turn = turns(SHORT)
  let holds: Promise<ReadonlyMap<number, Held>> | undefined
  let written: string[] = []
  return { plan, write, settle }

  async function plan(left: Row[]): Promise<Piece> {
    const ready: (Row & Plans)[] = []
    while (ready.length < PIECE) {
      const row = left.shift()
      if (!row) break
      const plans = await planned(row)
      const { external_id } = row.input
      if (external_id) held.add(external_id)
      if (!plans) return { ready, other: row }
      ready.push({ ...row, ...plans })
    }
    return { ready, other: undefined }
  }

  async function planned({ input }: Row): Promise<Plans | undefined> {
    const { at, queue } = input.timing
    if (input.account_set_ids || (input.external_id && held.has(input.external_id)))
      return undefined
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
    if (due !== null && isSoon(due, now)) holds ??= holding()
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

  function holding() {
    const asked = holdsOf(context, account_ids)
    // Whoever makes answers of it is told; where the call fails before, nobody does.
    asked.catch(() => undefined)
    return asked
  }

  async function write(ready: Piece['ready']): Promise<Result[]> {
    if (!ready.length) return []
    const places = await placesFor(context, ready.length)
    const each = ready.flatMap((row, at) => {
      const id = places[at]
      return id === undefined ? [] : [{ ...row, id }]
    })
    const posts = each.map(({ id, row, checked }): Planned => ({
      id,
      row,
      account_ids: checked.accounts.map((account) => account.id),
      media: checked.media,
    }))
    const [made] = await bothOf(answers(each), createMany(context, posts, now))
    written.push(...each.flatMap(({ due }) => due ?? []))
    return made
  }

  async function answers(each: readonly (Row & Plans & { id: number })[]): Promise<Result[]> {
    const known = (await holds) ?? new Map<number, never>()
    const made: Result[] = []
    for (const { index, id, row, checked, warnings, due } of each) {
      const post = shownBeside(context, stored({ ...row, id }, checked, now), known, warnings)
      // What a draft lacks is worked out here.
      const lacks = due === null && lacksOf(checked)
      made.push({ index, post: { ...post, ...lacks }, existed: false })
      await turn()
    }
    return made
  }

  async function settle() {
    const [first] = written.toSorted()
    if (first === undefined) return
    const charged = written.length
    written = []
    await chargeMany(context, monthOf(now), charged)
    await wake(context, first)
  }
}
