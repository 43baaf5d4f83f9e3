import type { Db, Scope } from './schema.ts'

export async function insertWorkspace(
  db: Db,
  workspace: { name: string; plan: string },
  now: Date,
) {
  return db
    .insertInto('workspaces')
    .values({ ...workspace, created_at: now })
    .returning(['id', 'name', 'plan', 'timezone'])
    .executeTakeFirstOrThrow()
}

export async function findWorkspace({ db, workspace_id }: Scope) {
  return db
    .selectFrom('workspaces')
    .select(['id', 'name', 'plan', 'timezone'])
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
}

/** The instance's first workspace; undefined on a new instance. */
export async function firstWorkspace(db: Db) {
  return db
    .selectFrom('workspaces')
    .select(['id', 'name', 'plan', 'timezone'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Days and slots are counted in it from now on. */
export async function setTimezone({ db, workspace_id }: Scope, timezone: string) {
  await db.updateTable('workspaces').set({ timezone }).where('id', '=', workspace_id).execute()
}
