/** `crier schedule …`: the times at which posts with `when: next_slot` go out. */
import { scheduleOf, setSchedule } from '#operations/queue/parts/schedule.ts'
import { parseTimes, type ScheduleEntry } from '#rules/schedule.ts'
import { type Command, UsageError } from './command.ts'
import { openInstance } from './instance.ts'
import { table } from './table.ts'

const show: Command = {
  name: 'schedule show',
  takes: '[--json]',
  summary: 'Show the posting schedule and its time zone.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    return answer(await scheduleOf(instance.scope))
  },
}

const set: Command = {
  name: 'schedule set',
  takes: 'TIMES [--account ID] [--timezone ZONE] [--json]',
  summary:
    'Set it: "mon-fri 09:00 12:30; sat 11:00", or none; with --account for one account only.',
  values: ['times'],
  flags: { account: 'optional', timezone: 'optional' },
  json: true,

  async run({ times: text = '', account, timezone }, config) {
    const read = parseTimes(text === 'none' ? '' : text)
    if ('problem' in read) throw new UsageError(`TIMES: ${read.problem}`)
    if (account !== undefined && !/^\d{1,15}$/.test(account))
      throw new UsageError('--account: Use an id, as crier account list shows it.')
    const account_id = account === undefined ? null : Number(account)
    await using instance = await openInstance(config)
    const before = await scheduleOf(instance.scope)
    const others = before.entries.filter((entry) => entry.account_id !== account_id)
    const entries = [...others, ...read.times.map((entry) => ({ ...entry, account_id }))]
    const zone = timezone === undefined ? {} : { timezone }
    const { updated_at } = before
    const wanted = { ...zone, entries, updated_at }
    return answer(await setSchedule(instance.scope, wanted, new Date()))
  },
}

function answer(data: { timezone: string; entries: readonly ScheduleEntry[] }) {
  const rows = data.entries.map(({ weekday, time, account_id }) => [
    weekday,
    time,
    account_id === null ? 'every account without times of its own' : `account ${account_id}`,
  ])
  const shown = rows.length ? table([['DAY', 'TIME', 'FOR'], ...rows]) : 'There is no schedule.'
  return { data, text: `${shown}\nTime zone: ${data.timezone}` }
}

export const scheduleCommands = [show, set]
