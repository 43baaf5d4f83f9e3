/** `crier queue …`: named queues, whose slots posts take in turn. */
import { z } from 'zod'
import { Late } from '#operations/publishing/parts/late.ts'
import { createQueue } from '#operations/queues/create-queue.ts'
import { listQueues } from '#operations/queues/list-queues.ts'
import { updateQueue } from '#operations/queues/update-queue.ts'
import { parseTimes } from '#rules/schedule.ts'
import { type Command, UsageError } from './command.ts'
import { openInstance } from './instance.ts'
import { table } from './table.ts'
import { idsIn } from './words.ts'

const Queue = z.looseObject({
  id: z.int(),
  name: z.string(),
  times: z.array(z.object({ weekday: z.string(), time: z.string() })),
  paused: z.boolean(),
  waiting: z.int(),
  next_slot: z.string().nullable(),
})
type Queue = z.infer<typeof Queue>
const Queues = z.object({ queues: z.array(Queue) })

const list: Command = {
  name: 'queue list',
  takes: '[--json]',
  summary: 'Show the named queues, to which crier post --when next_slot --queue posts.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const data = Queues.parse(await instance.ask(listQueues, {}))
    const none = 'There is no queue: crier queue create makes one.'
    return { data, text: data.queues.length ? told(data.queues) : none }
  },
}

const create: Command = {
  name: 'queue create',
  takes: 'NAME TIMES [--accounts NAME,ID] [--jitter MINUTES] [--json]',
  summary: 'Make a queue: crier queue create Tips "tue 09:00; thu 09:00 17:30".',
  values: ['name', 'times'],
  flags: { accounts: 'optional', jitter: 'optional' },
  names: { account_ids: 'accounts' },
  json: true,

  async run({ name, times: text = '', accounts, jitter }, config) {
    const read = parseTimes(text)
    if ('problem' in read) throw new UsageError(`TIMES: ${read.problem}`)
    const fields = {
      name,
      times: read.times,
      ...(accounts !== undefined && { account_ids: idsIn(accounts) }),
      ...(jitter !== undefined && { jitter: idsIn(jitter)[0] }),
    }
    await using instance = await openInstance(config)
    const data = Queue.parse(await instance.ask(createQueue, fields))
    return { data, text: told([data]) }
  },
}

const pause: Command = {
  name: 'queue pause',
  takes: 'ID [--json]',
  summary: 'Hold what stands in a queue, until crier queue resume.',
  values: ['id'],
  json: true,

  async run({ id }, config) {
    await using instance = await openInstance(config)
    const data = Queue.parse(await instance.ask(updateQueue, { id, paused: true }))
    return { data, text: told([data]) }
  },
}

const resume: Command = {
  name: 'queue resume',
  takes: 'ID [--late publish|next_slot|draft] [--json]',
  summary: 'Let a queue go on; --late says what becomes of posts whose time has passed.',
  values: ['id'],
  flags: { late: 'optional' },
  choices: { late: Late.options },
  json: true,

  async run({ id, late }, config) {
    await using instance = await openInstance(config)
    const fields = { id, paused: false, ...(late !== undefined && { late }) }
    const data = Queue.parse(await instance.ask(updateQueue, fields))
    return { data, text: told([data]) }
  },
}

function told(queues: readonly Queue[]) {
  const rows = queues.map(({ id, name, times, paused, waiting, next_slot }) => [
    String(id),
    name,
    times.map(({ weekday, time }) => `${weekday} ${time}`).join(', '),
    paused ? 'paused' : (next_slot ?? 'none'),
    String(waiting),
  ])
  return table([['ID', 'NAME', 'TIMES', 'NEXT SLOT', 'WAITING'], ...rows])
}

export const queueCommands = [list, create, pause, resume]
