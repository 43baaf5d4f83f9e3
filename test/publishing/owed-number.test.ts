/** A post that is out, as its container says, and of which nobody knows which it became. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '../engine.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
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
  return Object.assign(engine, { id, publish: post, comments, until })
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

test('…and not at all below a post that was deleted meanwhile', async () => {
  await using engine = await unnumbered()
  await engine.db.updateTable('posts').set({ deleted_at: engine.now() }).execute()
  await engine.run()
  const row = await engine.delivery(engine.id)
  assert.equal(row.status, 'published')
  assert.match(row.warnings.join(), /deleted meanwhile/)
  assert.equal(engine.comments(), 0)
})
