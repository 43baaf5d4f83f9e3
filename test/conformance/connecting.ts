import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Received } from '#sandbox/kit/emulator.ts'
import { deny } from '#sandbox/service/person.ts'
import {
  A_DAY_AND_MORE,
  accountOf,
  authorized,
  connect,
  failureOf,
  keepsRefreshTokens,
  openBench,
  mediaFor,
  openRun,
  publicationFor,
  outlivesPerson,
  renewsEarly,
  signInValues,
} from '../platform-bench.ts'
import { drive, runOnce } from '../reference-driver.ts'

/** Longer than any platform lets an old refresh token live on beside the new one. */
const GRACE_IS_OVER = 3 * 60 * 60_000

/** What every platform promises about connecting and staying connected. */
export function connecting(platform: string) {
  test(`${platform} connects an account through its consent page`, async () => {
    await using bench = await openBench(platform)
    const { connector, tools, person } = bench
    const offered = await connect(bench)
    // Where sign-in tells no handle, the id stands in for it.
    assert.ok([person.username, person.id].includes(offered.username))
    assert.equal(offered.name, person.name)
    assert.ok(offered.platform_account_id)
    assert.ok(connector.manifest.account_kinds.includes(offered.kind))
    assert.ok(offered.credentials.refreshable)
    assert.ok(offered.credentials.expires_at && offered.credentials.expires_at > tools.now())

    const other = bench.emulator.people[1]
    assert.ok(other)
    const second = await connect(bench, other)
    assert.notEqual(second.platform_account_id, offered.platform_account_id)
  })

  test(`${platform} keeps the app's secret out of the address people are sent to`, async () => {
    await using bench = await openBench(platform)
    const { url } = await bench.connector.authorize(
      { state: 's', hint: bench.person.username },
      bench.tools,
    )
    assert.ok(!url.includes(bench.tools.config.client_secret))
  })

  test(`${platform} understands a person who says no`, async () => {
    await using bench = await openBench(platform)
    const { answer, keep } = await authorized(bench, bench.person, deny)
    const failure = await failureOf(bench.connector.exchange(answer, keep, bench.tools))
    assert.deepEqual([failure.kind, failure.code], ['rejected', 'access_denied'])
  })

  test(`${platform} refuses an answer that carries no valid code`, async () => {
    await using bench = await openBench(platform)
    const { answer, keep } = await authorized(bench, bench.person, deny)
    const { error: _, ...rest } = answer
    for (const wrong of [rest, { ...rest, code: 'made-up' }]) {
      const failure = await failureOf(bench.connector.exchange(wrong, keep, bench.tools))
      assert.ok(['rejected', 'reconnect'].includes(failure.kind), failure.kind)
    }
  })

  test(`${platform} ends the access when the account is disconnected`, async (context) => {
    await using bench = await openBench(platform)
    const { connector, tools } = bench
    if (!connector.revoke) return context.skip('not offered')
    const values = signInValues[platform]?.(bench.person)
    const signedIn = values ? ((await connector.sign_in?.run(values, tools)) ?? []) : []
    for (const offered of [...signedIn, await connect(bench)]) {
      const account = accountOf(offered)
      await connector.revoke(account, tools)
      const failure = await failureOf(connector.refresh(account, tools))
      assert.equal(failure.kind, 'reconnect')
    }
  })

  test(`${platform} refreshes, and what the new refresh token replaces is worth nothing afterwards`, async () => {
    await using bench = await openBench(platform)
    const { connector, tools, sandbox } = bench
    const account = accountOf(await connect(bench))
    if (renewsEarly.has(platform)) sandbox.clock.advance(A_DAY_AND_MORE)
    const renewed = await connector.refresh(account, tools)
    assert.notDeepEqual(renewed.secret, account.secret)
    assert.ok(renewed.refreshable)
    const publication = await publicationFor(bench)
    const journal = { saved: {}, begun: {} }
    const fresh = { ...account, secret: renewed.secret }
    await drive({ connector, tools, publication, journal, account: fresh })

    if (keepsRefreshTokens.has(platform)) return
    sandbox.clock.advance(GRACE_IS_OVER)
    const failure = await failureOf(connector.refresh(account, tools), account)
    assert.equal(failure.kind, 'reconnect')
  })

  test(`${platform} says that an access token has ended, and works again after a refresh`, async () => {
    await using bench = await openBench(platform)
    const offered = await connect(bench)
    const run = { ...(await openRun(bench)), account: accountOf(offered) }
    const ends = offered.credentials.expires_at ?? assert.fail('tokens end')
    bench.sandbox.clock.advance(ends.getTime() - bench.tools.now().getTime() + 1000)
    if (outlivesPerson.has(platform)) {
      run.account.secret = (await bench.connector.refresh(run.account, bench.tools)).secret
      await drive(run)
      assert.equal(bench.emulator.posts().length, 1)
      return
    }
    if (renewsEarly.has(platform)) {
      const refreshing = bench.connector.refresh(run.account, bench.tools)
      assert.equal((await failureOf(refreshing, run.account)).kind, 'reconnect')
      return
    }
    assert.equal((await failureOf(runOnce(run), run.account)).kind, 'expired')
    await drive(run)
    assert.equal(bench.emulator.posts().length, 1)
  })

  test(`${platform} in the sandbox remembers posts and tokens over a restart`, async (t) => {
    const stateDir = await mkdtemp(join(tmpdir(), 'worlds-'))
    t.after(() => rm(stateDir, { recursive: true }))
    const first = await openBench(platform, { port: 0, stateDir })
    const run = await openRun(first, { text: 'Before', media: mediaFor(first, 1) })
    await drive(run)
    const before = withoutUrls(first.emulator.posts())
    await first[Symbol.asyncDispose]()

    await using second = await openBench(platform, { port: first.sandbox.port, stateDir })
    const { tools, connector, emulator } = second
    assert.deepEqual(withoutUrls(emulator.posts()), before)
    const fresh = {
      publication: await publicationFor(second, { text: 'After' }),
      journal: { saved: {}, begun: {} },
    }
    const { account } = run
    await drive({ connector, tools, account, ...fresh })
    if (renewsEarly.has(platform)) second.sandbox.clock.advance(A_DAY_AND_MORE)
    assert.notDeepEqual((await connector.refresh(account, tools)).secret, account.secret)
  })

  signingIn(platform)
}

