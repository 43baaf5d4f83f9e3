import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { finishConnect } from '#connecting/connect.ts'
import { refreshToken, type Refreshing } from '#connecting/refresh.ts'
import { openSecret } from '#connecting/secrets.ts'
import { connect } from '#database/connect.ts'
import { Failure } from '#platforms/platform.ts'
import { beginRefresh, readToken } from '#store/tokens.ts'
import { type Engine, openEngine } from '../engine.ts'

const signal = new AbortController().signal
const isToken = (url: string) => url.endsWith('/token')

async function connected(platform: string, real = false) {
  const engine = await openEngine({ real })
  const workspace_id = await engine.workspace()
  const account = await engine.connect(workspace_id, platform)
  const scope = { db: engine.db, workspace_id }
  const token = (await readToken(scope, account)) ?? assert.fail('connected')
  const sent = { count: 0 }
  engine.wire.around = async (call, url) => {
    if (isToken(url)) sent.count += 1
    return call()
  }
  const refresh = (deps: Refreshing = engine.deps) => refreshToken(scope, token, deps, signal)
  return Object.assign(engine, { scope, account_id: account, token, sent, refresh })
}

/** The account publishes with what is stored now. */
async function publishes(at: Engine & { scope: { workspace_id: number }; account_id: number }) {
  const id = await at.post(at.scope.workspace_id, { text: 'Alive', accounts: [at.account_id] })
  for (const work of await at.claim()) await at.carry(work)
  return (await at.delivery(id)).status === 'published'
}

for (const platform of ['x', 'bluesky']) {
  test(`${platform}: 50 who need a new token at once, over two pools, send one refresh and all get it`, async () => {
    await using at = await connected(platform, true)
    await using other = connect(at.config, { max: 5, name: 'other' })
    const scopes = [at.scope, { ...at.scope, db: other.db }]
    for (let round = 1; round <= 4; round++) {
      at.sent.count = 0
      const token = (await readToken(at.scope, at.account_id)) ?? assert.fail('there')
      const ask = (_: unknown, n: number) =>
        refreshToken(scopes[n % 2] ?? at.scope, token, at.deps, signal)
      const rows = await Promise.all(Array.from({ length: 50 }, ask))
      assert.ok(at.sent.count <= (platform === 'x' ? 1 : 2), 'Bluesky may ask for a nonce first')
      assert.deepEqual(new Set(rows.map(({ token_version }) => token_version)), new Set([round]))
      assert.equal(new Set(rows.map(({ secret }) => secret.toString('hex'))).size, 1)
    }
    assert.ok(await publishes(at))
  })
}

test('what an X account pays for is read again once a day, when its new token is safe', async () => {
  await using at = await connected('x')
  const asked: string[] = []
  at.wire.around = async (call, url) => {
    if (url.includes('/2/users/me')) asked.push(url)
    return call()
  }
  const renew = async () => {
    const token = (await readToken(at.scope, at.account_id)) ?? assert.fail('there')
    await refreshToken(at.scope, token, at.deps, signal)
    return (await at.account(at.account_id)).settings['subscription_type']
  }
  await sql`update accounts set settings = settings || '{"subscription_type": "Premium"}'`.execute(
    at.db,
  )
  assert.deepEqual([await renew(), asked.length], ['Premium', 0])
  at.advance(25 * 3600_000)
  assert.deepEqual([await renew(), asked.length], ['None', 1])
  assert.deepEqual([await renew(), asked.length], ['None', 1])
  at.advance(25 * 3600_000)
  at.fault('x', 'rate_limited', { on: 'me' })
  assert.deepEqual([await renew(), asked.length], ['None', 2])
  assert.ok(await publishes(at))
})

