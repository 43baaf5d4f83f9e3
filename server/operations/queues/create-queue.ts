import { z } from 'zod'
import { dryRun } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { invalid, wrong } from '#rules/problem.ts'
import { lockNames } from '#store/names.ts'
import { findQueue, insertQueue, listQueues } from '#store/queues.ts'
import { checkFields, Queue, queueFields, shownQueue } from './parts/queue.ts'

export const createQueue = operation({
  name: 'create_queue',
  summary: 'Make a named queue: times of the week that its posts take in turn.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: false,
  input: z.strictObject({
    name: queueFields.name,
    times: queueFields.times,
    account_ids: queueFields.account_ids.optional(),
    jitter: queueFields.jitter.optional(),
    paused: queueFields.paused.optional(),
    dry_run: dryRun.optional(),
  }),
  output: Queue,
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/queues', status: 201 },
  mcp: { title: 'Create a queue', toolset: 'queues' },

  check: (fields, context) => checkFields(fields, context),

  async run({ name, times, account_ids = [], jitter = 0, paused = false }, context) {
    await lockNames(context, 'queues')
    const problem = invalid(await checkFields({ name, account_ids }, context))
    if (problem) throw problem
    if ((await listQueues(context)).length >= limits.queues)
      throw wrong('name', `Delete one first: a workspace has ${limits.queues} queues at the most.`)
    const held_at = paused ? context.now : null
    const fields = { name, account_ids, times, jitter, held_at }
    const row = await findQueue(context, await insertQueue(context, fields, context.now))
    if (!row) throw new Error('A queue that was just made is not there.')
    return shownQueue(row, context)
  },
})
