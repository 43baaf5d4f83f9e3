/**
 * Brings an instance's database to another server while nobody writes: its processes are told to finish, whoever does not is
 * cut off, all rows are copied and compared, and only then the old database is closed for good and the new one opened.
 */
import { createHash } from 'node:crypto'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { keepEpoch } from '#store/events.ts'
import { type Closed, closedAs, closedIfThere, closeInstance } from '#store/instance.ts'
import type { Db } from '#store/schema.ts'
import { BackupError } from './contents.ts'
import { isFull } from './backup.ts'
import { refusalOf } from './restore.ts'
import { copied, quoted, tablesOf, unbound } from './tables.ts'

export interface MoveOptions {
  /** Of the program that moves it, in whose schema both are. */
  version: string
  /** Whether a database is sealed with the instance's key. */
  isOurs: (db: Db) => Promise<boolean>
  /** As whoever starts the old one is told. */
  target_name: string
  /** How long processes may take to finish what they have begun. */
  patience_ms: number
  now: () => Date
  say: (line: string) => void
  signal: AbortSignal
}

export interface MoveReport {
  tables: number
  rows: number
  seconds: number
}

/** What only a service does by itself: gone once it has finished. */
const AT_WORK = ['crier-worker', 'crier-claims', 'crier-together', 'crier-events', 'crier-chores']

/**
 * The source is closed when this returns. When it throws, the source works again and the target holds nothing; killed on the
 * way, the source stays closed until this is called once more, or until reopen(). One at a time, on either side.
 */
export async function move(
  source: pg.PoolConfig,
  target: pg.PoolConfig,
  options: MoveOptions,
): Promise<MoveReport> {
  const { target_name, patience_ms, now, say, signal } = options
  await using stack = new AsyncDisposableStack()
  const { db: old } = stack.use(connect(writing(source), { max: 1, name: 'crier-move' }))
  const { db: fresh } = stack.use(connect(writing(target), { max: 1, name: 'crier-move' }))
  const from = stack.use(await clientOf(source))
  const to = stack.use(await clientOf(target))
  const began = now()
  if (!(await options.isOurs(old)))
    throw new BackupError(
      'SECRET_KEY is not the one that this database was sealed with: nothing is moved with another.',
    )
  await takeAlone(from.pg)
  const before = await closedAs(old)
  if (before?.as === 'moved') return await finished(old, fresh, { target_name, began, now })
  if (before?.as === 'retired')
    throw new BackupError('This instance was retired; what it knows is moved by nobody.')
  await requireOther(from.pg, to.pg)
  await takeAlone(to.pg)
  await empty(to.pg, fresh, options)
  await migrate(writing(target), options.version)
  await requireSameSchema(from.pg, to.pg)
  const refusal = await refusalOf(to.pg)
  if (refusal !== undefined) throw new BackupError(`The other database: ${refusal}`)
  if (!(await closeInstance(old, 'moving', { now: began, from: before ?? 'open' })))
    throw new BackupError('This instance was closed by somebody else just now; nothing was moved.')
  const ours = { as: 'moving' as const, since: began.toISOString() }
  try {
    say('Processes finish what they have begun; callers are told to come back.')
    const left = await quiet(from.pg, patience_ms, signal)
    if (left)
      say(
        `${left} connections were still at work after ${patience_ms / 1000} s and were cut off; what they had under way is looked for on its platform.`,
      )
    await fence(from.pg)
    signal.throwIfAborted()
    const report = await copyAll(from.pg, to.pg, { say, signal })
    if (!(await closeInstance(old, 'moved', { now: now(), moved_to: target_name, from: ours })))
      throw new BackupError(
        'The old database was opened again meanwhile, and works on; nothing was moved.',
      )
    await open(fresh, now())
    return { ...report, seconds: (now().getTime() - began.getTime()) / 1000 }
  } catch (error) {
    const closed = await closedAs(old).catch(() => undefined)
    if (closed?.as === ours.as && closed.since === ours.since) {
      // Its connection may have broken: a new one takes its place, if nobody else did.
      await from[Symbol.asyncDispose]()
      await reopen(source, now(), closed)
    }
    throw isFull(error)
      ? new BackupError('There is no room on the other server; nothing was moved.', {
          cause: error,
        })
      : error
  }
}

