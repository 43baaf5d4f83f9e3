/** One change to many posts in one transaction: each the way of a single call, by what decides and refuses there. */
import { z } from 'zod'
import { accept } from '#operations/accept.ts'
import type { Context, ReadAhead } from '#operations/context.ts'
import { onLeash } from '#operations/leash.ts'
import type { Operation } from '#operations/operation.ts'
import { holdsSoon, queueOf, shownBeside } from '#operations/shown.ts'
import { Finding } from '#rules/finding.ts'
import { parseInput } from '#rules/input.ts'
import type { AltTexts } from '#rules/media.ts'
import { Id, Post, type StoredPost } from '#rules/post.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { findPosts, savepoint } from '#store/many-posts.ts'
import { lockDeliveriesOf } from '#store/deliveries.ts'
import { lockPosts } from '#store/posts.ts'
import { lockSlots } from '#store/schedule.ts'
import { applyCancel, cancelPost } from '../cancel-post.ts'
import { applyUpdate, updatePost } from '../update-post.ts'
import { anyLabels } from './fields.ts'
import { hasOwnTimes, shiftedOwnTimes } from './own-times.ts'
import { type Applied, assess } from './moves.ts'
import { altTextsIn } from './readiness.ts'
import { orRefused, Refused } from './rows.ts'

/** Of single calls whose answers nobody reads. */
const AppliedMove = z.looseObject({
  id: Id,
  warnings: z.array(z.string()),
  problems: z.array(Finding).optional(),
  unassessed: z.boolean(),
})

const Input = z.record(z.string(), z.unknown())

const Done = z.object({ index: z.int().min(0), post: Post })
const NotDone = Refused.extend({ post_id: Id })
export const Changed = z.union([Done, NotDone])
export type Changed = z.input<typeof Changed>

/** Of the moves one at the most, and `cancel` by itself. */
export interface Wanted {
  when?: string | undefined
  queue?: number | undefined
  /** Each in the queue that it stands in, if it does. */
  in_its_queue?: boolean | undefined
  scheduled_at?: string | undefined
  timezone?: string | undefined
  shift_minutes?: number | undefined
  cancel?: boolean | undefined
  labels?: readonly string[] | undefined
  add_labels?: readonly string[] | undefined
  remove_labels?: readonly string[] | undefined
}

/** In the order of `ids`, which is also that in which open slots are taken. */
export async function changeEach(
  ids: readonly number[],
  wanted: Wanted,
  given: Context,
): Promise<Changed[]> {
  // All locks at once and in one order, whatever the order of the ids: two such calls would wait for each other otherwise.
  if (wanted.when === 'next_slot') await lockSlots(given)
  const context = { ...given, ahead: await readAhead(ids, given) }
  return eachOf(ids, context, (id) =>
    changeOne({ id, stored: context.ahead.posts.get(id) }, wanted, context),
  )
}

/** One after the other, each told by itself: what is refused of one leaves the others as they became. */
export async function eachOf(
  ids: readonly number[],
  context: Context,
  change: (id: number, index: number) => Promise<Applied>,
): Promise<Changed[]> {
  const told: (Refusal | Told)[] = []
  for (const [index, id] of ids.entries()) {
    const result = await orRefused(index, async () => {
      const applied = await savepoint(context, () => change(id, index))
      return { ...applied, index }
    })
    if (!('code' in result)) {
      told.push(result)
      continue
    }
    const { other: _, ...refused } = result
    told.push({ ...refused, post_id: id })
  }
  // Assessed and read together, once all of them are what they became.
  const done = told.flatMap((each) => ('id' in each ? [each] : []))
  const unassessed = done.filter((each) => each.unassessed).map(({ id }) => id)
  if (unassessed.length) await assess(context, unassessed)
  const after = await storedBy(
    context,
    done.map(({ id }) => id),
  )
  const holds = await holdsSoon(context, [...after.values()])
  return told.map((each) => {
    if ('code' in each) return each
    const post = after.get(each.id)
    if (!post) throw new Error(`Post ${each.id} was there, and is locked.`)
    return {
      index: each.index,
      post: Post.parse({
        ...shownBeside(context, post, holds, each.warnings),
        ...(each.problems && { problems: each.problems }),
      }),
    }
  })
}

