/**
 * What an upgrade costs whoever posts meanwhile: the oldest release's data with 1,000,000 posts on two accounts each
 * (`UPGRADE_POSTS`), brought to the newest schema on Debian's own PostgreSQL, beside a process that goes on reading and writing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { migrate } from '#database/migrate.ts'
import { isDeadlock } from '#store/errors.ts'
import manifest from '../package.json' with { type: 'json' }
import { debianPostgres } from '../test/start/debian-postgres.ts'
import { dumpOf, releases } from '../test/upgrades/reading.ts'
import { tell } from './goals.ts'
import { say } from './service.ts'

/** Milliseconds: what a person takes for slow, and no program gives up at. */
const GOAL = 2_000

export async function upgrade() {
  const posts = Number(process.env['UPGRADE_POSTS'] ?? 1_000_000)
  const [release = ''] = releases()
  await using server = await debianPostgres()
  const { config } = server
  const client = new pg.Client(config)
  await client.connect()
  try {
    const text = zstdDecompressSync(dumpOf(release)).toString('utf8')
    await client.query(text.replaceAll(/^\\(un)?restrict .*$/gm, ''))
    // A dump leaves it empty.
    await client.query('reset search_path')
    await grow(client, posts)
    // The disk has a say in how long an index takes.
    await client.query('alter system set fsync = on')
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
  const ends = new AbortController()
  const others = [reading, writing].map((work) => longest(config, work, ends.signal))
  await pause(1000)
  const began = performance.now()
  await migrate(config, manifest.version)
  const took = (performance.now() - began) / 1000
  ends.abort()
  const [read, wrote] = await Promise.all(others)
  if (!read || !wrote) throw new Error('Nobody worked.')
  say(
    `     ${release} to ${manifest.version}, ${posts} posts: migrated in ${took.toFixed(1)} s, writers began again ${wrote.deadlocks} times`,
  )
  for (const [name, { slowest: value }] of [
    ['longest read beside an upgrade', read],
    ['longest write beside an upgrade', wrote],
  ] as const)
    tell({ name, value, goal: GOAL, lower: true, unit: ' ms' })
}

type Work = (client: pg.Client) => Promise<unknown>

const reading: Work = (client) =>
  client.query(
    `select p.id, d.status from posts p join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id
    where p.workspace_id = 1 and p.status = 'scheduled' and p.deleted_at is null order by p.scheduled_at limit 25`,
  )

/** A post of its own, as `create_post` writes one, and a delivery that is settled. */
const writing: Work = async (client) => {
  await client.query('begin')
  const { rows } = await client.query<{ id: string }>(
    `insert into posts (workspace_id, content, status, scheduled_at, created_via, created_by, created_at, updated_at)
    values (1, 'Meanwhile', 'scheduled', now() + interval '1 day', 'rest', 'key:1', now(), now()) returning id`,
  )
  await client.query(
    `insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, due_at)
    select 1, $1, 0, id, platform, true, now() + interval '1 day' from accounts where workspace_id = 1 order by id limit 1`,
    [rows[0]?.id],
  )
  await client.query(
    `update deliveries set status = 'published', published_at = now() where workspace_id = 1 and post_id = $1`,
    [rows[0]?.id],
  )
  await client.query('commit')
}

/** Milliseconds of the slowest, done one after the other until the signal, and how often it had to begin again. */
async function longest(config: pg.PoolConfig, work: Work, signal: AbortSignal) {
  const client = new pg.Client(config)
  await client.connect()
  try {
    let slowest = 0
    let deadlocks = 0
    while (!signal.aborted) {
      const began = performance.now()
      // As the service does with what was written by half.
      for (; ; deadlocks++) {
        try {
          await work(client)
          break
        } catch (error) {
          if (!isDeadlock(error)) throw error
          await client.query('rollback')
        }
      }
      slowest = Math.max(slowest, performance.now() - began)
      await pause(5)
    }
    return { slowest, deadlocks }
  } finally {
    await client.end()
  }
}

/** As that release wrote them; what its triggers would have told nobody hears. */
async function grow(client: pg.Client, posts: number) {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query(
    `insert into posts (workspace_id, id, content, status, scheduled_at, published_at, created_via, created_by, created_at, updated_at, labels)
    overriding system value
    select 1, 1000000 + i, 'A walk in the hills ' || md5(i::text), case when i % 10 < 8 then 'published' else 'scheduled' end,
      at, case when i % 10 < 8 then at end, 'rest', 'key:1', at - interval '1 day', at, case when i % 3 = 0 then array['hills'] else '{}' end
    from (select i, '2025-01-01Z'::timestamptz + i * interval '30 seconds' as at from generate_series(1, $1::integer) i) each`,
    [posts],
  )
  await client.query(
    `insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, status, wanted_at, due_at, published_at)
    select 1, p.id, a.position, a.id, a.platform, true, case p.status when 'published' then 'published' else 'pending' end,
      p.scheduled_at, case when p.status = 'scheduled' then p.scheduled_at + interval '900 years' end, p.published_at
    from posts p, (select id, platform, row_number() over (order by id) - 1 as position from accounts where workspace_id = 1 order by id limit 2) a
    where p.workspace_id = 1 and p.id > 1000000`,
  )
  await client.query(
    `insert into delivery_totals (workspace_id, delivery_id, post_id, account_id, published_at, measured_at, reach, impressions, likes, comments, shares, engagements)
    select 1, id, post_id, account_id, published_at, published_at + interval '1 day', 100, 200, 10, 2, 1, 13
    from deliveries where workspace_id = 1 and status = 'published' and post_id > 1000000`,
  )
  await client.query(
    `insert into events (seq, workspace_id, uuid, type, post_id, actor, data, at)
    select 1000000 + row_number() over (order by id), 1, gen_random_uuid(), 'post.published', id, 'key:1', '{}', published_at
    from posts where workspace_id = 1 and id > 1000000 and status = 'published'`,
  )
  await client.query('update event_counter set seq = (select max(seq) from events)')
  await client.query('commit')
  await client.query(`select setval('posts_id_seq', 100000000)`)
  await client.query('vacuum analyze')
}
