/** Things of a workspace that a person names: no two of a kind have one name. */
import { sql } from 'kysely'
import type { Scope } from './schema.ts'

type Named = 'account_sets' | 'queues' | 'snippets'

/** Those that come later wait: names are compared, and how many there are. */
export async function lockNames(
  { db, workspace_id }: Scope,
  table: Named | 'calendars',
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crier:${table}`}, ${workspace_id}))`.execute(
    db,
  )
}

/** Another one with this name, whatever its capitals. */
export async function isNameTaken(
  { db, workspace_id }: Scope,
  table: Named,
  name: string,
  but: number | undefined,
): Promise<boolean> {
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .$if(but !== undefined, (query) => query.where('id', '<>', but ?? 0))
    .executeTakeFirst()
  return found !== undefined
}
