/** Workspaces that somebody asked to delete: asked for, taken back, begun, done. */
import { sql } from 'kysely'
import type { Ending } from '#rules/mail.ts'
import { insertMail } from './mails.ts'
import type { Db, Scope } from './schema.ts'
import { totalsIn } from './totals.ts'

export interface Deletion {
  asked_at: string
  erase_at: string
}

/** Waits for whoever is writing to the workspace, and lets nobody begin until the transaction ends. */
export async function lockWorkspace({ db, workspace_id }: Scope) {
  await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspace_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Undefined: it was asked for before. Publishing is held from now on; what people held already keeps its time. */
export async function askDeletion(
  { db, workspace_id }: Scope,
  { asked_by, erase_at }: { asked_by: string | null; erase_at: Date },
  now: Date,
): Promise<Deletion | undefined> {
  return db
    .updateTable('workspaces')
    .set({
      erase_at,
      erase_asked_at: now,
      erase_asked_by: asked_by,
      held_at: sql<string>`coalesce(held_at, ${now})`,
    })
    .where('id', '=', workspace_id)
    .where('erase_at', 'is', null)
    .returning([
      sql<string>`iso(erase_asked_at)`.as('asked_at'),
      sql<string>`iso(erase_at)`.as('erase_at'),
    ])
    .executeTakeFirst()
}

/** False: nobody asked for it, or it has begun. Publishing stays held until people let it go. */
export async function takeBackDeletion({ db, workspace_id }: Scope): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workspaces')
    .set({ erase_at: null, erase_asked_at: null, erase_asked_by: null })
    .where('id', '=', workspace_id)
    .where('erase_at', 'is not', null)
    .where('erasing_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Nobody is left who could take it back. */
export async function hastenDeletion({ db, workspace_id }: Scope, now: Date) {
  await db
    .updateTable('workspaces')
    .set({ erase_at: now })
    .where('id', '=', workspace_id)
    .where('erase_at', '>', now.toISOString())
    .execute()
}

/** Undefined: it stays. */
export async function findDeletion({ db, workspace_id }: Scope) {
  const found = await db
    .selectFrom('workspaces')
    .select(['erase_at', 'erase_asked_at', 'erase_asked_by'])
    .where('id', '=', workspace_id)
    .executeTakeFirst()
  const { erase_at = null, erase_asked_at = null, erase_asked_by = null } = found ?? {}
  if (erase_at === null || erase_asked_at === null) return undefined
  return { erase_at, asked_at: erase_asked_at, asked_by: erase_asked_by }
}

/** What goes, and what stays where it is. */
export interface Stock {
  /** On schedule: they never go out. */
  not_out: number
  /** On their way at this moment. */
  under_way: number
  /** Out, and staying there. */
  out: number
  /** Nobody knows whether they are out. */
  unknown: number
  accounts: number
  files: number
}

export async function stockOf(scope: Scope): Promise<Stock> {
  const { db, workspace_id } = scope
  const { rows } = await sql<Stock>`
    select
      (select count(distinct d.post_id) from deliveries d
        where d.workspace_id = ${workspace_id} and d.status = 'pending' and d.due_at is not null) as not_out,
      (select count(distinct d.post_id) from deliveries d
        where d.workspace_id = ${workspace_id} and d.status = 'publishing') as under_way,
      (select coalesce(sum(count), 0)::bigint from (${totalsIn(scope)}) t where what = 'published') as out,
      (select count(distinct d.post_id) from deliveries d
        where d.workspace_id = ${workspace_id} and d.status = 'blocked' and d.blocked_reason = 'outcome_unknown') as unknown,
      (select count(*) from accounts a where a.workspace_id = ${workspace_id} and a.removed_at is null) as accounts,
      (select count(*) from media m where m.workspace_id = ${workspace_id} and m.purged_at is null) as files`.execute(
    db,
  )
  const [stock] = rows
  if (!stock) throw new Error('A select without from has a row.')
  return stock
}

/**
 * Everything by which anybody but its members comes in, or is told: keys, apps with their tokens, invitations, webhooks,
 * calendars, accounts that are being connected. Uploads are cleared away by the chore that does so with those that ran out.
 */
export async function endDoors({ db, workspace_id }: Scope, now: Date) {
  await sql`update keys set revoked_at = ${now} where workspace_id = ${workspace_id} and revoked_at is null`.execute(
    db,
  )
  await sql`
    with ended as (
      update grants set revoked_at = ${now} where workspace_id = ${workspace_id} and revoked_at is null
      returning ref)
    delete from oauth_entries using ended where grant_ref = ended.ref`.execute(db)
  for (const table of ['invitations', 'webhooks', 'calendars', 'connects', 'offers'] as const) {
    await db.deleteFrom(table).where('workspace_id', '=', workspace_id).execute()
  }
  await sql`
    update uploads set expires_at = ${now}
    where workspace_id = ${workspace_id} and media_id is null and expires_at > ${now}`.execute(db)
}

/** Of all workspaces: whose time has come, and what was begun. */
export async function dueDeletions(db: Db, now: Date) {
  return db
    .selectFrom('workspaces')
    .select(['id', 'erasing_at'])
    .where('erase_at', '<=', now.toISOString())
    .orderBy('erase_at')
    .execute()
}

/** False: something is being sent, changed or taken down, or it was taken back. Once true, there is no way back. */
export async function beginErasing({ db, workspace_id }: Scope, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workspaces')
    .set({ erasing_at: now })
    .where('id', '=', workspace_id)
    .where('erase_at', '<=', now.toISOString())
    .where('erasing_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from deliveries d where d.workspace_id = workspaces.id and d.status = 'publishing')
        and not exists (select from edits e where e.workspace_id = workspaces.id and e.state = 'editing')
        and not exists (select from removals r where r.workspace_id = workspaces.id and r.state = 'removing')`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Accounts that were not disconnected yet. */
export async function accountsLeft({ db, workspace_id }: Scope): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Every owner, by mail, when the transaction is committed. */
export async function tellOwners(
  { db, workspace_id }: Scope,
  ending: Omit<Ending, 'workspace' | 'zone'>,
  now: Date,
) {
  const { name: workspace, timezone } = await db
    .selectFrom('workspaces')
    .select(['name', 'timezone'])
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  const owners = await db
    .selectFrom('members as m')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .select(['p.email', 'p.timezone'])
    .where('m.workspace_id', '=', workspace_id)
    .where('m.role', '=', 'owner')
    .orderBy('p.id')
    .execute()
  for (const { email, timezone: own } of owners) {
    const about = { deletion: { ...ending, workspace, zone: own ?? timezone } }
    await insertMail(db, { kind: 'deletion', email, about }, now)
  }
}
