import { type SqlBool, sql } from 'kysely'
import type { Role } from '#rules/role.ts'
import { tell } from './events.ts'
import type { Scope } from './schema.ts'

export interface Invitation {
  id: number
  email: string
  role: Role
  created_at: string
  expires_at: string
}

/** Whoever gave it could still give it. */
const given = sql<SqlBool>`(invited_by is null or exists (
  select from members m
  where m.workspace_id = invitations.workspace_id and m.person_id = invited_by and m.role = 'owner'))`

const shown = ['id', 'email', 'role', 'created_at', 'expires_at'] as const

/** Inviting somebody again changes the role and gives new time; links sent before stay good. */
export async function keepInvitation(
  { db, workspace_id }: Scope,
  {
    email,
    role,
    expires_at,
    invited_by,
  }: { email: string; role: Role; expires_at: Date; invited_by: number | null },
  now: Date,
): Promise<Invitation> {
  return db
    .insertInto('invitations')
    .values({ workspace_id, email, role, invited_by, created_at: now, expires_at })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'email'])
        .doUpdateSet({ role, invited_by, created_at: now, expires_at }),
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
    .where(given)
    .executeTakeFirst()
}

export async function listInvitations({ db, workspace_id }: Scope, now: Date) {
  return db
    .selectFrom('invitations')
    .select(shown)
    .where('workspace_id', '=', workspace_id)
    .where('expires_at', '>', now.toISOString())
    .where(given)
    .orderBy('id')
    .execute()
}

/** To one address, wherever to. */
export async function invitationsFor(db: Scope['db'], email: string, now: Date) {
  return db
    .selectFrom('invitations')
    .select(['workspace_id', 'id', 'email'])
    .where('email', '=', email)
    .where('expires_at', '>', now.toISOString())
    .where(given)
    .orderBy('id')
    .execute()
}

/** Accepted: gone, and its links with it. Undefined when it was before, or is too old. */
export async function takeInvitation(scope: Scope, id: number, now: Date) {
  return scope.db
    .with('taken', () => ending(scope, id, now))
    .with('used', (db) =>
      db.deleteFrom('mail_links').where('invitation_id', 'in', db.selectFrom('taken').select('id')),
    )
    .selectFrom('taken')
    .select(shown)
    .executeTakeFirst()
}

/** Gone as well; its links lead nowhere, and count for the mailbox as long as they would have been good. */
export async function takeInvitationBack(scope: Scope, id: number, now: Date) {
  const taken = await ending(scope, id, now).executeTakeFirst()
  if (taken)
    await tell(scope, 'audit.invitation_withdrawn', { invitation_id: id, role: taken.role })
  return taken
}

/** What somebody gave who is no owner any more. */
export async function endInvitationsOf({ db, workspace_id }: Scope, person_id: number) {
  await db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspace_id)
    .where('invited_by', '=', person_id)
    .execute()
}

export async function pruneInvitations({ db }: Pick<Scope, 'db'>, now: Date) {
  await db.deleteFrom('invitations').where('expires_at', '<', now.toISOString()).execute()
}

function ending({ db, workspace_id }: Scope, id: number, now: Date) {
  return db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .where(given)
    .returning(shown)
}
