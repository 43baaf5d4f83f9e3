import { z } from 'zod'
import { withSets } from '#operations/account-sets/parts/account-set.ts'
import { doubleOf, doubleWarning } from '#operations/doubles.ts'
import { flag } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { checkQueue, inQueue, takePlace } from '#operations/queues/parts/queue.ts'
import { withForecast } from './parts/forecast.ts'
import { creation } from './parts/creating.ts'
import { assess, chargePost, wake } from './parts/moves.ts'
import {
  accountIds,
  accountsOrSets,
  addressed,
  content,
  fields,
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
  requireSomeAccount,
} from './parts/preflight.ts'
import { showPost } from '#operations/shown.ts'
import { requireFreeId } from './parts/external-id.ts'
import { wordedFor } from './parts/wordings.ts'
import { atItsTime, ownTimeOf, requireOwnTimes, wrongOwnTimes } from './parts/own-times.ts'
import {
  besideOthers,
  futureOnly,
  momentOf,
  requireTiming,
  resolveTiming,
  unsaid,
  zoned,
} from './parts/timing.ts'
import { AltTexts } from '#rules/media.ts'
import { Id, Post } from '#rules/post.ts'
import { isThreaded, splitOf, threadColumns } from '#rules/thread.ts'
import { invalid } from '#rules/problem.ts'
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
import { insertPostAt } from '#store/creating.ts'
import { insertDeliveries } from '#store/deliveries.ts'
import { attachMedia } from '#store/post-media.ts'
import { findPost } from '#store/posts.ts'
import { setPlace } from '#store/queues.ts'

const post = {
  content,
  social_account_ids: accountIds,
  account_set_ids: fields.account_set_ids.optional(),
  media_ids: fields.media_ids.optional(),
  first_comment: fields.first_comment.optional(),
  platform_content: fields.platform_content.optional(),
  platform_options: fields.platform_options.optional(),
  ...threadFields,
  in_doubt: fields.in_doubt.optional(),
  ...ownFields,
  allow_duplicate: flag
    .optional()
    .describe('Make it even if a post has the same text, accounts and day.'),
  dry_run: fields.dry_run.optional(),
}

const Input = addressed({
  ...post,
  timing: Timing,
  /** Of files that are named; the others are taken as they are described now. */
  alt_texts: AltTexts.optional(),
})
export type Input = z.output<typeof Input>

/** Each says when. */
const timeFields = ['when', 'scheduled_at', 'publish_now', 'queue', 'timezone']
const about = 'ISO 8601 time in the future.'
const time = Time.describe(about)
const timezone = timezoneField.optional()

// Over MCP the tool is full: update_posts puts what is written into a queue.
const ToolInput = addressed({
  ...post,
  ...toolThread,
  when: When.optional(),
  scheduled_at: z.string().optional().describe(about),
  timezone,
})
  .refine(isTimeOrIgnored, onlyTime)
  .refine(({ when, scheduled_at }) => when || scheduled_at !== undefined, besideOthers)
  .transform(({ when, scheduled_at, timezone: zone, ...rest }) => ({
    ...rest,
    timing: timingOfTool({ when, scheduled_at, timezone: zone }),
  }))

const RestInput = addressed(
  {
    ...post,
    scheduled_at: time.nullable().optional(),
    publish_now: z.boolean().optional().describe('Publish immediately instead of scheduling.'),
    when: When.nullable().optional(),
    queue: inQueue.optional(),
    timezone,
  },
  accountsOrSets,
)
  .refine(isOneTime, onlyOneTime)
  .refine(({ when }) => when !== '' && when !== null, besideOthers)
  .transform(({ when, scheduled_at, publish_now, timezone: zone, queue, ...rest }) => ({
    ...rest,
    timing: timingOfRest({ when, scheduled_at, publish_now, timezone: zone, queue }),
  }))

