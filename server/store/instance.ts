/** What the database knows of the instance that it belongs to: one row. */
import { CompiledQuery, type Insertable, type Selectable, sql } from 'kysely'
import { OUTCOME_UNKNOWN } from '#rules/delivery.ts'
import { settlePost } from './endings.ts'
import type { Db, Schema } from './schema.ts'
import type { Seal } from './seal.ts'

/** Within a transaction: the others wait until it ends. */
export async function lockInstance(tx: Db) {
  return tx.selectFrom('instance').selectAll().forUpdate().executeTakeFirstOrThrow()
}

export async function changeInstance(tx: Db, change: Partial<Insertable<Schema['instance']>>) {
  await tx.updateTable('instance').set(change).execute()
}

/** Since when publishing is held, if it is. */
export async function heldSince(db: Db) {
  const row = await db.selectFrom('instance').select('held_at').executeTakeFirstOrThrow()
  return row.held_at ?? undefined
}

/** An instance that answers nobody, and why. */
export interface Closed {
  as: 'moving' | 'moved' | 'retired'
  since: string
  moved_to: string | null
}

/** Also asked of a database that is older than this note: there it is open. */
export async function closedAs(db: Db): Promise<Closed | undefined> {
  const { rows } = await sql<{ as: Closed['as'] | null; since: string; moved_to: string | null }>`
    select to_jsonb(i) ->> 'closed_as' as "as", to_jsonb(i) ->> 'closed_at' as since, to_jsonb(i) ->> 'moved_to' as moved_to
    from instance i`.execute(db)
  const [row] = rows
  if (!row || row.as === null) return undefined
  return { ...row, as: row.as, since: new Date(row.since).toISOString() }
}

/** As above, of a database that may be empty. */
export async function closedIfThere(db: Db): Promise<Closed | undefined> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('instance') is not null as there`.execute(db)
  return rows[0]?.there ? closedAs(db) : undefined
}

/** The channel on which processes hear that it was closed or opened. */
export const CLOSING = 'closing'

/**
 * Every process hears of it, ends what it has begun and answers nobody any more; undefined opens it again. `from`: only where it is
 * still so, by whoever closed it then; false: it is not.
 */
export async function closeInstance(
  db: Db,
  as: Closed['as'] | undefined,
  {
    now,
    moved_to = null,
    from,
  }: { now: Date; moved_to?: string | null; from?: Pick<Closed, 'as' | 'since'> | 'open' },
): Promise<boolean> {
  const state = from === 'open' ? undefined : from
  const { numUpdatedRows } = await db
    .updateTable('instance')
    .set({ closed_as: as ?? null, closed_at: as ? now : null, moved_to })
    .$if(from !== undefined, (query) =>
      query.where(
        sql<boolean>`closed_as is not distinct from ${state?.as ?? null}
          and date_trunc('milliseconds', closed_at) is not distinct from ${state?.since ?? null}::timestamptz`,
      ),
    )
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await sql`select pg_notify(${CLOSING}, '')`.execute(db)
  return true
}

/** The newest version that has started on this database; undefined on one that is older than this note. */
export async function lastVersion(db: Db) {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('instance') is not null as there`.execute(db)
  if (!rows[0]?.there) return undefined
  const row = await db.selectFrom('instance').select('version').executeTakeFirst()
  return row?.version ?? undefined
}

export type SealedWords = Pick<
  Selectable<Schema['instance']>,
  'sealed_word' | 'old_sealed_word' | 'dropped_key' | 'client_keys'
>

/** Which key seals. `shared`: within a transaction, behind whoever changes it just now. */
export async function readSealedWords(db: Db, { shared = false } = {}): Promise<SealedWords> {
  const asked = db
    .selectFrom('instance')
    .select(['sealed_word', 'old_sealed_word', 'dropped_key', 'client_keys'])
  return (shared ? asked.forShare() : asked).executeTakeFirstOrThrow()
}

/** The channel on which processes hear that another key seals, or is known. */
export const KEYS_CHANGED = 'secret_keys'

/** On a transaction: once it is committed. */
export async function tellOfKeys(db: Db) {
  await sql`select pg_notify(${KEYS_CHANGED}, '')`.execute(db)
}

/** Something that was sealed before the sealed word was: any account's tokens. */
export async function sealedSecret(db: Db) {
  return db.selectFrom('accounts').select(['workspace_id', 'secret']).limit(1).executeTakeFirst()
}

/**
 * Whatever was due, or under way, while publishing was held and is older than that: another instance may have sent it,
 * so a person looks. Answers how many deliveries that are.
 */
