import { z } from 'zod'
import { withSets } from '#operations/account-sets/parts/account-set.ts'
import type { Context } from '#operations/context.ts'
import { postId, seen } from '#operations/ids.ts'
import {
  answer,
  type Applied,
  assess,
  chargePost,
  describeStatus,
  isUntouched,
  lockWhole,
  requireLookedAt,
  requireSeen,
  tellWaiting,
  wake,
  type Whole,
} from './parts/moves.ts'
import { operation } from '#operations/operation.ts'
import {
  checkJoining,
  checkQueue,
  inQueue,
  onlyNext,
  takePlace,
} from '#operations/queues/parts/queue.ts'
import { withForecast } from './parts/forecast.ts'
import {
  content,
  fields,
  onlyNamed,
  ownFields,
  ownOf,
  threadFields,
  toolThread,
} from './parts/fields.ts'
import {
  asWarnings,
  lacksOf,
  remarksOf,
  preflight,
  requireActiveAccounts,
  type Wanted,
} from './parts/preflight.ts'
import { attachedTo, wantedFrom } from './parts/readiness.ts'
import { contentsOf, noteChange } from './parts/revisions.ts'
import { requireFreeId } from './parts/external-id.ts'
import { refundable } from './parts/refund.ts'
import { atItsTime, ownTimeOf, withoutOwnTimes, wrongOwnTimes } from './parts/own-times.ts'
import { changeWaiting, waitingIn } from './parts/waiting-accounts.ts'
import { scheduleAnew, timingOf, wrongNone } from './parts/replanning.ts'
import { futureOnly, zoned } from './parts/timing.ts'
import { wordedFor } from './parts/wordings.ts'
import { AltTexts, withoutNamed } from '#rules/media.ts'
import { Post } from '#rules/post.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { filesOf, isThreaded, splitOf, threadColumns } from '#rules/thread.ts'
import {
  isOneTime,
  isTimeOrIgnored,
  onlyOneTime,
  onlyTime,
  Time,
  Timing,
  timezoneField,
  timingOfRest,
  timingOfTool,
  When,
} from '#rules/when.ts'
import { setTargets } from '#store/deliveries.ts'
import { attachMedia } from '#store/post-media.ts'
import { changePost, findPost } from '#store/posts.ts'
import { placeOf, setPlace } from '#store/queues.ts'

const change = {
  updated_at: seen,
  content: content.optional(),
  social_account_ids: fields.social_account_ids.optional(),
  account_set_ids: fields.account_set_ids.optional(),
  media_ids: fields.media_ids.optional(),
  first_comment: fields.first_comment.optional(),
  platform_content: fields.platform_content.optional(),
  platform_options: fields.platform_options.optional(),
  ...threadFields,
  in_doubt: fields.in_doubt.optional(),
  ...ownFields,
  dry_run: fields.dry_run.optional(),
}
const Input = z.strictObject({
  id: postId,
  ...change,
  timing: Timing.optional(),
  /** As a post without one shows it. */
  has_no_time: z.literal(true).optional(),
  /** Of files that are named; the others are taken as they are described now. */
  alt_texts: AltTexts.optional(),
})
type Input = z.output<typeof Input>

const newTime = 'A new time for a scheduled post; a draft keeps it and stays a draft.'
const time = Time.describe(newTime)
const when = When.describe('Moves the post: draft, now, next_slot, or an ISO 8601 time.')
const timezone = timezoneField.optional()

/** Only what was sent says anything about timing. */
const ToolInput = z
  .strictObject({
    id: postId,
    ...change,
    ...toolThread,
    when: when.optional(),
    scheduled_at: z.string().optional().describe(newTime),
    timezone,
  })
  .refine(isTimeOrIgnored, onlyTime)
  .transform(({ when, scheduled_at, timezone: zone, ...rest }) => ({
    ...rest,
    ...((when || scheduled_at) && {
      timing: timingOfTool({ when, scheduled_at, timezone: zone }),
    }),
  }))
const RestInput = z
  .strictObject({
    id: postId,
    ...change,
    alt_texts: fields.alt_texts.optional(),
    scheduled_at: time.nullable().optional(),
    publish_now: z.boolean().optional(),
    when: when.optional(),
    queue: inQueue.optional(),
    timezone,
  })
  .refine(({ queue, when }) => queue === undefined || when === 'next_slot', {
    path: ['queue'],
    error: onlyNext,
    when: () => true,
  })
  .refine(isOneTime, onlyOneTime)
  .refine(...onlyNamed)
  .transform(({ when, scheduled_at, publish_now, timezone: zone, queue, ...rest }) => ({
    ...rest,
    ...((when || scheduled_at || publish_now) && {
      timing: timingOfRest({ when, scheduled_at, publish_now, timezone: zone, queue }),
    }),
    ...(scheduled_at === null && !when && !publish_now && { has_no_time: true as const }),
  }))

