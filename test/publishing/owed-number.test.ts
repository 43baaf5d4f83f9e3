/** A post that is out, as its container says, and of which nobody knows which it became. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { getPost } from '#operations/posts/get-post.ts'
import { watch } from '#publishing/watch.ts'
import { kinds } from '#rules/event.ts'
import { eventsBehind, numberEvents } from '#store/events.ts'
import { bodyOf } from '#webhooks/body.ts'
import { openEngine } from '../engine.ts'

const Body = z.object({ delivery: z.object({ url_pending: z.boolean().optional() }) })
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const Told = z.object({
  per_account: z.array(
    z.object({
      status: z.string(),
      platform_url: z.url().nullable(),
      url_pending: z.boolean().optional(),
    }),
  ),
})
const COMMENT = 'The comment, said below it'

/** Its answer is lost, and the first look has been: from then on its number is owed. */
async function unnumbered({ hidden = 0 } = {}) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'threads')
  const post = (text: string, first_comment?: string) =>
    engine.post(workspace, {
      text,
      accounts: [account],
      ...(first_comment && { first_comment }),
    })
  if (hidden) engine.fault('threads', 'hidden_read', { times: hidden, on: 'read' })
  engine.fault('threads', 'landed_cut', { on: 'post' })
  const id = await post('The post that is commented on', COMMENT)
  const comments = () => engine.texts('threads').filter((text) => text === COMMENT).length
  const until = async (time: number) => {
    for (let passed = 0; passed < time; passed += MINUTE / 2) {
      for (const work of await engine.claim()) await engine.carry(work)
      engine.advance(MINUTE / 2)
    }
  }
  await until(3 * MINUTE)
  const scope = { db: engine.db, workspace_id: workspace }
  /** As whoever asks for the post is told of it. */
  const told = async () => {
    const { per_account } = Told.parse(await engine.ask(workspace, getPost, { id }))
    return per_account[0]
  }
  /** What was told of its end, and the body of a webhook that tells it now. */
  const event = async () => {
    await numberEvents(engine.db)
    const [end, ...more] = await eventsBehind(engine.db, 0, 100, ['delivery.published'])
    assert.ok(end && !more.length)
    const { delivery } = Body.parse(JSON.parse(await bodyOf(end, scope, engine.now())))
    return { data: kinds['delivery.published'].data.parse(end.data), delivery }
  }
  return Object.assign(engine, { id, publish: post, comments, until, told, event })
}

test('a first comment waits for the number of its post, and is then sent once', async () => {
  await using engine = await unnumbered()
  const waiting = await engine.delivery(engine.id)
  assert.equal(waiting.status, 'publishing')
  assert.match(waiting.error_message ?? '', /waits until the platform tells which/)
  assert.equal(engine.comments(), 0)
  await engine.run()
  const row = await engine.delivery(engine.id)
  assert.deepEqual([row.status, row.warnings, row.error_message], ['published', [], null])
  const [root] = engine.emulator('threads').posts()
  assert.equal(row.platform_post_id, root?.id)
  assert.equal(engine.comments(), 1)
})

test('…while what its account publishes next goes on: it holds no place in the line', async () => {
  await using engine = await unnumbered()
  assert.equal((await engine.delivery(engine.id)).in_doubt, true)
  const next = await engine.publish('Something else altogether, and nothing like it')
  await engine.until(2 * MINUTE)
  assert.equal((await engine.delivery(next)).status, 'published')
  assert.equal((await engine.delivery(engine.id)).status, 'publishing')
})

test('…and an equal post finds no number that may be its own', async () => {
  await using engine = await unnumbered()
  const equal = await engine.publish('The post that is commented on')
  await engine.run()
  const rows = [await engine.delivery(engine.id), await engine.delivery(equal)]
  const told = rows.flatMap(({ platform_post_id }) => platform_post_id ?? [])
  assert.equal(new Set(told).size, told.length)
  const roots = engine
    .emulator('threads')
    .posts()
    .filter(({ reply_to }) => reply_to === null)
  assert.equal(roots.length, 2)
})

