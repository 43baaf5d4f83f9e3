/**
 * An hour at half of what the machine carries: posts are created, published a moment later, listed and read, in 250 workspaces. How
 * many calls fail, and whether memory grows. What all of it can is measured first, in this run.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Crowd, openCrowd } from './crowd.ts'
import { tell } from './goals.ts'
import type { Db } from '#store/schema.ts'
import { percentile, say } from './service.ts'
import { addKey } from './tenants.ts'

const MINUTE = 60_000
/** X takes 2,400 posts a day from each of their accounts: more than an hour brings. */
const WORKSPACES = 250
const CONNECTIONS = 10
const CALIBRATION = 60_000
/** In it posts go out beside the calls that make them, from almost the beginning. */
const AT_ONCE = 2_000
/** From the call to when its post is due: more than a machine under other load has stood still. */
const AHEAD = 20_000
/** A share of the time, before what is needed once is there. */
const WARM = 1 / 6
const SAMPLE = 5_000

interface Tenant {
  token: string
  account_id: number
}

/** Each makes three calls: a post, a page of posts, and that post. */
export async function soak(minutes = 60) {
  await using crowd = await openCrowd({ slow: 100, concurrency: 250 })
  const tenants: Tenant[] = []
  for (const workspace_id of await crowd.workspaces(WORKSPACES)) {
    const { rows } = await sql<{ id: number }>`
      select id from accounts where workspace_id = ${workspace_id}`.execute(crowd.db)
    tenants.push({
      token: await addKey(crowd.db, workspace_id),
      account_id: Number(rows[0]?.id ?? 0),
    })
  }
  const caller = callerOf(crowd.base_url, tenants)
  const began = performance.now()
  const made = await closed(caller, CALIBRATION)
  await settled(crowd.db)
  const most = made / ((performance.now() - began) / 1000)
  say(
    `at most ${most.toFixed(0)} posts a second, made with ${(3 * most).toFixed(0)} calls and published`,
  )
  const half = most / 2
  const before = caller.told()
  const spent = await spentOf(crowd)
  const memory: { service: number; postgres: number }[] = []
  const until = performance.now() + minutes * MINUTE
  const sampling = (async () => {
    while (performance.now() < until) {
      memory.push(await crowd.memory())
      await sleep(SAMPLE)
    }
  })()
  await open(caller, half, until)
  await sampling
  await sleep(2 * AHEAD)
  const { calls, failed: refused, slow } = caller.told()
  const failed = refused.slice(before.failed.length)
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*) as n from deliveries group by status`.execute(crowd.db)
  const fates = rows.map(({ status, n }) => `${n} ${status}`).join(', ')
  say(
    `${calls - before.calls} calls in ${minutes} min, ${((calls - before.calls) / minutes / 60).toFixed(0)} a second; p99 ${percentile(slow, 0.99).toFixed(0)} ms; deliveries: ${fates}`,
  )
  const posts = (calls - before.calls) / 3
  const after = await spentOf(crowd)
  const each = (what: keyof typeof spent) => (after[what] - spent[what]) / posts
  say(
    `of one post: ${(1000 * each('service')).toFixed(1)} ms of the service's processor time, ${(1000 * each('postgres')).toFixed(1)} of PostgreSQL's, ${(each('log') / 1000).toFixed(1)} kB of its log, ${(each('stored') / 1000).toFixed(1)} kB that stay`,
  )
  const grown = growthOf(memory)
  tell(
    {
      name: 'calls that failed in an hour at half load',
      value: failed.length,
      goal: 0,
      lower: true,
    },
    [...new Set(failed)].slice(0, 5).join('; '),
  )
  tell(
    {
      name: 'memory after an hour at half load, growth',
      value: grown.both,
      goal: 5,
      lower: true,
      unit: ' %',
    },
    `service ${grown.service}, PostgreSQL ${grown.postgres}`,
  )
}

/** Processor time so far, in seconds, and bytes: written to the log of PostgreSQL, and kept in tables with their indexes. */
async function spentOf(crowd: Crowd) {
  const { rows } = await sql<{ log: number; stored: number }>`
    select (select wal_bytes::float8 from pg_stat_wal) as log,
      (select sum(pg_total_relation_size(relid))::float8 from pg_stat_user_tables) as stored`.execute(
    crowd.db,
  )
  const { service, postgres } = await crowd.processor()
  return { service, postgres, log: rows[0]?.log ?? 0, stored: rows[0]?.stored ?? 0 }
}

/** From what is held behind the warm-up to what is held in the end: medians of a sixth of the time each. */
function growthOf(memory: readonly { service: number; postgres: number }[]) {
  const span = Math.max(1, Math.floor(memory.length * WARM))
  const [first, last] = [memory.slice(span, 2 * span), memory.slice(-span)]
  const of = (samples: typeof memory, what: (each: (typeof memory)[number]) => number) =>
    percentile(samples.map(what), 0.5)
  const told = (what: 'service' | 'postgres') =>
    `${of(first, (each) => each[what]).toFixed(0)} to ${of(last, (each) => each[what]).toFixed(0)} MB`
  const both = (samples: typeof memory) => of(samples, (each) => each.service + each.postgres)
  return {
    both: (both(last) / both(first) - 1) * 100,
    service: told('service'),
    postgres: told('postgres'),
  }
}

const Made = z.object({ id: z.number() })
/** Milliseconds of the last calls that are kept. */
const KEPT = 100_000

function callerOf(base_url: string, tenants: readonly Tenant[]) {
  let calls = 0
  const failed: string[] = []
  const slow: number[] = []
  let turn = 0

  async function call(token: string, path: string, body?: object) {
    const began = performance.now()
    try {
      const response = await fetch(`${base_url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(MINUTE),
      })
      const answer: unknown = await response.json()
      if (!response.ok) failed.push(`${response.status} ${JSON.stringify(answer)}`)
      return answer
    } catch (error) {
      failed.push(String(error))
      return undefined
    } finally {
      slow[calls % KEPT] = performance.now() - began
      calls++
    }
  }

  return {
    async once(ahead = AHEAD) {
      const number = turn++
      const { token, account_id } = tenants[number % tenants.length] ?? { token: '', account_id: 0 }
      const made = Made.safeParse(
        await call(token, '/api/posts', {
          content: `Post ${number} of the soak`,
          social_account_ids: [account_id],
          scheduled_at: new Date(Date.now() + ahead).toISOString(),
        }),
      )
      await call(token, '/api/posts?status=all')
      if (made.success) await call(token, `/api/posts/${made.data.id}`)
    },
    told: () => ({ calls, failed: [...failed], slow }),
  }
}

type Caller = ReturnType<typeof callerOf>

/** Resolves when everything that was to go out has. */
async function settled(db: Db) {
  for (;;) {
    const { rows } = await sql`
      select from deliveries where status in ('pending', 'publishing') limit 1`.execute(db)
    if (!rows.length) return
    await sleep(100)
  }
}

/** As fast as so many connections go; answers how many. */
async function closed(caller: Caller, ms: number) {
  const until = performance.now() + ms
  let done = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (; performance.now() < until; done++) await caller.once(AT_ONCE)
    }),
  )
  return done
}

/** So many a second, whether the ones before have been answered or not. */
async function open(caller: Caller, rate: number, until: number) {
  const under_way = new Set<Promise<void>>()
  const began = performance.now()
  for (let begun = 0; performance.now() < until;) {
    for (; begun < ((performance.now() - began) / 1000) * rate; begun++) {
      const one = caller.once().finally(() => under_way.delete(one))
      under_way.add(one)
    }
    await sleep(10)
  }
  await Promise.all(under_way)
}
