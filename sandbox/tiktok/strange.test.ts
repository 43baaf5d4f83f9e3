import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { serve } from '../kit/harness.ts'
import { photos, start } from './harness.ts'

const Begun = z.object({ data: z.object({ publish_id: z.string() }) })
const Videos = z.object({
  data: z.object({
    videos: z.array(
      z.object({ id: z.string(), title: z.string(), create_time: z.number().optional() }),
    ),
  }),
})

async function open() {
  const it = await start()
  const { access_token: token } = await it.signIn()
  const list = async () => {
    const answer = await it.call(token, '/v2/video/list/?fields=id,title,create_time', {})
    return Videos.parse(answer.body).data.videos
  }
  const set = (fault: string, more: object = {}) =>
    it.emulator.faults.set({ account: '*', fault, ...more })
  const publish = async (title: string) => {
    const { upload_url, publish_id } = await it.begin(token, 8, { title })
    assert.equal((await it.put(upload_url, '0-7/8', 8)).status, 201)
    return publish_id
  }
  return {
    ...it,
    token,
    list,
    set,
    publish,
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  }
}

/** A JPEG of that size in its first bytes. */
function jpeg(width: number, height: number) {
  const bytes = Buffer.from('ffd8ffc0001108000000000301220002110103110100', 'hex')
  bytes.writeUInt16BE(height, 7)
  bytes.writeUInt16BE(width, 9)
  return bytes
}

test('photos above 1080p are given up', async () => {
  await using it = await open()
  await using files = await serve((request, response) => {
    const [, width = 0, height = 0] = (request.url ?? '').split('/').map(Number)
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg(width, height))
  })
  const stateOf = async (size: string) => {
    const body = photos([`${files.url}/${size}`])
    const answer = await it.call(it.token, '/v2/post/publish/content/init/', body)
    it.advance(60_000)
    return (await it.status(it.token, Begun.parse(answer.body).data.publish_id)).text
  }
  assert.match(await stateOf('1080/1920'), /PUBLISH_COMPLETE/)
  assert.match(await stateOf('1920/1080'), /PUBLISH_COMPLETE/)
  assert.match(await stateOf('1200/1600'), /"fail_reason":"picture_size_check_failed"/)
})

test('the number of a public post is told only after moderation, and so is the post', async () => {
  await using it = await open()
  const publish_id = await it.publish('late')
  it.advance(1000)
  it.set('late_id', { ms: 3_600_000 })
  const state = async () => (await it.status(it.token, publish_id)).text
  assert.doesNotMatch(await state(), /publicaly_available_post_id/)
  assert.match(await state(), /PUBLISH_COMPLETE/)
  assert.deepEqual(await it.list(), [])
  it.advance(3_600_000)
  assert.match(await state(), /publicaly_available_post_id/)
  assert.equal((await it.list()).length, 1)
})

test('what was published may be taken down later', async () => {
  await using it = await open()
  it.set('refused_later', { ms: 60_000 })
  const publish_id = await it.publish('spam')
  it.advance(1000)
  assert.match((await it.status(it.token, publish_id)).text, /PUBLISH_COMPLETE/)
  assert.equal((await it.list()).length, 1)
  it.advance(60_000)
  assert.match((await it.status(it.token, publish_id)).text, /"fail_reason":"spam_risk"/)
  assert.deepEqual([await it.list(), it.emulator.posts()], [[], []])
})

test('titles are shown oddly, looks denied, lists cut, and others post too', async () => {
  await using it = await open()
  const publish_id = await it.publish('Two  words & "quotes" ')
  it.advance(1000)
  it.set('reads_lie')
  assert.equal((await it.status(it.token, publish_id)).status, 404)
  const shown = new Set<string | undefined>()
  for (let seed = 0; seed < 20; seed++) {
    it.set('shown_oddly', { seed })
    shown.add((await it.list())[0]?.title)
  }
  assert.ok(shown.size > 3, String(shown.size))
  it.set('partial_list', { seed: 5 })
  assert.deepEqual([(await it.list()).length, (await it.list()).length], [0, 1])
  const { appear } = it.emulator
  const app = appear?.({ account: 'ada.moves', text: 'by hand', by: 'other_app' })
  assert.equal((await it.list())[0]?.id, app)
  assert.equal(appear?.({ account: 'ada.moves', text: 'x', by: 'other_person' }), undefined)
})
