import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { startWorker } from '#publishing/worker.ts'
import { writersOn } from '#publishing/writers.ts'
import type { Work } from '#store/attempts.ts'
import { renewLeases } from '#store/claims.ts'
import { endAlone, endTogether, type Ending, type Settlement, settling } from '#store/endings.ts'
import { type Engine, LEASE, openEngine } from '../engine.ts'

const ending: Ending = {
  outcome: 'published',
  step: null,
  code: null,
  words: null,
  request_id: null,
}
const failed: Settlement = { status: 'failed', error_code: 'refused', error_message: 'No.' }

function publishedAs(platform_post_id: string): Settlement {
  return { status: 'published', platform_post_id, platform_url: null, warnings: [] }
}

/** So many posts, each on X and Bluesky, all claimed. */
async function claimed(posts: number) {
  const engine = await openEngine({ real: true })
  const limit = { at_once: 1_000, per_day: null }
  engine.limits = { x: limit, bluesky: limit }
  const workspace = await engine.workspace()
  const accounts = [
    await engine.connect(workspace, 'x'),
    await engine.connect(workspace, 'bluesky'),
  ]
  const ids: number[] = []
  for (let n = 0; n < posts; n++) ids.push(await engine.post(workspace, { text: `${n}`, accounts }))
  const works = await engine.claim(1_000)
  assert.equal(works.length, posts * 2)
  const of = (id: number) => works.filter(({ post_id }) => post_id === id)
  return Object.assign(engine, { ids, works, of })
}

function endOf(engine: Engine, work: Work, result: Settlement = publishedAs(String(work.id))) {
  const end = { ...result, steps: { post: { result: { platform_post_id: String(work.id) } } } }
  return settling(work, end, ending, engine.now())
}

const statuses = async (engine: Engine, ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await engine.postRow(id)).status))

