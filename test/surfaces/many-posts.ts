/** A workspace with so many posts that it shows how they are read. */
import { type Kysely, sql } from 'kysely'
import type { PostFilter, PostOrder } from '#store/post-filter.ts'
import { listPosts } from '#store/posts.ts'
import type { Schema, Scope } from '#store/schema.ts'
import { foldTotals, mendTotals } from '#store/totals.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { newAccount } from './kit.ts'

export const POSTS = 20_000

/** `common` has nearly all posts, `second` a fourth and no draft, `rare` twenty; `series` made a quarter of them, `rare_series` twenty; `middle` is when half of them were made. */
export async function plant(db: Kysely<Schema>, posts = POSTS) {
  const now = new Date()
  const { id: workspace_id } = await insertWorkspace(db, { name: 'Many', plan: 'unlimited' }, now)
  const { id: common } = await newAccount({ db }, workspace_id, 'x')
  const { id: second } = await newAccount({ db }, workspace_id, 'bluesky')
  const { id: rare } = await newAccount({ db }, workspace_id, 'pinterest')
  const step = Math.floor(posts / 20)
  const start = '2026-01-01T00:00:00Z'
  const at = sql`${start}::timestamptz + i * ${`${Math.floor((300 * 24 * 3600) / posts)} seconds`}::interval`
  await db.transaction().execute(async (tx) => {
    // Nobody hears of posts that were never written; what triggers would have counted is counted once.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
    insert into posts (workspace_id, id, content, platform_options, platform_content, status, scheduled_at, published_at, created_via,
      created_by, created_at, updated_at, labels, external_id)
    overriding system value
    select ${workspace_id}, i,
      (array['A walk in the hills', 'Bread and butter', 'The season begins'])[1 + i % 3] || ' ' || md5(i::text) || ' ' || md5((-i)::text)
        || case when i % ${step} = 7 then ' needle' || i else '' end,
      '{}', '[]', case when i % 10 = 6 and i % 400 <> 6 then 'published' else (array['published', 'published', 'published', 'published', 'published', 'published', 'failed', 'scheduled', 'scheduled', 'draft'])[1 + i % 10] end,
      case when i % 10 < 9 then ${at} end, case when i % 10 < 7 and i % 400 <> 6 then ${at} end,
      case when i % ${step} = 3 then 'dashboard' else 'rest' end, case when i % ${step} = 5 then 'key:2' else 'key:1' end, ${at}, ${at},
      case when i % ${step} = 9 then array['rare'] when i % 3 = 0 then array['common', 'other'] else '{}' end,
      case when i % 7 = 0 then 'own ' || i end
    from generate_series(1, ${posts}) i`.execute(tx)
    await sql`
    insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, status, due_at, published_at, error_code)
    select ${workspace_id}, p.id, 0, case when p.id % ${step} = 4 then ${rare}::bigint when p.id % 4 = 0 then ${second} else ${common} end, 'x', true,
      case p.status when 'published' then 'published' when 'failed' then 'failed' else 'pending' end,
      case when p.status = 'scheduled' then p.scheduled_at + interval '900 years' end, p.published_at, case when p.status = 'failed' then 'refused' end
    from posts p where p.workspace_id = ${workspace_id}`.execute(tx)
    await sql`
    insert into risks (workspace_id, post_id, account_id, code, since)
    select ${workspace_id}, id, 0, 'media_gone', ${start}::timestamptz from posts
    where workspace_id = ${workspace_id} and status = 'scheduled' and id % ${step} < 10`.execute(tx)
    await sql`
    insert into series (workspace_id, id, name, rule, starts_at, timezone, post, variations, account_ids, skip, state, seen_until, made_by, created_via, created_at, updated_at)
    overriding system value
    select ${workspace_id}, i, 'Tip', 'FREQ=DAILY', '2026-01-01T09:00', 'UTC', '{}', '[]', '{}', '{}', 'ended', ${now}, 'key:1', 'rest', ${now}, ${now}
    from generate_series(1, 2) i`.execute(tx)
    await sql`
    insert into occurrences (workspace_id, series_id, local_at, at, post_id)
    select p.workspace_id, case when p.id % ${step} = 5 then 2 else 1 end, 'T' || p.id, p.created_at, p.id
    from posts p where p.workspace_id = ${workspace_id} and (p.id % 4 = 0 or p.id % ${step} = 5)`.execute(
      tx,
    )
  })
  await mendTotals(db)
  await foldTotals(db)
  await sql`select setval('posts_id_seq', ${posts})`.execute(db)
  await sql`vacuum analyze posts`.execute(db)
  await sql`vacuum analyze deliveries`.execute(db)
  await sql`analyze risks`.execute(db)
  await sql`vacuum analyze occurrences`.execute(db)
  return {
    workspace_id,
    common,
    second,
    rare,
    series: 1,
    rare_series: 2,
    middle: new Date('2026-05-31T00:00:00Z'),
  }
}

/** A page at a time, each behind the last post of the one before. */
export async function walkedIds(scope: Scope, filter: PostFilter, by: PostOrder, most: number) {
  const ids: number[] = []
  const limit = 201
  let last: { at: Date | null; id: number } | undefined
  while (ids.length <= most) {
    const page = await listPosts(scope, filter, { limit, offset: 0, after: last }, by)
    ids.push(...page.map(({ id }) => id))
    const end = page.at(-1)
    if (!end || page.length < limit) break
    const at = end[by.sort]
    last = { at: at === null ? null : new Date(at), id: end.id }
  }
  return ids
}
