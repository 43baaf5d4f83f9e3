/** What is planned, as whoever reckons its cost needs it. */
import { sql } from 'kysely'
import type { Priced } from '#rules/cost.ts'
import { scheduleTime } from './post-filter.ts'
import { reaches } from './posts.ts'
import type { Scope } from './schema.ts'

/** So long past its time a post may still wait for its turn. */
const LATE = 24 * 3_600_000

/**
 * The first posts of a time that have something to send to these platforms, with what waits there; one more than `most` where
 * there are more.
 */
export async function plannedPosts(scope: Scope, wanted: Wanted): Promise<Priced[]> {
  return (await plannedQuery(scope, wanted).execute(scope.db)).rows
}

interface Wanted {
  platforms: readonly string[]
  now: Date
  until: Date
  most: number
}

export function plannedQuery(scope: Scope, { platforms, now, until, most }: Wanted) {
  const { workspace_id } = scope
  const since = new Date(now.getTime() - LATE)
  return sql<Priced>`
    select posts.content, posts.first_comment, posts.platform_content, posts.platform_options, "socialAccounts",
      coalesce(files.media, '[]') as media, files.part_media
    from posts join lateral (
      select json_agg(json_build_object('id', d.account_id, 'platform', d.platform,
        'pivot', json_build_object('parts', d.parts))) as "socialAccounts"
      from deliveries d
      where d.workspace_id = posts.workspace_id and d.post_id = posts.id and d.status = 'pending'
        and d.platform = any(${[...platforms]}::text[])
    ) waiting on "socialAccounts" is not null
    left join lateral (
      select json_agg(file) filter (where not in_thread) as media, json_agg(file) filter (where in_thread) as part_media
      from (
        select pm.in_thread, json_build_object('id', m.id, 'mime_type', m.mime_type, 'alt_text', pm.alt_text) as file
        from post_media pm join media m on m.workspace_id = pm.workspace_id and m.id = pm.media_id
        where pm.workspace_id = posts.workspace_id and pm.post_id = posts.id) shown
    ) files on true
    where posts.workspace_id = ${workspace_id} and posts.deleted_at is null and posts.status = 'scheduled'
      and ${scheduleTime} > ${since} and ${scheduleTime} <= ${until}
      and ${reaches(scope)}
    order by ${scheduleTime} limit ${most + 1}`
}
