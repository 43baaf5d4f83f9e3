/**
 * One workspace has 20,000 posts due at once; others have a single one each, which fall due while those go out: how long do they
 * wait? All were scheduled before.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#store/schema.ts'
import { openCrowd } from './crowd.ts'
import { percentile, say } from './service.ts'
import { stoodStill } from './stood-still.ts'
import { followStatements, statementsOf } from './statements.ts'

const HERD = 20_000
/** Accounts of the big workspace: enough that nothing but our own fairness holds it back. */
const ACCOUNTS = 200
const SINGLES = 60
/** Milliseconds from one to the next, odd so that nothing of ours falls into step with them: all are due while the herd is under way. */
const APART = 173
const SLOW = 200
/** Milliseconds, of one in a hundred. */
const GOAL = 50
/** As many hands as two cores carry, and as leave a good part of them: what is late then is not for want of processors. */
const HANDS = [250, 60]
const AHEAD = 10_000

export async function fairness() {
  for (const hands of HANDS) await beside(hands)
}

async function beside(concurrency: number) {
  await using crowd = await openCrowd({ slow: SLOW, concurrency })
  const [big = 0] = await crowd.workspaces(1, ACCOUNTS)
  const small = await crowd.workspaces(SINGLES)
  const due = new Date(Date.now() + AHEAD)
  for (const [place, workspace] of small.entries())
    await crowd.seed([workspace], 1, new Date(due.getTime() + 1_000 + place * APART))
  await crowd.seed([big], HERD, due)
  await followStatements(crowd.db)
  const last = due.getTime() + 1_000 + SINGLES * APART
  await sleep(last - Date.now())
  const left = await waiting(crowd.db, big)
  for (const line of await statementsOf(crowd.db)) say(line)
  await sleep(2_000)
  const { rows } = await sql<{ due: string; late: number | null; out: number | null }>`
    select d.wanted_at as due, extract(epoch from a.started_at - d.wanted_at) * 1000 as late,
      extract(epoch from d.published_at - d.wanted_at) * 1000 - ${SLOW}::float as out
    from deliveries d left join attempts a on a.workspace_id = d.workspace_id and a.delivery_id = d.id and a.number = 1
    where d.workspace_id = any(${small}::bigint[])`.execute(crowd.db)
  const late = rows.map((row) => Number(row.late ?? Number.POSITIVE_INFINITY))
  const out = rows.map((row) => Number(row.out ?? Number.POSITIVE_INFINITY))
  say(
    `${concurrency} hands: ${late.length} single posts beside ${HERD} due ones of another workspace (${left} of them still waiting when the last one was due): begun late by p50 ${percentile(late, 0.5).toFixed(0)} ms, p99 ${percentile(late, 0.99).toFixed(0)} ms (goal ≤ ${GOAL}), at most ${Math.max(...late).toFixed(0)} ms`,
  )
  say(
    `what they took from when they were due to when they were out, beside the platform's ${SLOW} ms: p50 ${percentile(out, 0.5).toFixed(0)} ms, p99 ${percentile(out, 0.99).toFixed(0)} ms`,
  )
  const stalls = await crowd.stalls()
  for (const { due: at, late: ms } of rows)
    if (ms !== null && ms > GOAL)
      say(
        `one was begun after ${Number(ms).toFixed(0)} ms; ${stoodStill(stalls, Date.parse(at), Number(ms))}`,
      )
}

async function waiting(db: Db, workspace_id: number) {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from deliveries where workspace_id = ${workspace_id} and status = 'pending'`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
