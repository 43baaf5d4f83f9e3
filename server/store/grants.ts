/** What people allowed OAuth clients to do in a workspace. One statement a function. */
import { sql } from 'kysely'
import type { Leash } from '#rules/leash.ts'
import type { Db, Scope } from './schema.ts'

export interface NewGrant {
  person_id: number
  ref: string
  client_id: string
  client_name: string
  client_uri: string | null
  redirect_host: string
  leash: Leash
  toolsets: readonly string[]
}

/**
 * Undefined when the person does not belong to the workspace: also one who is being removed at this moment, for the
 * membership is held until the grant is there for its removal to end.
 */
export async function insertGrant(
  { db, workspace_id }: Scope,
  grant: NewGrant,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into grants (workspace_id, person_id, ref, client_id, client_name, client_uri, redirect_host, leash,
      toolsets, created_at)
    select workspace_id, person_id, ${grant.ref}, ${grant.client_id}, ${grant.client_name}, ${grant.client_uri},
      ${grant.redirect_host}, ${JSON.stringify(grant.leash)}::jsonb, ${[...grant.toolsets]}::text[], ${now}::timestamptz
    from members
    where workspace_id = ${workspace_id} and person_id = ${grant.person_id}
    for key share
    returning id`.execute(db)
  return rows[0]?.id
}

export async function changeGrant(
  { db, workspace_id }: Scope,
  id: number,
  {
    leash,
    leashed_by,
    toolsets,
  }: { leash: Leash; leashed_by: number | null; toolsets: readonly string[] | null },
) {
  await db
    .updateTable('grants')
    .set({ leash: JSON.stringify(leash), leashed_by, toolsets: toolsets && [...toolsets] })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Names of grants' clients by id, revoked ones included: what they did stays. */
export async function namesOfGrants({ db, workspace_id }: Scope, ids: readonly number[]) {
  if (!ids.length) return new Map<number, string>()
  const rows = await db
    .selectFrom('grants')
    .select(['id', 'client_name'])
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, client_name }) => [id, client_name]))
}

/** Seen now, unless it was seen since `since`. Of many that come at once one writes, and none waits for it. */
export async function touchGrant(
  { db, workspace_id }: Scope,
  id: number,
  { now, since }: { now: Date; since: Date },
) {
  await sql`
    update grants set last_used_at = ${now}
    where workspace_id = ${workspace_id} and id = (
      select id from grants
      where workspace_id = ${workspace_id} and id = ${id} and (last_used_at is null or last_used_at < ${since})
      for no key update skip locked)`.execute(db)
}

/** Its `ref`, or undefined when there is no such live grant. */
export async function revokeGrant({ db, workspace_id }: Scope, id: number, now: Date) {
  const row = await db
    .updateTable('grants')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('ref')
    .executeTakeFirst()
  return row?.ref
}

/** Every app that the person allowed ends with all its tokens; `workspace_id`: those of one workspace. */
export async function endGrantsOf(
  db: Db,
  { person_id, workspace_id }: { person_id: number; workspace_id?: number | undefined },
  now: Date,
) {
  const where = workspace_id === undefined ? sql`true` : sql`workspace_id = ${workspace_id}`
  await sql`
    with ended as (
      update grants set revoked_at = ${now}
      where person_id = ${person_id} and revoked_at is null and ${where}
      returning ref)
    delete from oauth_entries using ended where grant_ref = ended.ref`.execute(db)
}

/** What a person is told of the apps that they allowed, in all their workspaces. */
export async function appsOf(db: Db, person_id: number) {
  return fromGrants(db)
    .innerJoin('workspaces', 'workspaces.id', 'grants.workspace_id')
    .select(['client_name', 'workspaces.name as workspace'])
    .where('grants.person_id', '=', person_id)
    .orderBy('grants.id')
    .execute()
}

/** The authorization server ended it: it knows no workspace. */
export async function endGrant(db: Db, ref: string, now: Date) {
  await db
    .updateTable('grants')
    .set({ revoked_at: now })
    .where('ref', '=', ref)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Those that nobody can use any more: their tokens have all run out, or their person has left the workspace. */
export async function endIdleGrants(db: Db, now: Date, before: Date) {
  await sql`
    with ended as (
      update grants set revoked_at = ${now}
      where revoked_at is null and (
        not exists (select from members m where m.workspace_id = grants.workspace_id and m.person_id = grants.person_id)
        or created_at < ${before} and not exists (
          select from oauth_entries
          where grant_ref = grants.ref and model in ('AccessToken', 'RefreshToken', 'AuthorizationCode')))
      returning ref)
    delete from oauth_entries using ended where grant_ref = ended.ref`.execute(db)
}

/** Whether it may still be used: it is not revoked, and its person belongs to the workspace. */
export async function isLiveGrant(db: Db, ref: string) {
  const row = await fromGrants(db).select('grants.id').where('ref', '=', ref).executeTakeFirst()
  return row !== undefined
}

/** The grant that a live token for this audience came from. It finds out which workspace it is. */
export async function findGrantedBy(
  db: Db,
  { id_hash, audience }: { id_hash: Buffer; audience: string },
  now: Date,
) {
  return fromGrants(db)
    .innerJoin('oauth_entries as token', 'token.grant_ref', 'grants.ref')
    .innerJoin('workspaces', 'workspaces.id', 'grants.workspace_id')
    .select([
      'workspaces.plan',
      'grants.workspace_id',
      'grants.id',
      'leash',
      'toolsets',
      'last_used_at',
      'role',
      'token.scope',
    ])
    .where('token.model', '=', 'AccessToken')
    .where('token.id_hash', '=', id_hash)
    .where('token.audience', '=', audience)
    .where('token.expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

/** A live one: how far it goes, and what its person is in the workspace. */
export async function findGrant({ db, workspace_id }: Scope, id: number) {
  return fromGrants(db)
    .select(['leash', 'role'])
    .where('grants.workspace_id', '=', workspace_id)
    .where('grants.id', '=', id)
    .executeTakeFirst()
}

/** Live ones as they are shown, the latest first; `person_id`: only those of this person. */
export async function listGrants({ db, workspace_id }: Scope, person_id?: number) {
  return shownGrants(db)
    .where('grants.workspace_id', '=', workspace_id)
    .$if(person_id !== undefined, (query) => query.where('grants.person_id', '=', person_id ?? 0))
    .orderBy('grants.id', 'desc')
    .execute()
}

/** One of them, held against other changes until the transaction ends. */
export async function lockGrant({ db, workspace_id }: Scope, id: number) {
  return shownGrants(db)
    .where('grants.workspace_id', '=', workspace_id)
    .where('grants.id', '=', id)
    .forNoKeyUpdate('grants')
    .executeTakeFirst()
}

/** The live ones: who has left the workspace has taken theirs along. */
function fromGrants(db: Db) {
  return db
    .selectFrom('grants')
    .innerJoin('members', (join) =>
      join
        .onRef('members.workspace_id', '=', 'grants.workspace_id')
        .onRef('members.person_id', '=', 'grants.person_id'),
    )
    .where('revoked_at', 'is', null)
}

function shownGrants(db: Db) {
  return fromGrants(db)
    .innerJoin('persons', 'persons.id', 'grants.person_id')
    .select([
      'grants.id',
      'client_name',
      'client_uri',
      'redirect_host',
      'grants.created_at',
      'last_used_at',
      'leash',
      'leashed_by',
      'toolsets',
      'grants.person_id',
      'persons.name as person_name',
    ])
}
