import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { callers, surfaces } from '../surfaces/callers.ts'
import { newPost } from '../surfaces/kit.ts'
import { lookAt } from '../surfaces/states.ts'
import { openService } from '../service.ts'
import * as model from './posts.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())
const all = callers(service)
const platforms = Object.keys(service.accounts)

/** What platforms do to us that ends well or in a refusal, at once. */
const faults = [
  ['x', 'scope_missing'],
  ['x', 'token_expired'],
  ['bluesky', 'token_expired'],
  undefined,
] as const
const moves = [
  ...(Object.keys(model.rules) as (keyof typeof model.rules)[]),
  'update_post',
] as const

const step = fc.record({
  surface: fc.constantFrom(...surfaces),
  move: fc.constantFrom(...moves),
  fault: fc.constantFrom(...faults),
})

let texts = 0

test('with real workers, whatever is asked in whatever order, nothing is published twice and every refusal is the right one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...model.whens),
      fc.array(step, { minLength: 2, maxLength: 8 }),
      async (when, story) => {
        const text = `Story ${(texts += 1)} of ${process.pid}`
        const time = when === 'future' ? '2998-01-01T00:00:00Z' : when
        const id = await newPost(service, { content: text, when: time })
        for (const { surface, move, fault } of story) {
          const is = await settled(id)
          if (fault) await service.fault(fault[0], { fault: fault[1] })
          const expected = move === 'update_post' ? model.change()(is) : model.rules[move](is)
          const args = move === 'update_post' ? { id, first_comment: null } : { id }
          const { code } = await all[surface](move, args, { idempotency_key: crypto.randomUUID() })
          assert.equal(code, expected, `${move} over ${surface}`)
          const stands = await settled(id)
          if (code !== undefined) assert.deepEqual(stands, is, 'a refusal changes nothing')
          assert.equal(stands.deleted, is.deleted)
          await clearFaults()
        }
        await assertSentOnce(text, id)
      },
    ),
    { numRuns: 25 },
  )
})

/** How the post stands once nothing is under way any more. */
async function settled(id: number): Promise<model.Post> {
  const before = await lookAt(service, id)
  const later = before.scheduled_at !== null && new Date(before.scheduled_at) > new Date()
  if (before.status !== 'draft' && !later) await all.rest('get_post', { id, wait: 30 })
  const { status, outcome, deleted_at, scheduled_at, per_account } = await lookAt(service, id)
  const channels = per_account.map((each) => each.status as model.Channel)
  const time: model.Time = scheduled_at === null ? 'none' : later ? 'future' : 'past'
  const post: model.Post = {
    status: status as model.Post['status'],
    deleted: deleted_at !== null,
    time,
    channels,
  }
  assert.equal(outcome, model.outcome(post))
  const waits = post.deleted || status === 'draft' || later
  if (!waits) {
    assert.ok(
      channels.every((each) => each === 'published' || each === 'failed'),
      channels.join(),
    )
    assert.equal(status, channels.includes('published') ? 'published' : 'failed')
  }
  return post
}

/** Each platform has it exactly as often as its channel says: once or never. */
async function assertSentOnce(text: string, id: number) {
  const { per_account } = await lookAt(service, id)
  for (const { platform, status } of per_account) {
    const received = (await service.received(String(platform))).filter(
      (each) => each['text'] === text,
    )
    assert.equal(received.length, status === 'published' ? 1 : 0, `${text} on ${String(platform)}`)
  }
}

async function clearFaults() {
  for (const platform of platforms) {
    await fetch(`${service.sandbox_url}/_sandbox/${platform}/faults`, { method: 'DELETE' })
  }
}
