import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asFinding, type Finding } from '../finding.ts'
import { type Account, Failure, type Json, type Tools } from '#platforms/platform.ts'
import { allow } from '#sandbox/service/person.ts'
import { ANSWERS, oddly } from './odd-answers.ts'
import {
  A_DAY_AND_MORE,
  accountOf,
  authorized,
  type Bench,
  connect,
  failureOf,
  mediaFor,
  openBench,
  openRun,
  publicationFor,
  renewsEarly,
  signInValues,
} from '../platform-bench.ts'

const MOST_CALLS = 30

/** Whatever comes back, on whichever call: a failure of ours that says so, nothing unhandled, and no token in it. */
export function garbling(platform: string) {
  test(`${platform} can be connected only by answers that make sense`, async () => {
    await using bench = await openBench(platform)
    const { connector, person } = bench
    await garbled(bench, {}, (tools) =>
      connector.authorize({ state: 's', hint: person.username }, tools),
    )
    await garbled(bench, {}, async (tools) => {
      const { answer, keep } = await authorized(bench, person, allow)
      return connector.exchange(answer, keep, tools)
    })
    const values = signInValues[platform]?.(person)
    if (values) await garbled(bench, {}, async (tools) => connector.sign_in?.run(values, tools))
  })

  test(`${platform} publishes and looks for what it published through any answer`, async () => {
    await using bench = await openBench(platform)
    const { connector, tools } = bench
    const media = mediaFor(bench, 2)
    const words = { text: 'Good morning, all of you', first_comment: 'And a comment for all' }
    const publication = await publicationFor(bench, { media, ...words })
    const { account } = await openRun(bench)
    const saved: Record<string, Json> = {}
    const names = connector.publish(publication, account, tools).map(({ name }) => name)
    for (const name of names) {
      const step = (given: Tools) => {
        const found = connector
          .publish(publication, account, given)
          .find((one) => one.name === name)
        return found ?? assert.fail(name)
      }
      const { effect } = step(tools)
      const before = bench.emulator.posts().length
      const look = async (given: Tools): Promise<Finding<Json>> => {
        const again = step(given)
        if (again.effect === 'prepares') return 'unknowable'
        return asFinding(again).find(saved, { started_at: tools.now(), look: 1 })
      }
      saved[name] = await garbled(bench, account.secret, async (given) => step(given).run(saved), {
        decided: effect === 'publishes_once',
        // What landed must not be sent again.
        async landed() {
          if (effect !== 'publishes_once' || bench.emulator.posts().length === before)
            return undefined
          const finding = await settled(bench, async () => look(tools))
          return typeof finding === 'object' ? finding.found : null
        },
      })
      if (effect !== 'prepares') await garbled(bench, account.secret, look)
    }
    assert.equal(bench.emulator.posts().filter(({ reply_to }) => reply_to === null).length, 1)
    const { platform_post_id: id } = Object(saved['post'])
    if (connector.metrics)
      await garbled(bench, account.secret, async (given) =>
        connector.metrics?.([id], account, given),
      )
  })

  test(`${platform} stays connected or says why not, whatever it is answered`, async () => {
    await using bench = await openBench(platform)
    const { connector, sandbox } = bench
    const account: Account = accountOf(await connect(bench))
    if (renewsEarly.has(platform)) sandbox.clock.advance(A_DAY_AND_MORE)
    const renewed = await garbled(bench, account.secret, async (tools) =>
      connector.refresh(account, tools),
    )
    const fresh = { ...account, secret: renewed.secret }
    await garbled(bench, fresh.secret, async (tools) => connector.revoke?.(fresh, tools))
  })
}

/**
 * Does it again and again, its first, second, … call and all behind answered oddly in each of the ways, until there is no
 * such call: then it was done as always. `decided`: an odd success must not be taken for a no.
 */
async function garbled<Result>(
  bench: Bench,
  secret: Account['secret'],
  act: (tools: Tools) => Promise<Result>,
  {
    decided = false,
    landed,
  }: { decided?: boolean; landed?: () => Promise<Result | undefined> } = {},
): Promise<Result> {
  for (let from = 0; from < MOST_CALLS; from += 1) {
    for (const [what, answer] of Object.entries(ANSWERS)) {
      const { tools, met } = oddly(bench.tools, from, answer)
      const deps = act(tools)
      const failed = await deps.then(
        () => undefined,
        async (error: unknown) => error,
      )
      if (!met()) return isLater(failed) ? settled(bench, async () => act(tools)) : deps
      const known = await landed?.()
      if (known !== undefined) return known
      if (failed === undefined) continue
      if (!(failed instanceof Failure)) throw failed
      const failure = await failureOf(deps, { ...NOBODY, secret })
      const shown = `${failure.message} ${failure.words ?? ''}`
      const { client_id, client_secret } = bench.tools.config
      const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
      assert.ok(![client_secret, basic].some((hidden) => shown.includes(hidden)), what)
      const odd = answer('')[0] < 300
      if (decided && odd) assert.notEqual(failure.kind, 'rejected', `${what} to call ${from + 1}`)
    }
  }
  return assert.fail('it never came to an end')
}

/** Media may still be worked on: then a minute later. */
async function settled<Result>({ sandbox }: Bench, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!isLater(error)) throw error
    sandbox.clock.advance(60_000)
    return act()
  }
}

function isLater(error: unknown) {
  return error instanceof Failure && error.kind === 'later'
}

const NOBODY = { platform_account_id: '', username: '', settings: {} }