export const schedulePost = operation({
  name: 'schedule_post',
  summary:
    'Create a post for one or more connected accounts: as a draft, now, at a time, or in the next open slot. Answers the post; poll get_post for the outcome per account.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['draft', 'schedule', 'publish'],
  once: true,
  idempotent: false,
  input: Input,
  output: Post.extend({
    duplicate_of: Id.nullable().describe('A post with the same text, accounts and day.'),
  }),
  refuses: [
    'invalid',
    'no_timing_specified',
    'no_queue_slots',
    'no_connected_accounts',
    'account_inactive',
    'plan_limit_reached',
    'duplicate_content',
    'external_id_taken',
  ],
  rest: { method: 'POST', path: '/api/posts', status: 201, accepts: RestInput },
  mcp: { title: 'Schedule a post', accepts: ToolInput, shows: 'post' },

  async check(given, context, wrong) {
    const { input: partial, errors: ofSets } = await withSets(given, context)
    const { worded } = await wordedFor(wantedOf(partial), { labels: partial.labels }, context)
    const { errors, blockers } = await preflight({ ...wantedOf(partial), worded }, context)
    const timing = partial.timing && (await zoned(partial.timing, context))
    const past = timing ? futureOnly(timing, context.now) : {}
    const early = wrongOwnTimes(
      partial.platform_content ?? [],
      timing ? momentOf(timing, context.now) : null,
    )
    const ofQueue = partial.timing
      ? await checkQueue(partial.timing, partial.social_account_ids ?? [], context)
      : {}
    // Who said when, wrongly, hears of that alone.
    const isSaid = timeFields.some((field) => wrong?.has(field))
    const others = { ...ofSets, ...past, ...early, ...ofQueue, ...(!isSaid && unsaid(timing)) }
    return { ...(timing?.at === 'draft' ? {} : blockers), ...errors, ...others }
  },

  async run(given, context) {
    // Before all else: whoever sends a post again must hear that it is there, also after its time.
    await requireFreeId(given.external_id, context)
    const { input, errors: ofSets } = await withSets(given, context)
    const timing = await zoned(input.timing, context)
    const { worded, at } = await wordedFor(wantedOf(input), { labels: input.labels }, context)
    const checked = await preflight({ ...wantedOf(input), worded }, context)
    if (!checked.accounts.length) await requireSomeAccount(context)
    const isDraft = timing.at === 'draft'
    const own = input.platform_content ?? []
    const errors = {
      ...(isDraft || !timing.at ? {} : checked.blockers),
      ...checked.errors,
      ...ofSets,
      ...futureOnly(timing, context.now),
      ...wrongOwnTimes(own, momentOf(timing, context.now)),
      ...(await checkQueue(timing, input.social_account_ids, context)),
    }
    const isWrong = Object.keys(errors).length > 0
    const problem = invalid({ ...errors, ...(isWrong && unsaid(timing)) }, checked.found)
    if (problem) throw problem

    const account_ids = checked.accounts.map(({ id }) => id)
    const to = { account_ids: atItsTime(own, account_ids) }
    const place =
      timing.queue === undefined ? undefined : await takePlace(context, timing.queue, to)
    const scheduled_at = place?.at ?? (await resolveTiming(requireTiming(timing), context, to))
    requireOwnTimes(own, scheduled_at)
    if (scheduled_at) await requireActiveAccounts(checked.accounts, context)
    const words = { content: input.content, account_ids, media_ids: input.media_ids ?? [] }
    const duplicate_of = input.allow_duplicate
      ? null
      : await doubleOf({ ...words, scheduled_at }, context)
    const charged_month = scheduled_at ? await chargePost(context) : null
    const id = await insertPostAt(
      context,
      at,
      {
        ...columns(input),
        scheduled_at,
        charged_month,
        created_via: context.caller.via,
        created_by: context.caller.credential,
      },
      context.now,
    )
    const targets = checked.accounts.map(({ id: account_id, platform, sandbox }) => ({
      account_id,
      platform,
      sandbox,
      parts: checked.parts.get(account_id) ?? null,
      wording: checked.wordings.get(account_id) ?? null,
      own_at: ownTimeOf(own, account_id),
    }))
    await insertDeliveries(context, id, targets, scheduled_at)
    if (place) await setPlace(context, id, place)
    await attachMedia(context, id, checked.media, checked.part_media)
    await wake(context, scheduled_at)
    if (!isDraft) await assess(context, [id])

    const warnings = [
      ...(duplicate_of === null ? [] : [doubleWarning(duplicate_of)]),
      ...timing.notes,
      ...checked.warnings,
      ...(isDraft ? asWarnings(checked.blockers) : []),
    ]
    const post = await showPost(context, (await findPost(context, id))!, warnings)
    return {
      ...post,
      ...(isDraft && lacksOf(checked)),
      ...remarksOf(checked, input),
      duplicate_of,
    }
  },

  swift(input, ask) {
    const { timing, allow_duplicate = false } = input
    const wanted = wantedOf(input)
    // What goes where is decided by the accounts, and told in full.
    if (isThreaded(wanted) || input.account_set_ids || timing.queue !== undefined) return undefined
    return creation({ wanted, timing, allow_duplicate, columns: columns(input) }, ask)
  },

  rehearsed: (post, _, context) => withForecast(post, context),
})

export function columns(input: Input) {
  const { content, first_comment, platform_content, platform_options, in_doubt, timing, ...rest } =
    input
  return {
    content,
    ...threadColumns(wantedOf(input)),
    first_comment: first_comment || null,
    platform_content: platform_content ?? [],
    platform_options: platform_options ?? {},
    in_doubt: in_doubt ?? null,
    ...ownOf(rest),
    status: timing.at === 'draft' ? ('draft' as const) : ('scheduled' as const),
  }
}

export function wantedOf(input: Partial<Input>) {
  return {
    content: input.content ?? '',
    first_comment: input.first_comment ?? null,
    social_account_ids: input.social_account_ids ?? [],
    media_ids: input.media_ids ?? [],
    alt_texts: input.alt_texts,
    platform_content: input.platform_content ?? [],
    platform_options: input.platform_options ?? {},
    thread: input.thread ?? null,
    thread_as: input.thread_as ?? null,
    split: splitOf(input.split) ?? null,
  }
}
