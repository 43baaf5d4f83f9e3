import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { listQueues as readQueues } from '#store/queues.ts'
import { isSeen, Queue, shownQueue } from './parts/queue.ts'

export const listQueues = operation({
  name: 'list_queues',
  summary:
    'The named queues of the workspace: their times of the week, whether they are paused, their next open slot. Name one as queue, with when next_slot.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({ queues: z.array(Queue) }),
  refuses: [],
  rest: { method: 'GET', path: '/api/queues' },
  mcp: { title: 'List queues', toolset: 'queues' },

  async run(_, context) {
    const rows = (await readQueues(context)).filter((row) => isSeen(row, context))
    const queues: z.input<typeof Queue>[] = []
    for (const row of rows) queues.push(await shownQueue(row, context))
    return { queues }
  },
})
