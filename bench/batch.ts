/** 500 posts on two accounts, made and then moved: in one call, beside one call each. */
import { z } from 'zod'
import { tell } from './goals.ts'
import { runService, say } from './service.ts'

const POSTS = 500
const ROUNDS = 3

export async function batch() {
  await using service = await runService({ ROLE: 'api' })
  const { account_ids, base_url, token } = service
  const send = async (path: string, body: unknown, method = 'POST') => {
    const answer = await fetch(base_url + path, {
      method,
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
  const [moved, moved_alone]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    let ids: number[] = []
    const one = await timed(async () => {
      const text = await send('/api/posts/batch', { posts: posts(`batch ${round}`) })
      if (!text.includes(`"created":${POSTS}`)) throw new Error(text.slice(0, 500))
      ids = Made.parse(JSON.parse(text)).results.map(({ post }) => post.id)
    })
    const change = { shift_minutes: 60, add_labels: ['postponed'] }
    const all = await timed(async () => {
      const text = await send('/api/posts/batch-update', { ids, ...change })
      if (!text.includes(`"updated":${POSTS}`)) throw new Error(text.slice(0, 500))
    })
    const by_one = await timed(async () => {
      for (const [at, id] of ids.entries()) {
        const scheduled_at = new Date(Date.UTC(2901, 0, 1) + at * 3600_000).toISOString()
        await send(`/api/posts/${id}`, { scheduled_at, labels: ['moved'] }, 'PUT')
      }
    })
    const each = await timed(async () => {
      for (const post of posts(`single ${round}`)) await send('/api/posts', post)
    })
    say(
      `round ${round}: made in ${one.toFixed(0)} ms by one call, ${each.toFixed(0)} ms by ${POSTS}; moved in ${all.toFixed(0)} ms and ${by_one.toFixed(0)} ms`,
    )
    // The first round warms both up.
    if (round) {
      together.push(one)
      alone.push(each)
      moved.push(all)
      moved_alone.push(by_one)
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
  const best_move = Math.min(...moved)
  tell({
    name: `${POSTS} posts moved in one call`,
    value: best_move,
    goal: 3_000,
    lower: true,
    unit: ' ms',
  })
  tell({
    name: 'moving one by one takes so many times as long',
    value: Math.min(...moved_alone) / best_move,
    goal: 1.2,
    unit: '',
  })
}

const Made = z.object({
  results: z.array(z.object({ post: z.object({ id: z.int() }) })),
})
