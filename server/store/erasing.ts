/** Taking everything of a workspace away: files are noted before the rows that name them go. */
import { sql } from 'kysely'
import { cancelMoves } from './mail-links.ts'
import type { Db, Scope } from './schema.ts'

/**
 * Every table with rows of workspaces, but `workspaces` and `loose_blobs`, which say what is left to do: those that point to
 * others come before them. `fresh_events` become `events`, so they are first. A test holds this against the database.
 */
export const tablesOfWorkspaces = [
  'webhook_sends',
  'webhook_old_secrets',
  'webhooks',
  'notices',
  'notice_days',
  'notice_ways',
  'compositions',
  'members',
  'occurrences',
  'former_posts',
  'series',
  'snapshots',
  'attempts',
  'pulls',
  'receipts',
  'edits',
  'removals',
  'delivery_days',
  'delivery_totals',
  'account_days',
  'post_totals',
  'account_measures',
  'account_snapshots',
  'account_choices',
  'deliveries',
  'counted',
  'risks',
  'half_out',
  'post_media',
  'post_revisions',
  'posts',
  'renditions',
  'uploads',
  'media',
  'schedule_entries',
  'account_sets',
  'snippets',
  'queues',
  'calendars',
  'connects',
  'offers',
  'accounts',
  'grants',
  'keys',
  'mail_links',
  'invitations',
  'daily_posts',
  'rate_budgets',
  'replies',
  'usage',
  'usage_parts',
  'total_changes',
  'totals',
  'fresh_events',
  'events',
] as const

/** The chore that takes loose files away leaves these alone: it would find the rows that still name them, and forget them. */
const NEVER = new Date('9999-01-01T00:00:00Z')

/** The bytes of every item, of what was made of it, and of what had not become one. */
export async function noteFiles({ db, workspace_id }: Scope) {
  await sql`
    insert into loose_blobs (workspace_id, blob_key, remove_at)
    select ${workspace_id}, key, ${NEVER} from (
      select blob_key as key from media where workspace_id = ${workspace_id}
      union select thumbnail_key from media where workspace_id = ${workspace_id}
      union select blob_key from renditions where workspace_id = ${workspace_id}
      union select rendition_key from renditions where workspace_id = ${workspace_id}
      union select blob_key from uploads where workspace_id = ${workspace_id}) each
    where key is not null
    on conflict (workspace_id, blob_key) do update set remove_at = excluded.remove_at`.execute(db)
}

/** What arrived of files that nobody completed, as the file store knows it. */
export async function openUploadsOf({ db, workspace_id }: Scope) {
  return db
    .selectFrom('uploads')
    .select(['blob_key', 'store_id'])
    .where('workspace_id', '=', workspace_id)
    .where('media_id', 'is', null)
    .execute()
}

/** So few at once that nobody waits for their locks, and that a change of a million is none of one transaction. */
const AT_ONCE = 5_000

/** False: there is more. */
export async function eraseSome({ db, workspace_id }: Scope): Promise<boolean> {
  for (const name of tablesOfWorkspaces) {
    const table = sql.table(name)
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where workspace_id = ${workspace_id} limit ${AT_ONCE}))`.execute(
      db,
    )
    // What points to it from below is gone; what it points to is not touched before it is.
    if (numAffectedRows >= BigInt(AT_ONCE)) return false
  }
  return true
}

/** Files that are still to be taken away. */
export async function filesLeft({ db, workspace_id }: Scope, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('loose_blobs')
    .select('blob_key')
    .where('workspace_id', '=', workspace_id)
    .orderBy('blob_key')
    .limit(limit)
    .execute()
  return rows.map(({ blob_key }) => blob_key)
}

/** Tokens of apps, and mails that were not sent yet; both know the workspace in their own ways. */
export async function eraseElsewhere({ db, workspace_id }: Scope) {
  await sql`
    delete from oauth_entries using grants g
    where g.workspace_id = ${workspace_id} and oauth_entries.grant_ref = g.ref`.execute(db)
  await sql`delete from mails where (about ->> 'workspace_id')::bigint = ${workspace_id}`.execute(
    db,
  )
}

/** The last row. Fails while anything points to it. */
export async function eraseWorkspace({ db, workspace_id }: Scope) {
  await db.deleteFrom('workspaces').where('id', '=', workspace_id).execute()
}

/** Where people stand in other tables than their own, by an address or a number without a reference. */
export async function erasePersonElsewhere(
  db: Db,
  { id, email, credential }: { id: number; email: string; credential: string },
) {
  for (const table of ['connects', 'offers'] as const) {
    await db.deleteFrom(table).where('person_id', '=', id).execute()
  }
  for (const table of ['replies', 'rate_budgets', 'daily_posts']) {
    await sql`delete from ${sql.table(table)} where credential = ${credential}`.execute(db)
  }
  await db.deleteFrom('mail_links').where('email', '=', email).execute()
  await cancelMoves(db, { id, email })
  await db.deleteFrom('invitations').where('email', '=', email).execute()
  await sql`
    delete from mails
    where email = ${email} or (about ->> 'person_id')::bigint = ${id} or about ->> 'new_email' = ${email}`.execute(
    db,
  )
}
