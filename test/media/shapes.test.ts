/** How long and how large media may be is said before anything is sent, with the rule, the limit and what was measured. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { makeMp4 } from '#probing/testing-mp4.ts'
import { openWorld, type World } from '../world.ts'

let world: World

before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

async function upload(name: string, bytes: Buffer, type: string) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], name, { type }))
  const response = await fetch(`${world.base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.token}` },
    body: form,
  })
  assert.equal(response.status, 201)
  return Number(Object(await response.json()).id)
}

async function refusal(media_id: number) {
  const answer = await world.rest('POST', '/api/posts', {
    content: 'Shapes',
    social_account_ids: [world.accounts['x'] ?? assert.fail('connected')],
    media_ids: [media_id],
    publish_now: true,
  })
  assert.equal(answer.status, 422, JSON.stringify(answer.body))
  return JSON.stringify(answer.body['errors'])
}

const still = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345' } })

test('a GIF that is wider than X takes is refused with its width', async () => {
  const id = await upload('wide.gif', await still(1400, 20).gif().toBuffer(), 'image/gif')
  assert.match(
    await refusal(id),
    /takes at most 1280 × 1080 pixels; wide\.gif has 1400 × 20 pixels/,
  )
})

test('a video that is too short, too long or too narrow is refused with what was measured', async () => {
  const short = await upload('short.mp4', makeMp4({ samples: 6, ticks: 1000 }), 'video/mp4')
  assert.match(await refusal(short), /takes at least 0\.5 s; short\.mp4 has 0\.2 s/)
  const long = await upload('long.mp4', makeMp4({ samples: 20, ticks: 300_000 }), 'video/mp4')
  assert.match(await refusal(long), /takes at most 140 s; long\.mp4 has 200 s/)
  const narrow = await upload(
    'narrow.mp4',
    makeMp4({ video: { width: 100, height: 400 } }),
    'video/mp4',
  )
  assert.match(
    await refusal(narrow),
    /takes width to height between 0\.333 and 3; narrow\.mp4 has 0\.25 \(100 × 400 pixels\)/,
  )
})

test('the capabilities tell these rules', async () => {
  const { body } = await world.rest('GET', '/api/capabilities')
  const { x } = Object(body['platforms'])
  assert.deepEqual([x.media.gif.max_width, x.media.gif.max_height], [1280, 1080])
  assert.deepEqual([x.media.video.min_duration, x.media.video.max_duration], [0.5, 140])
})
