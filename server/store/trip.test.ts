import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gathered } from './trip.ts'

/** What was looked up, and how each of these look-ups goes on. */
function shelf() {
  const asked: { keys: readonly number[]; answer(): void; fail(error: Error): void }[] = []
  const find = gathered<number, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<number, string>>()
    const known = new Map(keys.filter((key) => key > 0).map((key) => [key, `number ${key}`]))
    asked.push({ keys, answer: () => resolve(known), fail: reject })
    return promise
  })
  return { asked, find }
}

/** Until everything that waits for nothing but promises has been done. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('what is asked for while nobody asks is looked up at once, and what comes meanwhile together afterwards', async () => {
  const { asked, find } = shelf()
  const first = find(1)
  await settled()
  const [second, third, again] = [find(2), find(-3), find(2)]
  await settled()
  assert.deepEqual(
    asked.map(({ keys }) => keys),
    [[1]],
  )
  asked[0]?.answer()
  assert.equal(await first, 'number 1')
  await settled()
  assert.deepEqual(
    asked.map(({ keys }) => keys),
    [[1], [2, -3]],
  )
  asked[1]?.answer()
  assert.deepEqual(await Promise.all([second, third, again]), ['number 2', undefined, 'number 2'])
})

test('nobody is answered by a look-up that was begun before he asked', async () => {
  const { asked, find } = shelf()
  const before = find(1)
  await settled()
  const after = find(1)
  asked[0]?.answer()
  await before
  await settled()
  assert.equal(asked.length, 2)
  asked[1]?.answer()
  assert.equal(await after, 'number 1')
})

test('a look-up that fails does so for those who wait for it, and for nobody else', async () => {
  const { asked, find } = shelf()
  const first = find(1)
  await settled()
  const second = find(2)
  asked[0]?.fail(new Error('lost'))
  await assert.rejects(first, /lost/)
  await settled()
  asked[1]?.answer()
  assert.equal(await second, 'number 2')
  const third = find(3)
  await settled()
  asked[2]?.answer()
  assert.equal(await third, 'number 3')
})

test('one that throws at once, and one that never answers, hold up nobody for long', async () => {
  let calls = 0
  const find = gathered<number, number>((keys) => {
    calls++
    if (calls === 1) throw new Error('no connection')
    if (calls === 2) return new Promise(() => {})
    return Promise.resolve(new Map(keys.map((key) => [key, key])))
  })
  await assert.rejects(find(1), /no connection/)
  void find(2)
  await settled()
  assert.equal(await find(3), 3)
})