test('who dies while refreshing gives way when the right has run out', async () => {
  await using at = await connected('x')
  const now = at.now()
  const until = new Date(now.getTime() + 60_000)
  const right = { account_id: at.account_id, version: 0, now, until }
  assert.equal(await beginRefresh(at.scope, right), true)
  assert.equal(await beginRefresh(at.scope, right), false)
  const fresh = await at.refresh()
  assert.equal(fresh.token_version, 1)
  assert.ok(at.now() > until, 'it waited for the right to end')
  assert.ok(await publishes(at))
})

test('who is frozen before the refresh leaves sends none once another may have the right', async () => {
  await using at = await connected('x')
  let asked = 0
  const now = () => new Date(at.now().getTime() + (++asked > 1 ? 45_000 : 0))
  const late: Refreshing = { ...at.deps, now }
  await assert.rejects(
    at.refresh(late),
    (error) => error instanceof Failure && error.kind === 'later',
  )
  assert.equal(at.sent.count, 0)
  assert.equal((await at.refresh()).token_version, 1)
})

test('an attempt that is stopped while its token is refreshed does not throw the new one away', async () => {
  await using at = await connected('x')
  const abort = new AbortController()
  at.wire.around = async (call, url) => {
    const answer = await call()
    if (isToken(url)) abort.abort(new Error('stopped'))
    return answer
  }
  const fresh = await refreshToken(at.scope, at.token, at.deps, abort.signal)
  assert.equal(fresh.token_version, 1)
  assert.ok(await publishes(at))
})

test('a database that is away when the new token arrives gets it when it is back', async () => {
  await using at = await connected('x')
  at.wire.around = async (call) => {
    const answer = await call()
    at.wire.around = undefined
    await sql`alter table accounts rename to away`.execute(at.db)
    return answer
  }
  const sleep: Refreshing['sleep'] = async () => {
    await sql`alter table away rename to accounts`.execute(at.db)
  }
  assert.equal((await at.refresh({ ...at.deps, sleep })).token_version, 1)
  assert.ok(await publishes(at))
})

test('a refresh that cannot be reached disconnects nobody; one that is refused does, for all who wait', async () => {
  await using at = await connected('x')
  at.fault('x', 'refuse_500', { on: 'token' })
  await assert.rejects(at.refresh(), (error) => error instanceof Failure && error.kind === 'later')
  assert.equal((await at.account(at.account_id)).health, 'healthy')

  at.fault('x', 'token_revoked', { on: 'token' })
  const ends = await Promise.allSettled(Array.from({ length: 10 }, () => at.refresh()))
  const kinds = ends.map((end) =>
    end.status === 'rejected' && end.reason instanceof Failure ? end.reason.kind : end.status,
  )
  assert.deepEqual(new Set(kinds), new Set(['reconnect']))
  assert.equal(at.sent.count, 2)
  assert.equal((await at.account(at.account_id)).health, 'needs_reconnect')
})

test('a token that ends within the minute is refreshed before it is used', async () => {
  await using at = await connected('x')
  at.advance(2 * 3600_000 - 59_000)
  assert.ok(await publishes(at))
  assert.equal(at.sent.count, 1)
})

test('a person who connects again wins over a refresh under way', async () => {
  await using at = await connected('x')
  at.wire.around = async (call, url) => {
    const answer = await call()
    if (!isToken(url)) return answer
    at.wire.around = undefined
    await at.connect(at.scope.workspace_id, 'x')
    return answer
  }
  const fresh = await at.refresh()
  const stored = (await readToken(at.scope, at.account_id)) ?? assert.fail('there')
  assert.deepEqual(fresh.secret, stored.secret)
  assert.ok(openSecret(stored.secret, at.deps.seal, at.scope.workspace_id)['access_token'])
  assert.ok(await publishes(at))
})

test('the way back from a platform is good once', async () => {
  await using at = await connected('x')
  await assert.rejects(
    finishConnect(at.deps, 'x', { answer: { state: 'never-issued', code: 'x' } }, signal),
    (error) => error instanceof Failure && error.code === 'state_unknown',
  )
})