test('…for six hours: then the post is published, and says what was not done', async () => {
  await using engine = await unnumbered({ hidden: 1000 })
  await engine.until(5 * HOUR)
  assert.equal((await engine.delivery(engine.id)).status, 'publishing')
  await engine.until(2 * HOUR)
  const row = await engine.delivery(engine.id)
  assert.deepEqual([row.status, row.platform_post_id], ['published', null])
  assert.match(row.warnings.join(), /did not tell within six hours .* Nothing was said below it/)
  assert.equal(engine.comments(), 0)
  assert.ok(row.watch_at)
})

test('a post that is out says url_pending while its address is looked for, and no longer', async () => {
  await using engine = await unnumbered({ hidden: 1000 })
  const onItsWay = { status: 'publishing', platform_url: null }
  assert.deepEqual(await engine.told(), onItsWay)
  await engine.until(7 * HOUR)
  const out = { status: 'published', platform_url: null }
  assert.deepEqual(await engine.told(), { ...out, url_pending: true })
  for (let round = 1; round < 5; round++) {
    engine.advance(24 * HOUR)
    await watch(engine.db, engine.deps)
    assert.equal((await engine.told())?.url_pending, true, `round ${round}`)
  }
  engine.advance(72 * HOUR)
  await watch(engine.db, engine.deps)
  assert.deepEqual(await engine.told(), out, 'nobody looks any more')
})

test('…and so do the event of its end, and a webhook as long as it is true', async () => {
  await using engine = await unnumbered({ hidden: 1000 })
  await engine.until(7 * HOUR)
  const told = await engine.event()
  assert.deepEqual([told.data.url_pending, told.delivery.url_pending], [true, true])
  engine.emulator('threads').faults.clear()
  for (let round = 1; round < 5; round++) {
    engine.advance(24 * HOUR)
    await watch(engine.db, engine.deps)
  }
  assert.equal((await engine.event()).delivery.url_pending, undefined)
})

test('…and no event whose address is known', async () => {
  await using engine = await unnumbered()
  await engine.run()
  const { data, delivery } = await engine.event()
  assert.ok(data.platform_url)
  assert.deepEqual([data.url_pending, delivery.url_pending], [undefined, undefined])
})

test('…and neither where its address came late', async () => {
  await using engine = await unnumbered({ hidden: 1000 })
  await engine.until(7 * HOUR)
  engine.emulator('threads').faults.clear()
  for (let round = 1; round < 5; round++) {
    engine.advance(24 * HOUR)
    await watch(engine.db, engine.deps)
  }
  const told = await engine.told()
  assert.ok(told?.platform_url)
  assert.equal(told.url_pending, undefined)
})

test('…which is told, once, and changes when the post was changed last', async () => {
  await using engine = await unnumbered({ hidden: 1000 })
  await engine.until(7 * HOUR)
  const changed = async () => {
    const { updated_at } = await engine.db
      .selectFrom('posts')
      .select('updated_at')
      .executeTakeFirstOrThrow()
    return updated_at
  }
  const news = async () => {
    await numberEvents(engine.db)
    return eventsBehind(engine.db, 0, 100, ['delivery.updated'])
  }
  const before = await changed()
  engine.advance(24 * HOUR)
  await watch(engine.db, engine.deps)
  assert.deepEqual([await news(), await changed()], [[], before], 'nothing new is no news')
  engine.emulator('threads').faults.clear()
  for (let round = 1; round < 5; round++) {
    engine.advance(24 * HOUR)
    await watch(engine.db, engine.deps)
  }
  const [told, ...more] = await news()
  assert.ok(told && !more.length)
  const data = kinds['delivery.updated'].data.parse(told.data)
  assert.equal(data.platform_url, (await engine.told())?.platform_url)
  assert.equal(data.url_pending, undefined)
  assert.deepEqual(data.warnings, [])
  assert.ok((await changed()) > before)
})

test('…and not at all below a post that was deleted meanwhile', async () => {
  await using engine = await unnumbered()
  await engine.db.updateTable('posts').set({ deleted_at: engine.now() }).execute()
  await engine.run()
  const row = await engine.delivery(engine.id)
  assert.equal(row.status, 'published')
  assert.match(row.warnings.join(), /deleted meanwhile/)
  assert.equal(engine.comments(), 0)
})
