/** What a change of a series does to the posts that it made: those that nobody touched follow it, the others stay. */
import { z } from 'zod'
import { accept } from '#operations/accept.ts'
import type { Context } from '#operations/context.ts'
import { onLeash } from '#operations/leash.ts'
import { parseStored } from '#operations/posts/parts/fields.ts'
import { type Undone, undoOne } from '#operations/posts/parts/undo.ts'
import { updatePost } from '#operations/posts/update-post.ts'
import { mayDo } from '#rules/leash.ts'
import { type FieldErrors, invalid, Problem } from '#rules/problem.ts'
import { localIn, occurrences } from '#rules/recurrence.ts'
import { dateOf, type Fields, isSkipped, SETTLED, turnOf } from '#rules/series.ts'
import { lockDeliveries } from '#store/deliveries.ts'
import {
  clearTakenBack,
  forgetOccurrence,
  moveOccurrence,
  type OccurrenceRow,
  occurrencesFrom,
  takenBackFrom,
  takeOccurrenceBack,
  wroteOccurrence,
} from '#store/occurrences.ts'
import { lockPost } from '#store/posts.ts'
import type { SeriesRow } from '#store/series.ts'
import { textsOfTurn } from './making.ts'
import { horizonOf, recurrenceOf } from './series.ts'

export const Followed = z.object({
  rewritten: z.array(z.int()),
  removed: z.array(z.int()),
  kept: z
    .array(z.int())
    .describe(
      'Somebody changed these, they are on their way, or come before an earlier change: they stay.',
    ),
})
export type Followed = z.infer<typeof Followed>

/** Those whose time is to come. */
async function ahead(row: SeriesRow, context: Context) {
  const rows = await occurrencesFrom(context, row.id, localIn(row.timezone, context.now))
  return rows.flatMap((each) =>
    each.post_id !== null && new Date(each.at) > context.now
      ? [{ ...each, post_id: each.post_id }]
      : [],
  )
}

type Made = OccurrenceRow & { post_id: number }

/** Every post of it that nobody touched is written anew, moved or taken back, as the series is after the change. */
export async function followSeries(
  before: SeriesRow,
  after: SeriesRow,
  { from, rewrites }: { from: string; rewrites: boolean },
  context: Context,
): Promise<Followed> {
  const done: Followed = { rewritten: [], removed: [], kept: [] }
  const made = await ahead(before, context)
  const paused = await takenBackFrom(context, after.id, localIn(before.timezone, context.now))
  const last = [...made, ...paused]
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
  const had = timesUpTo({ ...before, skip: [] }, last, context)
  const wanted = timesUpTo(after, last, context)
  // It came before an earlier change of all that followed, and neither that nor this one is about it.
  const isOlder = (local: string) =>
    !wanted.has(dateOf(local)) && !had.has(dateOf(local)) && !isSkipped(local, after.skip)
  for (const { local_at } of paused) {
    const isMeant = local_at >= from && !wanted.has(dateOf(local_at)) && !isOlder(local_at)
    // It does not come back when the series goes on.
    if (isMeant) await forgetOccurrence(context, after.id, local_at)
  }
  for (const each of made) {
    const { local_at } = each
    const onItsDay = wanted.get(dateOf(local_at))
    const stands = onItsDay?.local === local_at ? onItsDay : undefined
    // What stays is what there is on its day: nothing is made beside it.
    const stay = async () => {
      if (!onItsDay || stands) return
      const { local, at } = onItsDay
      await clearTakenBack(context, after.id, local)
      await moveOccurrence(context, after.id, local_at, { local_at: local, at })
    }
    if (local_at < from) {
      await stay()
      continue
    }
    if (each.deleted && isSkipped(local_at, before.skip) && onItsDay) {
      // Its post was taken back when it was left out, as by skip_occurrence.
      await forgetOccurrence(context, after.id, local_at)
      continue
    }
    if (stands && !rewrites) continue
    if (isOlder(local_at) || !(await isOurs(each, context))) {
      if (!each.deleted) done.kept.push(each.post_id)
      await stay()
    } else if (stands) {
      const { at, number } = stands
      const variation = turnOf(number, after.variations)
      const texts = { ...blank, ...textsOfTurn(after, variation), alt_texts: after.alt_texts }
      await writeAnew(each.post_id, texts, at, context)
      const written = { local_at: each.local_at, post_id: each.post_id, at, variation }
      const check_at = new Date(at.getTime() + SETTLED)
      await wroteOccurrence(context, after.id, written, { check_at })
      done.rewritten.push(each.post_id)
    } else {
      await takePostBack(each.post_id, context)
      await forgetOccurrence(context, after.id, each.local_at)
      done.removed.push(each.post_id)
    }
  }
  return done
}

