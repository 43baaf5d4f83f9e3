import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOARD, Id, PNG, start } from './harness.ts'

test('a pin goes into a section of its board, and is listed there', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada_makes')
  const media_source = { source_type: 'image_base64', content_type: 'image/png', data: PNG }
  const board_section_id = '5123456789012345678'
  const pin = { board_id: BOARD, board_section_id, media_source }
  const made = await at.call(access_token, 'POST', '/pins', pin)
  assert.equal(made.status, 201, made.text)
  const path = `/boards/${BOARD}/sections/${board_section_id}/pins`
  const { id } = Id.parse(JSON.parse(made.text))
  assert.match((await at.call(access_token, 'GET', path)).text, new RegExp(`"id":"${id}"`))
  const wrong = { ...pin, board_section_id: '1' }
  assert.match((await at.call(access_token, 'POST', '/pins', wrong)).text, /"code":2031/)
})

test('a cover is a whole second or a picture of its type, and some sources are for a few apps', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada_makes')
  const create = async (media_source: object) =>
    at.call(access_token, 'POST', '/pins', { board_id: BOARD, media_source })
  const video = { source_type: 'video_id', media_id: '1' }
  const half = await create({ ...video, cover_image_key_frame_time: 1.5 })
  assert.match(half.text, /cover_image_key_frame_time: is not an integer/)
  const jpeg = { cover_image_content_type: 'image/jpeg', cover_image_data: PNG }
  assert.match((await create({ ...video, ...jpeg })).text, /cover_image_data is no image\/jpeg/)
  assert.equal((await create({ source_type: 'pin_url' })).status, 403)
})
