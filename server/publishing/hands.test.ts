import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
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

/** Takes hands, and gives them back by the clock that it moves; `soon`: when hands were said to come free. */
function byTheClock(concurrency: number) {
  let now = 0
  const soon: number[] = []
  const hands = handsOf({
    concurrency,
    clock: () => now,
    patience: LONG,
    onSoon: () => void soon.push(now),
  })
  return {
    hands,
    soon,
    take: (count: number) =>
      Promise.all(Array.from({ length: count }, () => hands.take('x', 1, signal))),
    wait: (ms: number) => {
      for (const end = now + ms; now < end;) {
        now++
        mock.timers.tick(1)
      }
    },
  }
}

test('as many may be claimed ahead as should come free within a moment, by how long the last calls took', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { hands, take, wait } = byTheClock(8)
  const [first, second, third, ...others] = await take(8)
  wait(200)
  assert.equal(hands.ahead('x'), 0, 'nobody knows how long a call takes')
  for (const hand of [first, second, third]) hand?.()
  assert.equal(hands.ahead('x'), 5)
  assert.equal(hands.ahead('bluesky'), 0)
  await take(3)
  assert.equal(hands.ahead('x'), 5)
  wait(50)
  assert.equal(hands.ahead('x'), 8, 'all of them within 150 ms')
  wait(101)
  assert.equal(
    hands.ahead('x'),
    3,
    'who has been out for much longer than the others may be so for any time',
  )
  for (const hand of others) hand?.()
  wait(10_000)
  assert.equal(hands.ahead('x'), 0)
})

test('it is said when hands should come free, of all that are out, until all are to stop', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { hands, soon, take, wait } = byTheClock(3)
  const [first] = await take(1)
  wait(1_000)
  assert.deepEqual(soon, [], 'nobody knows how long a call takes')
  first?.()
  await take(1)
  wait(400)
  await take(1)
  wait(1_000)
  assert.deepEqual(soon, [1_850, 2_250])
  await take(1)
  hands.close()
  wait(10_000)
  assert.deepEqual(soon, [1_850, 2_250])
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
  let now = 0
  const hands = handsOf({
    concurrency: 4,
    spare: 2,
    clock: () => now,
    patience: LONG,
  })
  assert.equal(hands.spare('x'), 2)
  for (let each = 0; each < 4; each++) await hands.take('x', 1, signal)
  void hands.take('x', 1, signal)
  assert.equal(hands.spare('x'), 2, 'what a herd has claimed ahead needs none of them')
  const lone = await hands.take('x', 2, signal)
  assert.equal(hands.spare('x'), 1)
  await hands.take('x', 3, signal)
  void hands.take('x', 4, signal)
  assert.equal(hands.spare('x'), 0)
  now = 10_000
  lone?.()
  assert.equal(hands.spare('x'), 2, 'the others have been out for as long as that one was')
  now += 1_000
  assert.equal(hands.spare('x'), 0, 'nobody knows when they come back')
  hands.close()
})
