/** Brings a database to the present schema. Safe when several processes start at once: they take turns. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { lastVersion } from '#store/instance.ts'
import type { Indexes } from '#store/migrations/indexes.ts'
import { namesOfMigrations } from '#store/migrations/names.ts'
import type { Db } from '#store/schema.ts'
import { connect } from './connect.ts'
import { makeAhead } from './indexes.ts'
import { StartError } from './start-error.ts'

/** What PostgreSQL says of a lock that did not come in time, and to whom it ends in a deadlock: such migrations have changed nothing. */
const GAVE_WAY = new Set(['55P03', '40P01'])
/** A backup or another process that migrates holds them for as long. */
const ATTEMPTS = 600
/** Who waits for longer is looked at by PostgreSQL, which ends one of those in a deadlock: after a second. */
const UNNOTICED_MS = 200

type Migrations = Readonly<Record<string, Migration & { indexes?: Indexes }>>

// A start that finds the present schema loads none of them.
const all = async (): Promise<Migrations> => (await import('#store/migrations/index.ts')).migrations

interface Waiting {
  /** For how long a change of a table may keep those waiting who come behind it. */
  lock_ms?: number
  /** Called before it is tried once more. */
  waited?: () => void
}

/**
 * `version`: what this is, for whoever has to be told that it is too old. All of it or nothing, beside processes that work: indexes
 * of what is there already are made first, and keep nobody waiting. Where somebody holds a table, it steps back and tries again,
 * since everybody else would wait behind it.
 */
export async function migrate(
  config: pg.PoolConfig,
  version = 'This version',
  { lock_ms = 2_000, waited = () => {} }: Waiting = {},
): Promise<void> {
  await using connected = connect(config, { max: 1, name: 'crier-migrate' })
  const { db } = connected
  const done = await carriedOut(db)
  if (isSame(done, await namesOfMigrations())) return
  const migrations = await all()
  await refuseNewer({ db, done, migrations }, version)
  const known = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const pending = await pendingOf(known)
  await makeAhead(db, indexesOf(pending, migrations))
  const provider = { getMigrations: async () => writersOutFirst(pending, { migrations, lock_ms }) }
  const migrator = new Migrator({ db, provider })
  for (let attempt = 1; ; attempt++) {
    await sql`select set_config('lock_timeout', ${String(lock_ms)}, false)`.execute(db)
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    if (!gaveWay(error) || attempt === ATTEMPTS) throw error
    waited()
    await pause(Math.min(lock_ms, 500))
  }
}

/** None of a new database: it has no rows to go through, and nobody who writes. */
async function pendingOf(migrator: Migrator): Promise<string[]> {
  const known = await migrator.getMigrations()
  if (!known.some(({ executedAt }) => executedAt)) return []
  return known.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

function indexesOf(pending: readonly string[], migrations: Migrations): Indexes {
  return Object.assign({}, ...pending.map((name) => migrations[name]?.indexes))
}

/**
 * Of two tables that both are changed, callers hold one and wait for the other, some this way and some that: migrations that took
 * them one by one met a caller in a deadlock. Both are taken before anything else, within a moment or not at all; whoever reads
 * goes on. One who has read and then writes can still be met, where a migration drops what was read from: it is tried again.
 */
function writersOutFirst(
  pending: readonly string[],
  { migrations, lock_ms }: { migrations: Migrations; lock_ms: number },
) {
  const [name = ''] = pending
  const first = migrations[name]
  if (!first) return migrations
  const up: Migration['up'] = async (tx) => {
    const patience = String(Math.min(lock_ms, UNNOTICED_MS))
    await sql`select set_config('lock_timeout', ${patience}, true)`.execute(tx)
    await sql`lock table posts, deliveries in share row exclusive mode`.execute(tx)
    await sql`select set_config('lock_timeout', ${String(lock_ms)}, true)`.execute(tx)
    await first.up(tx)
  }
  return { ...migrations, [name]: { ...first, up } }
}

function gaveWay(error: unknown) {
  return error instanceof Error && 'code' in error && GAVE_WAY.has(String(error.code))
}

/**
 * An empty database in the schema of that migration, whichever it has: what was there is dropped. For a backup of an older
 * version, which is filled in before the later migrations.
 */
export async function remake(config: pg.PoolConfig, migration: string): Promise<void> {
  await using connected = connect(config, { max: 1, name: 'crier-restore' })
  const { db } = connected
  const migrations = await all()
  const newest = Object.keys(migrations).toSorted().at(-1)
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider })
  if (migration !== newest) await sql`drop schema public cascade; create schema public`.execute(db)
  const { error } = await migrator.migrateTo(migration)
  if (error) throw error
}

/** Names of the migrations that this database has been through; none of one that is new. */
async function carriedOut(db: Db): Promise<string[]> {
  const { rows: made } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!made[0]?.there) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

function isSame(some: readonly string[], others: readonly string[]) {
  const known = new Set(others)
  return some.length === known.size && some.every((name) => known.has(name))
}

/** A newer version has changed what this one would read and write. */
async function refuseNewer(
  { db, done, migrations }: { db: Db; done: readonly string[]; migrations: Migrations },
  version: string,
) {
  const unknown = done.filter((name) => !(name in migrations))
  if (!unknown.length) return
  const writer = await lastVersion(db)
  throw new StartError(
    `The database was written by a newer Crier: it needs ${writer ? `version ${writer} or later` : 'the version that wrote it, or a later one'}, and this is ${version}. ` +
      `Start that one, or bring back a backup from before the change (unknown here: ${unknown.join(', ')}).`,
  )
}
