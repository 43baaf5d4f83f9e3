/** What is planned, as whoever reckons its cost needs it. */
import { sql } from 'kysely'
import type { Priced } from '#rules/cost.ts'
import { reaches } from './posts.ts'
import type { Scope } from './schema.ts'

/** So long past its time a post may still wait for its turn. */
const LATE = 24 * 3_600_000

/**
 * The first posts of a time that have something to send to these platforms, with what waits there; one more than `most` where
 * there are more.
 */
export async function plannedPosts(
  scope: Scope,
  {
    platforms,
    now,
    until,
    most,
  }: { platforms: readonly string[]; now: Date; until: Date; most: number },
): Promise<Priced[]> {
  const { db, workspace_id } = scope
  const { rows } = await sql<Priced>`
    select posts.content, posts.first_comment, posts.platform_content, posts.platform_options, "socialAccounts",
      coalesce((select json_agg(json_build_object('alt_text', pm.alt_text)) from post_media pm
        where pm.workspace_id = posts.workspace_id and pm.post_id = posts.id), '[]') as media
    from posts join lateral (
      select json_agg(json_build_object('id', d.account_id, 'platform', d.platform,
        'pivot', json_build_object('parts', d.parts))) as "socialAccounts"
      from deliveries d
      where d.workspace_id = posts.workspace_id and d.post_id = posts.id and d.status = 'pending'
        and d.platform = any(${[...platforms]}::text[])
    ) waiting on "socialAccounts" is not null
    where posts.workspace_id = ${workspace_id} and posts.deleted_at is null and posts.status = 'scheduled'
      and posts.scheduled_at > ${new Date(now.getTime() - LATE)} and posts.scheduled_at <= ${until}
      and ${reaches(scope)}
    order by posts.scheduled_at limit ${most + 1}`.execute(db)
  return rows
}
