import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { postId, seen, wait } from '#operations/ids.ts'
import { fields } from './parts/fields.ts'
import {
  answer,
  assess,
  conflict,
  lockWhole,
  requireSeen,
  tellWaiting,
  waitFor,
  wake,
  type Whole,
} from './parts/moves.ts'
import { operation } from '#operations/operation.ts'
import { readinessOf } from './parts/readiness.ts'
import { requireNotTakenDown, sendOnceMore } from './parts/sending-again.ts'
import { orAsk } from './parts/taking-down.ts'
import { Id, Post } from '#rules/post.ts'
import { collector, invalid } from '#rules/problem.ts'
import { limits } from '#rules/limits.ts'
import { partAt, Progress, stepInDoubt, warningsOf } from '#rules/progress.ts'
import { type LockedDelivery, markPublished, sendAgain } from '#store/deliveries.ts'
import { claimFor } from '#store/receipts.ts'
import { changePost } from '#store/posts.ts'
import { settlePost } from '#store/endings.ts'

/** Of a thread: which one get_post asks about. Texts that are cut have more than anybody may write. */
const partNumber = z.int().min(1).max(limits.content_chars)

const Input = z.strictObject({
  id: postId,
  confirm_not_published: z
    .array(z.union([Id, z.strictObject({ account_id: Id, part: partNumber })]))
    .optional()
    .describe(
      'Accounts with outcome_unknown on which you looked and the post is not there: they are sent again.',
    ),
  mark_published: z
    .array(
      z.strictObject({
        account_id: Id,
        candidate_id: z
          .string()
          .max(500)
          .optional()
          .describe('The id of the candidate that it is; see get_post.'),
        part: partNumber.optional(),
        url: z
          .url({ protocol: /^https?$/ })
          .max(2000)
          .optional(),
      }),
    )
    .optional()
    .describe('Accounts with outcome_unknown on which the post is there after all.'),
  updated_at: seen,
  wait,
  dry_run: fields.dry_run.optional(),
})
type Input = z.output<typeof Input>

export const retryPost = operation({
  name: 'retry_post',
  summary:
    'Send the failed channels of a post again; published channels are left alone. A channel whose outcome is unknown is sent only when you confirm that it is not there.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['publish'],
  idempotent: false,
  input: Input,
  output: Post,
  refuses: ['invalid', 'post_not_found', 'post_changed', 'post_not_retryable', 'account_inactive'],
  rest: { method: 'POST', path: '/api/posts/:id/retry', status: 202 },
  mcp: { title: 'Retry failed channels' },

  async run(input, context) {
    const whole = await lockWhole(context, input.id)
    await requireSeen(context, whole.post, input.updated_at)
    if (whole.post.deleted_at) {
      throw conflict(
        'post_not_retryable',
        'Restore it first: a deleted post is not retried.',
        whole,
      )
    }
    const { again, there } = choose(whole, input)
    if (!again.length && !there.length) {
      const what = whole.deliveries.some(isUnknown)
        ? orAsk(
            context,
            'look at it on the platform, and say confirm_not_published or mark_published: nobody knows whether it is out.',
          )
        : 'Leave it as it is: nothing on this post failed in a way that a retry could mend.'
      throw conflict('post_not_retryable', what, whole)
    }
    if (again.length)
      await readinessOf(
        input.id,
        context,
        again.map(({ account_id }) => account_id),
      )
    await carryOut(whole, again, there, input, context)
    return answer(context, input.id)
  },

  async follow(post, { wait, dry_run }, context) {
    return wait && !dry_run ? waitFor(context, post.id, wait) : post
  },
})

function isUnknown({ status, blocked_reason }: LockedDelivery) {
  return status === 'blocked' && blocked_reason === 'outcome_unknown'
}

/** What is sent again, and what a person says is there; names that fit neither are errors of their field. */
function choose({ deliveries }: Whole, { confirm_not_published = [], mark_published = [] }: Input) {
  const { errors, add } = collector()
  const find = (account_id: number, part: number | undefined, field: string) => {
    const delivery = deliveries.find((each) => each.account_id === account_id)
    if (!delivery || !isUnknown(delivery)) {
      add(field, 'The outcome on this account is not unknown.')
      return []
    }
    const asked = partInDoubt(delivery)
    if (asked === part || (asked === 1 && part === undefined && !isThread(delivery)))
      return [delivery]
    add(field, `Name the part that is not known: account_id ${account_id}, part ${asked}.`)
    return []
  }
  const denied = confirm_not_published.map((each) =>
    typeof each === 'number' ? { account_id: each, part: undefined } : each,
  )
  const confirmed = denied.flatMap(({ account_id, part }, index) =>
    find(account_id, part, `confirm_not_published.${index}`),
  )
  const there = mark_published.flatMap(({ account_id, candidate_id, url, part }, index) => {
    if (denied.some((each) => each.account_id === account_id)) {
      add(`mark_published.${index}.account_id`, 'This account is in confirm_not_published as well.')
    }
    const [delivery] = find(account_id, part, `mark_published.${index}.account_id`)
    if (!delivery) return []
    if (candidate_id !== undefined && url !== undefined)
      add(`mark_published.${index}.url`, 'Give candidate_id or url, not both.')
    if (candidate_id !== undefined && !candidateOf(delivery, candidate_id)) {
      const known = (delivery.candidates ?? []).map(({ id }) => id).join(', ')
      add(
        `mark_published.${index}.candidate_id`,
        known
          ? `Use one of the candidates: ${known}.`
          : 'This account has no candidates: give url.',
      )
    }
    return [delivery]
  })
  const problem = invalid(errors)
  if (problem) throw problem
  return { again: [...deliveries.filter(({ status }) => status === 'failed'), ...confirmed], there }
}

