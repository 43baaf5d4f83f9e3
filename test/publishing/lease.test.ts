import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { startWorker } from '#publishing/worker.ts'
import { Progress } from '#rules/progress.ts'
import { saveAlone, saveTogether } from '#store/attempts.ts'
import { renewLease, renewLeases } from '#store/claims.ts'
import {
  type AttemptEnding,
  comingBack,
  endAlone,
  endTogether,
  postponing,
  settling,
} from '#store/endings.ts'
import { type Engine, LEASE, openEngine } from '../engine.ts'

async function onePost(real = false) {
  const engine = await openEngine({ real })
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  const id = await engine.post(workspace, {
    text: 'Said once, by whoever holds the lease',
    accounts: [account],
  })
  return Object.assign(engine, { id })
}

async function only(engine: Engine) {
  const [work, ...others] = await engine.claim()
  assert.ok(work && others.length === 0)
  return work
}

async function callsInDoubt(engine: Engine & { id: number }) {
  const { steps } = await engine.delivery(engine.id)
  return Progress.parse(steps)['post']?.sends?.length
}

test('who lost the lease writes nothing at all', async () => {
  await using engine = await onePost()
  const stale = await only(engine)
  engine.advance(LEASE)
  const fresh = await only(engine)
  const before = await engine.delivery(engine.id)
  const [db, at] = [engine.db, engine.now()]
  const ending = {
    outcome: 'published',
    step: null,
    code: null,
    words: null,
    request_id: null,
  } as const
  const receipt = { platform_post_id: '1', platform_url: null, warnings: [], steps: {} }
  const wait = { steps: {}, error_code: null, error_message: null }

  const written = { ...stale, steps: '{"post": {"result": "stale"}}' }
  assert.equal(await saveAlone(db, written), false)
  assert.deepEqual(await saveTogether(db, [written]), [false])
  const later = new Date(at.getTime() + LEASE * 2)
  const endings: AttemptEnding[] = [
    settling(stale, { status: 'published', ...receipt }, ending, at),
    postponing(stale, { ...wait, due_at: at }, ending, at),
    comingBack(stale, { ...wait, at }, ending, at),
  ]
  for (const each of endings) {
    assert.equal(await endAlone(db, JSON.stringify(each)), 'lost')
    assert.deepEqual(await endTogether(db, [JSON.stringify(each)]), [undefined])
  }
  assert.equal((await renewLeases(db, [stale], later)).size, 0)
  assert.equal(await renewLease(db, stale, later), false)
  assert.deepEqual(await engine.delivery(engine.id), before)

  assert.deepEqual(await saveTogether(db, [{ ...fresh, steps: '{}' }]), [true])
  assert.equal((await renewLeases(db, [stale, fresh], at)).size, 1)
})

test('a worker frozen behind its request finds its work done by another, and changes nothing', async () => {
  await using engine = await onePost()
  const frozen = await only(engine)
  let thawed = false
  engine.wire.around = async (call, url) => {
    const answer = await call()
    if (thawed || !url.endsWith('/2/tweets')) return answer
    thawed = true
    engine.advance(LEASE)
    assert.equal(await engine.carry(await only(engine)), true)
    return answer
  }
  assert.equal(await engine.carry(frozen), false)
  await engine.run()
  assert.equal(engine.texts('x').length, 1)
  assert.equal((await engine.delivery(engine.id)).attempt, 3)
  assert.deepEqual(await engine.timeline(engine.id), ['', 'look', 'published'])
})

test('a worker frozen before its request sends nothing once its lease is over by the clock', async () => {
  await using engine = await onePost()
  const work = await only(engine)
  const until = new Date(engine.now().getTime() + LEASE)
  engine.advance(LEASE)
  assert.equal(await engine.carry(work, { until: () => until }), true)
  assert.deepEqual(engine.texts('x'), [])
  assert.deepEqual(await engine.timeline(engine.id), ['later held_up'])
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['Said once, by whoever holds the lease'])
})

test('a worker that was held up until its lease nearly ends saves no call as begun, so that nothing is in doubt', async () => {
  await using engine = await onePost()
  let saved = 0
  const count = () => void saved++
  subscribe('crier:saved', count)
  const carry = async (left: number) => {
    const work = await only(engine)
    const until = new Date(engine.now().getTime() + left)
    assert.equal(await engine.carry(work, { until: () => until }), true)
    engine.advance(LEASE)
  }
  await carry(499)
  assert.equal(saved, 0)
  assert.deepEqual(await engine.timeline(engine.id), ['later held_up'])
  assert.equal(await callsInDoubt(engine), undefined)
  await carry(500)
  unsubscribe('crier:saved', count)
  assert.ok(saved > 0)
  assert.deepEqual(await engine.timeline(engine.id), ['later held_up', 'published'])
  assert.deepEqual(engine.texts('x'), ['Said once, by whoever holds the lease'])
})

