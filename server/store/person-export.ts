/** What is kept about a person, as they take it along: no secrets, and nothing that is others'. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

export async function profileOf(db: Db, id: number) {
  return db
    .selectFrom('persons')
    .select(['id', 'name', 'email', 'email_confirmed_at', 'locale', 'timezone', 'created_at'])
    .select(sql<boolean>`password_hash is not null`.as('has_password'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Each by its name, as a list of rows. */
export async function listsOf(db: Db, { id, email }: { id: number; email: string }) {
  const credential = `person:${id}`
  return {
    memberships: await db
      .selectFrom('members as m')
      .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
      .select(['m.workspace_id', 'w.name as workspace', 'm.role', 'm.joined_at'])
      .where('m.person_id', '=', id)
      .orderBy('m.workspace_id')
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['address', 'agent', 'created_at', 'last_used_at', 'ends_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .select(['name', 'created_at', 'last_used_at', 'backed_up'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
    second_factor: await db
      .selectFrom('second_factors')
      .select(['created_at', 'confirmed_at'])
      .where('person_id', '=', id)
      .execute(),
    sign_in_providers: await db
      .selectFrom('identities')
      .select(['issuer', 'subject', 'created_at', 'last_used_at'])
      .where('person_id', '=', id)
      .orderBy('created_at')
      .execute(),
    apps: await db
      .selectFrom('grants')
      .select(['workspace_id', 'client_name', 'client_uri', 'redirect_host', 'toolsets', 'leash'])
      .select(['created_at', 'last_used_at', 'revoked_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
    keys_made: await db
      .selectFrom('keys')
      .select(['workspace_id', 'name', 'created_at', 'last_used_at', 'revoked_at'])
      .where('created_by', '=', credential)
      .orderBy('id')
      .execute(),
    invitations_given: await db
      .selectFrom('invitations')
      .select(['workspace_id', 'email', 'role', 'created_at', 'expires_at'])
      .where('invited_by', '=', id)
      .orderBy('id')
      .execute(),
    invitations_received: await db
      .selectFrom('invitations')
      .select(['workspace_id', 'role', 'created_at', 'expires_at'])
      .where('email', '=', email)
      .orderBy('id')
      .execute(),
    notices: await db
      .selectFrom('notices')
      .select(['workspace_id', 'kind', 'count', 'items', 'first_at', 'last_at', 'read_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
    notice_settings: await db
      .selectFrom('notice_ways')
      .select(['workspace_id', 'kind', 'way'])
      .where('person_id', '=', id)
      .orderBy('workspace_id')
      .orderBy('kind')
      .execute(),
    daily_notices: await db
      .selectFrom('notice_days')
      .select(['workspace_id', 'daily_at', 'timezone'])
      .where('person_id', '=', id)
      .orderBy('workspace_id')
      .execute(),
    begun_posts: await db
      .selectFrom('compositions')
      .select(['workspace_id', 'title', 'body', 'updated_at'])
      .where('person_id', '=', id)
      .orderBy('workspace_id')
      .orderBy('uuid')
      .execute(),
  }
}

const AT_ONCE = 1_000

/** What they did, in every workspace, also those that they left: the oldest first, a page at a time. */
export async function* deedsOf(db: Db, id: number) {
  for (let after = 0; ;) {
    const rows = await deedsAfter(db, id, after).execute()
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last.seq
  }
}

export function deedsAfter(db: Db, id: number, after: number) {
  return (
    db
      .selectFrom('events')
      .select(['seq', 'workspace_id', 'type', 'post_id', 'account_id', 'media_id', 'at'])
      .where('actor', '=', `person:${id}`)
      // As the index has it.
      .where(sql<boolean>`actor like 'person:%'`)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(AT_ONCE)
  )
}