function isThread({ parts }: LockedDelivery) {
  return (parts?.length ?? 1) > 1
}

/** Which part the question is about; 1 of an ordinary post. */
function partInDoubt({ steps, parts }: LockedDelivery) {
  return partAt(Progress.parse(steps), parts?.length ?? 1) ?? 1
}

function candidateOf({ candidates }: LockedDelivery, id: string | undefined) {
  return candidates?.find((candidate) => candidate.id === id)
}

/** What a person was shown when they said that it is not there. */
function shownOf({ candidates }: LockedDelivery) {
  return (candidates ?? []).map(({ id }) => id)
}

/** Without the id of the post nothing can follow it. */
function unsent(
  { first_comment }: Whole['post'],
  { platform }: LockedDelivery,
  { environment }: Context,
) {
  const manifest = environment.manifests[platform]
  if (!first_comment || !manifest?.first_comment) return []
  return [`The first comment was not sent: write it on ${manifest.name} yourself.`]
}

/** Where a person says that it is. */
interface There {
  id: string | null
  url: string | null
  /** Null: not told. */
  at: string | null
}

/** A part of its thread is in doubt. What a copy is asked about (`crier resume`) has no call of ours: that question is about all of it. */
function goesOn(delivery: LockedDelivery) {
  return isThread(delivery) && stepInDoubt(Progress.parse(delivery.steps)) !== undefined
}

/** What a person says is there is nobody else's from now on. */
async function claim({ id: delivery_id, steps }: LockedDelivery, { id }: There, context: Context) {
  const step = stepInDoubt(Progress.parse(steps)) ?? 'post'
  if (id !== null) await claimFor(context, delivery_id, step, id, context.now)
  return step
}

/** The part is there: what is missing behind it follows, below that post. */
async function goOn(delivery: LockedDelivery, step: string, place: There, context: Context) {
  const receipt = { platform_post_id: place.id, platform_url: place.url }
  const progress = Progress.parse(delivery.steps)
  await sendAgain(context, delivery.id, { ...progress, [step]: { result: receipt } }, context.now)
}

function idIn(url: string | undefined, { platform }: LockedDelivery, { environment }: Context) {
  const { thread } = environment.manifests[platform] ?? {}
  return (url && thread?.id_in?.(url)) || null
}

async function carryOut(
  whole: Whole,
  again: readonly LockedDelivery[],
  there: readonly LockedDelivery[],
  { mark_published = [] }: Input,
  context: Context,
) {
  const { post } = whole
  const sent = [...again, ...there.filter(goesOn)]
  const removals = await requireNotTakenDown(whole, sent, 'post_not_retryable', context)
  for (const delivery of there) {
    const { url, candidate_id } =
      mark_published.find(({ account_id }) => account_id === delivery.account_id) ?? {}
    const place: There = candidateOf(delivery, candidate_id) ?? {
      id: idIn(url, delivery, context),
      url: url ?? null,
      at: null,
    }
    const step = await claim(delivery, place, context)
    if (goesOn(delivery)) {
      await goOn(delivery, step, place, context)
      continue
    }
    const warnings = [
      ...warningsOf(Progress.parse(delivery.steps)),
      ...unsent(post, delivery, context),
    ]
    const { id: platform_post_id, url: platform_url, at } = place
    const receipt = {
      platform_post_id,
      platform_url,
      warnings,
      at: at === null ? null : new Date(at),
    }
    await markPublished(context, delivery.id, receipt, context.now)
  }
  for (const delivery of again) {
    const denied = delivery.status === 'blocked' ? shownOf(delivery) : undefined
    await sendOnceMore(delivery, denied, removals, context)
  }
  const goes_on = again.length > 0 || there.some(goesOn)
  if (goes_on && post.status === 'failed') {
    await changePost(context, post, { status: 'scheduled', error_message: null }, context.now)
  }
  if (goes_on) {
    await wake(context, context.now.toISOString())
    return assess(context, [post.id])
  }
  await settlePost(context.db, { workspace_id: context.workspace_id, id: post.id }, context.now)
  await tellWaiting(context, post.id)
}
