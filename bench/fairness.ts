/** One workspace has 20,000 posts due at once; others have a single one now and then: how long do those wait? */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openCrowd } from './crowd.ts'
import { percentile, say } from './service.ts'

const HERD = 20_000
/** Accounts of the big workspace: enough that nothing but our own fairness holds it back. */
const ACCOUNTS = 200
const SINGLES = 40
const SLOW = 200
const CONCURRENCY = 250
const AHEAD = 8_000

export async function fairness() {
  await using crowd = await openCrowd({ slow: SLOW, concurrency: CONCURRENCY })
  const [big = 0] = await crowd.workspaces(1, ACCOUNTS)
  const small = await crowd.workspaces(SINGLES)
  const due = new Date(Date.now() + AHEAD)
  await crowd.seed([big], HERD, due)
  await sleep(Math.max(0, due.getTime() - Date.now()) + 1_000)
  for (const workspace of small) {
    await crowd.seed([workspace], 1, new Date(Date.now() + 300))
    await sleep(400)
  }
  await sleep(3_000)
  const { rows } = await sql<{ late: number | null; out: number | null }>`
    select extract(epoch from a.started_at - d.wanted_at) * 1000 as late,
      extract(epoch from d.published_at - d.wanted_at) * 1000 - ${SLOW}::float as out
    from deliveries d left join attempts a on a.workspace_id = d.workspace_id and a.delivery_id = d.id and a.number = 1
    where d.workspace_id = any(${small}::bigint[])`.execute(crowd.db)
  const { rows: left } = await sql<{ n: number }>`
    select count(*) as n from deliveries where workspace_id = ${big} and status = 'pending'`.execute(
    crowd.db,
  )
  const late = rows.map((row) => Number(row.late ?? Number.POSITIVE_INFINITY))
  const out = rows.map((row) => Number(row.out ?? Number.POSITIVE_INFINITY))
  say(
    `${late.length} single posts beside ${HERD} due ones of another workspace (${left[0]?.n} of them still waiting at the end): begun late by p50 ${percentile(late, 0.5).toFixed(0)} ms, p99 ${percentile(late, 0.99).toFixed(0)} ms (goal ≤ 50), at most ${Math.max(...late).toFixed(0)} ms`,
  )
  say(
    `what they took from when they were due to when they were out, beside the platform's ${SLOW} ms: p50 ${percentile(out, 0.5).toFixed(0)} ms, p99 ${percentile(out, 0.99).toFixed(0)} ms`,
  )
}
