/** A workspace whose posts were published and measured for months: by SQL, since nobody waits for that. */
import type { TestService } from '../service.ts'

const more = [
  ['google_business', 'location', 'Orchard on the map'],
  ['instagram', 'business', 'Orchard in pictures'],
  ['youtube', 'channel', 'Orchard on film'],
] as const

/** So many posts of the last `days`, the same each time, on accounts of five platforms of which one tells nothing. */
export async function measured(service: TestService, { days = 120, posts = 260 } = {}) {
  for (const [platform, kind, name] of more)
    await service.query(`
      insert into accounts (workspace_id, platform, kind, platform_account_id, name, username, secret, refreshable, sandbox, connected_at)
      select id, '${platform}', '${kind}', 'measured-${platform}', '${name}', '@orchard', '', false, true, now() from workspaces order by id limit 1`)
  // A number of its own for each, from 0 to 1, and the same with every run.
  const chance = (text: string) =>
    `(('x' || substr(md5(${text}), 1, 6))::bit(24)::int / 16777216.0)`
  await service.query(`
    insert into posts (workspace_id, content, status, published_at, created_via, created_by, created_at, updated_at, labels)
    select w.id,
      (array['The autumn harvest is in: forty-one sorts of apples.', 'How we press juice, in four pictures.', 'Saturday market: come early, the quinces go first.',
        'What is a Boskoop good for? Everything.', 'New in the shop: vinegar of two years.'])[1 + i % 5] || ' (' || i || ')',
      'published', at, 'dashboard', 'person:1', at, at, case when i % 4 = 0 then array['harvest'] else '{}' end
    from (select id from workspaces order by id limit 1) w, generate_series(1, ${posts}) i,
      lateral (select date_trunc('day', now()) - interval '2 hours' - floor(${chance("'d' || i")} * ${days}) * interval '1 day'
        - (array[1, 3, 4, 7, 12, 13])[1 + floor(${chance("'h' || i")} * 6)::int] * interval '1 hour' as at) t`)
  await service.query(`
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, status, platform_post_id, published_at)
    select p.workspace_id, p.id, a.id, a.id, a.platform, true, 'published', 'measured ' || p.id || ' ' || a.id, p.published_at
    from posts p join accounts a on a.workspace_id = p.workspace_id and a.removed_at is null
    where p.created_by = 'person:1' and ${chance("'a' || p.id || ' ' || a.id")} < 0.6`)
  await service.query(`
    insert into snapshots (workspace_id, delivery_id, number, taken_at, reach, impressions, likes, comments, shares, engagements)
    select d.workspace_id, d.id, n.number, d.published_at + n.age,
      case when d.platform = 'instagram' then floor(seen * 0.8) end,
      case when d.platform in ('x', 'instagram', 'youtube') then floor(seen) end,
      floor(liked), floor(liked / 9), case when d.platform <> 'youtube' then floor(liked / 6) end,
      floor(liked) + floor(liked / 9) + case when d.platform <> 'youtube' then floor(liked / 6) else 0 end
    from deliveries d,
      unnest(array[1, 2, 3, 4, 5, 6], array[interval '1 hour', '6 hours', '1 day', '3 days', '7 days', '30 days'], array[.15, .4, .7, .85, .95, 1.0]) n(number, age, share),
      lateral (select (200 + 1800 * ${chance("'s' || d.id")}) * n.share * (case when extract(isodow from d.published_at) < 6 then 1.3 else 0.7 end) as seen) s,
      lateral (select seen * (0.01 + 0.05 * ${chance("'l' || d.post_id")}) as liked) l
    where d.platform_post_id like 'measured %' and d.platform <> 'google_business' and d.published_at + n.age < now()`)
  await service.query(`
    insert into account_snapshots (workspace_id, account_id, taken_at, followers, following, posts)
    select a.workspace_id, a.id, at, 800 + a.id * 310 + (n * (1 + a.id % 3)) + floor(6 * ${chance("'f' || n || a.id")}), 64 + a.id, 40 + n
    from accounts a, generate_series(1, ${days}) n, lateral (select now() - (${days} - n) * interval '1 day' as at) t
    where a.platform <> 'google_business'`)
  await service.query('select rebuild_days(id) from workspaces')
}
