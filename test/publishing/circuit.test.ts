import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorker } from '#publishing/worker.ts'
import { type Engine, LEASE, openEngine } from '../engine.ts'

/** Four accounts on X and one on Bluesky; until `alive` says so, every call to X is refused at its door. */
async function deadPlatform({ real = false } = {}) {
  const engine = await openEngine({ real })
  const state = { alive: false, calls: 0, hangs: undefined as Promise<never> | undefined }
  const on: number[] = []
  const workspaces: number[] = []
  for (let n = 0; n < 4; n++) {
    const workspace = await engine.workspace()
    workspaces.push(workspace)
    on.push(await engine.connect(workspace, 'x', n % 2))
  }
  const [first = 0] = workspaces
  const bluesky = await engine.connect(first, 'bluesky')
  engine.wire.around = async (call, url) => {
    if (state.alive || !new URL(url).pathname.startsWith('/x/')) return call()
    state.calls += 1
    await state.hangs
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  }
  const post = (n: number, text: string) =>
    engine.post(workspaces[n] ?? 0, { text, accounts: [on[n] ?? 0] })
  return Object.assign(engine, { state, post_on_x: post, first, bluesky, workspaces })
}

async function round(engine: Engine) {
  const claimed = await engine.claim()
  await Promise.all(claimed.map((work) => engine.carry(work)))
  return claimed.map(({ platform }) => platform)
}

test('a platform silent towards three accounts is left alone, asked by one, and used again when it answers', async () => {
  await using engine = await deadPlatform()
  const ids = [0, 1, 2].map((n) => engine.post_on_x(n, `Post ${n}`))
  await Promise.all(ids)
  assert.deepEqual(await round(engine), ['x', 'x', 'x'])
  await engine.post_on_x(3, 'Post 3')
  const elsewhere = await engine.post(engine.first, {
    text: 'Elsewhere',
    accounts: [engine.bluesky],
  })
  assert.deepEqual(await round(engine), ['bluesky'])
  assert.equal((await engine.delivery(elsewhere)).status, 'published')

  // Its time is over: one asks, nobody else meanwhile; the next pause is longer.
  engine.advance(15_001)
  const [probe, ...others] = await engine.claim()
  assert.ok(probe && others.length === 0)
  assert.deepEqual(await engine.claim(), [])
  await engine.carry(probe)
  engine.advance(15_001)
  assert.deepEqual(await engine.claim(), [])
  engine.advance(15_000)

  engine.state.alive = true
  assert.deepEqual(await round(engine), ['x'])
  await engine.run()
  assert.deepEqual(engine.texts('x').sort(), ['Post 0', 'Post 1', 'Post 2', 'Post 3'])
  assert.deepEqual(await engine.db.selectFrom('circuits').selectAll().execute(), [])
})

test('a few that nobody answers in a crowd are no dead platform', async () => {
  await using engine = await deadPlatform()
  for (const n of [0, 1, 2, 3]) await engine.post_on_x(n, `Post ${n}`)
  const crowd = await engine.claim()
  for (const [index, work] of crowd.entries()) {
    // Claimed before anybody knew of silence; every second one is answered.
    engine.state.alive = index % 2 === 1
    await engine.carry(work)
  }
  engine.state.alive = true
  await engine.run()
  assert.equal(engine.texts('x').length, 4)
  assert.deepEqual(await engine.db.selectFrom('circuits').selectAll().execute(), [])
})

test('a probe whose worker dies is followed by another one', async () => {
  await using engine = await deadPlatform()
  await Promise.all([0, 1, 2].map((n) => engine.post_on_x(n, `Post ${n}`)))
  await round(engine)
  engine.advance(15_001)
  assert.equal((await engine.claim()).length, 1)
  engine.advance(LEASE - 1)
  assert.deepEqual(await engine.claim(), [])
  engine.advance(1)
  assert.equal((await engine.claim()).length, 1)
})

test('a probe that is given back has found out nothing: the next one asks at once', async () => {
  await using engine = await deadPlatform()
  await Promise.all([0, 1, 2].map((n) => engine.post_on_x(n, `Post ${n}`)))
  await round(engine)
  engine.advance(15_001)
  const [probe, ...others] = await engine.claim()
  assert.ok(probe && others.length === 0)
  await engine.carry(probe, { hand: async () => false })
  assert.equal((await engine.claim()).length, 1)
})

test('nor does one that was too early for its look say that the platform answers', async () => {
  await using engine = await deadPlatform()
  engine.state.alive = true
  const lost = await engine.post_on_x(0, 'Its answer is lost')
  const [work] = await engine.claim()
  for (const n of [1, 2, 3]) await engine.post_on_x(n, `Post ${n}`)
  engine.state.alive = false
  await round(engine)
  engine.advance(14_000)
  engine.fault('x', 'landed_cut')
  engine.state.alive = true
  assert.ok(work && (await engine.carry(work)))
  engine.state.alive = false
  engine.advance(1_001)
  // As behind a worker that died: its lease is over before the look is due.
  const due = { lease_until: engine.now() }
  const { id } = await engine.delivery(lost)
  await engine.db.updateTable('deliveries').set(due).where('id', '=', id).execute()
  const calls = engine.state.calls
  const [probe, ...others] = await engine.claim()
  assert.ok(probe?.id === id && others.length === 0)
  await engine.carry(probe)
  assert.equal(engine.state.calls, calls)
  assert.equal((await engine.db.selectFrom('circuits').selectAll().execute()).length, 1)
})