/** Takes back what nobody touched; made again when the series goes on. */
export async function takeAllBack(row: SeriesRow, context: Context): Promise<number[]> {
  const removed: number[] = []
  for (const each of await ahead(row, context)) {
    if (!(await isOurs(each, context))) continue
    await takePostBack(each.post_id, context)
    await takeOccurrenceBack(context, row.id, each.local_at)
    removed.push(each.post_id)
  }
  return removed
}

/** What comes up to then, by its date; what is skipped does not. */
function timesUpTo(row: SeriesRow, last: string | undefined, { now }: Context) {
  const found = new Map<string, { local: string; at: Date; number: number }>()
  if (last === undefined) return found
  // A change of the time zone moves them by a day at the most.
  const end = Math.min(Date.parse(last) + 2 * 86_400_000, horizonOf(row, now).getTime())
  for (const { local, at, number } of occurrences(recurrenceOf(row), new Date(end), now))
    if (at && at > now && !isSkipped(local, row.skip))
      found.set(dateOf(local), { local, at, number })
  return found
}

/** Nobody touched it, and nothing of it has begun. It is locked from then on. */
async function isOurs({ untouched, post_id }: Made, context: Context) {
  if (!untouched) return false
  const post = await lockPost(context, post_id)
  const deliveries = await lockDeliveries(context, post_id)
  return (
    post !== undefined &&
    !post.deleted_at &&
    (post.status === 'draft' || post.status === 'scheduled') &&
    deliveries.every(({ status, attempt }) => status === 'pending' && attempt === 0)
  )
}

/** What a post of the series has not, it has no longer. */
const blank = {
  first_comment: null,
  media_ids: [],
  platform_content: [],
  platform_options: {},
  thread: [],
  metadata: null,
  labels: [],
  note: null,
  in_doubt: null,
}

async function writeAnew(id: number, fields: Fields, at: Date, context: Context) {
  const timing = { at: at.toISOString(), field: 'scheduled_at', notes: [] }
  await onLeash(updatePost, parseStored(updatePost.input, { ...fields, id, timing }), context)
}

/** One of them alone, as update_post does it. */
export async function changeOne(id: number, post: Fields, context: Context) {
  const dialect = 'absent' in updatePost.rest ? undefined : updatePost.rest.accepts
  const raw = { ...post, id }
  await ofPost(async () =>
    onLeash(updatePost, await accept({ operation: updatePost, dialect, raw }, context), context),
  )
}

/** What is wrong with a post is told by the fields in which its author wrote it. */
export async function ofPost<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid') throw error
    // A problem that is called invalid has them always.
    throw inPost(error.recovery['errors'] as FieldErrors) ?? error
  }
}

function inPost(errors: FieldErrors) {
  return invalid(
    Object.fromEntries(Object.entries(errors).map(([field, texts]) => [`post.${field}`, texts])),
  )
}

/** Off the schedule, or out of the drafts that wait for approval. Answers why not, of what is on its way or not seen. */
export async function takePostBack(post_id: number, context: Context): Promise<string | undefined> {
  const { leash } = context.caller
  if (!mayDo(leash, 'delete')) {
    throw new Problem(
      'forbidden',
      `Use a credential that may delete, or keep the posts that are made: this one may only ${leash.actions?.join(', ') ?? ''}.`,
      { action: 'delete', allowed_actions: leash.actions },
    )
  }
  const post = await lockPost(context, post_id)
  if (!post) return 'It goes to other accounts by now.'
  if (post.deleted_at) return undefined
  const done: Undone = { since: '', cancelled_post_ids: [], deleted_post_ids: [], not_undone: [] }
  await undoOne({ post, deliveries: await lockDeliveries(context, post_id) }, done, context)
  return done.not_undone[0]?.reason
}
