/**
 * One worker process against four, each with few hands on a slow platform: what starting more processes brings. All hands of such
 * a wave begin and end together, and what they cost the two cores is waited for between two waves: four times as long for four
 * workers. `npm run bench -- slow-workers` shows it: the same on a platform that takes four times as long.
 */
import { spareOf } from '#publishing/hands.ts'
import { openCrowd } from './crowd.ts'
import { say } from './service.ts'

/** Milliseconds. */
const SLOW = 800
/** Few enough that two cores are not what four workers wait for. */
const CONCURRENCY = 32
/** With the spare ones: there is always a workspace that has none out. */
const HANDS = CONCURRENCY + spareOf(CONCURRENCY)
/** Eight waves of four workers, less what these lack in all: were one left over, there would be a wave more for it. */
const POSTS = Math.round(HANDS * 4 * 8 * 0.95)
const WORKSPACES = 150
const AHEAD = 6_000

export async function slowWorkers() {
  await workers(4 * SLOW)
}

export async function workers(slow = SLOW) {
  const rates: number[] = []
  for (const count of [1, 4]) {
    await using crowd = await openCrowd({ slow, concurrency: CONCURRENCY, workers: count })
    const due = new Date(Date.now() + AHEAD)
    await crowd.seed(await crowd.workspaces(WORKSPACES), POSTS, due)
    const { published, seconds } = await crowd.drained(due)
    const ideal = (count * HANDS * 1000) / slow
    const rate = published / seconds
    rates.push(rate)
    say(
      `${count} worker(s): ${published} published in ${seconds.toFixed(2)} s, ${rate.toFixed(0)}/s; ideal ${ideal.toFixed(0)}/s`,
    )
  }
  const [one = 1, four = 0] = rates
  say(`four workers against one: ${(four / one).toFixed(2)} times as many (goal ≥ 3.6)`)
}