/** Emulators may forget the bytes of media. */
function withoutUrls(posts: readonly Received[]) {
  return posts.map((post) => ({ ...post, media: post.media.map((each) => ({ ...each, url: '' })) }))
}

function signingIn(platform: string) {
  test(`${platform} signs in without a redirect where it offers that`, async (t) => {
    await using bench = await openBench(platform)
    const { connector, tools, person, emulator } = bench
    const { sign_in } = connector
    if (!sign_in) return t.skip('not offered')
    const values = signInValues[platform]?.(person)
    assert.ok(values, `test/platform-bench.ts knows what to fill in for ${platform}`)

    const [offered] = await sign_in.run(values, tools)
    assert.equal(offered?.username, person.username)
    assert.ok(offered.credentials.refreshable)
    const account = accountOf(offered)
    account.secret = (await connector.refresh(account, tools)).secret
    const journal = { saved: {}, begun: {} }
    const publication = await publicationFor(bench)
    await drive({ connector, tools, account, journal, publication })
    assert.equal(emulator.posts(person.username).length, 1)

    for (const { name, secret } of sign_in.fields) {
      if (!secret) continue
      const wrong = sign_in.run({ ...values, [name]: 'not-the-secret' }, tools)
      assert.ok(['rejected', 'reconnect'].includes((await failureOf(wrong)).kind))
    }
  })
}
