/** The key that everything is sealed with, changed while the service runs. */
import { CRIER } from '#app/command-line.ts'
import { settleInstance } from '#app/instance.ts'
import { keyStatus, type KeyStatus, rotate } from '#app/rotation.ts'
import { namesOf } from '#app/secret-keys.ts'
import type { Config } from '#config/config.ts'
import { connect } from '#database/connect.ts'
import { catalog } from '#platforms/catalog.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { addressOf } from './instance.ts'
import { table } from './table.ts'
import { telling } from './telling.ts'

/** A process hears of it at once; one that is being restarted comes back in this time. */
const PATIENCE_SECONDS = 60
/** As long as a statement waits for a connection. */
const SETTLE_MS = 10_000

const change: Command = {
  name: 'secret rotate',
  takes: '[--at-once] [--wait 60] [--json]',
  summary:
    'Change the key that tokens are sealed with, beside a running service. A key in DATA_DIR is made anew; for SECRET_KEY, first put the new one into SECRET_KEY_OTHER everywhere. --at-once: addresses signed with the old one end now.',
  flags: { 'at-once': 'switch', wait: 'optional' },
  json: true,

  async run(given, config) {
    const patience_ms = secondsIn(given['wait']) * 1000
    const at_once = given['at-once'] !== undefined
    return telling(async () => {
      await using stack = new AsyncDisposableStack()
      const { address, keys } = await openKeys(config, stack)
      const abort = new AbortController()
      const interrupted = () =>
        abort.abort(new CommandError(`Interrupted. To go on: ${CRIER} secret rotate`))
      process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
      const report = await rotate(address, {
        config,
        keys,
        client_platforms: Object.values(catalog).flatMap((platform) =>
          platform.client_document ? [platform.manifest.id] : [],
        ),
        patience_ms,
        settle_ms: SETTLE_MS,
        at_once,
        say: (line) => process.stderr.write(`${line}\n`),
        signal: abort.signal,
      })
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
      const done = report.changed
        ? `${report.resealed} values were sealed anew under the key ${report.key}; nothing is sealed with the old one any more.`
        : `Nothing is sealed with the old key any more: ${report.key} is the key.`
      const lost = report.unreadable
        ? `\n${report.unreadable} values open under neither key, as before: they were sealed with one that was lost.`
        : ''
      return { data: report, text: `${done}${lost}\n${nextStep(config, at_once)}` }
    })
  },
}

const status: Command = {
  name: 'secret status',
  takes: '[--json]',
  summary: 'Say which key seals, which processes have it, and how far a change has come.',
  json: true,

  async run(_, config) {
    return telling(async () => {
      await using stack = new AsyncDisposableStack()
      const { address, keys } = await openKeys(config, stack)
      const { db } = stack.use(connect(address, { max: 1, name: 'crier-secret' }))
      const data = await keyStatus(db, keys)
      return { data, text: shown(data, config) }
    })
  },
}

async function openKeys(config: Config, stack: AsyncDisposableStack) {
  const { address, home } = await addressOf(config, stack)
  const { keys } = await settleInstance(address, config, { home, now: new Date() })
  return { address, keys }
}

function nextStep(config: Config, at_once: boolean) {
  const { secret_key_generated, other_secret_key_given } = config
  if (!secret_key_generated || other_secret_key_given)
    return 'Now set SECRET_KEY to the new key everywhere and restart one after the other. Addresses that were signed with the old one are known for as long as it stands in SECRET_KEY_OTHER: they run out in a day.'
  const { key, other } = namesOf(config)
  return at_once
    ? `The new key lies in ${key}. Addresses that were signed with the old one end now.`
    : `The new key lies in ${key}. Addresses that were signed with the old one are known for a day yet, by ${other}.`
}

const sentences: Record<KeyStatus['state'], (status: KeyStatus) => string> = {
  one_key: ({ key }) => `The key ${key} seals, and is the only one here.`,
  prepared: ({ key, other }) =>
    `The key ${key} seals. ${other} is there for when it is changed: ${CRIER} secret rotate`,
  changing: ({ key, other, left }) =>
    `The key is being changed from ${other} to ${key}; ${left.reduce((sum, { count }) => sum + count, 0)} values are sealed with another. If that was broken off: ${CRIER} secret rotate`,
  changed: ({ key, other }) =>
    `The key ${key} seals. Nothing is sealed with ${other}, which is known for addresses that were signed with it.`,
}

function shown(data: KeyStatus, config: Config) {
  const { key, other } = namesOf(config)
  const rows = data.processes.map(({ kind, writes, knows }) => [
    kind,
    writes ?? 'of an older version',
    knows.join(' '),
  ])
  return [
    sentences[data.state](data),
    `They lie in ${key}${data.other === null ? '' : ` and ${other}`}.`,
    ...data.left.map((left) => `${left.table}.${left.column}: ${left.count}`),
    rows.length ? table([['at work', 'seals with', 'knows'], ...rows]) : 'No process is at work.',
  ].join('\n')
}

function secondsIn(text = String(PATIENCE_SECONDS)) {
  const seconds = Number(text)
  if (!/^\d{1,4}$/.test(text) || seconds > 3600)
    throw new UsageError('--wait: Use whole seconds, 3600 at most.')
  return seconds
}

export const secretCommands = [change, status]
