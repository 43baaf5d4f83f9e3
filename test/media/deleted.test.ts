/** What a post has attached stays its own, also when the library forgot it: it can be restored, changed and published. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { pruneFiles } from '#chores/prune-files.ts'
import { callers } from '../surfaces/callers.ts'
import { newPost } from '../surfaces/kit.ts'
import { doingOf, openService } from '../service.ts'
import { picture, sha256, uploadPicture } from './kit.ts'

const DAY = 24 * 3600_000
let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)
const signal = new AbortController().signal
const prune = async () => pruneFiles.run({ ...(await doingOf(service)), now: () => clock }, signal)
const texts = (value: unknown) => z.array(z.string()).parse(value)

/** A scheduled post that was cancelled, then its picture, and a time later both are looked for again. */
async function forgotten(scheduled_at: Date, days: number) {
  const file = picture()
  const item = await uploadPicture(service, {}, file, 'sunset.png')
  const id = await newPost(service, {
    media_ids: [item.id],
    scheduled_at: scheduled_at.toISOString(),
  })
  assert.equal((await rest('cancel_post', { id })).code, undefined)
  assert.equal((await rest('delete_media', { id: item.id })).code, undefined)
  clock = new Date(clock.getTime() + days * DAY)
  await prune()
  const bytes = await (await fetch(item.cdn_url)).arrayBuffer()
  assert.equal(sha256(new Uint8Array(bytes)), sha256(file), 'the post may come back')
  return { id, item }
}

test('a restored post names the media that was deleted, keeps it, and can be changed and sent', async () => {
  const { id, item } = await forgotten(new Date(clock.getTime() + DAY), 40)
  const restored = await rest('restore_post', { id })
  assert.equal(restored.body['status'], 'draft')
  const said = `sunset.png (media ${item.id}) was deleted from the library; this post keeps it until it is taken out.`
  assert.ok(texts(restored.body['warnings']).includes(said), JSON.stringify(restored.body))

  const changed = await rest('update_post', { id, content: 'Another text' })
  assert.equal(changed.code, undefined, JSON.stringify(changed.errors))
  assert.ok(texts(changed.body['warnings']).includes(said))
  // As a form sends it, with all that the post has.
  const whole = await rest('update_post', { id, content: 'Again', media_ids: [item.id] })
  assert.equal(whole.code, undefined, JSON.stringify(whole.errors))
  const elsewhere = await rest('schedule_post', {
    content: 'Not here',
    social_account_ids: Object.values(service.accounts),
    media_ids: [item.id],
  })
  assert.match(JSON.stringify(elsewhere.errors), /no such media item/)
  assert.equal((await rest('publish_now', { id })).code, undefined)
})

test('a post that is restored before its time goes out with the media that was deleted', async () => {
  const { id, item } = await forgotten(new Date(clock.getTime() + 90 * DAY), 40)
  const { body } = await rest('restore_post', { id })
  assert.equal(body['status'], 'scheduled')
  assert.match(texts(body['warnings']).join(), /sunset\.png .* was deleted/)
  clock = new Date(clock.getTime() + 40 * DAY)
  await prune()
  assert.equal((await fetch(item.cdn_url)).status, 200)
})

test('a draft whose media is gone for good says so, and can be mended', async () => {
  const { id, item } = await forgotten(new Date(clock.getTime() + DAY), 2)
  // As earlier versions left it.
  await service.query(`update media set purged_at = now() where id = ${item.id}`)
  const { body } = await rest('restore_post', { id })
  assert.match(texts(body['warnings']).join(), /Take sunset\.png .* out of the post/)
  const changed = await rest('update_post', { id, content: 'Another text' })
  assert.equal(changed.code, undefined, JSON.stringify(changed.errors))
  assert.match(texts(changed.body['warnings']).join(), /Take sunset\.png/)
  const refused = await rest('publish_now', { id })
  assert.match(JSON.stringify(refused.errors), /media_ids\.0.*Take sunset\.png/)
  assert.equal((await rest('update_post', { id, media_ids: [] })).code, undefined)
  assert.equal((await rest('publish_now', { id })).code, undefined)
})