export async function doubtOverdue(tx: Db, held_at: string, now: Date) {
  const doubted = await tx
    .updateTable('deliveries')
    .set({
      ...OUTCOME_UNKNOWN,
      error_message:
        'This instance was started from a copy, and the original may have sent this post. Look on the platform whether it is there. Then retry with confirm_not_published, or mark_published.',
      due_at: null,
      lease_until: null,
    })
    .set({ lease_token: sql`lease_token + 1` })
    .where(
      sql<boolean>`(status = 'publishing' or status = 'pending' and due_at <= ${now})
        and exists (
          select from posts p
          where p.workspace_id = deliveries.workspace_id and p.id = deliveries.post_id and p.created_at < ${held_at})`,
    )
    .returning(['workspace_id', 'post_id'])
    .execute()
  const posts = new Map(doubted.map((row) => [`${row.workspace_id}:${row.post_id}`, row]))
  for (const { workspace_id, post_id } of posts.values()) {
    await settlePost(tx, { workspace_id, id: post_id }, now)
  }
  return doubted.length
}

/**
 * Of the rows of a backup, taken then: what its instance had itself been restored from, and had not looked for yet, may have been
 * sent since the first of both.
 */
export const MARK_RESTORED = `
  update deliveries set restored_until = null, restored_from =
    case when restored_until is not null and steps #>> '{post,recovered}' = 'absent' then $1 else least(restored_from, $1) end
  where status <> 'published'`

/**
 * It was started as a copy. When that was made tells the last that had happened before: from then on the original may have sent
 * whatever is not out, also what is due much later, for somebody may have hurried it. Undefined: there is nothing that it could send.
 */
export async function markCopied(tx: Db, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ at: string | null }>`
    select greatest((select max(at) from events where at < ${now}), (select max(at) from fresh_events where at < ${now}),
      (select max(updated_at) from posts where updated_at < ${now})) as at`.execute(tx)
  const from = rows[0]?.at ?? undefined
  if (from !== undefined) await tx.executeQuery(CompiledQuery.raw(MARK_RESTORED, [from]))
  return from
}

/**
 * A backup was restored, or a copy started: the original went on for as long as nobody knows here, until now at the latest. What
 * was on schedule is looked for at once, whatever its time, and goes back to it; what failed or waits for a person, when it is tried
 * again. What was known of calls before the backup, and what a person said of them, says nothing of those since.
 */
export async function seekRestored(tx: Db, now: Date): Promise<number> {
  await tx
    .updateTable('deliveries')
    .set({
      restored_until: now,
      steps: sql`(
        select coalesce(jsonb_object_agg(step, entry - '{recovered,cleared,denied}'::text[]), '{}')
        from jsonb_each(steps) as known (step, entry))`,
    })
    .where('restored_from', 'is not', null)
    .where('restored_until', 'is', null)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set({ status: 'publishing', due_at: null, lease_until: now, in_doubt: true })
    .set({ lease_token: sql`lease_token + 1` })
    // It may be out from now on, whatever comes before the first look: nobody changes it, and it is not too late.
    .set({
      steps: sql`case when steps #> '{post,result}' is null and steps #> '{post,started_at}' is null
        then jsonb_set(steps, '{post}', coalesce(steps -> 'post', '{}')
          || jsonb_build_object('started_at', to_char(restored_from at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        else steps end`,
    })
    .where('restored_until', '=', now.toISOString())
    .where(
      sql<boolean>`(status = 'publishing' or status = 'pending' and due_at is not null and exists (
        select from posts p
        where p.workspace_id = deliveries.workspace_id and p.id = deliveries.post_id
          and p.status = 'scheduled' and p.deleted_at is null))`,
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Whoever runs it knows that the original sent nothing since its backup, which was made then. What the original had itself not
 * looked for, after a restore of its own, is looked for as ever.
 */
export async function forgetRestored(tx: Db, taken_at: string) {
  await tx
    .updateTable('deliveries')
    .set({ restored_from: null })
    .where('restored_from', '>=', taken_at)
    .where('restored_until', 'is', null)
    .execute()
}

/** After the key is lost for good: nothing of what was sealed under it stays, and every account asks to be connected again. */
export async function forgetSealed(tx: Db, seal: Seal, context: (workspace_id: number) => string) {
  const accounts = await tx
    .selectFrom('accounts')
    .select(['workspace_id', 'id', 'health', 'removed_at'])
    .execute()
  for (const { workspace_id, id, health } of accounts) {
    await tx
      .updateTable('accounts')
      .set({
        secret: seal.close({}, context(workspace_id)),
        ...(health !== 'disabled' && {
          health: 'needs_reconnect' as const,
          health_message: 'The key that its tokens were sealed with was lost.',
        }),
      })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .execute()
  }
  await tx
    .updateTable('webhooks')
    .set({ disabled_at: sql`now()`, disabled_why: 'secret_lost' })
    .where('disabled_at', 'is', null)
    .execute()
  for (const table of [
    'connects',
    'offers',
    'replies',
    'oauth_entries',
    'oidc_requests',
    'platform_apps',
  ] as const) {
    await tx.deleteFrom(table).execute()
  }
  return accounts.filter(({ removed_at }) => removed_at === null).length
}
