/**
 * Makes indexes of large tables while others go on writing (`create index concurrently`), which no transaction can. One that waits for
 * somebody's long transaction keeps nobody else waiting.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { isDeadlock } from '#store/errors.ts'
import type { Indexes } from '#store/migrations/indexes.ts'
import type { Db } from '#store/schema.ts'

/** Two that make the same index at once: it has its name already. */
const TAKEN = new Set(['42P07', '23505'])
/** The table or a column of it comes with one of the migrations. */
const NOT_YET = new Set(['42P01', '42703', '42704', '42883'])
const PAUSE_MS = 250

export async function makeAhead(db: Db, indexes: Indexes) {
  if (!Object.keys(indexes).length) return
  await sql`select set_config('lock_timeout', '0', false)`.execute(db)
  for (const [name, on] of Object.entries(indexes)) await makeOne(db, name, on)
}

/** Beside others that do the same, and behind one that was killed at it. */
async function makeOne(db: Db, name: string, on: string) {
  for (;;) {
    const state = await stateOf(db, name)
    if (state === 'ready') return
    try {
      if (state === 'left') await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
      if (state === 'none') {
        await sql`create index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(db)
        return
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (NOT_YET.has(code)) return
      if (!TAKEN.has(code) && !isDeadlock(error)) throw error
    }
    await pause(PAUSE_MS)
  }
}

/** `making`: by another process, now. `left`: by one that did not come to its end; PostgreSQL keeps it, and does not read it. */
async function stateOf(db: Db, name: string): Promise<'none' | 'ready' | 'making' | 'left'> {
  const { rows } = await sql<{ ready: boolean; making: boolean }>`
    select i.indisvalid as ready,
      exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as making
    from pg_index i where i.indexrelid = to_regclass(${name})`.execute(db)
  const [found] = rows
  if (!found) return 'none'
  if (found.ready) return 'ready'
  return found.making ? 'making' : 'left'
}
