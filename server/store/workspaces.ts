import { sql } from 'kysely'
import type { InDoubt } from '#rules/delivery.ts'
import type { Db, Scope } from './schema.ts'

export async function insertWorkspace(
  db: Db,
  workspace: { name: string; plan: string },
  now: Date,
) {
  return db
    .insertInto('workspaces')
    .values({ ...workspace, created_at: now })
    .returning(['id', 'name', 'plan', 'timezone', 'in_doubt'])
    .executeTakeFirstOrThrow()
}

export async function findWorkspace({ db, workspace_id }: Scope) {
  return db
    .selectFrom('workspaces')
    .select(['id', 'name', 'plan', 'timezone', 'in_doubt', 'erase_at'])
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
}

/** The instance's first workspace; undefined on a new instance. */
export async function firstWorkspace(db: Db) {
  return db
    .selectFrom('workspaces')
    .select(['id', 'name', 'plan', 'timezone', 'in_doubt'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Since when it is there. */
export async function beginningOf({ db, workspace_id }: Scope): Promise<string> {
  const { created_at } = await db
    .selectFrom('workspaces')
    .select('created_at')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  return created_at
}

/** All there are, with how many belong to each. */
export async function listWorkspaces(db: Db) {
  return db
    .selectFrom('workspaces as w')
    .select(['w.id', 'w.name', 'w.erase_at'])
    .select(sql<number>`(select count(*) from members m where m.workspace_id = w.id)`.as('members'))
    .orderBy('w.id')
    .execute()
}

/** What is undefined stays. Days are days of the zone: those of analytics are told anew. */
export async function changeWorkspace(
  { db, workspace_id }: Scope,
  change: {
    name?: string | undefined
    timezone?: string | undefined
    in_doubt?: InDoubt | undefined
  },
) {
  const { name, timezone, in_doubt } = change
  if (name === undefined && timezone === undefined && in_doubt === undefined) return
  await db
    .updateTable('workspaces')
    .set({
      ...(name !== undefined && { name }),
      ...(timezone !== undefined && { timezone }),
      ...(in_doubt !== undefined && { in_doubt }),
    })
    .where('id', '=', workspace_id)
    .execute()
}

/** Whether the database knows the zone too, by this very name. */
export async function knowsZone(db: Db, name: string) {
  const { rows } = await sql`
    select from pg_timezone_names where lower(name) = lower(${name}) limit 1`.execute(db)
  return rows.length > 0
}
