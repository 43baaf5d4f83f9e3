import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryPost } from '#operations/posts/retry-post.ts'
import { openEngine } from '../engine.ts'

const HOUR = 3600_000

async function opened() {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  const add = (text: string, ahead = 0) =>
    engine.post(workspace, {
      text,
      accounts: [account],
      at: new Date(engine.now().getTime() + ahead),
    })
  return Object.assign(engine, { space: workspace, owner: account, add })
}

test('a post within the grace goes out late; beyond it, it fails and says so', async () => {
  await using engine = await opened()
  const late = await engine.add('Too late')
  const last = await engine.add('Just in time', 2_000)
  engine.advance(24 * HOUR + 1_000)
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['Just in time'])
  assert.equal((await engine.delivery(last)).status, 'published')
  const { status, error_code, error_message } = await engine.delivery(late)
  assert.deepEqual([status, error_code], ['failed', 'missed_window'])
  assert.match(error_message ?? '', /Retry/)
  assert.equal((await engine.postRow(late)).status, 'failed')
})

test('a post that missed its window goes out when somebody retries it', async () => {
  await using engine = await opened()
  const id = await engine.add('Old news')
  engine.advance(100 * HOUR)
  await engine.run()
  await engine.ask(engine.space, retryPost, { id })
  await engine.run()
  assert.deepEqual(engine.texts('x'), ['Old news'])
  assert.deepEqual(await engine.timeline(id), ['failed missed_window', 'published'])
})

test('after an hour of downtime everything goes out once, oldest first', async () => {
  await using engine = await opened()
  const texts = Array.from({ length: 6 }, (_, n) => `Post ${n}`)
  for (const [n, text] of texts.entries()) await engine.add(text, n * 10 * 60_000)
  engine.advance(HOUR)
  while (engine.texts('x').length < texts.length) {
    for (const work of await engine.claim(1)) await engine.carry(work)
  }
  assert.deepEqual(engine.texts('x'), texts)
})

test('waiting for the platform does not outlast the grace either', async () => {
  await using engine = await opened()
  engine.fault('x', 'credits', { times: 10 })
  const id = await engine.add('Never')
  const began = engine.now().getTime()
  await engine.run()
  const { status, error_code } = await engine.delivery(id)
  assert.deepEqual([status, error_code], ['failed', 'credits_depleted'])
  assert.ok(engine.now().getTime() - began <= 24 * HOUR)
})

test('what may be out is looked for, however late', async () => {
  await using engine = await opened()
  const id = await engine.add('Out already, as far as anybody knows')
  assert.ok(await engine.kill('after', () => engine.texts('x').length === 1))
  engine.advance(30 * HOUR)
  await engine.run()
  assert.equal((await engine.delivery(id)).status, 'published')
  assert.deepEqual(engine.texts('x'), ['Out already, as far as anybody knows'])
})