test('nor does a process that was held up and asked nothing', async () => {
  await using engine = await deadPlatform()
  await Promise.all([0, 1, 2].map((n) => engine.post_on_x(n, `Post ${n}`)))
  await round(engine)
  engine.advance(15_001)
  const [probe] = await engine.claim()
  const calls = engine.state.calls
  const near = new Date(engine.now().getTime() + 100)
  assert.ok(probe && (await engine.carry(probe, { until: () => near })))
  assert.equal(engine.state.calls, calls)
  assert.equal((await engine.db.selectFrom('circuits').selectAll().execute()).length, 1)
  assert.equal((await engine.claim()).length, 1)
})

test('one account that nobody answers is no dead platform', async () => {
  await using engine = await deadPlatform()
  await Promise.all([1, 2, 3, 4].map((n) => engine.post_on_x(0, `Post ${n}`)))
  await round(engine)
  await round(engine)
  await engine.post_on_x(1, 'Another account')
  assert.deepEqual(await round(engine), ['x'])
})

test('files of ours that are gone say nothing about the platform', async () => {
  await using engine = await openEngine()
  for (let n = 0; n < 3; n++) {
    const workspace = await engine.workspace()
    const accounts = [await engine.connect(workspace, 'x', n % 2)]
    await engine.post(workspace, { text: `Picture ${n}`, accounts, pictures: 1 })
  }
  await engine.db.updateTable('media').set({ blob_key: 'is-not-there' }).execute()
  assert.deepEqual(await round(engine), ['x', 'x', 'x'])
  assert.deepEqual(await engine.db.selectFrom('circuits').selectAll().execute(), [])
})

test('a refusal is an answer: it ends the suspicion', async () => {
  await using engine = await deadPlatform()
  await Promise.all([0, 1].map((n) => engine.post_on_x(n, `Post ${n}`)))
  await round(engine)
  engine.state.alive = true
  engine.fault('x', 'rate_limited')
  const refused = await engine.post_on_x(2, 'Post 2')
  await round(engine)
  assert.deepEqual(await engine.timeline(refused), ['later rate_limited'])
  assert.deepEqual(await engine.db.selectFrom('circuits').selectAll().execute(), [])
})

/** A worker with two hands for each platform. */
function worker(engine: Engine) {
  const { db, trip, deps, limits } = engine
  let wake = () => {}
  const started = startWorker({
    ...deps,
    db,
    claims: { db, trip },
    together: db,
    name: 'one',
    concurrency: 2,
    limits,
    lease: 30_000,
    onNews: (news) => {
      wake = news
      return () => {}
    },
  })
  return { wake: () => wake(), [Symbol.asyncDispose]: () => started.stop(0) }
}

async function until(holds: () => Promise<boolean> | boolean) {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}

const patience = { timeout: 20_000 }

test('a platform that lets every call hang holds nobody else’s hands', patience, async () => {
  await using engine = await deadPlatform({ real: true })
  engine.state.hangs = new Promise<never>(() => {})
  await Promise.all([0, 1, 2, 3].map((n) => engine.post_on_x(n, `Post ${n}`)))
  await using at = worker(engine)
  await until(() => engine.state.calls === 2)
  const id = await engine.post(engine.first, { text: 'Elsewhere', accounts: [engine.bluesky] })
  at.wake()
  await until(async () => (await engine.delivery(id)).status === 'published')
  assert.equal(engine.state.calls, 2)
})

test('nor does an emulated one hold those of the real one', patience, async () => {
  await using engine = await deadPlatform({ real: true })
  engine.state.hangs = new Promise<never>(() => {})
  const real = engine.workspaces.slice(2)
  await engine.db
    .updateTable('accounts')
    .set({ sandbox: false })
    .where('workspace_id', 'in', real)
    .execute()
  await Promise.all([0, 1, 2, 3].map((n) => engine.post_on_x(n, `Post ${n}`)))
  await using _ = worker(engine)
  await until(() => engine.state.calls === 4)
})

test(
  'what waits for a hand goes back when the platform wants a pause, and sends nothing',
  patience,
  async () => {
    await using engine = await deadPlatform({ real: true })
    engine.state.alive = true
    const gates: PromiseWithResolvers<void>[] = []
    engine.wire.around = async (call, url, method) => {
      if (method === 'POST' && url.endsWith('/2/tweets')) {
        const gate = Promise.withResolvers<void>()
        gates.push(gate)
        await gate.promise
      }
      return call()
    }
    const open = () => gates.shift()?.resolve()
    await using at = worker(engine)
    for (let tries = 1; ; tries++) {
      const ids = await Promise.all(
        [0, 1, 2, 3].map((n) => engine.post_on_x(n, `Post ${n} of try ${tries}`)),
      )
      const count = async (status: string) => {
        const all = await Promise.all(ids.map((id) => engine.delivery(id)))
        return all.filter((one) => one.status === status).length
      }
      at.wake()
      await until(() => gates.length === 2)
      open()
      await until(() => gates.length === 2)
      // One has both hands' calls before it: whether it was claimed ahead is a matter of milliseconds.
      if ((await count('publishing')) === 3) {
        engine.fault('x', 'credits', { on: 'post' })
        open()
        await until(async () => {
          assert.equal(gates.length, 1, 'sent although the platform wants a pause')
          return (await count('pending')) === 2
        })
        open()
        await until(async () => (await count('published')) === 2)
        const timelines = await Promise.all(ids.map((id) => engine.timeline(id)))
        assert.deepEqual(
          timelines.map(String).toSorted((a, b) => a.localeCompare(b)),
          ['later credits_depleted', 'published', 'published', 'released'],
        )
        return
      }
      await until(async () => {
        open()
        return (await count('published')) === 4
      })
    }
  },
)