export const updatePost = operation({
  name: 'update_post',
  summary:
    'Change a draft or scheduled post; external_id, metadata, labels and note of any. Fields that are not sent stay as they are; lists are replaced whole. Answers the post.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['draft', 'schedule', 'publish'],
  keepsOnly: isKeptOnly,
  idempotent: true,
  input: Input,
  output: Post,
  refuses: [
    'invalid',
    'post_not_found',
    'post_changed',
    'external_id_taken',
    'no_queue_slots',
    'account_inactive',
    'plan_limit_reached',
  ],
  rest: { method: 'PUT', path: '/api/posts/:id', accepts: RestInput },
  mcp: { title: 'Change a post', accepts: ToolInput, overwrites: true, shows: 'post' },

  async check(given, context) {
    const { input: partial, errors: ofSets } = await withSets(given, context)
    const post = partial.id ? await findPost(context, partial.id) : undefined
    const timing = partial.timing && (await zoned(partial.timing, context))
    const past = timing ? futureOnly(timing, context.now) : {}
    if (!post) return { ...ofSets, ...past }
    const stored = wantedFrom(post)
    const wanted = merged(stored, partial)
    const about = { id: post.id, labels: partial.labels ?? post.labels }
    const { worded } = await wordedFor(wanted, about, context)
    const { errors, blockers } = await preflight({ ...wanted, worded }, context, attachedTo(stored))
    const ofQueue = timing ? await checkQueue(timing, wanted.social_account_ids, context) : {}
    return {
      ...(post.status === 'draft' ? {} : blockers),
      ...errors,
      ...ofSets,
      ...past,
      ...wrongNone(partial, post),
      ...ofQueue,
    }
  },

  async run(given, context) {
    const { id, warnings, unassessed, problems, remarks } = await applyUpdate(given, context)
    if (unassessed) await assess(context, [id])
    const post = await answer(context, id, warnings)
    return { ...post, ...(problems && { problems }), ...(remarks && { remarks }) }
  },

  rehearsed: (post, _, context) => withForecast(post, context),
})

/** All of it but assessing and the answer. */
export async function applyUpdate(given: Input, context: Context): Promise<Applied> {
  const whole = await lockWhole(context, given.id)
  const { input, errors: ofSets } = await withSets(given, context)
  await requireSeen(context, whole.post, input.updated_at)
  await requireFreeId(input.external_id, context, input.id)
  if (isKeptOnly(input)) {
    await changePost(context, whole.post, ownOf(input), context.now)
    return { id: input.id, warnings: [], unassessed: false }
  }
  if (waitingIn(whole).length && isForWaiting(input)) {
    const problem = invalid(ofSets)
    if (problem) throw problem
    const said = input.platform_content ?? []
    const warnings = await changeWaiting(whole, said, ownOf(input), context)
    return { id: input.id, warnings, unassessed: true }
  }
  requireEditable(whole)
  const post = context.ahead?.posts.get(input.id) ?? (await findPost(context, input.id))!
  const stored = wantedFrom(post)
  const wanted = stayingTogether(merged(stored, input), input)
  const { timing, stays } = await timingOf(whole, input.timing, context)
  const own = wanted.platform_content
  const to = atItsTime(own, wanted.social_account_ids)
  const ofQueue = timing ? await checkQueue(timing, wanted.social_account_ids, context) : {}
  const stood = placeOf(whole.deliveries)
  const joining = wanted.social_account_ids.filter((id) => !stored.social_account_ids.includes(id))
  const { social_account_ids: named = [] } = given
  const ofPlace =
    stays && stood ? await checkJoining({ queue_id: stood.queue_id, joining, named }, context) : {}
  const taken = Object.keys(ofQueue).length ? undefined : timing?.queue
  const place =
    taken === undefined
      ? undefined
      : await takePlace(context, taken, { account_ids: to, but: input.id })
  const next = place
    ? { status: 'scheduled' as const, scheduled_at: place.at }
    : await scheduleAnew(whole, timing, to, context)
  const of = { id: input.id, labels: input.labels ?? post.labels }
  const { worded } = await wordedFor(wanted, of, context)
  const checked = await preflight({ ...wanted, worded }, context, attachedTo(stored))
  const scheduled = next.status === 'scheduled'
  if (scheduled) await requireLookedAt(context, whole.post, input.updated_at)
  const problem = invalid(
    {
      ...(scheduled ? checked.blockers : {}),
      ...checked.errors,
      ...ofSets,
      ...(timing && futureOnly(timing, context.now)),
      ...wrongNone(input, post),
      ...wrongOwnTimes(own, next.scheduled_at),
      ...ofQueue,
      ...ofPlace,
    },
    checked.found,
  )
  if (problem) throw problem
  if (scheduled) await requireActiveAccounts(checked.accounts, context)

  const charged_month = await chargeOf(whole, next.status, context)
  const { social_account_ids: _, media_ids: __, alt_texts: ___, ...columns } = wanted
  const before = contentsOf(stored, whole.post)
  const after = contentsOf(wanted, next)
  await noteChange(context, post, whole.post.created_by, { before, after })
  await changePost(
    context,
    whole.post,
    {
      ...columns,
      ...threadColumns(wanted),
      first_comment: columns.first_comment || null,
      platform_content: [...columns.platform_content],
      ...(input.in_doubt !== undefined && { in_doubt: input.in_doubt }),
      ...ownOf(input),
      ...next,
      charged_month,
    },
    context.now,
  )
  const due_at = scheduled ? next.scheduled_at : null
  const targets = checked.accounts.map(({ id, platform, sandbox }) => ({
    account_id: id,
    platform,
    sandbox,
    parts: checked.parts.get(id) ?? null,
    wording: checked.wordings.get(id) ?? null,
    own_at: ownTimeOf(own, id),
  }))
  await setTargets(context, input.id, targets, { due_at, locked: whole.deliveries })
  if (stood || place) await setPlace(context, input.id, stays ? stood : (place ?? null))
  if (input.media_ids || isThreaded(wanted) || isThreaded(stored))
    await attachMedia(context, input.id, checked.media, checked.part_media)
  await wake(context, due_at)
  if (!scheduled) await tellWaiting(context, input.id)

  const warnings = [
    ...(timing?.notes ?? []),
    ...checked.warnings,
    ...(scheduled ? [] : asWarnings(checked.blockers)),
  ]
  return {
    id: input.id,
    warnings,
    unassessed: true,
    ...(scheduled ? {} : lacksOf(checked)),
    ...remarksOf(checked, given),
  }
}