/** Whoever waits behind a transaction that holds these rows is let through by `release`. */
async function locked({ db, config }: Engine, table: 'posts' | 'deliveries', id: number) {
  const other = connect(config, { max: 1, name: 'crier-test-other' })
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const done = other.db.transaction().execute(async (tx) => {
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  return {
    async waited() {
      for (;;) {
        const { rows } = await sql`select from pg_locks where not granted`.execute(db)
        if (rows.length) return
      }
    },
    async [Symbol.asyncDispose]() {
      released.resolve()
      await done
      await other[Symbol.asyncDispose]()
    },
  }
}

test('two deliveries of one post that end in one trip end the post', async () => {
  await using engine = await claimed(3)
  const [both, one, none] = engine.ids
  const results = new Map([
    [both, [publishedAs('1'), publishedAs('2')]],
    [one, [failed, publishedAs('3')]],
    [none, [failed, failed]],
  ])
  const endings = engine.ids.flatMap((id) =>
    engine.of(id).map((work, at) => JSON.stringify(endOf(engine, work, results.get(id)?.[at]))),
  )
  const answers = await endTogether(engine.db, endings)
  assert.deepEqual([...new Set(answers)], ['written'])
  assert.deepEqual(await statuses(engine, engine.ids), ['published', 'published', 'failed'])
  const { error_message } = await engine.postRow(none ?? 0)
  assert.match(error_message ?? '', /on x: No\. .+ on bluesky: No\./)
})

test('and so do two that end in trips of two processes at the same time', async () => {
  await using engine = await claimed(60)
  await using other = connect(engine.config, { max: 4, name: 'crier-test-second' })
  const { now, sleep, writers } = engine.deps
  const second = writersOn({ together: other.db, alone: other.db, now, sleep })
  await Promise.all(
    engine.ids.flatMap((id) =>
      engine
        .of(id)
        .map((work, at) =>
          (at ? second : writers).end(endOf(engine, work, at ? failed : undefined), engine.hold),
        ),
    ),
  )
  assert.deepEqual([...new Set(await statuses(engine, engine.ids))], ['published'])
})

for (const table of ['posts', 'deliveries'] as const) {
  test(`one of the ${table} that somebody holds locked holds up no other ending, and is not lost`, async () => {
    await using engine = await claimed(20)
    const [first, ...rest] = engine.works
    assert.ok(first)
    const lock = await locked(engine, table, table === 'posts' ? first.post_id : first.id)
    const held = engine.deps.writers.end(endOf(engine, first), engine.hold)
    const free = rest.filter(({ post_id }) => post_id !== first.post_id)
    const answers = await Promise.all(
      free.map((work) => engine.deps.writers.end(endOf(engine, work), engine.hold)),
    )
    assert.deepEqual([...new Set(answers)], ['written'])
    await lock.waited()
    assert.equal((await engine.postRow(first.post_id)).status, 'scheduled')
    await lock[Symbol.asyncDispose]()
    assert.equal(await held, 'written')
  })
}

test('a delivery that somebody holds locked holds up no other save or renewal', async () => {
  await using engine = await claimed(10)
  const [first, ...rest] = engine.works
  assert.ok(first)
  const saving = (work: Work) =>
    engine.deps.writers.save({ ...work, steps: '{"post": {"tries": 1}}' }, engine.hold)
  const lock = await locked(engine, 'deliveries', first.id)
  const held = saving(first)
  assert.deepEqual(
    await Promise.all(rest.map(saving)),
    rest.map(() => true),
  )
  const until = new Date(engine.now().getTime() + LEASE * 2)
  assert.equal((await renewLeases(engine.db, engine.works, until)).size, rest.length)
  await lock.waited()
  await lock[Symbol.asyncDispose]()
  assert.equal(await held, true)
})

test('words that cannot be stored fail their own ending and no other', async () => {
  await using engine = await claimed(3)
  const words = ['fine', 'NUL \0', 'half a pair \ud800', 'fine', 'fine', 'fine']
  const results = await Promise.allSettled(
    engine.works.map((work, at) =>
      engine.deps.writers.end(
        { ...endOf(engine, work), words: words[at] ?? assert.fail() },
        engine.hold,
      ),
    ),
  )
  assert.deepEqual(
    results.map(({ status }) => status === 'fulfilled'),
    words.map((each) => each === 'fine'),
  )
})

test('a connection that is lost in the middle of a trip loses none of its endings', async () => {
  await using engine = await claimed(20)
  await using lost = connect(engine.config, { max: 2, name: 'crier-test-lost' })
  await using other = connect(engine.config, { max: 1, name: 'crier-test-other' })
  const { now, sleep } = engine.deps
  const writers = writersOn({ together: lost.db, alone: lost.db, now, sleep })
  const [first] = engine.works
  const { platform_account_id } = await engine.account(first?.account_id ?? 0)
  const waits = sql`select pid from pg_stat_activity where application_name = 'crier-test-lost' and wait_event_type = 'Lock'`
  let ended: Promise<unknown> = Promise.resolve()
  // Nobody knows yet whose number that is, so the trip waits for it.
  await other.db.transaction().execute(async (tx) => {
    await sql`
      insert into receipts (platform, sandbox, platform_account_id, id, workspace_id, delivery_id, step, at)
      values (${first?.platform}, true, ${platform_account_id}, ${String(first?.id)}, 1, 1, 'post', now())`.execute(
      tx,
    )
    ended = Promise.all(engine.works.map((work) => writers.end(endOf(engine, work), engine.hold)))
    while (!(await waits.execute(engine.db)).rows.length);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'crier-test-lost'`.execute(
      engine.db,
    )
  })
  assert.deepEqual(
    await ended,
    engine.works.map(() => 'written'),
  )
  assert.deepEqual([...new Set(await statuses(engine, engine.ids))], ['published'])
})

test('an ending whose answer was lost counts as written for the worker that wrote it, and for no other', async () => {
  await using engine = await claimed(1)
  const [work, bystander] = engine.works
  assert.ok(work && bystander)
  const own = JSON.stringify(endOf(engine, work))
  assert.equal(await endAlone(engine.db, own), 'written')
  assert.equal(await endAlone(engine.db, own), 'written')
  assert.deepEqual(await endTogether(engine.db, [own, JSON.stringify(endOf(engine, bystander))]), [
    'written',
    'written',
  ])
  const other = JSON.stringify(endOf(engine, { ...work, worker: 'another' }, failed))
  assert.equal(await endAlone(engine.db, other), 'lost')
  assert.deepEqual(await endTogether(engine.db, [other]), [undefined])
  assert.equal((await engine.postRow(work.post_id)).status, 'published')
})

test('a step is not saved as begun for a lease that is lost before its trip begins', async () => {
  await using engine = await claimed(1)
  const [work, other] = engine.works
  assert.ok(work && other)
  const { writers } = engine.deps
  const steps = JSON.stringify({ post: { started_at: engine.now().toISOString() } })
  const abort = new AbortController()
  const begun = writers.save({ ...work, steps }, { ...engine.hold, signal: abort.signal })
  const beside = writers.save({ ...other, steps }, engine.hold)
  abort.abort(new Error('lost'))
  await assert.rejects(begun, /lost/)
  assert.equal(await beside, true)
  const rows = await engine.deliveries(work.post_id)
  assert.deepEqual(
    rows.map((row) => 'post' in row.steps),
    rows.map(({ id }) => id === other.id),
  )
})

test('a lease that is lost while the step is saved as begun lets no request leave', async () => {
  await using engine = await claimed(1)
  const [work] = engine.works
  assert.ok(work)
  const { writers } = engine.deps
  const abort = new AbortController()
  engine.deps.writers = {
    ...writers,
    async save(saving, hold) {
      const saved = await writers.save(saving, hold)
      abort.abort(new Error('lost'))
      return saved
    },
  }
  await assert.rejects(engine.carry(work, { signal: abort.signal }), /lost/)
  assert.deepEqual(engine.texts(work.platform), [])
})

test('what the first attempt of a worker asks is known to its connections before there is one', async () => {
  await using engine = await openEngine({ real: true })
  await using one = connect(engine.config, { max: 1, name: 'crier-test-one' })
  const { db } = one
  const worker = startWorker({
    ...engine.deps,
    claims: one,
    together: db,
    name: 'warm',
    concurrency: 1,
    limits: engine.limits,
    lease: LEASE,
    onNews: () => () => {},
  })
  const wanted = [
    'd.restored_from',
    'a.removed_at is null',
    'd.in_doubt',
    'set steps',
    'end_attempts',
  ]
  let known: string[] = []
  const enough = AbortSignal.timeout(30_000)
  try {
    while (!enough.aborted && known.length < wanted.length) {
      const { rows } = await sql<{
        statement: string
      }>`select statement from pg_prepared_statements`.execute(db)
      known = wanted.filter((part) => rows.some(({ statement }) => statement.includes(part)))
    }
    assert.deepEqual(known, wanted)
  } finally {
    await worker.stop()
  }
})
