import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metrics } from '#platforms/kit/metrics.ts'
import { type Account, Failure } from '#platforms/platform.ts'
import {
  type Bench,
  failureOf,
  openBench as openAnyBench,
  openRun,
  publicationFor,
  renewsEarly,
} from '../platform-bench.ts'
import { drive } from '../reference-driver.ts'

const DAY = 86_400_000

/** Where nobody but the reader of a post is told that it is gone, and members may not read their own. */
const neverSaysGone = new Set(['linkedin'])

/** What an app must be granted beyond the manifest's scopes before it is told numbers. */
const numbersNeed: Record<string, readonly string[]> = {
  linkedin: ['r_member_postAnalytics'],
}

/** What every platform that tells numbers promises about them. */
export function measuring(platform: string) {
  test(`${platform} says in its manifest which numbers it tells, exactly when it can ask for them`, async () => {
    await using bench = await openBench(platform)
    const { connector } = bench
    const { metrics: part } = connector.manifest
    assert.equal(part !== undefined, connector.metrics !== undefined)
    if (!part) return
    assert.ok(part.per_call >= 1 && part.offers.length > 0)
    assert.deepEqual(
      part.offers,
      metrics.filter((metric) => part.offers.includes(metric)),
      'in the order of the list, each once',
    )
  })

  test(`${platform} tells the numbers that it offers, null for the others, and they grow`, async (t) => {
    await using bench = await openBench(platform)
    const offers: readonly string[] | undefined = bench.connector.manifest.metrics?.offers
    if (!offers) return t.skip('tells no numbers')
    const { account, ids } = await published(bench, 2)
    const looks = []
    for (const days of [0, 1, 6]) {
      bench.sandbox.clock.advance(days * DAY)
      looks.push(await look(bench, await fresh(bench, account), ids))
    }
    for (const found of looks) {
      assert.deepEqual([...found.keys()].toSorted(), ids.toSorted())
      for (const numbers of found.values()) {
        assert.ok(numbers !== 'gone')
        assert.deepEqual(Object.keys(numbers), [...metrics])
        for (const metric of metrics)
          assert.equal(numbers[metric] !== null, offers.includes(metric), metric)
      }
    }
    for (const id of ids) {
      const [first, , last] = looks.map((found) => found.get(id))
      assert.ok(first && last && first !== 'gone' && last !== 'gone')
      for (const metric of metrics) assert.ok((last[metric] ?? 0) >= (first[metric] ?? 0), metric)
      assert.ok((last.likes ?? 1) > (first.likes ?? 0))
    }
  })

  test(`${platform} tells numbers of as many posts at once as it says, and refuses more`, async (t) => {
    await using bench = await openBench(platform)
    const part = bench.connector.manifest.metrics
    if (!part) return t.skip('tells no numbers')
    const { account, ids } = await published(bench, 1)
    const many = (count: number) => [
      ...ids,
      ...Array.from({ length: count - 1 }, (_, index) => other(ids[0] ?? '', index)),
    ]
    const found = await look(bench, account, many(part.per_call))
    const gone = neverSaysGone.has(platform) ? 0 : part.per_call - 1
    assert.equal([...found.values()].filter((each) => each === 'gone').length, gone)
    assert.equal(found.size, gone + 1)
    assert.notEqual(found.get(ids[0] ?? ''), 'gone')
    const failure = await failureOf(look(bench, account, many(part.per_call + 1)), account)
    assert.equal(failure.kind, 'rejected')
  })

  test(`${platform} says of posts that are not there that they are gone, also of all`, async (t) => {
    await using bench = await openBench(platform)
    if (!bench.connector.manifest.metrics) return t.skip('tells no numbers')
    if (neverSaysGone.has(platform)) return t.skip('nobody is told')
    const { account, ids } = await published(bench, 1)
    bench.emulator.faults.clear()
    const gone = [other(ids[0] ?? '', 1), other(ids[0] ?? '', 2)]
    const found = await look(bench, account, gone)
    assert.deepEqual(
      [...found],
      gone.map((id) => [id, 'gone']),
    )
  })

  for (const fault of ['refuse_500', 'cut_before', 'landed_cut', 'landed_garbage'] as const) {
    test(`${platform} tells nothing rather than something wrong through ${fault}`, async (t) => {
      await using bench = await openBench(platform)
      if (!bench.connector.manifest.metrics) return t.skip('tells no numbers')
      const { account, ids } = await published(bench, 1)
      bench.emulator.faults.set({ account: '*', fault, on: 'read' })
      assert.ok((await failureOf(look(bench, account, ids), account)) instanceof Failure)
      assert.equal((await look(bench, account, ids)).size, 1)
    })
  }

  test(`${platform} says until when its limit on reading lasts`, async (t) => {
    await using bench = await openBench(platform)
    if (!bench.connector.manifest.metrics) return t.skip('tells no numbers')
    const { account, ids } = await published(bench, 1)
    bench.emulator.faults.set({ account: '*', fault: 'rate_limited', ms: 90_000, on: 'read' })
    const failure = await failureOf(look(bench, account, ids), account)
    assert.equal(failure.kind, 'later')
    assert.ok(failure.retry_at && failure.retry_at > bench.tools.now())
  })
}

async function openBench(platform: string): Promise<Bench> {
  const bench = await openAnyBench(platform)
  const more = numbersNeed[platform]
  if (more) bench.tools.config.scopes = [...bench.connector.manifest.scopes, ...more]
  return bench
}

function look({ connector, tools }: Bench, account: Account, ids: readonly string[]) {
  return connector.metrics?.(ids, account, tools) ?? assert.fail('it can ask')
}

async function published(bench: Bench, count: number) {
  const run = await openRun(bench)
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    const content = { text: `Number ${number}`, delivery_id: number }
    const publication = await publicationFor(bench, content)
    const journal = { saved: {}, begun: {} }
    const { receipt } = await drive({ ...run, publication, journal })
    ids.push(receipt.platform_post_id ?? assert.fail('it has no number'))
  }
  return { account: run.account, ids }
}

async function fresh({ connector, tools }: Bench, account: Account) {
  if (renewsEarly.has(connector.manifest.id)) return account
  const { secret } = await connector.refresh(account, tools)
  account.secret = secret
  return account
}

/** An id that looks like this one and belongs to nothing: its end in digits that every platform has in its ids. */
function other(id: string, index: number) {
  const digits = index.toString(6).padStart(4, '0')
  return id.slice(0, -4) + digits.replace(/./g, (digit) => String(Number(digit) + 2))
}
