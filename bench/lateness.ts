/**
 * How late a single scheduled post is on an idle machine: from scheduled_at to the platform having it; one after the other, and
 * where nothing happened for longer than connections stay open. Of those over the goal, where the time went.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { connect } from '#database/connect.ts'
import { percentile, root, type Running, runService, say, temporaryFolder } from './service.ts'
import { stallsIn, stoodStill } from './stood-still.ts'

const POSTS = 100
/** Milliseconds. */
const GOAL = 20
/** Far enough ahead to be scheduled, not announced. Odd distances follow, so that no timer of ours can fall into step with them. */
const AHEAD = 1_700
/** Of an installation that sends a few posts a day: connections that are not kept are closed after 10 s. */
const RARE = 6
const REST = 12_037

const Received = z.array(z.object({ text: z.string(), created_at: z.string() }))

export async function lateness() {
  await using stack = new AsyncDisposableStack()
  const stalls = join(await temporaryFolder(stack), 'stalls')
  const service = stack.use(
    await runService({
      BENCH_STALLS: stalls,
      NODE_OPTIONS: `--import=${join(root, 'bench/stalls.ts')}`,
    }),
  )
  await fetch(`${service.sandbox_url}/_sandbox/x/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: '*', fault: 'no_limits', times: 1_000_000, on: '*' }),
  })
  const first = Date.now() + REST
  const rare = await schedule(service, 'Rare', RARE, (index) => first + index * REST)
  await pause(first + RARE * REST - Date.now())
  await tell(
    service,
    stalls,
    `with ${REST / 1_000} s of rest before each, the first behind the start`,
    rare,
  )
  const often = await schedule(
    service,
    'Lateness',
    POSTS,
    (index) => Date.now() + AHEAD + ((index * 37) % 211),
    120,
  )
  await pause(AHEAD + 1_000)
  await tell(service, stalls, 'one after the other', often)
}

/** Posts with the time that each is for; `apart`: milliseconds between two calls. */
async function schedule(
  service: Running,
  name: string,
  posts: number,
  timeOf: (index: number) => number,
  apart = 0,
) {
  const [, x] = service.account_ids
  const expected = new Map<string, number>()
  for (let index = 0; index < posts; index++) {
    const content = `${name} ${index}`
    const at = timeOf(index)
    const response = await fetch(`${service.base_url}/api/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        content,
        social_account_ids: [x],
        scheduled_at: new Date(at).toISOString(),
      }),
    })
    if (!response.ok) throw new Error(await response.text())
    expected.set(content, at)
    await pause(apart)
  }
  return expected
}

async function tell(
  service: Running,
  stalls: string,
  how: string,
  expected: ReadonlyMap<string, number>,
) {
  const answer = await fetch(`${service.sandbox_url}/_sandbox/x/posts`)
  const arrived = Received.parse(await answer.json()).flatMap(({ text, created_at }) => {
    const at = expected.get(text)
    return at === undefined ? [] : [{ text, ms: Date.parse(created_at) - at }]
  })
  const late = arrived.map(({ ms }) => ms)
  say(
    `${late.length} of ${expected.size} posts arrived, ${how}; late by p50 ${percentile(late, 0.5)} ms, p99 ${percentile(late, 0.99)} ms (goal ≤ ${GOAL}), at most ${Math.max(...late)} ms; early: ${late.filter((ms) => ms < 0).length}`,
  )
  const over = arrived.filter(({ ms }) => ms > GOAL)
  if (over.length) await explain(service, stalls, over, expected)
}

/** Of each: when it was claimed, when it was written down that its call begins, and what kept the process from its work meanwhile. */
async function explain(
  service: Running,
  file: string,
  over: readonly { text: string; ms: number }[],
  expected: ReadonlyMap<string, number>,
) {
  await using database = connect(service.database, { max: 1, name: 'crier-bench' })
  const stalls = await stallsIn(file)
  const { rows } = await sql<{ content: string; claimed: string; begun: string }>`
    select p.content, a.started_at as claimed, d.steps->'post'->>'started_at' as begun from posts p
    join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id
    join attempts a on a.workspace_id = d.workspace_id and a.delivery_id = d.id and a.number = 1`.execute(
    database.db,
  )
  for (const { text, ms } of over) {
    const at = expected.get(text) ?? Number.NaN
    const row = rows.find(({ content }) => content === text)
    const after = (moment: string | undefined) => Date.parse(moment ?? '') - at
    say(
      `${text}: claimed ${after(row?.claimed)} ms after its time, its call written down after ${after(row?.begun)}, there after ${ms}; ${stoodStill(stalls, at, ms)}`,
    )
  }
}

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
