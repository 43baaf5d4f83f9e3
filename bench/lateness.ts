/** How late a single scheduled post is on an idle machine: from scheduled_at to the platform having it. */
import { z } from 'zod'
import { percentile, runService, say } from './service.ts'

const POSTS = 100
/** Milliseconds. */
const GOAL = 20
/** Far enough ahead to be scheduled, not announced. */
const AHEAD = 1_700

const Received = z.array(z.object({ text: z.string(), created_at: z.string() }))

export async function lateness() {
  await using service = await runService()
  const [, x] = service.account_ids
  const expected = new Map<string, number>()
  await fetch(`${service.sandbox_url}/_sandbox/x/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: '*', fault: 'no_limits', times: 1_000_000, on: '*' }),
  })
  for (let index = 0; index < POSTS; index++) {
    const content = `Lateness ${index}`
    // Odd distances, so that no timer of ours can fall into step with them.
    const at = Date.now() + AHEAD + ((index * 37) % 211)
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
    await pause(120)
  }
  await pause(AHEAD + 1_000)
  const answer = await fetch(`${service.sandbox_url}/_sandbox/x/posts`)
  const arrived = Received.parse(await answer.json()).flatMap(({ text, created_at }) => {
    const at = expected.get(text)
    return at === undefined ? [] : [{ text, ms: Date.parse(created_at) - at }]
  })
  const late = arrived.map(({ ms }) => ms)
  say(
    `${late.length} of ${POSTS} posts arrived; late by p50 ${percentile(late, 0.5)} ms, p99 ${percentile(late, 0.99)} ms (goal ≤ ${GOAL}), at most ${Math.max(...late)} ms; early: ${late.filter((ms) => ms < 0).length}`,
  )
  const over = arrived.filter(({ ms }) => ms > GOAL).map(({ text, ms }) => `${text}: ${ms} ms`)
  if (over.length) say(`over the goal: ${over.join(', ')}`)
}

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