const about = new Set(['id', 'updated_at', 'dry_run', 'alt_texts'])

/** All at once: times that accounts had before are over, unless they are said anew. */
function stayingTogether(wanted: Wanted, { timing, platform_content }: Input): Wanted {
  if (timing?.at !== 'now' || platform_content) return wanted
  return { ...wanted, platform_content: withoutOwnTimes(wanted.platform_content) }
}

const forWaiting = new Set([...about, 'platform_content', ...Object.keys(ownFields)])

/** Whether all that is said can be done to accounts that wait, while others are out. */
function isForWaiting(input: Input) {
  return (
    input.platform_content !== undefined &&
    Object.entries(input).every(([field, value]) => value === undefined || forWaiting.has(field))
  )
}

/** What nobody publishes may be changed whatever became of the post. */
function isKeptOnly(input: Input) {
  const said = Object.entries(input).filter(
    ([field, value]) => value !== undefined && !about.has(field),
  )
  return said.length > 0 && said.every(([field]) => field in ownFields)
}

function requireEditable(whole: Whole) {
  const { post } = whole
  if (isUntouched(whole)) return requireResumed(whole)
  const stands =
    post.status === 'scheduled' && !post.deleted_at ? 'being published' : describeStatus(whole)
  const text = `Only draft and scheduled posts can be changed; this one is ${stands}.`
  throw new Problem('invalid', text, { errors: { status: [text] } })
}

/** It is looked for by its words, which are those of the copy or the backup. */
function requireResumed({ post, deliveries }: Whole) {
  const isHeld = deliveries.some(
    ({ restored_from, restored_until }) => restored_from !== null && restored_until === null,
  )
  if (post.status !== 'scheduled' || !isHeld) return
  const text =
    'This post may have been sent since the copy or the backup was made that this instance comes from: it is looked for as soon as publishing is resumed (crier resume), and can be changed then if it is not there.'
  throw new Problem('invalid', text, { errors: { status: [text] } })
}

async function chargeOf(whole: Whole, status: string, context: Context) {
  if (status === 'draft') return refundable(whole, context)
  return whole.post.charged_month ?? (await chargePost(context))
}

function namedIn({ media_ids = [], thread = [], platform_content = [] }: Partial<Input>) {
  return [...media_ids, ...filesOf({ thread, platform_content })]
}

function merged(stored: Wanted, input: Partial<Input>): Wanted {
  const ids = input.social_account_ids ?? stored.social_account_ids
  return {
    content: input.content ?? stored.content,
    first_comment: input.first_comment === undefined ? stored.first_comment : input.first_comment,
    social_account_ids: ids,
    media_ids: input.media_ids ?? stored.media_ids,
    alt_texts: { ...withoutNamed(stored.alt_texts ?? {}, namedIn(input)), ...input.alt_texts },
    // What was stored for accounts that are dropped goes with them; what the caller writes must fit.
    platform_content:
      input.platform_content ??
      stored.platform_content.filter(({ account_id }) => ids.includes(account_id)),
    platform_options: input.platform_options ?? stored.platform_options,
    thread: input.thread === undefined ? stored.thread : input.thread,
    thread_as: input.thread_as === undefined ? stored.thread_as : input.thread_as,
    split: input.split === undefined ? stored.split : splitOf(input.split),
  }
}
