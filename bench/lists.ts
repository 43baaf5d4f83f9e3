/** Lists of a workspace with a million posts, over REST: by every filter and order that pages use. */
import { connect } from '#database/connect.ts'
import { plant } from '../test/surfaces/many-posts.ts'
import { newKey } from '../test/surfaces/kit.ts'
import { percentile, runService, say } from './service.ts'

const POSTS = 1_000_000
const ROUNDS = 30

export async function lists() {
  await using service = await runService({ ROLE: 'api' })
  await using connected = connect(service.database, { max: 1, name: 'crier-bench' })
  const { db } = connected
  const began = performance.now()
  const { workspace_id, common, rare } = await plant(db, POSTS)
  say(`${POSTS} posts planted in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const key = await newKey({ db }, ['*'], workspace_id)
  const needle = (round: number) => `search=needle${7 + (round % 20) * (POSTS / 20)}`
  const queries: Record<string, (round: number) => string> = {
    'no filter': () => '',
    'a status': () => 'status=scheduled',
    'by schedule': () => 'status=scheduled&sort=scheduled_at&order=asc',
    'by change': () => 'sort=updated_at',
    'what is out': () => 'sort=published_at',
    'an account': () => `account_ids=${common}`,
    'an account with 20 posts': () => `account_ids=${rare}`,
    'a label': () => 'labels=common',
    'a label of 20 posts': () => 'labels=rare',
    'an own id': (round) => `external_id=own%20${7 * (1 + round)}`,
    'a word of a third': () => 'search=walk',
    'a word of one post': needle,
    'a word that nobody wrote': (round) => `search=unheard${round}`,
    'a surface used 20 times': () => 'created_via=dashboard',
    'what failed': () => 'outcome=failed',
    'what is under way': () => 'outcome=publishing',
    'a month': () => 'from=2026-02-01&to=2026-02-28',
    'a key that made none': () => `key_id=${key.id}`,
  }
  const ask = async (query: string) => {
    const answer = await fetch(`${service.base_url}/api/posts?${query}`, {
      headers: { authorization: `Bearer ${key.token}` },
    })
    if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { next_cursor: string | null }
  }
  for (const [name, query] of Object.entries(queries)) {
    const first: number[] = []
    const next: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const asked = performance.now()
      const { next_cursor } = await ask(query(round))
      first.push(performance.now() - asked)
      if (next_cursor === null) continue
      const again = performance.now()
      await ask(`${query(round)}&cursor=${encodeURIComponent(next_cursor)}`)
      next.push(performance.now() - again)
    }
    const told = (times: number[]) =>
      times.length
        ? `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`
        : 'none'
    say(`${name.padEnd(26)} with its total ${told(first)}; by cursor ${told(next)}`)
  }
}
