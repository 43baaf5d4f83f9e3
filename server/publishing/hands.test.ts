import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hand, handsOf } from './hands.ts'

const LONG = 60_000
const { signal } = new AbortController()

test('as many are out as there are hands, and who waits goes in the order of asking', async () => {
  const hands = handsOf({ concurrency: 2, patience: LONG })
  const first = await hands.take('x', 1, signal)
  const second = await hands.take('x', 1, signal)
  const gone: number[] = []
  const waiting = [3, 4].map(async (who) => {
    const hand = await hands.take('x', 1, signal)
    gone.push(who)
    return hand
  })
  await new Promise(setImmediate)
  assert.deepEqual(gone, [])
  first?.()
  // Given back twice, it is one hand.
  first?.()
  const third = await waiting[0]
  await new Promise(setImmediate)
  assert.deepEqual(gone, [3])
  second?.()
  const fourth = await waiting[1]
  assert.deepEqual(gone, [3, 4])
  third?.()
  fourth?.()
  assert.ok(await hands.take('x', 1, signal))
  assert.ok(await hands.take('x', 1, signal))
})

test('each platform has hands of its own', async () => {
  const hands = handsOf({ concurrency: 1, patience: LONG })
  assert.ok(await hands.take('x', 1, signal))
  assert.ok(await hands.take('bluesky', 1, signal))
})

test('who has waited too long, or when all is to stop, goes without', async () => {
  const short = handsOf({ concurrency: 1, patience: 1 })
  const held = await short.take('x', 1, signal)
  assert.equal(await short.take('x', 1, signal), undefined)
  held?.()
  assert.ok(await short.take('x', 1, signal), 'whoever left has taken none')

  const long = handsOf({ concurrency: 1, patience: LONG })
  await long.take('x', 1, signal)
  const waiting = long.take('x', 1, signal)
  long.close()
  assert.equal(await waiting, undefined)
  assert.equal(await long.take('x', 1, signal), undefined)
})

test('whoever waits for a platform that has fallen silent goes back, and no other', async () => {
  const hands = handsOf({ concurrency: 1, patience: LONG })
  const held = await hands.take('x', 1, signal)
  await hands.take('bluesky', 1, signal)
  const waiting = [hands.take('x', 1, signal), hands.take('x', 1, signal)]
  const elsewhere = hands.take('bluesky', 1, AbortSignal.timeout(1)).catch(() => 'waited')
  hands.disperse('x')
  assert.deepEqual(await Promise.all(waiting), [undefined, undefined])
  assert.equal(await elsewhere, 'waited')
  held?.()
  assert.ok(await hands.take('x', 1, signal), 'who comes next is asked for anew')
})

test('who loses the lease leaves the line', async () => {
  const hands = handsOf({ concurrency: 1, patience: LONG })
  const held = await hands.take('x', 1, signal)
  const lost = new AbortController()
  const waiting = hands.take('x', 1, lost.signal)
  lost.abort(new Error('lost'))
  await assert.rejects(waiting, /lost/)
  await assert.rejects(hands.take('x', 1, lost.signal), /lost/)
  held?.()
  assert.ok(await hands.take('x', 1, signal))
})

test('as many may be claimed ahead as came free a moment ago, up to half of the hands', async () => {
  let now = 0
  const hands = handsOf({ concurrency: 8, clock: () => now, patience: LONG })
  assert.equal(hands.ahead('x'), 0)
  const all = await Promise.all(Array.from({ length: 8 }, () => hands.take('x', 1, signal)))
  for (const hand of all.slice(0, 3)) hand?.()
  assert.equal(hands.ahead('x'), 3)
  assert.equal(hands.ahead('bluesky'), 0)
  for (const hand of all) hand?.()
  assert.equal(hands.ahead('x'), 4)
  now += 1_000
  assert.equal(
    hands.ahead('x'),
    0,
    'while calls take long nothing is claimed that others could send',
  )
})

test('whose workspace holds none takes one of the spare ones, and nobody else does', async () => {
  const hands = handsOf({ concurrency: 2, spare: 1, patience: LONG })
  const herd = [await hands.take('x', 1, signal), await hands.take('x', 1, signal)]
  const gone: string[] = []
  const take = async (who: string, workspace_id: number) => {
    const hand = await hands.take('x', workspace_id, signal)
    gone.push(who)
    return hand
  }
  const give = async (hand: Promise<Hand | undefined> | Hand | undefined) => {
    ;(await hand)?.()
    await new Promise(setImmediate)
    return gone
  }
  const third = take('third of the herd', 1)
  const lone = take('lone', 2)
  const lones = take('another of the lone one', 2)
  const other = take('other', 3)
  await new Promise(setImmediate)
  assert.deepEqual(gone, ['lone'])
  // Two of three are back at what the herd may have; the next spare one goes to who has none, not to who waits longer.
  assert.deepEqual(await give(herd[0]), ['lone', 'other'])
  assert.deepEqual(await give(lone), ['lone', 'other', 'another of the lone one'])
  await give(other)
  assert.deepEqual(await give(lones), [
    'lone',
    'other',
    'another of the lone one',
    'third of the herd',
  ])
  await third
  assert.equal(hands.spare('x'), 1)
})

test('spare ones are there until they are out, or somebody who has none waits for them', async () => {
  const hands = handsOf({ concurrency: 4, spare: 2, patience: LONG })
  assert.equal(hands.spare('x'), 2)
  for (let each = 0; each < 4; each++) await hands.take('x', 1, signal)
  void hands.take('x', 1, signal)
  assert.equal(hands.spare('x'), 2, 'what a herd has claimed ahead needs none of them')
  const lone = await hands.take('x', 2, signal)
  assert.equal(hands.spare('x'), 1)
  await hands.take('x', 3, signal)
  void hands.take('x', 4, signal)
  assert.equal(hands.spare('x'), 0)
  lone?.()
  assert.equal(hands.spare('x'), 0)
  hands.close()
})
