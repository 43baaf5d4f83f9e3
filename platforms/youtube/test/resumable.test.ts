import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { type Asked, failureOf, type Reply, stage, told } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { CHUNK, complete, open, probe } from '../resumable.ts'
import { account, kept, nothing, opened, refusing, URI, video } from './testing.ts'

const SIZE = 2 * CHUNK + 700

function uploading(...replies: (Reply | Error)[]) {
  const at = stage(manifest, ...replies)
  return { ...at, access: { tools: at.tools, account } }
}

const ranges = (asked: readonly Asked[]) =>
  asked.map(({ headers, body }) => [headers['content-range'], body.size])

test('a session is opened with the size and the kind of the file', async () => {
  const { access, asked } = uploading(opened)
  const path = '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status'
  const uri = await open(access, {
    path,
    resource: { snippet: {} },
    media: file('video/mp4', SIZE),
  })
  assert.equal(uri, URI)
  assert.equal(asked[0]?.headers['x-upload-content-length'], String(SIZE))
  assert.equal(asked[0].headers['x-upload-content-type'], 'video/mp4')
  assert.equal(asked[0].headers['authorization'], 'Bearer access-token-of-ada')
})

test('an upload address elsewhere is not followed', async () => {
  for (const location of ['https://evil.test/upload', '', 'not an address']) {
    const { access } = uploading({ status: 200, headers: { location } })
    const media = file('video/mp4')
    const failure = await failureOf(open(access, { path: '/upload', resource: {}, media }))
    assert.equal(told(failure), 'later unreadable_answer')
  }
  const { access } = uploading()
  await failureOf(probe(access, 'https://evil.test/upload', 3))
})

test('a file goes up in chunks that are multiples of 256 KiB', async () => {
  const { access, asked } = uploading(nothing, kept(CHUNK - 1), kept(2 * CHUNK - 1), video)
  const done = await complete(access, URI, file('video/mp4', SIZE))
  assert.deepEqual(done, { id: 'vid_4711abc' })
  assert.equal(CHUNK % 262_144, 0)
  assert.deepEqual(ranges(asked), [
    [`bytes */${SIZE}`, 0],
    [`bytes 0-${CHUNK - 1}/${SIZE}`, CHUNK],
    [`bytes ${CHUNK}-${2 * CHUNK - 1}/${SIZE}`, CHUNK],
    [`bytes ${2 * CHUNK}-${SIZE - 1}/${SIZE}`, 700],
  ])
})

test('what was acknowledged counts, not what was sent', async () => {
  const { access, asked } = uploading(nothing, kept(100_000), video)
  await complete(access, URI, file('video/mp4', CHUNK))
  assert.equal(asked[2]?.headers['content-range'], `bytes 100001-${CHUNK - 1}/${CHUNK}`)
  assert.equal(asked[2].body.size, CHUNK - 100_001)
})

test('after a lost chunk the session is asked, and the rest is sent from what it has', async () => {
  // The transcript of the protocol: 262144 stored, a 503, a probe, and on from there.
  for (const trouble of [{ status: 503 }, { status: 500 }, new Error('cut')]) {
    const { access, asked, slept } = uploading(kept(262_143), trouble, kept(300_000), video)
    const done = await complete(access, URI, file('video/mp4', 700_000))
    assert.deepEqual(done, { id: 'vid_4711abc' })
    assert.deepEqual(slept, [1000])
    assert.deepEqual(
      asked.map(({ headers }) => headers['content-range']),
      [
        'bytes */700000',
        'bytes 262144-699999/700000',
        'bytes */700000',
        'bytes 300001-699999/700000',
      ],
    )
  }
})

test('a lost answer to the last byte is cleared up by the session', async () => {
  const { access, asked } = uploading(nothing, new Error('cut'), video)
  assert.deepEqual(await complete(access, URI, file('video/mp4')), { id: 'vid_4711abc' })
  assert.equal(asked.length, 3)
  const garbage = uploading(nothing, { status: 200, text: '<html>' }, video)
  const done = await complete(garbage.access, URI, file('video/mp4'))
  assert.deepEqual(done, { id: 'vid_4711abc' })
})

