/** A month with many posts, as a calendar shows it: with texts of usual lengths, accounts in turns, every outcome, pictures on some. */
import { sql } from 'kysely'
import type { Db } from '#store/schema.ts'

export async function plantMonth(
  db: Db,
  { workspace_id, account_ids }: { workspace_id: number; account_ids: readonly number[] },
  { first, count }: { first: string; count: number },
) {
  const texts = [
    'The autumn harvest is in: what it was like, and what comes to the market on Saturday morning',
    'Open until ten tonight',
    'Three things that we learnt while moving everything to the new house',
    'New: bread without yeast',
  ]
  await db.transaction().execute(async (tx) => {
    // Nobody hears of posts that were never written.
    await sql`set local session_replication_role = replica`.execute(tx)
    // The same times whenever it is planted: which posts stand beside which is nothing for chance to decide.
    await sql`select setseed(0.25)`.execute(tx)
    await sql`
      with made as (
        insert into posts (workspace_id, content, status, scheduled_at, published_at, created_via, created_by, created_at, updated_at)
        select ${workspace_id}, (${texts}::text[])[1 + i % 4] || ' ' || i,
          (array['scheduled', 'scheduled', 'scheduled', 'published', 'published', 'failed', 'draft'])[1 + i % 7], at,
          case when i % 7 in (3, 4) then at end, 'rest', 'bench', now() - i * interval '1 minute', now()
        from (select i, ${first}::timestamptz + floor(random() * 31 * 24 * 12) * interval '5 minutes' as at
          from generate_series(1, ${count}::int) i) t
        returning id, workspace_id, status, scheduled_at, published_at)
      insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, status, due_at, published_at, error_code)
      select m.workspace_id, m.id, a.id, row_number() over (partition by m.id order by a.id), a.platform, a.sandbox,
        case m.status when 'published' then case when m.id % 5 = 0 and a.nr = 1 then 'failed' else 'published' end when 'failed' then 'failed' else 'pending' end,
        case when m.status = 'scheduled' then m.scheduled_at end, m.published_at,
        case when m.status = 'failed' or m.status = 'published' and m.id % 5 = 0 and a.nr = 1 then 'refused' end
      from made m
      join (select row_number() over (order by id) as nr, a.* from accounts a where id = any (${[...account_ids]}::bigint[])) a
        on m.id % 3 = 0 or m.id % 2 = a.nr % 2`.execute(tx)
    await sql`
      with seen as (
        insert into media (workspace_id, original_name, mime_type, size_bytes, blob_key, thumbnail_key, created_at)
        select ${workspace_id}, 'a.jpg', 'image/jpeg', 1000, md5(i::text) || md5((-i)::text), md5((i * 3)::text) || md5((-i * 3)::text), now()
        from generate_series(1, 50) i returning id)
      insert into post_media (workspace_id, post_id, position, media_id)
      select ${workspace_id}, p.id, 0, (select min(id) from seen) + p.id % 50 from posts p
      where p.workspace_id = ${workspace_id} and p.created_by = 'bench' and p.id % 3 = 0`.execute(
      tx,
    )
    await sql`
      insert into risks (workspace_id, post_id, account_id, code, since)
      select workspace_id, id, 0, 'media_gone', now() from posts
      where workspace_id = ${workspace_id} and status = 'scheduled' and created_by = 'bench' and id % 20 = 0`.execute(
      tx,
    )
  })
  await sql`vacuum analyze posts, deliveries, media, post_media, risks`.execute(db)
}
