/** Photos on TikTok come by address: whether anybody came to it is what tells of a call whose answer was lost. */
import assert from 'node:assert/strict'
import Fastify from 'fastify'
import { test } from 'node:test'
import { links } from '#access/links.ts'
import { cameIn, pullOf } from '#app/storage.ts'
import { prune } from '#chores/prune.ts'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { findFile } from '#store/media.ts'
import { bytes } from '#surfaces/bytes.ts'
import { type Engine, openEngine } from '../engine.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** An engine whose files can be fetched, as from a service with a public address. */
async function withFiles(platform = 'tiktok', person = 0) {
  await using stack = new AsyncDisposableStack()
  const engine = stack.use(await openEngine())
  const { db, deps, now } = engine
  const link = links('a secret of this test')
  const app = Fastify()
  const asked: string[] = []
  app.addHook('onRequest', async ({ url }) => void asked.push(url))
  const find = (key: string) => findFile(db, key)
  bytes(app, { blobs: deps.blobs, links: link, now, find, came: cameIn({ db, now }) })
  const base_url = await app.listen({ port: 0, host: '127.0.0.1' })
  stack.defer(() => app.close())
  const config = readConfig(manifests, { DATA_DIR: engine.folder, BASE_URL: base_url })
  deps.pull = pullOf(config, link, { now, home: () => base_url })
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, platform, person)
  const owned = stack.move()
  return {
    engine,
    asked,
    /** Addresses are named after the calls that carried them. */
    calls: () => new Set(asked.map((url) => new URL(url, base_url).searchParams.get('call'))),
    /** What a platform does by itself, it does with the next request to it. */
    async later(minutes: number) {
      for (const work of await engine.claim()) await engine.carry(work)
      engine.advance(minutes * MINUTE)
      await fetch(`${engine.sandbox.url}/${platform}/api/`)
    },
    post: (text: string) => engine.post(workspace, { text, accounts: [account], pictures: 2 }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function outcome(engine: Engine, post: number) {
  const { status, blocked_reason } = await engine.delivery(post)
  return blocked_reason ?? status
}

test('each call carries addresses of its own, and the first who comes is noted', async () => {
  await using at = await withFiles()
  const id = await at.post('Fetched once')
  await at.engine.run()
  assert.equal(await outcome(at.engine, id), 'published')
  assert.equal(at.asked.length, 2)
  const { id: delivery } = await at.engine.delivery(id)
  const [call] = at.calls()
  assert.match(call ?? '', new RegExp(`^\\d+\\.${delivery}\\.post\\.[\\da-z]+$`))
  const [row, ...others] = await at.engine.db.selectFrom('pulls').selectAll().execute()
  assert.deepEqual([row?.delivery_id, row?.step, row?.closed_at], [delivery, 'post', null])
  assert.equal(others.length, 0)
})

for (const [person, fault] of [
  [0, 'cut_before'],
  [0, 'refuse_500'],
  [2, 'cut_before'],
] as const)
  test(`a call that TikTok never came for is made again, without a question (${fault}, person ${person})`, async () => {
    await using at = await withFiles('tiktok', person)
    at.engine.fault('tiktok', fault, { on: 'post' })
    const id = await at.post('Nobody came for the first')
    await at.engine.run()
    assert.equal(await outcome(at.engine, id), 'published')
    assert.equal(at.engine.emulator('tiktok').posts().length, 1)
    assert.equal(at.calls().size, 1, 'the first address was never asked for')
  })

test('…and again when that one is lost likewise, five times in all, of whomever the post is', async () => {
  for (const [times, ended] of [
    [4, 'published'],
    [5, 'outcome_unknown'],
  ] as const) {
    await using at = await withFiles('tiktok', 2)
    at.engine.fault('tiktok', 'cut_before', { on: 'post', times })
    const id = await at.post('Nobody came for most of them')
    await at.engine.run()
    assert.equal(await outcome(at.engine, id), ended)
    assert.equal(at.engine.emulator('tiktok').posts().length, times === 4 ? 1 : 0)
  }
})

test('…but never again once somebody came for a call, whatever the ones before it tell', async () => {
  await using at = await withFiles('tiktok', 2)
  at.engine.fault('tiktok', 'cut_before', { on: 'post', times: 2 })
  at.engine.fault('tiktok', 'landed_cut', { on: 'post' })
  const id = await at.post('Out with the third, where nobody can look')
  await at.engine.run()
  assert.equal(await outcome(at.engine, id), 'outcome_unknown')
  assert.equal(at.engine.emulator('tiktok').posts().length, 1)
})

test('one that TikTok came for and shows nowhere is asked about, and never made again', async () => {
  await using at = await withFiles('tiktok', 2)
  at.engine.fault('tiktok', 'landed_cut', { on: 'post' })
  const id = await at.post('Out, where nobody can look')
  await at.engine.run()
  assert.equal(await outcome(at.engine, id), 'outcome_unknown')
  assert.equal(at.engine.emulator('tiktok').posts().length, 1)
})

test('one that is public and shown is found, late as TikTok may have come', async () => {
  await using at = await withFiles()
  at.engine.fault('tiktok', 'landed_cut', { on: 'post' })
  at.engine.fault('tiktok', 'late_pull', { on: 'post', ms: 4 * MINUTE })
  const id = await at.post('Fetched four minutes later')
  await at.later(4)
  await at.engine.run()
  assert.equal(at.calls().size, 1, 'there was one call')
  assert.equal(await outcome(at.engine, id), 'published')
  assert.equal(at.engine.emulator('tiktok').posts().length, 1)
})

test('whoever comes after the call was given up gets nothing, so that there is one post', async () => {
  await using at = await withFiles()
  at.engine.fault('tiktok', 'landed_cut', { on: 'post' })
  at.engine.fault('tiktok', 'late_pull', { on: 'post', ms: 30 * MINUTE })
  const id = await at.post('Fetched too late')
  await at.engine.run()
  await at.later(30)
  assert.equal(await outcome(at.engine, id), 'published')
  assert.equal(at.calls().size, 2, 'both calls were come for')
  assert.equal(at.engine.emulator('tiktok').posts().length, 1)
})

test('a stranger’s post that says the same is not ours while nobody came for the files of ours', async () => {
  await using at = await withFiles()
  const { engine } = at
  const text = 'The bridge is closed until Sunday evening'
  const emulator = engine.emulator('tiktok')
  engine.fault('tiktok', 'cut_before', { on: 'post' })
  const id = await at.post(text)
  for (const work of await engine.claim()) await engine.carry(work)
  engine.advance(2000)
  const { account_id } = await engine.delivery(id)
  const { platform_account_id } = await engine.account(account_id)
  assert.ok(
    emulator.appear?.({ account: platform_account_id, text, by: 'other_app' }),
    'it is there',
  )
  await engine.run()
  const [theirs, ours, ...more] = emulator.posts()
  assert.equal(more.length, 0)
  const { status, platform_post_id } = await engine.delivery(id)
  assert.deepEqual([status, platform_post_id], ['published', ours?.id])
  assert.notEqual(theirs?.id, ours?.id)
})

test('what is noted outlives the process that noted it, and the one that asks', async () => {
  await using at = await withFiles('tiktok', 2)
  const id = await at.post('Killed behind the call')
  assert.ok(await at.engine.kill('after', (url) => url.includes('/content/init/')))
  await at.engine.run()
  assert.equal(await outcome(at.engine, id), 'outcome_unknown')
  assert.equal(at.engine.emulator('tiktok').posts().length, 1)

  const before = await at.post('Killed before the call')
  assert.ok(await at.engine.kill('before', (url) => url.includes('/content/init/')))
  await at.engine.run()
  assert.equal(await outcome(at.engine, before), 'published')
  assert.equal(at.engine.emulator('tiktok').posts().length, 2)
})

test('calls of a version that named no addresses are no proof of anything', async () => {
  await using at = await withFiles()
  const id = await at.post('Sent before the update')
  at.engine.fault('tiktok', 'cut_before', { on: 'post' })
  for (const work of await at.engine.claim()) await at.engine.carry(work)
  const { steps } = await at.engine.delivery(id)
  const older = JSON.stringify(steps).replace('"files_fetched":"needed"', '"app":null')
  assert.notEqual(older, JSON.stringify(steps))
  await at.engine.db
    .updateTable('deliveries')
    .set({ steps: older })
    .where('post_id', '=', id)
    .execute()
  await at.engine.run()
  assert.equal(await outcome(at.engine, id), 'outcome_unknown')
})

test('notes are kept while a question is open, and forgotten after a week', async () => {
  await using at = await withFiles('tiktok', 2)
  await at.post('Settled')
  await at.engine.run()
  at.engine.fault('tiktok', 'landed_cut', { on: 'post' })
  const open = await at.post('Asked about')
  await at.engine.run()
  const notes = async () => {
    const rows = await at.engine.db.selectFrom('pulls').select('delivery_id').execute()
    return rows.map(({ delivery_id }) => delivery_id)
  }
  const clear = () =>
    prune.run(
      { ...at.engine.deps, series: async () => {}, risk_facts: () => assert.fail() },
      new AbortController().signal,
    )
  await clear()
  assert.equal((await notes()).length, 2)
  at.engine.advance(8 * DAY)
  await clear()
  assert.deepEqual(await notes(), [(await at.engine.delivery(open)).id])
})

/** As often as the experiment plays them. */
const LOSSES = [
  ...Array.from({ length: 16 }, () => 'landed_cut'),
  ...Array.from({ length: 14 }, () => 'landed_500'),
  ...Array.from({ length: 9 }, () => 'landed_garbage'),
  ...Array.from({ length: 12 }, () => 'cut_before'),
  ...Array.from({ length: 10 }, () => 'refuse_500'),
]
const WORDS = 'light rain over the old bridge and a slow boat under it this morning again'.split(
  ' ',
)

test('of a hundred lost answers to public photos at most fifteen are asked about, and none is out twice', async () => {
  await using at = await withFiles()
  const { engine } = at
  const asked: string[] = []
  engine.fault('tiktok', 'clock', { on: '*', ms: 18_000, times: 1_000_000 })
  engine.fault('tiktok', 'no_limits', { on: '*', times: 1_000_000 })
  engine.fault('tiktok', 'shown_oddly', { on: 'reads', times: 1_000_000, seed: 20_261_122 })
  for (let number = 0; number < 100; number++) {
    const fault = LOSSES[(number * 7) % LOSSES.length] ?? ''
    engine.fault('tiktok', fault, { on: 'post' })
    if (number % 10 === 3) engine.fault('tiktok', 'others_post', { on: '*', seed: number })
    if (number % 16 === 5) engine.fault('tiktok', 'hidden_read', { on: 'read' })
    const first = number % 6
    const id = await at.post(
      `Day ${number}: ${WORDS.slice(first, first + 4 + (number % 5)).join(' ')}`,
    )
    await engine.run()
    const row = await engine.delivery(id)
    if (row.status === 'blocked') asked.push(`${number} ${fault}`)
    else assert.equal(row.status, 'published', `${number} ${fault}: ${row.error_message}`)
    engine.advance(DAY / 12)
  }
  const ours = engine
    .emulator('tiktok')
    .posts()
    .filter(({ by }) => by === undefined)
  const texts = ours.map(({ text }) => text)
  assert.equal(new Set(texts).size, texts.length, 'none twice')
  assert.ok(asked.length <= 15, `${asked.length}: ${asked.join(', ')}`)
})
