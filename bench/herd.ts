/**
 * Thousands of posts due in the same second, on a platform that takes 200 ms a post: how close they drain to the ideal, and to what
 * bare calls and statements reach on this machine, once before and once behind them.
 */
import { spareOf } from '#publishing/hands.ts'
import { openCrowd } from './crowd.ts'
import { percentile, say } from './service.ts'
import { followStatements, statementsOf } from './statements.ts'

const POSTS = 5_000
const SLOW = 200
const CONCURRENCY = 222
/** With the spare ones, which all find a workspace that has none out. */
const HANDS = CONCURRENCY + spareOf(CONCURRENCY)
const WORKSPACES = 250
const AHEAD = 8_000

export async function herd() {
  await using crowd = await openCrowd({ slow: SLOW, concurrency: CONCURRENCY })
  const workspaces = await crowd.workspaces(WORKSPACES)
  const floors = [await crowd.bare(POSTS, HANDS)]
  const due = new Date(Date.now() + AHEAD)
  await crowd.seed(workspaces, POSTS, due)
  await followStatements(crowd.db)
  const before = await crowd.processor()
  const { published, others, seconds } = await crowd.drained(due)
  const after = await crowd.processor()
  for (const line of await statementsOf(crowd.db)) say(line)
  const saves = await crowd.saves()
  floors.push(await crowd.bare(POSTS, HANDS))
  const floor = floors.reduce((sum, each) => sum + each, 0) / floors.length
  const ideal = (POSTS * SLOW) / 1000 / HANDS
  say(
    `${published} of ${POSTS} published in ${seconds.toFixed(2)} s; ideal at ${HANDS} at once ${ideal.toFixed(2)} s; ratio ${(seconds / ideal).toFixed(2)} (goal ≤ 1.15)${others.map((other) => `; ${other}`).join('')}`,
  )
  say(
    `bare calls and statements: ${floors.map((each) => each.toFixed(2)).join(' and ')} s, ratio ${(floor / ideal).toFixed(2)}; ours ${(seconds / floor).toFixed(2)} of that`,
  )
  say(
    `${saves.length} saves of steps as begun: p50 ${percentile(saves, 0.5).toFixed(0)} ms, p99 ${percentile(saves, 0.99).toFixed(0)} ms (goal ≤ 50)`,
  )
  const used = (which: keyof typeof after) => after[which] - before[which]
  say(
    `processor time: service ${used('service').toFixed(2)} s, PostgreSQL ${used('postgres').toFixed(2)} s, platforms ${used('platforms').toFixed(2)} s`,
  )
}
