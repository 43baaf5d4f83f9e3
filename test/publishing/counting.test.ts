import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connector, Counted, PreparingStep, Step } from '#platforms/platform.ts'
import { x } from '#platforms/x/connector.ts'
import { openEngine } from '../engine.ts'

const HOUR = 3_600_000

/**
 * X, as if it counted what is uploaded, as Instagram does; or as Facebook counts reels. `anew`: so many more are made by the
 * step of the last file.
 */
function counted(most: number, counts: Counted, anew: number): Connector {
  const { manifest } = x
  const limits = { ...manifest.limits, counted_per_day: { [counts]: most } }
  const asCounted = (step: Step): Step =>
    step.effect === 'prepares' && step.name.startsWith('upload_')
      ? { ...step, counts, run: makingMore(step, step.name.endsWith('_3') ? anew : 0) }
      : step
  return {
    ...x,
    manifest: { ...manifest, limits },
    publish: (...of) => x.publish(...of).map(asCounted),
  }
}

function makingMore({ run }: PreparingStep, more: number): PreparingStep['run'] {
  return async (saved, useUp) => {
    for (let left = more; left > 0; left--) await useUp?.('containers', left)
    return run(saved)
  }
}

async function counting(most: number, counts: Counted = 'containers', anew = 0) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  const { platforms } = engine.deps
  const connector = counted(most, counts, anew)
  engine.deps.platforms = (id, sandbox) => {
    const binding = platforms(id, sandbox)
    return binding && { ...binding, connector }
  }
  const write = (text: string, pictures = 4, on = account) =>
    engine.post(workspace, { text, accounts: [on], pictures })
  return Object.assign(engine, { home: workspace, write })
}

test('what is too much of a day for the platform is not begun, says why, and goes out when there is room', async () => {
  await using engine = await counting(9)
  await engine.write('One')
  await engine.run()
  await engine.write('Two')
  await engine.run()
  engine.advance(HOUR)
  const calls: string[] = []
  engine.wire.around = async (call, url) => {
    calls.push(url)
    return call()
  }
  const third = await engine.write('Three')
  for (const work of await engine.claim()) await engine.carry(work)
  assert.deepEqual(calls, [], 'one more fits, four do not: none is made')
  const { status, error_code, error_message } = await engine.delivery(third)
  assert.deepEqual([status, error_code], ['pending', 'daily_limit'])
  assert.match(error_message ?? '', /9 files and posts of an account in 24 hours/)

  const words = await engine.write('Words alone', 0)
  const small = await engine.write('One picture', 1)
  for (const work of await engine.claim()) await engine.carry(work)
  for (const id of [words, small])
    assert.equal((await engine.delivery(id)).status, 'published', 'it waits for nobody')

  await engine.run()
  assert.equal((await engine.delivery(third)).status, 'published')
  assert.equal(engine.texts('x').at(-1), 'Three')
})

test('each account has its own day, and what a killed attempt has made is neither made nor counted again', async () => {
  await using engine = await counting(4)
  await engine.write('One')
  assert.ok(await engine.kill('before', (url) => url.endsWith('/2/tweets')))
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['One'])
  const other = await engine.connect(engine.home, 'x', 1)
  const beside = await engine.write('Beside', 4, other)
  await engine.run()
  assert.equal((await engine.delivery(beside)).status, 'published')
})

test('a reel that could not be begun is none: an outage leaves the room of the day', async () => {
  await using engine = await counting(2, 'reels')
  let refused = 0
  engine.wire.around = async (call, url) => {
    if (refused === 4 || !url.includes('/media/upload')) return call()
    refused++
    return new Response('{}', { status: 503 })
  }
  const first = await engine.write('One', 1)
  await engine.run()
  const { status, error_message } = await engine.delivery(first)
  assert.equal(status, 'published', error_message ?? '')
  assert.equal(refused, 4)
  const second = await engine.write('Two', 1)
  for (const work of await engine.claim()) await engine.carry(work)
  assert.equal((await engine.delivery(second)).status, 'published')
  const third = await engine.write('Three', 1)
  for (const work of await engine.claim()) await engine.carry(work)
  assert.equal((await engine.delivery(third)).error_code, 'daily_limit', 'those that began count')
})

test('what one step makes beyond its own is counted as well', async () => {
  await using engine = await counting(6, 'containers', 2)
  await engine.write('One')
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['One'])
  const more = await engine.write('One more', 1)
  for (const work of await engine.claim()) await engine.carry(work)
  const { status, error_code } = await engine.delivery(more)
  assert.deepEqual([status, error_code], ['pending', 'daily_limit'], 'four and two are six')
})

test('…and nothing of it where there is no room for all', async () => {
  await using engine = await counting(5, 'containers', 2)
  const id = await engine.write('One')
  for (const work of await engine.claim()) await engine.carry(work)
  const { status, error_code } = await engine.delivery(id)
  assert.deepEqual([status, error_code], ['pending', 'daily_limit'])
  assert.deepEqual(engine.texts('x'), [])
  const beside = await engine.write('One more', 1)
  for (const work of await engine.claim()) await engine.carry(work)
  assert.equal((await engine.delivery(beside)).status, 'published', 'the fifth is left')
})
