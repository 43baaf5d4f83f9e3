/** Brings a database to the present schema. Safe when several processes start at once: they take turns. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type pg from 'pg'
import { lastVersion } from '#store/instance.ts'
import { migrations } from '#store/migrations/index.ts'
import type { Indexes } from '#store/migrations/indexes.ts'
import type { Db } from '#store/schema.ts'
import { connect } from './connect.ts'
import { makeAhead } from './indexes.ts'
import { StartError } from './start-error.ts'

/** What PostgreSQL says of a lock that did not come in time. */
const NO_LOCK = '55P03'
/** A backup or another process that migrates holds them for as long. */
const ATTEMPTS = 600

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
  await refuseNewer(db, version)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  })
  await makeAhead(db, await indexesToCome(migrator))
  for (let attempt = 1; ; attempt++) {
    await sql`select set_config('lock_timeout', ${String(lock_ms)}, false)`.execute(db)
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    if (!isLocked(error) || attempt === ATTEMPTS) throw error
    waited()
    await pause(Math.min(lock_ms, 500))
  }
}

/** None of a new database: it has no rows to go through. */
async function indexesToCome(migrator: Migrator): Promise<Indexes> {
  const known = await migrator.getMigrations()
  if (!known.some(({ executedAt }) => executedAt)) return {}
  const pending = known.filter(({ executedAt }) => !executedAt)
  return Object.assign({}, ...pending.map(({ name }) => migrations[name]?.indexes))
}

function isLocked(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === NO_LOCK
}

/**
 * An empty database in the schema of that migration, whichever it has: what was there is dropped. For a backup of an older
 * version, which is filled in before the later migrations.
 */
export async function remake(config: pg.PoolConfig, migration: string): Promise<void> {
  await using connected = connect(config, { max: 1, name: 'crier-restore' })
  const { db } = connected
  const newest = Object.keys(migrations).toSorted().at(-1)
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider })
  if (migration !== newest) await sql`drop schema public cascade; create schema public`.execute(db)
  const { error } = await migrator.migrateTo(migration)
  if (error) throw error
}

/** A newer version has changed what this one would read and write. */
async function refuseNewer(db: Db, version: string) {
  const { rows: made } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!made[0]?.there) return
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in migrations))
  if (!unknown.length) return
  const writer = await lastVersion(db)
  throw new StartError(
    `The database was written by a newer Crier: it needs ${writer ? `version ${writer} or later` : 'the version that wrote it, or a later one'}, and this is ${version}. ` +
      `Start that one, or bring back a backup from before the change (unknown here: ${unknown.join(', ')}).`,
  )
}