/** After a move that was broken off, `of` that one alone: its processes work again. False where none was under way. */
export async function reopen(source: pg.PoolConfig, now: Date, of?: Closed): Promise<boolean> {
  await using connected = connect(writing(source), { max: 1, name: 'crier-move' })
  await using client = await clientOf(source)
  await takeAlone(client.pg)
  const closed = await closedAs(connected.db)
  if (closed?.as !== 'moving' || (of && closed.since !== of.since)) return false
  await unfence(client.pg)
  return await closeInstance(connected.db, undefined, { now, from: closed })
}

/** Until the connection ends. Whoever comes beside it would open one database while the other is opened. */
async function takeAlone(client: pg.ClientBase) {
  const { rows } = await client.query<{ taken: boolean; by: number | null }>(
    `select pg_try_advisory_lock(hashtext('crier:move'), 0) as taken, (
      select pid from pg_locks
      where locktype = 'advisory' and granted and objid = 0 and objsubid = 2 and classid = hashtext('crier:move')::oid
        and database = (select oid from pg_database where datname = current_database()) limit 1) as by`,
  )
  if (rows[0]?.taken) return
  throw new BackupError(
    `Another command moves this database, or opens it again. Wait for its end. If its process is gone, end its connection first: select pg_terminate_backend(${rows[0]?.by ?? 'pid'})`,
  )
}

/** Killed behind the last step but one: the rows are there, and nobody was told. */
async function finished(
  old: Db,
  fresh: Db,
  { target_name, began, now }: { target_name: string; began: Date; now: () => Date },
): Promise<MoveReport> {
  const [before, there] = [await closedAs(old), await closedIfThere(fresh)]
  if (before?.moved_to !== target_name || there?.as !== 'moving')
    throw new BackupError(
      `This database was moved to ${before?.moved_to ?? 'another one'} already.`,
    )
  await open(fresh, now())
  return { tables: 0, rows: 0, seconds: (now().getTime() - began.getTime()) / 1000 }
}

async function open(fresh: Db, now: Date) {
  await keepEpoch(fresh)
  await closeInstance(fresh, undefined, { now })
}

/** Two names of one database would be copied onto itself, and emptied first. */
async function requireOther(from: pg.ClientBase, to: pg.ClientBase) {
  const nameOf = async (client: pg.ClientBase) => {
    const { rows } = await client.query<{ name: string }>(
      `select system_identifier || '/' || current_database() as name from pg_control_system()`,
    )
    return rows[0]?.name
  }
  if ((await nameOf(from)) === (await nameOf(to)))
    throw new BackupError('That is the database that the instance works with already.')
}

/**
 * What migrations do to rows was done to neither the rows that come nor, on the empty target, to any: the newest schema would
 * hold them as an older version wrote them.
 */
async function requireSameSchema(from: pg.ClientBase, to: pg.ClientBase) {
  const [before, after] = [await migrationsOf(from), await migrationsOf(to)]
  const lacking = after.filter((name) => !before.includes(name))
  if (lacking.length)
    throw new BackupError(
      `This database is older than this version: start this version once first, then move it (missing: ${lacking.join(', ')}).`,
    )
  const unknown = before.filter((name) => !after.includes(name))
  if (unknown.length)
    throw new BackupError(
      `This database was changed by a newer version: move it with that one (unknown here: ${unknown.join(', ')}).`,
    )
}

async function migrationsOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    'select name from public.kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

/** Of what was moved away from it before, or of what a move that was broken off left; whatever else is there stays. */
async function empty(client: pg.Client, db: Db, { isOurs }: MoveOptions) {
  const closed = await closedIfThere(db)
  if (closed?.as !== 'moved' && closed?.as !== 'moving') return
  if (!(await isOurs(db)))
    throw new BackupError(
      'The other database holds another instance, which was moved away from it. Drop that one first.',
    )
  await unfence(client)
  await client.query('drop schema public cascade; create schema public')
}