/** Locks them, and reads what each change would read alone. */
export async function readAhead(ids: readonly number[], context: Context): Promise<ReadAhead> {
  const locked = await lockPosts(context, ids)
  const deliveries = await lockDeliveriesOf(
    context,
    locked.map(({ id }) => id),
  )
  const whole = locked.map(
    (post) => [post.id, { post, deliveries: deliveries.get(post.id) ?? [] }] as const,
  )
  return { posts: await storedBy(context, ids), whole: new Map(whole), accounts: new Map() }
}

type Refusal = z.input<typeof NotDone>
interface Told extends Applied {
  index: number
}

/** What it carries out of the single calls: each reads its answer alone, and here they are read together. */
const updating = { ...updatePost, output: AppliedMove, run: applyUpdate }
const cancelling = { ...cancelPost, output: AppliedMove, run: applyCancel }

async function changeOne(
  { id, stored }: { id: number; stored: StoredPost | undefined },
  wanted: Wanted,
  context: Context,
): Promise<Applied> {
  if (wanted.cancel === true) return AppliedMove.parse(await carryOut(cancelling, { id }, context))
  try {
    const kept = stored && { alt_texts: altTextsIn(stored), ...relabelled(stored, wanted) }
    return await applyFields({ id, ...fieldsOf(stored, wanted) }, context, kept)
  } catch (error) {
    throw wanted.shift_minutes === undefined ? error : ofShift(error)
  }
}

/** What update_post takes over REST, done to this post as a call for it alone would do it. */
export async function applyFields(
  fields: Record<string, unknown>,
  context: Context,
  kept?: Kept,
): Promise<Applied> {
  return AppliedMove.parse(await carryOut(updating, fields, context, kept))
}

/** What is said of files that are named only because they stand beside what changes. */
interface Kept {
  alt_texts: AltTexts
  labels?: readonly string[]
}

/** Parsed again, by what a single call is parsed by. */
export async function carryOut(
  operation: Operation,
  raw: Record<string, unknown>,
  context: Context,
  kept?: Kept,
) {
  const dialect = 'absent' in operation.rest ? undefined : operation.rest.accepts
  const input = Input.parse(await accept({ operation, dialect, raw }, context))
  return onLeash(operation, { ...input, ...kept }, context)
}

async function storedBy(context: Context, ids: readonly number[]) {
  const posts = ids.length ? await findPosts(context, ids) : []
  return new Map(posts.map((post) => [post.id, post]))
}

/** The fields of update_post, over REST, that make of this post what is wanted. */
function fieldsOf(post: StoredPost | undefined, wanted: Wanted) {
  const { when, scheduled_at, timezone, labels } = wanted
  const { shift_minutes } = wanted
  const queue = wanted.in_its_queue ? post && queueOf(post) : wanted.queue
  return {
    ...(when && { when }),
    ...(when && queue !== undefined && { queue }),
    ...(scheduled_at !== undefined && { scheduled_at }),
    ...(timezone !== undefined && (when || scheduled_at !== undefined) && { timezone }),
    ...(labels && { labels }),
    ...(post && shift_minutes !== undefined && shifted(post, shift_minutes)),
  }
}

function shifted(
  { scheduled_at, platform_content: own }: Pick<StoredPost, 'scheduled_at' | 'platform_content'>,
  minutes: number,
) {
  if (scheduled_at === null)
    throw wrong('shift_minutes', 'Give it a time first: it has none to be moved from.')
  const milliseconds = minutes * 60_000
  return {
    scheduled_at: new Date(Date.parse(scheduled_at) + milliseconds).toISOString(),
    ...(hasOwnTimes(own) && { platform_content: shiftedOwnTimes(own, milliseconds) }),
  }
}

/** Those that were there stay, also ones that are refused now; what comes of adding others may be too many. */
function relabelled({ labels }: Pick<StoredPost, 'labels'>, wanted: Wanted) {
  const { add_labels, remove_labels = [] } = wanted
  if (!add_labels && !wanted.remove_labels) return undefined
  const all = [...new Set([...labels, ...(add_labels ?? [])])]
  const left = all.filter((word) => !remove_labels.includes(word))
  return parseInput(z.object({ labels: anyLabels }), { labels: left })
}

/** The caller wrote no time, so that is not what is wrong. */
function ofShift(error: unknown) {
  if (!(error instanceof Problem) || error.code !== 'invalid') return error
  const { errors } = z
    .looseObject({ errors: z.record(z.string(), z.array(z.string())).optional() })
    .parse(error.recovery)
  if (!errors?.['scheduled_at']) return error
  const { scheduled_at, ...others } = errors
  return new Problem('invalid', error.message, {
    errors: { ...others, shift_minutes: scheduled_at },
  })
}
