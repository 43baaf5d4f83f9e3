/** What a person of a large workspace waits for: the first page of 1,000,000 posts, one status of them, and the counts. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import type { Db } from '#store/schema.ts'
import { foldTotals, mendTotals } from '#store/totals.ts'
import { tell } from './goals.ts'
import { percentile, root, runService, say, temporaryFolder } from './service.ts'
import { stallsIn, stoodStill } from './stood-still.ts'
import { addPosts, addTenants } from './tenants.ts'

const POSTS = 1_000_000
const ROUNDS = 200
/** Milliseconds. */
const GOAL = 20

export async function million() {
  await using stack = new AsyncDisposableStack()
  const notes = join(await temporaryFolder(stack), 'stalls')
  const service = stack.use(
    await runService({
      ROLE: 'api',
      BENCH_STALLS: notes,
      NODE_OPTIONS: `--import=${join(root, 'bench/stalls.ts')}`,
    }),
  )
  await using connected = connect(service.database, { max: 1, name: 'crier-bench' })
  const { db } = connected
  const [tenant] = await addTenants(db, 1)
  if (!tenant) throw new Error('There is no tenant.')
  // Nobody hears of a million posts that were never written; what triggers would have counted is counted once.
  await sql`set session_replication_role = replica`.execute(db)
  await addPosts(db, tenant, POSTS)
  await sql`set session_replication_role = origin`.execute(db)
  await mendTotals(db)
  await foldTotals(db)
  await quiet(db)
  const headers = { authorization: `Bearer ${tenant.token}` }
  for (const [name, path] of [
    ['first page', '/api/posts'],
    ['first page of what is scheduled', '/api/posts?status=scheduled'],
    ['get_stats', '/api/stats'],
  ] as const) {
    const times: number[] = []
    const late: { at: number; ms: number }[] = []
    for (let round = -20; round < ROUNDS; round++) {
      const [at, began] = [Date.now(), performance.now()]
      const answer = await fetch(service.base_url + path, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`status ${answer.status}`)
      if (round < 0) continue
      const ms = performance.now() - began
      times.push(ms)
      if (ms > GOAL) late.push({ at, ms })
    }
    tell(
      {
        name: `${name} of ${POSTS} posts, p99`,
        value: percentile(times, 0.99),
        goal: GOAL,
        lower: true,
        unit: ' ms',
      },
      `p50 ${percentile(times, 0.5).toFixed(1)} ms`,
    )
    // It writes down what it did half a second later.
    await sleep(1_000)
    const stalls = await stallsIn(notes)
    for (const { at, ms } of late)
      say(`one took ${ms.toFixed(0)} ms; ${stoodStill(stalls, at, ms)}`)
  }
}

/** What a million rows leave to do is done: they are on disk, and nobody cleans up. */
async function quiet(db: Db) {
  await sql`checkpoint`.execute(db)
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where backend_type = 'autovacuum worker'`.execute(db)
    if (!rows.length) return
    await sleep(500)
  }
}
