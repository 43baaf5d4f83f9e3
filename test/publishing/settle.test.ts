import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deletePost } from '#operations/posts/delete-post.ts'
import { retryPost } from '#operations/posts/retry-post.ts'
import { attempt } from '#publishing/attempt.ts'
import { conclude } from '#publishing/conclude.ts'
import type { Work } from '#store/attempts.ts'
import { settling } from '#store/endings.ts'
import { openEngine } from '../engine.ts'

const ending = {
  outcome: 'published',
  step: null,
  code: null,
  words: null,
  request_id: null,
} as const
const published = {
  status: 'published',
  platform_post_id: '1',
  platform_url: null,
  warnings: [],
  steps: {},
} as const
const failed = {
  status: 'failed',
  error_code: 'refused',
  error_message: 'No.',
  steps: {},
} as const

async function opened() {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const x = await engine.connect(workspace, 'x')
  const bluesky = await engine.connect(workspace, 'bluesky')
  return Object.assign(engine, { space: workspace, x, bluesky })
}

test('the last two deliveries of a post may end in the same moment: one of them ends the post', async () => {
  await using engine = await opened()
  engine.limits = {
    x: { at_once: 1_000, per_day: null },
    bluesky: { at_once: 1_000, per_day: null },
  }
  const { space } = engine
  const ids: number[] = []
  for (let n = 0; n < 60; n++) {
    ids.push(await engine.post(space, { text: `Post ${n}`, accounts: [engine.x, engine.bluesky] }))
  }
  const byPost = Map.groupBy(await engine.claim(1_000), ({ post_id }) => post_id)
  const rounds = ids.map((id) => byPost.get(id) ?? [])
  const results = [
    [published, published],
    [published, failed],
    [failed, failed],
  ] as const
  for (const [index, works] of rounds.entries()) {
    const result = results[index % 3] ?? results[0]
    await Promise.all(
      works.map((work, at) =>
        engine.deps.writers.end(
          settling(work, result[at] ?? failed, ending, engine.now()),
          engine.hold,
        ),
      ),
    )
  }
  const statuses = await Promise.all(ids.map(async (id) => (await engine.postRow(id)).status))
  assert.deepEqual(
    statuses,
    ids.map((_, index) => (index % 3 === 2 ? 'failed' : 'published')),
  )
})

test('a post says what became of it: published when one channel was, else why not', async () => {
  await using engine = await opened()
  engine.fault('x', 'scope_missing', { times: 2 })
  engine.fault('bluesky', 'suspended')
  const neither = await engine.post(engine.space, {
    text: 'Nowhere',
    accounts: [engine.x, engine.bluesky],
  })
  await engine.run()
  const none = await engine.postRow(neither)
  assert.deepEqual([none.status, none.published_at], ['failed', null])
  assert.match(none.error_message ?? '', /ada_types on x: .+ on bluesky: /)

  await engine.connect(engine.space, 'bluesky')
  const half = await engine.post(engine.space, {
    text: 'Half',
    accounts: [engine.x, engine.bluesky],
  })
  await engine.run()
  const some = await engine.postRow(half)
  assert.deepEqual([some.status, some.error_message], ['published', null])
  assert.equal(some.published_at, (await engine.deliveries(half))[1]?.published_at)
})

/** Up to the point where the account is found to be disconnected, which nobody has written down yet. */
async function refusedWork() {
  const engine = await opened()
  const id = await engine.post(engine.space, { text: 'Away', accounts: [engine.x] })
  engine.fault('x', 'token_revoked')
  const [work] = await engine.claim()
  assert.ok(work)
  const hold = { signal: new AbortController().signal, until: () => new Date(8.64e15) }
  const outcome = await attempt(work, engine.deps, hold)
  return Object.assign(engine, { id, conclude: () => conclude(work, outcome, engine.deps, hold) })
}

test('an account that is connected again while it is being blocked leaves nothing blocked', async () => {
  await using engine = await refusedWork()
  await engine.connect(engine.space, 'x')
  await engine.conclude()
  const { status, blocked_reason } = await engine.delivery(engine.id)
  assert.deepEqual([status, blocked_reason], ['failed', null])
  assert.equal((await engine.account(engine.x)).health, 'healthy')
  await engine.ask(engine.space, retryPost, { id: engine.id })
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['Away'])
})

test('the same in any order of the two', async () => {
  for (let round = 0; round < 5; round++) {
    await using engine = await refusedWork()
    const concluding = new Promise((resolve) => setTimeout(resolve, 4 + round * 4)).then(
      engine.conclude,
    )
    await Promise.all([engine.connect(engine.space, 'x'), concluding])
    assert.equal((await engine.delivery(engine.id)).status, 'failed')
    assert.equal((await engine.account(engine.x)).health, 'healthy')
  }
})

/** Out on one channel, failed on the other, and that one is being tried again. */
async function retried() {
  const engine = await opened()
  engine.fault('x', 'scope_missing')
  const id = await engine.post(engine.space, { text: 'Half', accounts: [engine.x, engine.bluesky] })
  await engine.run()
  await engine.ask(engine.space, retryPost, { id })
  const [work] = await engine.claim()
  return Object.assign(engine, { id, work: work ?? (assert.fail('claimed') satisfies Work) })
}

test('a post deleted while a channel is tried again is not sent later', async () => {
  await using engine = await retried()
  engine.fault('x', 'rate_limited', { ms: 60_000 })
  await engine.ask(engine.space, deletePost, { id: engine.id })
  await engine.carry(engine.work)
  await engine.run()
  assert.deepEqual(engine.texts('x'), [])
  const [x] = await engine.deliveries(engine.id)
  assert.deepEqual([x?.status, x?.error_code], ['failed', 'given_up'])
})

test('nor sent again once it was looked for and not found', async () => {
  await using engine = await retried()
  engine.fault('x', 'cut_before')
  await engine.carry(engine.work)
  await engine.ask(engine.space, deletePost, { id: engine.id })
  await engine.run()
  assert.deepEqual(engine.texts('x'), [])
  assert.equal((await engine.deliveries(engine.id))[0]?.error_code, 'given_up')
})
