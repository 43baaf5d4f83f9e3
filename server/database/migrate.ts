/** Brings a database to the present schema. Safe when several processes start at once: they take turns. */
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type pg from 'pg'
import { lastVersion } from '#store/instance.ts'
import { migrations } from '#store/migrations/index.ts'
import type { Db } from '#store/schema.ts'
import { connect } from './connect.ts'
import { StartError } from './start-error.ts'

/** `version`: what this is, for whoever has to be told that it is too old. */
export async function migrate(config: pg.PoolConfig, version = 'This version'): Promise<void> {
  await using connected = connect(config, { max: 1, name: 'crier-migrate' })
  await refuseNewer(connected.db, version)
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db: connected.db, provider }).migrateToLatest()
  if (error) throw error
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
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in migrations))
  if (!unknown.length) return
  const writer = await lastVersion(db)
  throw new StartError(
    `The database was written by a newer Crier: it needs ${writer ? `version ${writer} or later` : 'the version that wrote it, or a later one'}, and this is ${version}. ` +
      `Start that one, or bring back a backup from before the change (unknown here: ${unknown.join(', ')}).`,
  )
}
