/** While a backup is made, no file is taken away: what it names is copied after the rows. */
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './schema.ts'

const LOCK = `hashtext('crier:files')`

/** Until the connection ends. Waits for nobody: several backups may be made at once. */
export async function holdFiles(client: pg.ClientBase) {
  await client.query(`select pg_advisory_lock_shared(${LOCK})`)
}

/**
 * False while somebody holds them. Who asks has committed before that nothing names the file: a backup that begins from now on
 * does not see it named.
 */
export async function mayTakeFiles(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${sql.raw(LOCK)}) as free`.execute(tx)
    return rows[0]?.free ?? false
  })
}
