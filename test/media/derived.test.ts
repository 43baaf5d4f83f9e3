/** New items made out of those in the library. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeMp4 } from '#probing/testing-mp4.ts'
import { makePng } from '../png.ts'
import { openService } from '../service.ts'
import { callers, surfaces } from '../surfaces/callers.ts'
import { idOf, newNeighbour, newPost } from '../surfaces/kit.ts'
import { form, send, uploadPicture } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both

let seed = 1
async function newPicture(name = 'sunset.png') {
  const file = makePng({ width: 60, height: 40, seed: seed++ })
  const fields = { folder: 'Spring', tags: ['sea'], alt_text: 'A sunset' }
  return (await uploadPicture(service, fields, file, name)).id
}

async function newVideo() {
  const film = Buffer.from(makeMp4({ samples: 90 + seed++ }))
  const sent = await send(service, 'POST', '/api/media', form(film, {}, 'clip.mp4', 'video/mp4'))
  return idOf(sent.body)
}

/** The texts of a refusal, by field. */
async function refused(input: Record<string, unknown>) {
  const { code, errors } = await rest('derive_media', input)
  assert.equal(code, 'invalid')
  return errors
}

test('a crop is a new item with what is known of the original, on both surfaces', async () => {
  for (const surface of surfaces) {
    const id = await newPicture()
    const crop = { x: 10, y: 0, width: 40, height: 40 }
    const { body } = await both[surface]('derive_media', { id, crop })
    const { width, height, original_name, derived_from, folder, tags, alt_text } = body
    assert.deepEqual(
      { width, height, original_name, derived_from, folder, tags, alt_text },
      {
        width: 40,
        height: 40,
        original_name: 'sunset-cropped.png',
        derived_from: id,
        folder: 'Spring',
        tags: ['sea'],
        alt_text: 'A sunset',
      },
    )
    const file = await fetch(String(body['cdn_url']))
    assert.equal(file.headers.get('content-type'), 'image/png')
    const before = (await rest('get_media', { id })).body
    assert.deepEqual([before['width'], before['derived_from']], [60, undefined])
    // The original may go.
    assert.equal((await rest('delete_media', { id })).code, undefined)
    assert.equal((await rest('get_media', { id: body['id'] })).body['derived_from'], id)
  }
})

test('turned, in another format, and said anew', async () => {
  const id = await newPicture()
  const asked = { id, rotate: 90, format: 'webp', alt_text: 'Upright', tags: [], folder: null }
  const { body } = await rest('derive_media', asked)
  const { width, height, mime_type, original_name, alt_text, tags, folder } = body
  assert.deepEqual(
    [width, height, mime_type, original_name, alt_text, tags, folder],
    [40, 60, 'image/webp', 'sunset-turned.webp', 'Upright', [], null],
  )
})

test('a piece of a video is one, too', async () => {
  const id = await newVideo()
  const { body } = await rest('derive_media', { id, trim: { from: 1, to: 2 } })
  assert.ok(Math.abs(Number(body['duration']) - 1) < 0.05)
  assert.deepEqual([body['original_name'], body['mime_type']], ['clip-piece.mp4', 'video/mp4'])
})

test('the last picture of a video is its poster, until it is deleted', async () => {
  const id = await newVideo()
  // As if ffmpeg had taken it: there is none on most machines.
  const frame = await newPicture('clip-frame.png')
  await service.db.updateTable('media').set({ derived_from: id }).where('id', '=', frame).execute()
  const posterOf = async () => (await rest('get_media', { id })).body['poster_url']
  assert.equal(await posterOf(), (await rest('get_media', { id: frame })).body['cdn_url'])
  await rest('delete_media', { id: frame })
  assert.equal(await posterOf(), undefined)
})

test('what does not fit the file is told by field', async () => {
  const id = await newPicture()
  const outside = await refused({ id, rotate: 90, crop: { x: 30, y: 0, width: 30, height: 61 } })
  assert.match(
    outside['crop.width']?.[0] ?? '',
    /has 40 × 60 pixels when it is turned: .* at most 40/,
  )
  assert.match(outside['crop.height']?.[0] ?? '', /at most 60/)
  assert.match((await refused({ id }))['id']?.[0] ?? '', /Say what to make: rotate, crop, format/)
  assert.match((await refused({ id, poster_at: 1 }))['poster_at']?.[0] ?? '', /with videos only/)
  assert.ok((await refused({ id, rotate: 45 }))['rotate'])
  const film = await newVideo()
  const late = await refused({
    id: film,
    trim: { from: 9, to: 9 },
    crop: { x: 0, y: 0, width: 1, height: 1 },
  })
  assert.deepEqual(Object.keys(late).toSorted(), ['crop', 'trim.from', 'trim.to'])
  assert.match((await refused({ id: film, poster_at: 60 }))['poster_at']?.[0] ?? '', /seconds long/)
})

test('of another workspace there is nothing to make anything of', async () => {
  const id = await newPicture()
  const { token } = await newNeighbour(service)
  const { code } = await callers(service, token).rest('derive_media', { id, rotate: 90 })
  assert.equal(code, 'media_not_found')
})

test('get_media names the posts that show it', async () => {
  const id = await newPicture()
  const post = await newPost(service, { media_ids: [id] })
  const { body } = await rest('get_media', { id })
  assert.deepEqual(body['used_in'], { post_ids: [post], count: 1 })
})
