import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonFaults, type Received } from '#sandbox/kit/emulator.ts'
import { Failure } from '#platforms/platform.ts'
import { catalog } from '#platforms/catalog.ts'
import {
  doubtsPictures,
  sendsWithoutToken,
  failureOf,
  mediaFor,
  openBench,
  openRun,
  PATIENCE,
  renewsEarly,
  settledMedia,
  tellsNoWaits,
  type Bench,
} from '../platform-bench.ts'
import { clip } from '../media-place.ts'
import { drive, runOnce, stepsOf } from '../reference-driver.ts'

/** Milliseconds after which a call that gets no answer is given up in these tests. */
const GIVE_UP = 250

/** What every platform promises when things go wrong on the way. */
export function failing(platform: string) {
  for (const fault of commonFaults) {
    test(`${platform} posts once when the publishing call meets ${fault}`, async () => {
      await using bench = await openBench(platform)
      const run = await openRun(bench, { text: `Through ${fault}` })
      arm(bench, fault, 'post')
      const { receipt } = await drive(run)
      const posts = bench.emulator.posts()
      assert.deepEqual(
        posts.map(({ id }) => id),
        [receipt.platform_post_id],
      )
      assert.equal(bench.emulator.faults.played[fault], 1)
    })

    test(`${platform} posts once when ${fault} happens twice`, async () => {
      await using bench = await openBench(platform)
      const run = await openRun(bench, { text: `Twice through ${fault}` })
      arm(bench, fault, 'post', 2)
      await drive(run)
      assert.equal(bench.emulator.posts().length, 1)
    })
  }

  test(`${platform} posts once whatever happens to the first call of any step`, async () => {
    await everyStep(platform, commonFaults, (posts, text, outcome) => {
      const [root, comment, ...others] = posts
      assert.ok(outcome !== undefined && root && others.length === 0, text)
      // Where nobody can look for comments, a warning asks a person to.
      const doubt = outcome.warnings.some(({ code }) => code === 'outcome_unknown')
      assert.ok(comment || doubt || !catalog[platform]?.manifest.first_comment, text)
      if (comment) assert.deepEqual([root.reply_to, comment.reply_to], [null, root.id], text)
    })
  })

  test(`${platform} never says that nothing happened when something did, whatever it refuses`, async () => {
    await using known = await openBench(platform)
    await everyStep(platform, known.emulator.own_faults, (posts, text, outcome) => {
      const roots = posts.filter(({ reply_to }) => reply_to === null)
      // A token that dies between the bytes and the question about them leaves a post nobody can ask for.
      const unasked =
        !outcome && sendsWithoutToken.has(platform) && text.includes('token_revoked at post')
      assert.ok(unasked || roots.length === (outcome ? 1 : 0), `${text}: ${roots.length} posts`)
      assert.ok(posts.length <= 2, text)
    })
  })

  refusing(platform)
}