test('a session that is forgotten after a lost chunk leaves open whether the video is there', async () => {
  const { access } = uploading(nothing, new Error('cut'), { status: 404 })
  const failure = await failureOf(complete(access, URI, file('video/mp4')))
  assert.equal(failure.kind, 'unknown')
})

test('a gateway’s page to the last byte leaves open whether the video is there, also as “not found”', async () => {
  for (const status of [404, 410]) {
    const page = { status, text: '<!doctype html><title>Not found</title>' }
    const { access } = uploading(nothing, page, { status: 404 })
    const failure = await failureOf(complete(access, URI, file('video/mp4')))
    assert.equal(failure.kind, 'unknown')
  }
  const gone = refusing(404, 'notFound', 'global')
  assert.equal(await complete(uploading(nothing, gone).access, URI, file('video/mp4')), 'gone')
})

test('once the last answer is lost, no refusal of the session says that there is no video', async () => {
  for (const refusal of [
    refusing(403, 'quotaExceeded', 'youtube.quota'),
    refusing(429, 'rateLimitExceeded', 'global'),
    refusing(401, 'authError', 'global'),
    { status: 418 },
    { status: 503 },
  ]) {
    const probed = uploading(nothing, new Error('cut'), refusal)
    const failure = await failureOf(complete(probed.access, URI, file('video/mp4')))
    assert.equal(told(failure), 'unknown no_answer')
    const resent = uploading(nothing, new Error('cut'), nothing, refusal, refusal)
    const later = await failureOf(complete(resent.access, URI, file('video/mp4')))
    assert.equal(later.kind, 'unknown')
  }
  const gone = uploading(nothing, new Error('cut'), nothing, { status: 404 })
  const failure = await failureOf(complete(gone.access, URI, file('video/mp4')))
  assert.equal(told(failure), 'unknown no_answer')
})

test('a lost chunk that is not the last has made no video, whatever follows it', async () => {
  const media = file('video/mp4', SIZE)
  const refused = uploading(nothing, new Error('cut'), refusing(401, 'authError', 'global'))
  const failure = await failureOf(complete(refused.access, URI, media))
  assert.equal(told(failure), 'expired token_expired account')
  const gone = uploading(nothing, new Error('cut'), { status: 404 })
  assert.equal(await complete(gone.access, URI, media), 'gone')
})

test('a session that is forgotten is gone, whatever was sent', async () => {
  for (const status of [404, 410]) {
    const { access } = uploading(nothing, { status })
    assert.equal(await complete(access, URI, file('video/mp4')), 'gone')
  }
})

test('an upload that gets nowhere is given up for now', async () => {
  const cut = () => [new Error('cut'), nothing]
  const lost = uploading(nothing, ...cut(), ...cut(), ...cut(), new Error('cut'))
  const failure = await failureOf(complete(lost.access, URI, file('video/mp4')))
  assert.equal(told(failure), 'unknown no_answer')
  assert.deepEqual(lost.slept, [1000, 4000, 15_000])

  const still = uploading(nothing, nothing, nothing, nothing, nothing)
  const stuck = await failureOf(complete(still.access, URI, file('video/mp4')))
  assert.equal(told(stuck), 'later upload_lost')
})

test('a refusal in the middle is no reason to try again at once', async () => {
  const { access, slept } = uploading(nothing, refusing(401, 'authError', 'global'))
  const failure = await failureOf(complete(access, URI, file('video/mp4')))
  assert.equal(told(failure), 'expired token_expired account')
  assert.deepEqual(slept, [])
})

test('a range that cannot be read is not guessed at', async () => {
  const { access } = uploading({ status: 308, headers: { range: 'bytes=5-9' } })
  const failure = await failureOf(probe(access, URI, 3))
  assert.equal(told(failure), 'later unreadable_answer')
})
