/**
 * Where a leash is felt: on the common path of all operations, around each of them. What a call does to a post is read off
 * the post before and after it, in the same transaction; so no operation, and no way of writing its input, goes around it.
 */
import { z } from 'zod'
import { grantIdOf } from '#rules/grant.ts'
import { type Action, isLeashed, mayDo } from '#rules/leash.ts'
import { Problem } from '#rules/problem.ts'
import { inDoubt, Progress } from '#rules/progress.ts'
import { holdPost } from '#store/approvals.ts'
import { countDaily, dayOf } from '#store/daily.ts'
import { lockDeliveries, setDue } from '#store/deliveries.ts'
import { type LockedPost, lockPost } from '#store/posts.ts'
import type { Caller, Context } from './context.ts'
import { answer, assess } from './posts/parts/moves.ts'
import type { Operation } from './operation.ts'
import { refundable } from './posts/parts/refund.ts'

/** Refuses what is out of reach whatever the input says. */
export function requireLeash(
  { ability, actions, approves }: Operation,
  { leash, credential }: Caller,
  base_url: string,
) {
  if (leash.paused) {
    throw refusal('Ask whoever gave you this credential to resume it: it is paused.', {
      paused: true,
    })
  }
  if (actions === 'manage') {
    // A key that a grant made would outlive the grant's own end.
    if (ability === 'keys:manage' && grantIdOf(credential) !== undefined) {
      throw new Problem(
        'human_required',
        `Ask a person to do this at ${base_url}/keys: an app that was allowed in does not manage keys.`,
        { url: `${base_url}/keys` },
      )
    }
    if (!isLeashed(leash)) return
    const managed = ability === 'keys:manage' ? 'keys' : 'accounts'
    throw refusal(`Use a credential without a leash: others do not manage ${managed}.`, {
      leashed: true,
    })
  }
  if (approves && leash.needs_approval) {
    throw refusal('Ask somebody else: what this credential posts needs approval itself.', {
      needs_approval: true,
    })
  }
  if (!actions.some((action) => mayDo(leash, action))) throw outOfReach(actions, leash.actions)
}

/** Whether the leash lets any call of it through. Apps manage no keys, and hear of the person who does. */
export function isOnLeash(
  { actions, approves }: Operation,
  { leash, credential }: Pick<Caller, 'leash' | 'credential'>,
) {
  if (actions === 'manage') return !isLeashed(leash) || grantIdOf(credential) !== undefined
  if (approves && leash.needs_approval) return false
  return actions.some((action) => mayDo(leash, action))
}

/** Runs an operation that changes things, within its transaction. */
export async function onLeash(operation: Operation, input: unknown, context: Context) {
  const { leash } = context.caller
  const aboutPosts =
    operation.effect !== 'reads' && operation.ability === 'posts:write' && !operation.about
  if (!aboutPosts || operation.actions === 'manage' || !isLeashed(leash))
    return operation.run(input, context)

  const before = await find(context, input)
  const output = await operation.run(input, context)
  const after = await find(context, output)
  if (!after) return output

  const action = operation.keepsOnly?.(input)
    ? 'draft'
    : actionOf(operation.actions, before, after, context)
  if (!mayDo(leash, action)) throw outOfReach([action], leash.actions)
  if (action !== 'schedule' && action !== 'publish') return output
  const held = leash.needs_approval ? await hold(before, after, output, context) : output
  if (isOut(after) && isNew(before, context)) await countPost(context)
  return held
}

const OfPost = z.object({ id: z.int().min(1) })

async function find(context: Context, value: unknown): Promise<LockedPost | undefined> {
  const { data } = OfPost.safeParse(value)
  return data && lockPost(context, data.id)
}

/** What it turned out to be. Taking a post off the schedule is scheduling as well. */
function actionOf(
  actions: readonly Action[],
  before: LockedPost | undefined,
  after: LockedPost,
  { now }: Context,
): Action {
  const [only, ...others] = actions
  if (only && !others.length) return only
  if (!isOut(after)) return isOut(before) ? 'schedule' : 'draft'
  return after.scheduled_at && new Date(after.scheduled_at) > now ? 'schedule' : 'publish'
}

/** On schedule or being published. */
function isOut(post: LockedPost | undefined) {
  return post?.status === 'scheduled' && !post.deleted_at
}

/**
 * Whether it counts for today: what failed is only sent again, and what waits was counted when this caller asked. What others
 * put on schedule counts when this caller sends or changes it: it has not counted for it yet.
 */
function isNew(before: LockedPost | undefined, { caller }: Context) {
  if (!before) return true
  if (hasBegun(before)) return false
  const { approval_asked_by, approval_declined, created_by } = before
  if (isOut(before)) return created_by !== caller.credential
  return approval_asked_by !== caller.credential || approval_declined !== null
}

function hasBegun(post: LockedPost | undefined) {
  return post?.status === 'failed' || post?.status === 'published'
}

/** The call was sound, and would have sent the post: now it waits as a draft. What is out already can not wait. */
async function hold(
  before: LockedPost | undefined,
  after: LockedPost,
  output: unknown,
  context: Context,
) {
  const deliveries = await lockDeliveries(context, after.id)
  const untouched = deliveries.every(
    ({ status, steps }) => status === 'pending' && !inDoubt(Progress.parse(steps)),
  )
  if (!isOut(after) || !untouched || hasBegun(before)) {
    throw refusal(
      'Ask somebody whose posts need no approval: sending again what was begun can not wait for one.',
      {
        needs_approval: true,
        post_id: after.id,
      },
    )
  }
  await setDue(context, after.id, null)
  const charged_month = await refundable({ post: after, deliveries }, context)
  const asked_by = context.caller.credential
  await holdPost(context, { id: after.id, asked_by, charged_month }, context.now)
  await assess(context, [after.id])
  const said = Warned.parse(output)
  const waits = await answer(context, after.id, [
    ...said.warnings,
    'It is saved as a draft, and goes out when a person approves it; poll get_post.',
  ])
  return { ...said, ...waits }
}

const Warned = z.looseObject({ warnings: z.array(z.string()) })

/**
 * What is out is changed: no status tells of it. Of others it counts, each time, as what they put on schedule does; while some of
 * it is on schedule it is counted with that.
 */
export async function countEdit(post: LockedPost, context: Context) {
  if (isOut(post) || post.created_by === context.caller.credential) return
  await countPost(context)
}

/** One more of today, or a refusal. */
export async function countPost(context: Pick<Context, 'db' | 'workspace_id' | 'caller' | 'now'>) {
  const { caller, now } = context
  const limit = caller.leash.posts_per_day
  if (limit === null) return
  const { day, ends_at } = await dayOf(context, now)
  if (await countDaily(context, { credential: caller.credential, day, limit })) return
  throw new Problem(
    'too_many_requests',
    `Save a draft instead, or wait until ${ends_at}: this credential has used its ${limit} posts of today.`,
    {
      policy: 'posts_per_day',
      limit,
      resets_at: ends_at,
      retry_after: Math.max(1, Math.ceil((new Date(ends_at).getTime() - now.getTime()) / 1000)),
      drafts_count_against_limit: false,
    },
  )
}

function outOfReach(actions: readonly Action[], allowed: readonly Action[] | null) {
  const [action] = actions
  const wanted = actions.join(' or ')
  return refusal(
    `Use a credential that may ${wanted}: this one may only ${allowed?.join(', ') ?? ''}.`,
    { action, allowed_actions: allowed },
  )
}

function refusal(message: string, recovery: Record<string, unknown>) {
  return new Problem('forbidden', message, recovery)
}
