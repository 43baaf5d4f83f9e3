import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { errorOf, type Harness, idOf, start } from './harness.ts'

const Done = z.object({ success: z.literal(true), post_id: z.string() })
const Listed = z.object({ data: z.array(z.record(z.string(), z.string())) })

async function storyOn(facebook: Harness) {
  const page = await facebook.page('ada.letterpress')
  const photo_id = idOf(await facebook.picture(page.token, page.id, { published: 'false' }))
  const answer = await facebook.post(page.token, `${page.id}/photo_stories`, { photo_id })
  const { post_id } = Done.parse(answer.body)
  const list = async (query = '') =>
    Listed.parse((await facebook.get(page.token, `${page.id}/stories${query}`)).body).data
  return { page, photo_id, post_id, list }
}

test('a photo story is listed with its photo, and by its status for a day', async () => {
  await using facebook = await start()
  const { page, photo_id, post_id, list } = await storyOn(facebook)
  const unknown = await facebook.get(page.token, `${page.id}/stories?fields=id`)
  assert.equal(errorOf(unknown), '100')
  const [story] = await list('?fields=post_id,media_id,status,media_type')
  assert.deepEqual(story, { post_id, media_id: photo_id, status: 'published', media_type: 'photo' })
  const live = `?status=${encodeURIComponent('["PUBLISHED"]')}`
  assert.equal((await list(live)).length, 1)
  facebook.advance(25 * 3_600_000)
  assert.equal((await list(live)).length, 0)
  assert.equal((await list())[0]?.['status'], 'archived')
})

test('a photo that a post has used makes no story', async () => {
  await using facebook = await start()
  const { page, photo_id } = await storyOn(facebook)
  const again = await facebook.post(page.token, `${page.id}/photo_stories`, { photo_id })
  assert.equal(errorOf(again), '100/1366051')
})

test('a story has metrics of its own, and none of a post', async () => {
  await using facebook = await start()
  const { page, post_id } = await storyOn(facebook)
  const ask = async (metric: string) =>
    facebook.get(page.token, `${post_id}/insights?metric=${metric}`)
  assert.equal((await ask('STORY_MEDIA_VIEW,STORY_TOTAL_MEDIA_VIEW_UNIQUE')).status, 200)
  assert.equal(errorOf(await ask('post_media_view')), '100')
})

test('every field of Meta’s description may be asked for; others are refused', async () => {
  await using facebook = await start()
  const page = await facebook.page('ada.letterpress')
  const id = idOf(await facebook.post(page.token, `${page.id}/feed`, { message: 'Hello' }))
  const fields = 'id,message,updated_time,full_picture,privacy,story_tags,is_hidden'
  const shown = await facebook.get(page.token, `${id}?fields=${fields}`)
  assert.match(shown.text, /"message":"Hello"/)
  assert.equal(errorOf(await facebook.get(page.token, `${id}?fields=id,texts`)), '100')
})
