import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { strangerFaults } from '../kit/strangers.ts'
import { catalog } from './catalog.ts'
import { serveSandbox } from './serve.ts'
import { impossible, strangersOf } from './strangers.ts'

const Refused = z.object({
  errors: z.record(z.string(), z.array(z.string())),
  impossible: z.record(z.string(), z.string()),
})

async function open() {
  const sandbox = await serveSandbox({ port: 0, clients: () => [] })
  const arm = async (platform: string, fault: object) => {
    const answer = await fetch(`${sandbox.url}/_sandbox/${platform}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: '*', ...fault }),
    })
    const body: unknown = await answer.json()
    return { status: answer.status, body }
  }
  return { sandbox, arm, [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose]() }
}

test('every platform is armed with each fault that it can have, and says why not with the others', async () => {
  await using it = await open()
  assert.deepEqual(
    Object.keys(impossible).filter((platform) => !(platform in catalog)),
    [],
  )
  for (const platform of Object.keys(catalog))
    for (const fault of strangerFaults) {
      const { status, body } = await it.arm(platform, { fault })
      const can = strangersOf(platform).includes(fault)
      assert.equal(status, can ? 201 : 422, `${fault} on ${platform}`)
      if (!can) assert.ok(Refused.parse(body).impossible[fault], `${fault} on ${platform}`)
    }
})

test('what a fault makes nothing of is refused, and so is what no clock and no page can be', async () => {
  await using it = await open()
  const wrong: [object, string][] = [
    [{ fault: 'page', status: 99 }, 'status'],
    [{ fault: 'page', status: 600 }, 'status'],
    [{ fault: 'slow', status: 403 }, 'status'],
    [{ fault: 'slow', ms: -1 }, 'ms'],
    [{ fault: 'slow', ms: 600_001 }, 'ms'],
    [{ fault: 'slow', drift: 1 }, 'drift'],
    [{ fault: 'clock', ms: 86_400_001 }, 'ms'],
    [{ fault: 'shown_oddly', seed: -1 }, 'seed'],
    [{ fault: 'shown_oddly', seed: 0.5 }, 'seed'],
  ]
  for (const [fault, field] of wrong) {
    const { status, body } = await it.arm('x', fault)
    assert.equal(status, 422, JSON.stringify(fault))
    assert.deepEqual(Object.keys(Refused.parse(body).errors), [field])
  }
  for (const fault of [
    { fault: 'clock', ms: -75_000, drift: -10 },
    { fault: 'page', status: 429, ms: 90_000 },
    { fault: 'shown_oddly', seed: 4_294_967_295 },
  ])
    assert.equal((await it.arm('x', fault)).status, 201, JSON.stringify(fault))
})

test('an hour on the clock of one platform is no hour on that of another', async () => {
  await using it = await open()
  await it.arm('x', { fault: 'clock', ms: 3_600_000 })
  const timeOn = async (platform: string) =>
    Date.parse((await fetch(`${it.sandbox.url}/${platform}/api/nothing`)).headers.get('date') ?? '')
  const between = (await timeOn('x')) - (await timeOn('threads'))
  assert.ok(between > 3_540_000 && between <= 3_600_000, String(between))
})

test('a post of somebody else is let in by hand, where the platform lists such a one', async () => {
  await using it = await open()
  const [person] = it.sandbox.emulators.get('x')?.people ?? []
  const post = async (body: object) =>
    fetch(`${it.sandbox.url}/_sandbox/x/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const account = person?.username ?? ''
  assert.equal((await post({ account, text: 'from my phone' })).status, 201)
  assert.equal((await post({ account: 'nobody', text: 'x' })).status, 422)
  assert.equal((await post({ account })).status, 422)
  const [seen] = it.sandbox.emulators.get('x')?.posts(account) ?? []
  assert.deepEqual([seen?.text, seen?.by], ['from my phone', 'other_app'])
})
