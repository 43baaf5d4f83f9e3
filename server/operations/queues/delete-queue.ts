import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { Id } from '#rules/post.ts'
import { wrong } from '#rules/problem.ts'
import { lockNames } from '#store/names.ts'
import { deleteQueue as removeQueue, findQueue } from '#store/queues.ts'
import { noQueue, queueId } from './parts/queue.ts'

export const deleteQueue = operation({
  name: 'delete_queue',
  summary:
    'Delete a queue. Its posts stay on schedule at their times; resume it first when some are held.',
  effect: 'destroys',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: false,
  input: z.strictObject({ id: queueId }),
  output: z.object({ deleted: z.literal(true), id: Id }),
  refuses: ['invalid', 'queue_not_found'],
  rest: { method: 'DELETE', path: '/api/queues/:id', status: 204 },
  mcp: { title: 'Delete a queue', toolset: 'queues' },

  async run({ id }, context) {
    await lockNames(context, 'queues')
    const queue = await findQueue(context, id)
    if (!queue) throw noQueue(id)
    // They would go out otherwise, which nobody has said.
    if (queue.held_at !== null && queue.waiting)
      throw wrong('id', `Resume it first: posts that it holds: ${queue.waiting}.`)
    await removeQueue(context, id)
    return { deleted: true as const, id }
  },
})