/** Waits until nothing works by itself and no call is under way; answers how many connections have not come to an end. */
async function quiet(client: pg.ClientBase, patience_ms: number, signal: AbortSignal) {
  const until = performance.now() + patience_ms
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (application_name = any ($1) or (application_name = 'crier-api' and state <> 'idle'))`,
      [AT_WORK],
    )
    const count = rows[0]?.count ?? 0
    if (count === 0 || performance.now() >= until) return count
    await pause(100, undefined, { signal })
  }
}

/** From here on nothing is written: new connections may only read, and those that are open end. */
async function fence(client: pg.ClientBase) {
  await client.query(
    `alter database ${await nameOf(client)} set default_transaction_read_only = on`,
  )
  await cutOff(client)
}

async function unfence(client: pg.ClientBase) {
  await client.query(`alter database ${await nameOf(client)} reset default_transaction_read_only`)
  await cutOff(client)
}

/** Ours stay: they are named. */
async function cutOff(client: pg.ClientBase) {
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name <> 'crier-move' and backend_type = 'client backend'`,
  )
}

async function nameOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return quoted(rows[0]?.name ?? '')
}

interface Copying {
  say: (line: string) => void
  signal: AbortSignal
}

/** One snapshot there, one transaction here, which is kept when every table reads here as it does there. */
async function copyAll(from: pg.Client, to: pg.Client, { say, signal }: Copying) {
  for (const client of [from, to]) await client.query(SAME_TEXT)
  await from.query('begin isolation level repeatable read read only')
  await requireSameSchema(from, to)
  const tables = await tablesOf(from, true)
  const report = { tables: Object.keys(tables).length, rows: 0 }
  await to.query('begin')
  try {
    await unbound(to, tables, async () => {
      for (const [table, columns] of Object.entries(tables)) {
        signal.throwIfAborted()
        const there = digest()
        const read = from.query(copyTo(`copy ${copied(table, columns)} to stdout`))
        const write = to.query(copyFrom(`copy ${copied(table, columns)} from stdin`))
        await pipeline(read, there.through, write)
        const here = await digestOf(to, table, columns)
        if (here !== there.value())
          throw new BackupError(`What came of ${table} is not what was sent; nothing was moved.`)
        report.rows += write.rowCount
        if (write.rowCount > MANY) say(`${table}: ${write.rowCount} rows`)
      }
    })
    await numbersAs(from, to)
    await instanceAs(from, to)
    await to.query('commit')
    await from.query('commit')
    return report
  } catch (error) {
    await to.query('rollback').catch(() => undefined)
    await from.query('rollback').catch(() => undefined)
    throw error
  }
}

const MANY = 100_000
const SAME_TEXT = `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1; set synchronize_seqscans = off`

/** Of rows as they pass. */
function digest() {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { through, value: () => hash.digest('hex') }
}

/** Rows that were copied into an empty table lie in the order in which they came. */
async function digestOf(client: pg.Client, table: string, columns: readonly string[]) {
  const there = digest()
  const read = client.query(copyTo(`copy ${copied(table, columns)} to stdout`))
  const nowhere = new PassThrough()
  nowhere.resume()
  await pipeline(read, there.through, nowhere)
  return there.value()
}

/** Numbers go on where they were: those that were given and not kept are in nobody's hands either. */
async function numbersAs(from: pg.Client, to: pg.Client) {
  const { rows } = await from.query<{ name: string; last: string | null }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value as last
    from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, last } of rows)
    if (last !== null) await to.query('select setval($1, $2)', [name, last])
}

/** It is the same instance, in another place, and not open yet. */
async function instanceAs(from: pg.Client, to: pg.Client) {
  const { rows } = await from.query<Record<string, unknown>>(
    'select sealed_word, version, held_at, restored_from, old_sealed_word, dropped_key, client_keys from instance',
  )
  await to.query(
    `update instance set home = null, sealed_word = $1, version = $2, held_at = $3, restored_from = $4,
      old_sealed_word = $5, dropped_key = $6, client_keys = $7,
      closed_as = 'moving', closed_at = now(), moved_to = null`,
    Object.values(rows[0] ?? {}),
  )
}

/** Whoever moves it writes where nobody else may. */
const writing = (config: pg.PoolConfig) => ({
  ...config,
  options: '-c default_transaction_read_only=off',
})

async function clientOf(config: pg.PoolConfig) {
  const client = new pg.Client({ ...writing(config), application_name: 'crier-move' })
  client.on('error', () => {})
  await client.connect()
  return { pg: client, [Symbol.asyncDispose]: () => client.end() }
}