test('…and what was judged to be absent is still sent by whoever comes next', async () => {
  await using engine = await onePost()
  engine.fault('x', 'cut_before')
  await engine.carry(await only(engine))
  assert.deepEqual(await engine.timeline(engine.id), ['look no_answer'])
  for (let round = 0; round < 10; round += 1) {
    engine.advance(3 * 60_000)
    const [work] = await engine.claim()
    if (!work) continue
    const until = new Date(engine.now().getTime() + 100)
    await engine.carry(work, { until: () => until })
    assert.equal(await callsInDoubt(engine), 1)
  }
  assert.deepEqual(engine.texts('x'), [])
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['Said once, by whoever holds the lease'])
})

test('a worker frozen while its request looked for a connection writes nothing when it wakes up', async () => {
  await using engine = await onePost()
  const work = await only(engine)
  const until = new Date(engine.now().getTime() + LEASE)
  let frozen = false
  engine.wire.around = async (call, url) => {
    if (!frozen && url.endsWith('/2/tweets')) {
      frozen = true
      engine.advance(LEASE)
    }
    return call()
  }
  await engine.carry(work, { until: () => until })
  assert.ok(frozen)
  assert.deepEqual(engine.texts('x'), [])
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['Said once, by whoever holds the lease'])
})

test('a lease that is lost stops the attempt before its next step', async () => {
  await using engine = await onePost()
  const work = await only(engine)
  const abort = new AbortController()
  abort.abort(new Error('lost'))
  await assert.rejects(engine.carry(work, { signal: abort.signal }), /lost/)
  assert.deepEqual(engine.texts('x'), [])
})

test('what gets no hand goes back unsent, and is sent once when there is one', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const accounts = [await engine.connect(workspace, 'x')]
  const ids = [
    await engine.post(workspace, { text: 'A text alone', accounts }),
    await engine.post(workspace, { text: 'With a picture', accounts, pictures: 1 }),
  ]
  const works = await engine.claim()
  assert.equal(works.length, 2)
  for (const work of works) await engine.carry(work, { hand: async () => false })
  for (const id of ids) {
    const { status, lease_until, steps } = await engine.delivery(id)
    assert.deepEqual([status, lease_until], ['pending', null])
    assert.equal(Progress.parse(steps)['post']?.sends, undefined)
    assert.deepEqual(await engine.timeline(id), ['released'])
  }
  assert.deepEqual(engine.texts('x'), [])
  await engine.run()
  assert.deepEqual(engine.texts('x').toSorted(), ['A text alone', 'With a picture'])
})

/** A worker of its own, with a lease short enough to wait for; `ended` is the first thing it says. */
function workerOf(engine: Engine, lease = 1_000) {
  const ended = Promise.withResolvers<string>()
  const say = (_: object, text: string) => ended.resolve(text)
  const worker = startWorker({
    ...engine.deps,
    claims: engine,
    together: engine.db,
    name: 'real',
    concurrency: 10,
    limits: engine.limits,
    lease,
    onNews: () => () => {},
    log: { info: say, warn: say, error: say },
  })
  return { ended: ended.promise, [Symbol.asyncDispose]: () => worker.stop(0) }
}

test('a call that outlasts the lease is no reason to lose it: it is renewed', async () => {
  await using engine = await onePost(true)
  const until = async () => (await engine.delivery(engine.id)).lease_until ?? ''
  let first = ''
  engine.wire.around = async (send, url) => {
    if (!/tweets/.test(url)) return send()
    // Answered when the lease that it was made with is over.
    first ||= await until()
    while (new Date() <= new Date(first)) await new Promise((next) => setTimeout(next, 50))
    return send()
  }
  await using worker = workerOf(engine, 4_000)
  assert.equal(await worker.ended, 'attempt ended')
  assert.deepEqual(await engine.timeline(engine.id), ['published'])
})

test('a worker that hears that its lease is gone cuts the call and leaves the delivery alone', async () => {
  await using engine = await onePost(true)
  engine.fault('x', 'slow', { ms: 60_000 })
  await using worker = workerOf(engine)
  const asked = () => engine.emulator('x').faults.played['slow']
  while (!asked()) await new Promise((next) => setTimeout(next, 10))
  const began = performance.now()
  const until = new Date(Date.now() + 60_000)
  await engine.db
    .updateTable('deliveries')
    .set(({ eb }) => ({ lease_token: eb('lease_token', '+', 1), lease_until: until }))
    .execute()
  assert.match(await worker.ended, /lease/)
  assert.ok(performance.now() - began < 30_000)
  assert.equal((await engine.delivery(engine.id)).lease_until, until.toISOString())
})
