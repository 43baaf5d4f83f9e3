/** Thousands of posts due in the same second, on a platform that takes 200 ms a post: how close to the ideal they drain. */
import { openCrowd } from './crowd.ts'
import { say } from './service.ts'

const POSTS = 5_000
const SLOW = 200
const CONCURRENCY = 250
const WORKSPACES = 250
const AHEAD = 8_000

export async function herd() {
  await using crowd = await openCrowd({ slow: SLOW, concurrency: CONCURRENCY })
  const workspaces = await crowd.workspaces(WORKSPACES)
  const due = new Date(Date.now() + AHEAD)
  await crowd.seed(workspaces, POSTS, due)
  const { published, others, seconds } = await crowd.drained(due)
  const ideal = (POSTS * SLOW) / 1000 / CONCURRENCY
  say(
    `${published} of ${POSTS} published in ${seconds.toFixed(2)} s; ideal at ${CONCURRENCY} at once ${ideal.toFixed(2)} s; ratio ${(seconds / ideal).toFixed(2)}${others.map((other) => `; ${other}`).join('')}`,
  )
}
