/** A year of analytics: get_analytics over REST beside the same SQL sent bare, alternating; and how fast numbers are collected. */
import pg from 'pg'
import { z } from 'zod'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import type { Db } from '#store/schema.ts'
import { openStage } from '../test/analytics/stage.ts'
import { recordRead, type Statement } from './record.ts'
import { memoryOf, percentile, runService, say } from './service.ts'

const POSTS = 10_000
const ACCOUNTS = 3
const ROUNDS = 150
const TO = '2026-10-31'

export async function analytics() {
  await windows()
  await collecting()
}

/** A hundred thousand posts of a year on three accounts each, sorted by what became of them; only when asked for by name. */
export async function analyticsOfPosts() {
  await using service = await runService({ ROLE: 'api' })
  await using connected = connect(service.database, { max: 1, name: 'crier-bench' })
  await rebuilt(connected.db, MANY)
  const year = `from=2025-11-01&to=${TO}`
  const next = await cursorOf(service, `/api/analytics/posts?${year}&sort=likes&per_page=50`)
  for (const [name, path] of [
    ['30 days, by engagements', `posts?from=2026-10-02&to=${TO}`],
    ['a year, by engagements', `posts?${year}`],
    ['a year, by rate', `posts?${year}&sort=engagement_rate`],
    ['a year, by likes, second page', `posts?${year}&sort=likes&per_page=50&cursor=${next}`],
    ['a year, by time', `posts?${year}&sort=published_at`],
    ['a year, one platform', `posts?${year}&platform=x`],
    ['a year, one account', `posts?${year}&platform=bluesky`],
    ['a year, best times', `times?${year}&by=engagements`],
  ] as const) {
    const times: number[] = []
    for (let round = -5; round < 100; round++) {
      const time = await timed(() => ask(service, `/api/analytics/${path}`))
      if (round >= 0) times.push(time)
    }
    say(`${name.padEnd(30)} ${line(times)}`)
  }
}

const MANY = 100_000

async function cursorOf({ base_url, token }: { base_url: string; token: string }, path: string) {
  const answer = await fetch(base_url + path, { headers: { authorization: `Bearer ${token}` } })
  const { next_cursor } = z.object({ next_cursor: z.string() }).parse(await answer.json())
  return encodeURIComponent(next_cursor)
}

async function windows() {
  await using service = await runService({ ROLE: 'api' })
  await using connected = connect(service.database, { max: 1, name: 'crier-bench' })
  await rebuilt(connected.db, POSTS)

  const pool = new pg.Pool({ ...service.database, max: 5 })
  const idle = await memoryOf([service.child.pid ?? 0])
  for (const [name, from] of [
    ['30 days', '2026-10-02'],
    ['365 days', '2025-11-01'],
  ] as const) {
    const statements = await recordRead(service.database, service.token, 'get_analytics', {
      from,
      to: TO,
    })
    const ours: number[] = []
    const bare: number[] = []
    for (let round = -20; round < ROUNDS; round++) {
      const pair = [
        await timed(() => ask(service, `/api/analytics?from=${from}&to=${TO}`)),
        await timed(() => replay(pool, statements)),
      ] as const
      if (round < 0) continue
      ours.push(pair[0])
      bare.push(pair[1])
    }
    say(`${name.padEnd(9)} Crier ${line(ours)}`)
    say(`${''.padEnd(9)} bare  ${line(bare)}, ${statements.length} statements`)
    const ratio = (share: number) => (percentile(ours, share) / percentile(bare, share)).toFixed(2)
    say(`${''.padEnd(9)} ratio ${ratio(0.5)} at p50, ${ratio(0.99)} at p99`)
  }
  const busy = await memoryOf([service.child.pid ?? 0])
  say(`memory of the service ${idle.toFixed(0)} MB before, ${busy.toFixed(0)} MB after`)
  await pool.end()
}

/** Posts all over the year on three accounts each, six snapshots for every delivery, as if all were measured on time. */
async function rebuilt(db: Db, posts: number) {
  await fill(db, posts)
  const began = performance.now()
  await sql`select rebuild_days(id) from workspaces`.execute(db)
  say(
    `rebuilt from ${posts * ACCOUNTS * 6} snapshots in ${(performance.now() - began).toFixed(0)} ms`,
  )
  await sql`vacuum analyze`.execute(db)
}

async function fill(db: Db, posts: number) {
  const end = '2026-11-01T00:00:00Z'
  await sql`
    insert into accounts (workspace_id, platform, kind, platform_account_id, name, username, secret, refreshable, sandbox, connected_at)
    select id, 'x', 'profile', 'third', 'Third', 'third', '', false, true, now() from workspaces`.execute(
    db,
  )
  await sql`
    insert into posts (workspace_id, content, status, published_at, created_via, created_by, created_at, updated_at)
    select w.id, 'Post number ' || i, 'published', at, 'rest', 'key:1', at, at
    from workspaces w, generate_series(1, ${posts}) i,
      lateral (select ${end}::timestamptz - i * interval '365 days' / ${posts} as at) t`.execute(db)
  await sql`
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, status, platform_post_id, published_at)
    select p.workspace_id, p.id, a.id, a.id, a.platform, true, 'published', 'post ' || p.id, p.published_at
    from posts p join (select * from accounts order by id limit ${ACCOUNTS}) a using (workspace_id)`.execute(
    db,
  )
  await sql`
    insert into snapshots
    select d.workspace_id, d.id, n.number, d.published_at + n.age,
      null, case when d.platform = 'x' then 1000 * n.number end, 30 * n.number, 4 * n.number, d.id % 9 * n.number, (40 + d.id % 99) * n.number
    from deliveries d, unnest(array[1, 2, 3, 4, 5, 6], array[interval '1 hour', '6 hours', '1 day', '3 days', '7 days', '30 days']) n(number, age)`.execute(
    db,
  )
}

async function ask({ base_url, token }: { base_url: string; token: string }, path: string) {
  const answer = await fetch(base_url + path, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`status ${answer.status}`)
}

/** In the order in which one needs the other's answer: who asks, then which days and accounts, then the numbers at once. */
async function replay(pool: pg.Pool, statements: readonly Statement[]) {
  const send = ({ name, text, values }: Statement) =>
    pool.query(name ? { name, text, values } : { text, values })
  const [who, ...rest] = statements
  if (who) await send(who)
  await Promise.all(rest.slice(0, -LAST).map(send))
  await Promise.all(rest.slice(-LAST).map(send))
}

const LAST = 4

async function timed(act: () => Promise<unknown>) {
  const began = performance.now()
  await act()
  return performance.now() - began
}

function line(times: readonly number[]) {
  return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`
}

/** Service, database and emulators share two cores here, so that this is a floor. */
async function collecting() {
  const hour = 3600_000
  await using stage = await openStage()
  for (const [platform, posts] of [
    ['bluesky', 500],
    ['x', 90],
  ] as const) {
    await stage.published(posts, [platform])
    let taken = 0
    let time = 0
    for (const wait of [1, 5, 18]) {
      stage.advance(wait * hour + 60_000)
      time += await timed(() => stage.collect())
      taken += posts
    }
    say(
      `collected on ${platform.padEnd(8)} ${taken} snapshots, ${stage.asked.length} calls, ${((taken / time) * 1000).toFixed(0)} snapshots/s`,
    )
    await stage.forget()
  }
}
