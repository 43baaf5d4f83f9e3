/** A gateway or a firewall in front of a platform answers in its place: what becomes of posts and of accounts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshTokens } from '#chores/refresh-tokens.ts'
import { type Engine, openEngine } from '../engine.ts'

const DAY = 86_400_000

const STATUSES = [200, 400, 403, 404, 503]
const PLATFORMS = ['x', 'facebook', 'linkedin', 'pinterest', 'google_business', 'bluesky']

async function stage(platform: string, people = 1) {
  const engine = await openEngine()
  const places: { workspace: number; account: number }[] = []
  for (let n = 0; n < people; n++) {
    const workspace = await engine.workspace()
    places.push({ workspace, account: await engine.connect(workspace, platform, n % 2) })
  }
  const [{ workspace, account }] = [places[0] ?? assert.fail('somebody')]
  const page = (more: { fault?: string; status?: number; times?: number; on?: string }) =>
    engine.emulator(platform).faults.set({ account: '*', fault: 'page', status: 403, ...more })
  const pictures = platform === 'pinterest' ? 1 : 0
  const post = async (text: string, place = { workspace, account }) =>
    engine.post(place.workspace, { text, accounts: [place.account], pictures })
  return Object.assign(engine, { page, publish: post, places, account_id: account })
}

const roots = (engine: Engine, platform: string) =>
  engine
    .emulator(platform)
    .posts()
    .filter(({ reply_to }) => reply_to === null).length

for (const platform of PLATFORMS)
  test(`${platform}: a page to the call that publishes, at any status, leaves one post or a question, never two or a lie`, async () => {
    for (const [index, status] of STATUSES.entries())
      for (const fault of ['page', 'landed_page']) {
        await using engine = await stage(platform)
        engine.page({ fault, status })
        const id = await engine.publish(`Number ${index} of those that meet a page`)
        await engine.run()
        const { status: end, error_code } = await engine.delivery(id)
        const posts = roots(engine, platform)
        const what = `${fault} ${status}: ${end} ${error_code}`
        assert.ok(end === 'published' || error_code === 'outcome_unknown', what)
        assert.ok(end === 'published' ? posts === 1 : posts <= 1, what)
      }
  })

test('two calls that met pages, and a list without the post: it has failed, and nobody is asked', async () => {
  await using engine = await stage('x')
  engine.page({ times: 2 })
  const id = await engine.publish('Nobody behind the firewall ever saw this')
  await engine.run()
  const { status, error_code } = await engine.delivery(id)
  assert.deepEqual([status, error_code], ['failed', 'refused_by_gateway'])
  assert.equal(roots(engine, 'x'), 0)
})

test('two calls that the platform itself failed at are a question', async () => {
  await using engine = await stage('google_business')
  engine.emulator('google_business').faults.set({ account: '*', fault: 'refuse_500', times: 2 })
  const id = await engine.publish('Twice in vain, for all that is known')
  await engine.run()
  assert.equal((await engine.delivery(id)).error_code, 'outcome_unknown')
})

test('pages towards three accounts leave the platform alone: the posts behind them are not sent into them', async () => {
  await using engine = await stage('x', 4)
  engine.page({ times: 1000 })
  const texts = ['Bread is baked at six', 'Our ships sail tomorrow', 'Winter tyres, half price']
  for (const [n, text] of texts.entries()) await engine.publish(text, engine.places[n])
  for (const work of await engine.claim()) await engine.carry(work)
  const waiting = await engine.publish('Behind them', engine.places[3])
  assert.deepEqual(await engine.claim(), [])
  assert.equal((await engine.delivery(waiting)).status, 'pending')
  engine.emulator('x').faults.clear()
  await engine.run()
  assert.equal((await engine.delivery(waiting)).status, 'published')
})

test('with one account a page is enough: what is due behind it waits for an answer to a call that publishes, and looks are none', async () => {
  await using engine = await stage('x')
  engine.page({ on: 'post', times: 1000 })
  const first = await engine.publish('This one meets the firewall, and is looked for')
  for (const work of await engine.claim()) await engine.carry(work)
  const behind = [
    await engine.publish('Bread is baked at six'),
    await engine.publish('Our ships sail tomorrow'),
  ]
  assert.deepEqual(await engine.claim(), [])
  // What is in doubt finds out first. It looks, and X answers that call.
  engine.advance(15_001)
  const [probe, ...others] = await engine.claim()
  assert.ok(probe && others.length === 0)
  await engine.carry(probe)
  assert.deepEqual(await engine.timeline(first), ['look gateway_page', 'look'])
  const [next, ...more] = await engine.claim()
  assert.ok(next && more.length === 0)
  await engine.carry(next)
  assert.deepEqual(await engine.claim(), [])
  engine.emulator('x').faults.clear()
  await engine.run()
  for (const id of [first, ...behind]) assert.equal((await engine.delivery(id)).status, 'published')
  assert.deepEqual(await engine.db.selectFrom('circuits').selectAll().execute(), [])
})

test('an account that is out of use is none of those that a page has to meet', async () => {
  await using engine = await stage('x', 3)
  const [, , third] = engine.places
  await engine.db
    .updateTable('accounts')
    .set({ health: 'needs_reconnect' })
    .where('id', '=', third?.account ?? 0)
    .execute()
  engine.page({ times: 1000 })
  const open = async () =>
    (await engine.db.selectFrom('circuits').selectAll().execute()).map(
      ({ until }) => until !== null,
    )
  for (const [n, expected] of [[false], [true]].entries()) {
    await engine.publish(`Number ${n} of two that differ in their words`, engine.places[n])
    for (const work of await engine.claim()) await engine.carry(work)
    assert.deepEqual(await open(), expected)
  }
})

for (const platform of [...PLATFORMS, 'instagram', 'threads', 'tiktok', 'youtube'])
  test(`${platform}: a token endpoint that answers with pages disconnects nobody`, async () => {
    for (const status of [200, 400, 401, 403, 404, 429]) {
      await using engine = await stage(platform)
      await engine.db
        .updateTable('accounts')
        .set({ token_expires_at: new Date(engine.now().getTime() - 1000) })
        .execute()
      engine.wire.around = async (call, url) => {
        const answer = await call()
        if (!/token|refreshSession/i.test(url)) return answer
        return { ...answer, status, headers: { get: () => null }, body: pageOf() }
      }
      await engine.publish('Waiting for a token')
      for (const work of await engine.claim()) await engine.carry(work)
      assert.equal((await engine.account(engine.account_id)).health, 'healthy', `${status}`)
    }
  })

test('a token that can be renewed only while it lives is renewed days ahead, and asked for again after a page', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  for (const platform of ['facebook', 'instagram', 'threads', 'x'])
    await engine.connect(workspace, platform)
  const inNineDays = new Date(engine.now().getTime() + 9 * DAY)
  await engine.db.updateTable('accounts').set({ token_expires_at: inNineDays }).execute()
  const renewed = async () => {
    await refreshTokens.run(
      { ...engine.deps, series: async () => {}, risk_facts: () => assert.fail() },
      new AbortController().signal,
    )
    const accounts = await engine.db.selectFrom('accounts').selectAll().execute()
    assert.deepEqual(new Set(accounts.map(({ health }) => health)), new Set(['healthy']))
    return accounts
      .filter(({ token_version }) => token_version > 0)
      .map(({ platform }) => platform)
      .toSorted()
  }
  engine.wire.around = async (call) => ({ ...(await call()), status: 403, body: pageOf() })
  assert.deepEqual(await renewed(), [])
  engine.wire.around = undefined
  // Meta renews no token of today.
  engine.advance(DAY + 1)
  assert.deepEqual(await renewed(), ['facebook', 'instagram', 'threads'])
})

async function* pageOf() {
  yield await Promise.resolve(Buffer.from('<!doctype html><title>Forbidden</title>'))
}
