/** What is changed in a restored instance beside the look for it: the former run may have sent it all the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { publishNow } from '#operations/posts/publish-now.ts'
import { updatePost } from '#operations/posts/update-post.ts'
import { HOUR, openRestorable, TEXT } from './restored.ts'

async function opened() {
  const at = await openRestorable('bluesky')
  return Object.assign(at, { other: await at.connect(at.workspace, 'x') })
}

test('while publishing is held after a restore, what may be out is not changed and then sent a second time', async () => {
  await using at = await opened()
  const taken = at.now()
  const due = new Date(taken.getTime() + 3 * HOUR)
  const id = await at.write({ at: due })
  // The original: somebody hurries it.
  await at.ask(at.workspace, publishNow, { id })
  await at.run()
  assert.deepEqual(at.texts('bluesky'), [TEXT])
  await sql`update posts set scheduled_at = ${due}`.execute(at.db)
  await at.restore(taken)
  // Held: posts are taken, and can be changed. Its text is written anew.
  for (const change of [
    { content: 'We open again on Monday morning' },
    { social_account_ids: [at.other] },
  ])
    await assert.rejects(
      () => at.ask(at.workspace, updatePost, { id, ...change }),
      /it is looked for as soon as publishing is resumed/,
    )
  await at.seek()
  await at.run()
  assert.equal(at.texts('bluesky').length, 1, 'sent twice')
})

test('an account that is dropped from a restored draft and named again is looked for as before', async () => {
  await using at = await opened()
  const taken = at.now()
  const id = await at.write()
  // The original publishes it.
  await at.run()
  assert.deepEqual(at.texts('bluesky'), [TEXT])
  await at.restore(taken, 'draft')
  await at.seek()
  await at.ask(at.workspace, updatePost, { id, social_account_ids: [at.other] })
  await at.ask(at.workspace, updatePost, { id, social_account_ids: [at.other, at.account] })
  await at.ask(at.workspace, publishNow, { id })
  await at.run()
  assert.deepEqual(at.texts('bluesky'), [TEXT], 'sent twice')
  assert.deepEqual(at.texts('x'), [TEXT])
})

test('a restored draft that nobody changes is looked for when it is published', async () => {
  await using at = await opened()
  const taken = at.now()
  const id = await at.write()
  await at.run()
  await at.restore(taken, 'draft')
  await at.seek()
  await at.ask(at.workspace, publishNow, { id })
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.deepEqual(at.texts('bluesky'), [TEXT])
})
