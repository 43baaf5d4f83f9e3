import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { errorOf, idOf, start } from './harness.ts'

const ada = '17841400000000111'
const STORY = 'views,reach,shares,total_interactions'
const Listed = z.object({ data: z.array(z.object({ id: z.string() })) })

async function storyOn(instagram: Awaited<ReturnType<typeof start>>, name = 'tall.jpg') {
  const token = await instagram.signIn()
  const field = name.endsWith('.mp4') ? 'video_url' : 'image_url'
  const form = { media_type: 'STORIES', [field]: instagram.file(name), caption: 'Not shown' }
  const creation_id = idOf(await instagram.post(token, `${ada}/media`, form))
  await instagram.get(token, `${creation_id}?fields=status_code`)
  const id = idOf(await instagram.post(token, `${ada}/media_publish`, { creation_id }))
  const listed = async (edge: string) =>
    Listed.parse((await instagram.get(token, `${ada}/${edge}`)).body).data.map((one) => one.id)
  return { token, id, listed }
}

test('a story of any ratio is in a list of its own, for a day', async () => {
  await using instagram = await start()
  const { token, id, listed } = await storyOn(instagram)
  assert.deepEqual([await listed('stories'), await listed('media')], [[id], []])
  const kind = await instagram.get(token, `${id}?fields=media_type,media_product_type,caption`)
  assert.match(kind.text, /"media_type":"IMAGE","media_product_type":"STORY"/)
  assert.doesNotMatch(kind.text, /Not shown/)
  instagram.advance(25 * 3_600_000)
  assert.deepEqual(await listed('stories'), [])
})

test('a story tells its own numbers, once enough people have seen it, and for a day', async () => {
  await using instagram = await start()
  const { token, id } = await storyOn(instagram, 'a.mp4')
  const ask = async (metric: string) => instagram.get(token, `${id}/insights?metric=${metric}`)
  assert.equal(errorOf(await ask('likes')), '100')
  const early = await ask(STORY)
  assert.equal(errorOf(early), '10')
  assert.match(early.text, /Not enough viewers/)
  instagram.advance(5 * 3_600_000)
  assert.equal((await ask(STORY)).status, 200)
  instagram.advance(24 * 3_600_000)
  assert.equal(errorOf(await ask(STORY)), '100/33')
})

test('every field of Meta’s description may be asked for, by login; others are refused', async () => {
  await using instagram = await start()
  const { token, id } = await storyOn(instagram)
  const fields = 'id,media_url,thumbnail_url,is_comment_enabled,is_shared_to_feed'
  assert.equal((await instagram.get(token, `${id}?fields=${fields}`)).status, 200)
  assert.equal(errorOf(await instagram.get(token, `${id}?fields=view_count`)), '100')
  assert.equal((await instagram.get(token, 'me?fields=user_id,biography,website')).status, 200)
  const { first } = await instagram.pages('ada.prints')
  const page = first.data[0]?.access_token ?? ''
  const ask = async (wanted: string) => instagram.get(page, `${ada}?fields=${wanted}`, 'fb_graph')
  assert.equal((await ask('id,ig_id,biography')).status, 200)
  assert.equal(errorOf(await ask('user_id')), '100')
})

test('the publishing edge is found under both of its spellings', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  const form = { image_url: instagram.file('a.jpg') }
  const creation_id = idOf(await instagram.post(token, `${ada}/media`, form))
  idOf(await instagram.post(token, `${ada}/mediapublish`, { creation_id }))
  assert.equal(instagram.emulator.posts().length, 1)
})
