import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryPost } from '#operations/posts/retry-post.ts'
import { openEngine } from '../engine.ts'

const MINUTE = 60_000

/** Two people on X and one on Bluesky, in one workspace. */
async function threeAccounts() {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const [ada, bruno, bluesky] = [
    await engine.connect(workspace, 'x'),
    await engine.connect(workspace, 'x', 1),
    await engine.connect(workspace, 'bluesky'),
  ]
  const post = (text: string, ...accounts: number[]) => engine.post(workspace, { text, accounts })
  /** One round of what can be done now, without any waiting. */
  const round = async () => {
    for (const work of await engine.claim()) await engine.carry(work)
  }
  return Object.assign(engine, { workspace, ada, bruno, bluesky, add: post, round })
}

const published = async (at: Awaited<ReturnType<typeof threeAccounts>>, id: number) =>
  Date.parse((await at.delivery(id)).published_at ?? assert.fail('published'))

test('a rate limit stops its account until the platform’s time, and no other', async () => {
  await using at = await threeAccounts()
  const began = at.now().getTime()
  at.fault('x', 'rate_limited', { ms: 7 * MINUTE, account: 'ada_types' })
  const first = await at.add('First', at.ada)
  await at.round()
  const second = await at.add('Second', at.ada)
  const others = [await at.add('Other', at.bruno), await at.add('Other', at.bluesky)]
  await at.round()
  for (const id of others) assert.equal(await published(at, id), began)
  const { status, attempt } = await at.delivery(second)
  assert.deepEqual([status, attempt], ['pending', 0])
  await at.run()
  assert.equal(await published(at, first), began + 7 * MINUTE)
  assert.equal(await published(at, second), began + 7 * MINUTE)
})

test('whoever the platform sends away for 20 minutes at a time has the whole day, not a number of tries', async () => {
  await using at = await threeAccounts()
  const began = at.now().getTime()
  at.fault('x', 'rate_limited', { ms: 20 * MINUTE, account: 'ada_types', times: 40 })
  const id = await at.add('Patient', at.ada)
  await at.run()
  const later = await published(at, id)
  assert.ok(later >= began + 40 * 20 * MINUTE && later < began + 24 * 60 * MINUTE)
})

test('what is refused twenty times without a time is given up, and a retry may be refused as often', async () => {
  await using at = await threeAccounts()
  const refuse = (times: number) => at.fault('x', 'cut_before', { on: 'upload', times })
  const pictures = { text: 'Stubborn', accounts: [at.ada], pictures: 1 }
  refuse(20)
  const id = await at.post(at.workspace, pictures)
  await at.run()
  const { status, error_code, attempt } = await at.delivery(id)
  assert.deepEqual([status, error_code, attempt], ['failed', 'no_answer', 20])
  refuse(19)
  await at.ask(at.workspace, retryPost, { id })
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
})

test('attempts that died are no refusals: the next one that is refused is not the last', async () => {
  await using at = await threeAccounts()
  const pictures = { text: 'Hard times', accounts: [at.ada], pictures: 1 }
  const id = await at.post(at.workspace, pictures)
  for (let death = 0; death < 25; death++) {
    assert.ok(await at.kill('before', () => true))
    at.advance(MINUTE)
  }
  at.fault('x', 'cut_before', { on: 'upload' })
  await at.run()
  const { status, attempt } = await at.delivery(id)
  assert.deepEqual([status, attempt], ['published', 27])
  assert.deepEqual(at.texts('x'), ['Hard times'])
})

test('a rate limit without a time is waited out all the same', async () => {
  await using at = await threeAccounts()
  const began = at.now().getTime()
  at.fault('x', 'rate_limited_bare')
  at.fault('bluesky', 'rate_limited_bare')
  const [x, bluesky] = [await at.add('Patience', at.ada), await at.add('Patience', at.bluesky)]
  await at.run()
  assert.equal(await published(at, x), began + 15 * MINUTE)
  assert.ok((await published(at, bluesky)) > began)
  assert.deepEqual(await at.timeline(x), ['later rate_limited', 'published'])
})

