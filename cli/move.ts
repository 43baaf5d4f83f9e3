/** The database on another server, and an instance that ends. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { CRIER } from '#app/command-line.ts'
import { EMBEDDED, requireOpen } from '#app/closing.ts'
import { isSealedWith, textsOf } from '#app/secret-keys.ts'
import { tryDatabase } from '#app/start-failure.ts'
import { move, reopen } from '#backup/move.ts'
import type { Config } from '#config/config.ts'
import { connect } from '#database/connect.ts'
import { startEmbedded } from '#database/embedded.ts'
import { closedAs, closeInstance, lockInstance } from '#store/instance.ts'
import manifest from '../package.json' with { type: 'json' }
import { type Command, CommandError, type Given, UsageError } from './command.ts'
import { addressOf } from './instance.ts'
import { telling } from './telling.ts'

/** Uploads to a platform may take as long; whatever takes longer is looked for afterwards. */
const PATIENCE_SECONDS = 60

const moving: Command = {
  name: 'db move',
  takes: '(--to embedded | --to-file FILE) [--wait 60] [--json]',
  summary:
    'Bring the database to another server, or into DATA_DIR, beside a running service: callers get 503 meanwhile, nothing is lost. FILE holds the other DATABASE_URL. Restart the service with it afterwards.',
  flags: { to: 'optional', 'to-file': 'optional', wait: 'optional' },
  json: true,

  async run(given, config) {
    const url = await targetIn(given, config)
    const patience_ms = secondsIn(given['wait']) * 1000
    return telling(async () => {
      await using stack = new AsyncDisposableStack()
      const { address } = await addressOf(config, stack)
      const target = url === undefined ? await embeddedIn(config, stack) : await serverAt(url)
      const abort = new AbortController()
      const interrupted = () => abort.abort(new CommandError('Interrupted; nothing was moved.'))
      process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
      const report = await move(address, target, {
        version: manifest.version,
        isOurs: async (db) => {
          const row = await db.selectFrom('instance').select('sealed_word').executeTakeFirst()
          return row !== undefined && isSealedWith(db, textsOf(config), row.sealed_word)
        },
        target_name: url === undefined ? EMBEDDED : shownUrl(url),
        patience_ms,
        now: () => new Date(),
        say: (line) => process.stderr.write(`${line}\n`),
        signal: abort.signal,
      })
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
      const next = url === undefined ? 'unset DATABASE_URL' : `set DATABASE_URL to ${shownUrl(url)}`
      return {
        data: report,
        text: [
          `${report.rows} rows of ${report.tables} tables were moved in ${report.seconds.toFixed(1)} s, and each table was compared.`,
          `Now ${next} and restart the service. Until then it answers 503. Files stay where they are; the old database starts no service any more.`,
        ].join('\n'),
      }
    })
  },
}

const reopening: Command = {
  name: 'db reopen',
  takes: '[--json]',
  summary: 'After a move of the database that was broken off: go on with the old one.',
  json: true,

  async run(_, config) {
    return telling(async () => {
      await using stack = new AsyncDisposableStack()
      const { address } = await addressOf(config, stack)
      const reopened = await reopen(address, new Date())
      return {
        data: { reopened },
        text: reopened ? 'The service works here again.' : 'This database is not being moved.',
      }
    })
  },
}

const retiring: Command = {
  name: 'retire',
  takes: '[--undo] [--json]',
  summary:
    'End this instance for good, before a copy of it or what was restored from its backup publishes: it finishes what it has begun, answers 503, and starts no more.',
  flags: { undo: 'switch' },
  json: true,

  async run(given, config) {
    await using stack = new AsyncDisposableStack()
    const { address } = await addressOf(config, stack)
    await using connected = connect(address, { max: 1, name: 'crier-cli' })
    const undo = given['undo'] !== undefined
    const data = await connected.db.transaction().execute(async (tx) => {
      await lockInstance(tx)
      const closed = await closedAs(tx)
      if (closed && closed.as !== 'retired') requireOpen(closed)
      const changes = undo ? closed !== undefined : closed === undefined
      if (changes) await closeInstance(tx, undo ? undefined : 'retired', { now: new Date() })
      return { retired: !undo, changed: changes }
    })
    if (!data.changed) return { data, text: undo ? 'It is not retired.' : 'It is retired already.' }
    return {
      data,
      text: undo
        ? 'It works again. Make sure that no copy of it publishes.'
        : `It finishes what it has begun, and publishes nothing from then on. Changed your mind: ${CRIER} retire --undo`,
    }
  },
}

/** The other DATABASE_URL, from a file: what stands on a command line is read by everybody on the machine. Undefined: DATA_DIR. */
async function targetIn(given: Given, { database_url }: Config) {
  const [to, file] = [given['to'], given['to-file']]
  if ((to === undefined) === (file === undefined))
    throw new UsageError('Give --to embedded, or --to-file with the file that holds the address.')
  if (file === undefined) {
    if (to !== EMBEDDED)
      throw new UsageError(
        '--to takes embedded. Put the address of a server into a file, for --to-file: others can read a command line.',
      )
    if (!database_url) throw new UsageError('--to: It works with the database in DATA_DIR already.')
    return undefined
  }
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--to-file: ${error instanceof Error ? error.message : 'unreadable'}`)
  })
  const url = URL.parse(text.trim())
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new UsageError('--to-file: Use an address like postgres://user:password@host:5432/name.')
  return url.href
}

function secondsIn(text = String(PATIENCE_SECONDS)) {
  const seconds = Number(text)
  if (!/^\d{1,4}$/.test(text) || seconds > 3600)
    throw new UsageError('--wait: Use whole seconds, 3600 at most.')
  return seconds
}

function shownUrl(url: string) {
  const shown = new URL(url)
  shown.password = ''
  return shown.href
}

async function embeddedIn(config: Config, stack: AsyncDisposableStack): Promise<pg.PoolConfig> {
  const { connectionConfig } = stack.use(await startEmbedded({ dataDir: config.data_dir }))
  return connectionConfig
}

async function serverAt(url: string): Promise<pg.PoolConfig> {
  await tryDatabase(url, 'the file')
  return { connectionString: url }
}

export const moveCommands = [moving, reopening, retiring]
