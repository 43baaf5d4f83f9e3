import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'node:test'
import { inBatches, type Trips } from '#publishing/batches.ts'
import type { Hold } from '#publishing/hold.ts'

const always: Hold = { signal: new AbortController().signal, until: () => new Date(8.64e15) }

/** Doubles numbers, and keeps the trips that it made. */
function doubling(instead: Partial<Trips<number, number>> = {}) {
  const trips: number[][] = []
  const alone: number[] = []
  let time = 0
  const write = inBatches<number, number>({
    async together(orders) {
      trips.push([...orders])
      await delay(1)
      return orders.map((order) => order * 2)
    },
    async alone(order) {
      alone.push(order)
      return order * 2
    },
    keyOf: String,
    bytesOf: () => 1,
    now: () => new Date(time),
    async sleep(ms) {
      time += ms
    },
    ...instead,
  })
  return { write, trips, alone }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
const error = (code: string) => Object.assign(new Error(code), { code })

test('what comes while a trip is under way goes together on the next, a hundred at the most', async () => {
  const { write, trips } = doubling()
  const first = write(-1, always)
  await new Promise((next) => setImmediate(next))
  const answers = await Promise.all([first, ...upTo(250).map((one) => write(one, always))])
  assert.deepEqual(answers, [-2, ...upTo(250).map((one) => one * 2)])
  assert.deepEqual(
    trips.map(({ length }) => length),
    [1, 100, 100, 50],
  )
})

test('a trip carries no more than a megabyte, but for one order that is longer', async () => {
  const { write, trips } = doubling({ bytesOf: (order) => order * 400 * 1024 })
  await Promise.all([1, 1, 1, 9, 1].map((one, at) => write(one + at / 1000, always)))
  assert.deepEqual(
    trips.map((orders) => orders.map(Math.floor)),
    [[1, 1], [1], [9], [1]],
  )
})

test('two orders of one key never travel together, and keep their order', async () => {
  const { write, trips } = doubling({ keyOf: (order) => String(Math.floor(order)) })
  await Promise.all([1.1, 2.1, 1.2, 1.3].map((one) => write(one, always)))
  assert.deepEqual(trips, [[1.1, 2.1], [1.2], [1.3]])
})

test('what has no answer is asked alone, and holds up nobody', async () => {
  const stuck = Promise.withResolvers<number>()
  const { write } = doubling({
    together: async (orders) => orders.map((order) => (order === 2 ? undefined : order * 2)),
    alone: () => stuck.promise,
  })
  const second = write(2, always)
  assert.deepEqual(await Promise.all([1, 3].map((one) => write(one, always))), [2, 6])
  assert.equal(await write(4, always), 8)
  stuck.resolve(4)
  assert.equal(await second, 4)
})

test('after a deadlock the whole trip is sent again', async () => {
  let tried = 0
  const { write, alone } = doubling({
    async together(orders) {
      if (++tried < 3) throw error('40P01')
      return orders.map((order) => order * 2)
    },
  })
  assert.deepEqual(await Promise.all([1, 2].map((one) => write(one, always))), [2, 4])
  assert.deepEqual([tried, alone], [3, []])
})

test('after any other refusal each goes alone: only the one that is to blame hears of it', async () => {
  const { write } = doubling({
    together: () => Promise.reject(error('22P05')),
    async alone(order) {
      if (order === 2) throw error('22P05')
      return order * 2
    },
  })
  const results = await Promise.allSettled([1, 2, 3].map((one) => write(one, always)))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('after a lost connection each is sent again until its lease ends', async () => {
  let lost = 0
  const { write } = doubling({
    async together(orders) {
      if (++lost < 5) throw new Error('Connection terminated unexpectedly')
      return orders.map((order) => order * 2)
    },
  })
  const short: Hold = { ...always, until: () => new Date(100) }
  const [long, ended] = await Promise.allSettled([write(1, always), write(2, short)])
  assert.deepEqual([long.status, ended.status], ['fulfilled', 'rejected'])
  assert.equal(lost, 5)
})

test('who has lost the lease before the trip begins is left behind, and told so', async () => {
  const { write, trips } = doubling()
  const abort = new AbortController()
  const lost = write(1, { ...always, signal: abort.signal })
  const other = write(2, always)
  abort.abort(new Error('the lease is lost'))
  await assert.rejects(lost, /the lease is lost/)
  assert.equal(await other, 4)
  assert.deepEqual(trips, [[2]])
})