test('a pause is not shortened by a later answer', async () => {
  await using at = await threeAccounts()
  at.fault('x', 'rate_limited', { ms: 30 * MINUTE })
  await at.add('One', at.ada)
  await at.add('Two', at.ada)
  const [one, two] = await at.claim()
  assert.ok(one && two)
  await at.carry(one)
  const { paused_until } = await at.account(at.ada)
  at.fault('x', 'rate_limited', { ms: MINUTE })
  await at.carry(two)
  assert.equal((await at.account(at.ada)).paused_until, paused_until)
})

test('our app without credits: everything on that platform waits, the others go on', async () => {
  await using at = await threeAccounts()
  at.fault('x', 'credits')
  const first = await at.add('First', at.ada)
  await at.round()
  const [second, other] = [await at.add('Second', at.bruno), await at.add('Other', at.bluesky)]
  await at.round()
  assert.equal((await at.delivery(second)).attempt, 0)
  assert.equal((await at.delivery(other)).status, 'published')
  await at.run()
  assert.ok((await published(at, second)) - (await published(at, other)) >= 6 * 60 * MINUTE)
  assert.equal((await at.delivery(first)).status, 'published')
})

test('who is given up for a limit still makes the others wait for it', async () => {
  await using at = await threeAccounts()
  at.fault('x', 'rate_limited', { ms: 25 * 60 * MINUTE })
  const first = await at.add('First', at.ada)
  await at.round()
  assert.equal((await at.delivery(first)).error_code, 'rate_limited')
  const second = await at.add('Second', at.ada)
  await at.round()
  assert.equal((await at.delivery(second)).attempt, 0)
})

for (const platform of ['x', 'bluesky'] as const) {
  test(`${platform}: an expired token is refreshed once, and the post goes out`, async () => {
    await using at = await threeAccounts()
    const account = platform === 'x' ? at.ada : at.bluesky
    const before = await at.account(account)
    at.fault(platform, 'token_expired')
    const id = await at.add('Fresh', account)
    await at.run()
    assert.deepEqual(await at.timeline(id), ['published'])
    const after = await at.account(account)
    assert.equal(after.token_version, before.token_version + 1)
    assert.equal(after.health, 'healthy')
  })

  test(`${platform}: a revoked sign-in blocks, reconnecting and a retry publish`, async () => {
    await using at = await threeAccounts()
    const account = platform === 'x' ? at.ada : at.bluesky
    at.fault(platform, 'token_revoked')
    const id = await at.add('Back again', account)
    await at.run()
    const blocked = await at.delivery(id)
    assert.deepEqual([blocked.status, blocked.blocked_reason], ['blocked', 'account_disconnected'])
    assert.equal((await at.account(account)).health, 'needs_reconnect')
    const next = await at.add('While it is away', account)
    await at.run()
    assert.equal((await at.delivery(next)).blocked_reason, 'account_disconnected')

    assert.equal(await at.connect(at.workspace, platform), account)
    await at.run()
    assert.deepEqual(at.texts(platform), [], 'nothing stale goes out by itself')
    for (const each of [id, next]) {
      const { status, error_code, error_message } = await at.delivery(each)
      assert.deepEqual([status, error_code], ['failed', 'account_reconnected'])
      assert.match(error_message ?? '', /Retry to send it now\.$/)
      await at.ask(at.workspace, retryPost, { id: each })
    }
    await at.run()
    assert.deepEqual(at.texts(platform).toSorted(), ['Back again', 'While it is away'])
  })

  test(`${platform}: a suspended account waits for its owner`, async () => {
    await using at = await threeAccounts()
    const account = platform === 'x' ? at.ada : at.bluesky
    at.fault(platform, 'suspended')
    const id = await at.add('Not now', account)
    await at.run()
    assert.equal((await at.delivery(id)).blocked_reason, 'account_disconnected')
    assert.equal((await at.account(account)).health, 'needs_reconnect')
  })
}

test('a missing permission is the platform’s word: Bluesky names it, X says no more than forbidden', async () => {
  await using at = await threeAccounts()
  at.fault('x', 'scope_missing')
  at.fault('bluesky', 'scope_missing')
  const [x, bluesky] = [await at.add('May I', at.ada), await at.add('May I', at.bluesky)]
  await at.run()
  const [onX, onBluesky] = [await at.delivery(x), await at.delivery(bluesky)]
  assert.deepEqual([onX.status, onX.error_code], ['failed', 'forbidden'])
  assert.deepEqual([onBluesky.status, onBluesky.error_code], ['blocked', 'missing_scope'])
})
