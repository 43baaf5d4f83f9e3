/** Posts with the same words for the same accounts. */
import { sql } from 'kysely'
import { reaches } from './posts.ts'
import type { Scope } from './schema.ts'

export interface Words {
  content: string
  account_ids: readonly number[]
  /** They tell posts without a text apart. */
  media_ids: readonly number[]
  /** Null for a draft. */
  scheduled_at: string | null
}

/** Whoever wants to make the same post meanwhile waits until the transaction ends. */
export async function lockWords({ db, workspace_id }: Scope, { content, account_ids }: Words) {
  const words = JSON.stringify([workspace_id, content, account_ids.toSorted((a, b) => a - b)])
  await sql`select pg_advisory_xact_lock(hashtextextended(${words}, 0))`.execute(db)
}

/**
 * The latest of the last hours: by the times for which both are meant, else by when it was made. Not one that failed for
 * good: that is made anew on purpose.
 */
export async function findDouble(
  scope: Scope,
  { content, account_ids, media_ids, scheduled_at }: Words,
  hours: number,
  now: Date,
): Promise<number | undefined> {
  const { db, workspace_id } = scope
  const window = sql`interval '1 hour' * ${hours}::int`
  const at = sql`${scheduled_at}::timestamptz`
  const { rows } = await sql<{ id: number }>`
    select posts.id from posts
    where posts.workspace_id = ${workspace_id} and md5(content) = md5(${content}) and content = ${content}
      and deleted_at is null and ${reaches(scope)}
      and case when scheduled_at is null or ${at} is null then created_at > ${now}::timestamptz - ${window}
        else scheduled_at > ${at} - ${window} and scheduled_at < ${at} + ${window} end
      and (status <> 'failed' or exists (
        select from deliveries d where d.workspace_id = posts.workspace_id and d.post_id = posts.id
          and d.blocked_reason = 'outcome_unknown'))
      and array(select d.account_id from deliveries d
        where d.workspace_id = posts.workspace_id and d.post_id = posts.id order by 1)
        = array(select unnest(${[...account_ids]}::bigint[]) order by 1)
      and (content ~ '\\S' or array(select m.media_id from post_media m
        where m.workspace_id = posts.workspace_id and m.post_id = posts.id order by m.position) = ${[...media_ids]}::bigint[])
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]?.id
}
