/** 500 posts on two accounts: in one call, beside one call each. */
import { tell } from './goals.ts'
import { runService, say } from './service.ts'

const POSTS = 500
const ROUNDS = 3

export async function batch() {
  await using service = await runService({ ROLE: 'api' })
  const { account_ids, base_url, token } = service
  const send = async (path: string, body: unknown) => {
    const answer = await fetch(base_url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return text
  }
  const posts = (name: string) =>
    Array.from({ length: POSTS }, (_, at) => ({
      content: `${name} ${at}: a new season begins, and with it the long walks that we have missed`,
      social_account_ids: account_ids.slice(0, 2),
      when: new Date(Date.UTC(2900, 0, 1) + at * 3600_000).toISOString(),
    }))
  const timed = async (work: () => Promise<void>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const [together, alone]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    const one = await timed(async () => {
      const text = await send('/api/posts/batch', { posts: posts(`batch ${round}`) })
      if (!text.includes(`"created":${POSTS}`)) throw new Error(text.slice(0, 500))
    })
    const each = await timed(async () => {
      for (const post of posts(`single ${round}`)) await send('/api/posts', post)
    })
    say(`round ${round}: ${one.toFixed(0)} ms in one call, ${each.toFixed(0)} ms in ${POSTS}`)
    // The first round warms both up.
    if (round) {
      together.push(one)
      alone.push(each)
    }
  }
  const best = Math.min(...together)
  tell({ name: `${POSTS} posts in one call`, value: best, goal: 1_000, lower: true, unit: ' ms' })
  tell({
    name: 'single calls take so many times as long',
    value: Math.min(...alone) / best,
    goal: 8,
    unit: '',
  })
}
