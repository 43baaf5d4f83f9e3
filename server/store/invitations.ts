import type { Role } from '#rules/role.ts'
import type { Scope } from './schema.ts'

export interface Invitation {
  id: number
  email: string
  role: Role
  created_at: string
  expires_at: string
}

const shown = ['id', 'email', 'role', 'created_at', 'expires_at'] as const

/** Inviting somebody again changes the role and gives new time; links sent before stay good. */
export async function keepInvitation(
  { db, workspace_id }: Scope,
  { email, role, expires_at }: { email: string; role: Role; expires_at: Date },
  now: Date,
): Promise<Invitation> {
  return db
    .insertInto('invitations')
    .values({ workspace_id, email, role, created_at: now, expires_at })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'email'])
        .doUpdateSet({ role, created_at: now, expires_at }),
    )
    .returning(shown)
    .executeTakeFirstOrThrow()
}

export async function findInvitation({ db, workspace_id }: Scope, id: number, now: Date) {
  return db
    .selectFrom('invitations')
    .select(shown)
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

export async function listInvitations({ db, workspace_id }: Scope, now: Date) {
  return db
    .selectFrom('invitations')
    .select(shown)
    .where('workspace_id', '=', workspace_id)
    .where('expires_at', '>', now.toISOString())
    .orderBy('id')
    .execute()
}

/** Accepted or taken back: gone, and its links with it. Undefined when it was before, or is too old. */
export async function takeInvitation({ db, workspace_id }: Scope, id: number, now: Date) {
  return db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .returning(shown)
    .executeTakeFirst()
}

export async function pruneInvitations({ db }: Pick<Scope, 'db'>, now: Date) {
  await db.deleteFrom('invitations').where('expires_at', '<', now.toISOString()).execute()
}
