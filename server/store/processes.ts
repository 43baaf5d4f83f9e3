/** Who works with this database just now, by the names of their connections. */
import { sql } from 'kysely'
import { readRing, type ShownRing } from '#rules/keyring.ts'
import type { Db } from './schema.ts'

export interface Working {
  /** A service, or a command that is under way. */
  kind: 'service' | 'command'
  /** Undefined: of a version that does not show which keys it has. */
  ring: ShownRing | undefined
}

const kinds: Record<string, Working['kind']> = { 'crier-listen': 'service', 'crier-cli': 'command' }

/** Each process has one such connection, which others see for as long as it lives. */
export async function listWorking(db: Db): Promise<Working[]> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and split_part(application_name, ' ', 1) = any (${Object.keys(kinds)})
    order by 1`.execute(db)
  return rows.flatMap(({ name }) => {
    const [word = '', shown = ''] = name.split(' ')
    const kind = kinds[word]
    return kind ? [{ kind, ring: readRing(shown) }] : []
  })
}

/** By the clock of the database. */
export async function clockOf(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
  return rows[0]?.now ?? ''
}

/** Whether a transaction of the instance that may write is older than that. */
export async function hasOlderWriter(db: Db, since: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start < ${since}::timestamptz
        and application_name like 'crier-%' and application_name not in ('crier-backup', 'crier-secret')
    ) as there`.execute(db)
  return rows[0]?.there ?? true
}

/** One who changes the key at a time, for as long as the connection lasts. False: another does. */
export const TAKE_ROTATION = `select pg_try_advisory_lock(hashtextextended('crier secret rotate', 0)) as taken`
