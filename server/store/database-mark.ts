/** Whether the rows lie in the database that they were written in: docs/decisions/0253. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

const HERE = sql`
  select system_identifier::text as server,
    (select oid::text from pg_database where datname = current_database()) as database,
    'database_mark'::regclass::oid::text as relation
  from pg_control_system()`

/**
 * Within a transaction, behind whoever asks as well. True where all came from another database by a dump, or with that one as its
 * template; no restart, failover or upgrade of the server does that. From then on it is itself.
 */
export async function settleMark(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ is_same: boolean; is_copy: boolean }>`
    select (m.server, m.database, m.relation, m.written_by) = (here.server, here.database, here.relation, m.xmin::text) as is_same,
      m.relation <> here.relation
        or m.server = here.server and m.database <> here.database
        -- Made in the same order on two new servers, tables have the same numbers; a server that was upgraded keeps its rows.
        or m.server <> here.server and m.written_by <> m.xmin::text as is_copy
    from database_mark m, (${HERE}) here for update of m`.execute(tx)
  const [mark] = rows
  if (mark?.is_same) return false
  await sql`delete from database_mark`.execute(tx)
  await sql`
    insert into database_mark (server, database, relation, written_by)
    select server, database, relation, pg_current_xact_id()::xid::text from (${HERE}) here`.execute(
    tx,
  )
  return mark?.is_copy ?? false
}