/** How the refusals that every platform knows are understood. */
function refusing(platform: string) {
  test(`${platform} waits until a rate limit is over`, async () => {
    await using bench = await openBench(platform)
    const run = await openRun(bench)
    bench.emulator.faults.set({ account: '*', fault: 'rate_limited', ms: 90_000, on: 'post' })
    const failure = await failureOf(runOnce(run), run.account)
    assert.equal(failure.kind, 'later')
    const wait = (failure.retry_at?.getTime() ?? 0) - bench.tools.now().getTime()
    if (!tellsNoWaits.has(platform)) assert.ok(wait > 60_000 && wait <= 120_000, `${wait} ms`)
    run.journal = { saved: {}, begun: {} }
    bench.emulator.faults.set({ account: '*', fault: 'rate_limited', ms: 90_000, on: 'post' })
    await drive(run)
    assert.equal(bench.emulator.posts().length, 1)
  })

  test(`${platform} asks for a refresh when a token is no longer taken`, async () => {
    await using bench = await openBench(platform)
    const run = await openRun(bench)
    arm(bench, 'token_expired', 'post')
    assert.equal((await failureOf(runOnce(run), run.account)).kind, 'expired')
    if (renewsEarly.has(platform)) return
    const { secret } = await bench.connector.refresh(run.account, bench.tools)
    await drive({ ...run, account: { ...run.account, secret } })
    assert.equal(bench.emulator.posts().length, 1)
  })

  test(`${platform} asks for a person when access was revoked`, async () => {
    await using bench = await openBench(platform)
    const run = await openRun(bench)
    // Some platforms call a token revoked in its first seconds, before all of them know it.
    bench.sandbox.clock.advance(2 * 60_000)
    arm(bench, 'token_revoked', 'post')
    const { kind } = await failureOf(runOnce(run), run.account)
    assert.ok(kind === 'expired' || kind === 'reconnect', kind)
    const refreshing = bench.connector.refresh(run.account, bench.tools)
    assert.equal((await failureOf(refreshing, run.account)).kind, 'reconnect')
  })

  test(`${platform} asks for a person when the account is suspended`, async () => {
    await using bench = await openBench(platform)
    const run = await openRun(bench)
    arm(bench, 'suspended', 'post')
    assert.equal((await failureOf(runOnce(run), run.account)).kind, 'reconnect')
    assert.equal(bench.emulator.posts().length, 0)
  })

  test(`${platform} asks for a person when a scope is missing`, async () => {
    await using bench = await openBench(platform)
    // Pinterest's pictures travel inside the post; there only videos are uploaded.
    const media = platform === 'pinterest' ? [clip()] : mediaFor(bench, 1)
    const run = await openRun(bench, { media })
    arm(bench, 'scope_missing', 'upload')
    assert.equal((await failureOf(runOnce(run), run.account)).kind, 'reconnect')

    // Some platforms say nothing but "forbidden" to a post, which may be about its content as well.
    arm(bench, 'scope_missing', 'post')
    const { kind } = await failureOf(runOnce(run), run.account)
    assert.ok(kind === 'reconnect' || kind === 'rejected', kind)
    assert.equal(bench.emulator.posts().length, 0)
  })

  test(`${platform} looks again when a post that landed is not shown at once`, async (t) => {
    await using bench = await openBench(platform)
    if (doubtsPictures.has(platform)) return t.skip('a video is found by its own id')
    if (!bench.emulator.own_faults.includes('hidden_read')) return t.skip('shown at once')
    const run = await openRun(bench, { text: 'A post that is not shown at once' })
    arm(bench, 'landed_cut', 'post')
    arm(bench, 'hidden_read', 'read')
    await drive(run)
    assert.equal(bench.emulator.faults.played['hidden_read'], 1)
    assert.equal(bench.emulator.posts().length, 1)
  })
}

/** A post with all trimmings, once for each step and fault: the fault meets the first call of that step. */
async function everyStep(
  platform: string,
  faults: readonly string[],
  check: (
    posts: readonly Received[],
    text: string,
    outcome: { warnings: readonly Failure[] } | undefined,
  ) => void,
) {
  for (const fault of faults) {
    await using bench = await openBench(platform)
    const media = settledMedia(bench, 2)
    let run = await openRun(bench, { media, first_comment: '' })
    const steps = stepsOf({ ...run, publication: { ...run.publication, first_comment: 'x' } })
    for (const { name: step } of steps) {
      // What the step before left is older than the call that is lost now.
      bench.sandbox.clock.advance(2 * 60_000)
      const text = `${fault} at ${step}.`
      const first_comment = `${text} A comment`
      let armed = false
      const before = ({ name }: { name: string }) => {
        if (name === step && !armed) arm(bench, fault, '*')
        armed ||= name === step
      }
      const publication = { ...run.publication, text, first_comment }
      const journal = { saved: {}, begun: {} }
      const outcome = await drive({ ...run, publication, journal, before }).catch(
        (error: unknown) => {
          if (!(error instanceof Failure) || error.kind === 'unknown') throw error
          return undefined
        },
      )
      const posts = bench.emulator.posts().filter((post) => post.text.startsWith(text))
      check(posts, text, outcome)
      disarm(bench)
      if (!outcome) run = await openRun(bench, { media })
    }
  }
}

/** Calls without an answer are given up early from now on: the connection itself had all the time it wanted. */
function arm(bench: Bench, fault: string, on: string, times = 1) {
  const { emulator, person } = bench
  if (fault === 'landed_silence') bench.patience = GIVE_UP
  emulator.faults.set({ account: person.username, fault, times, on, ms: 20 })
}

function disarm(bench: Bench) {
  bench.emulator.faults.clear()
  bench.patience = PATIENCE
}
