/** Brings a database to the present schema. Safe when several processes start at once: they take turns. */
import { Migrator } from 'kysely/migration'
import type pg from 'pg'
import { migrations } from '#store/migrations/index.ts'
import { connect } from './connect.ts'

export async function migrate(config: pg.PoolConfig): Promise<void> {
  await using connected = connect(config, { max: 1, name: 'crier-migrate' })
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db: connected.db, provider }).migrateToLatest()
  if (error) throw error
}
