import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { dryRun } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { dealWith, Late } from '#operations/publishing/parts/late.ts'
import { wake } from '#operations/posts/parts/moves.ts'
import { type FieldErrors, invalid } from '#rules/problem.ts'
import { lockNames } from '#store/names.ts'
import { latePosts } from '#store/pausing.ts'
import { changeQueue, findQueue, type QueueRow } from '#store/queues.ts'
import { checkFields, noQueue, Queue, queueFields, queueId, shownQueue } from './parts/queue.ts'

export const updateQueue = operation({
  name: 'update_queue',
  summary:
    'Change, pause or resume a queue. Pausing holds its posts; resuming asks for late when the time of some has passed. What stands in it keeps its time.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: true,
  input: z.strictObject({
    id: queueId,
    name: queueFields.name.optional(),
    times: queueFields.times.optional(),
    account_ids: queueFields.account_ids.optional(),
    any_account: z
      .boolean()
      .optional()
      .describe('Take posts of any account; account_ids that are as shown change nothing.'),
    jitter: queueFields.jitter.optional(),
    paused: queueFields.paused.optional(),
    late: Late.optional().describe('To resume with late posts: what becomes of them.'),
    dry_run: dryRun.optional(),
  }),
  output: Queue,
  refuses: ['invalid', 'queue_not_found'],
  rest: { method: 'PUT', path: '/api/queues/:id' },
  mcp: { title: 'Change a queue', toolset: 'queues', overwrites: true, open: true },

  check: ({ id, ...fields }, context) => checkFields(fields, context, id),

  async run({ id, paused, late, name, times, account_ids: said, any_account, jitter }, context) {
    await lockNames(context, 'queues')
    const before = await findQueue(context, id)
    if (!before) throw noQueue(id)
    const problem = invalid({
      ...(await checkFields({ name, account_ids: said }, context, id)),
      ...wrongChoice({ account_ids: said, any_account }, before),
    })
    if (problem) throw problem
    const account_ids = accountsOf({ account_ids: said, any_account }, before)
    const resumes = paused === false && before.held_at !== null
    const posts = resumes ? await latePosts(context, { queue_id: id }, context.now) : []
    const held_at = paused === undefined ? undefined : paused ? context.now : null
    await changeQueue(context, id, { name, times, account_ids, jitter, held_at }, context.now)
    if (posts.length) await dealWith(posts, late, context)
    if (resumes) await wake(context, context.now.toISOString())
    const row = await findQueue(context, id)
    if (!row) throw noQueue(id)
    return shownQueue(row, context)
  },
})

interface Said {
  account_ids?: readonly number[] | undefined
  any_account?: boolean | undefined
}

/** Undefined: they stay. What is shown is said again by whoever sends back all of it, and leaves out who is disconnected. */
function accountsOf({ account_ids, any_account }: Said, before: QueueRow) {
  if (any_account) return []
  return isDeepStrictEqual(account_ids, before.account_ids) ? undefined : account_ids
}

function wrongChoice({ account_ids, any_account }: Said, before: QueueRow): FieldErrors {
  const isNamed = account_ids !== undefined && account_ids.length > 0
  if (any_account && isNamed)
    return { any_account: ['Name account_ids, or say any_account: not both.'] }
  if (any_account !== false || isNamed || (!before.open && !account_ids)) return {}
  return before.open || before.account_ids.length
    ? { account_ids: ['Name at least one account: without one it takes posts of any.'] }
    : {}
}
