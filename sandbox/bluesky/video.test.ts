import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import {
  type Account,
  ada,
  type Answer,
  aPost,
  createdAt,
  login,
  openStore,
  png,
  type TestStore,
  tid,
  xrpc,
} from './testing.ts'

const refused = ({ status, body }: Answer) => [status, body['error']]

const upload = 'app.bsky.video.uploadVideo'

/** A service token as `getServiceAuth` gives it to a client that knows its PDS by host name. */
async function serviceToken(me: Account, query: Record<string, string> = {}) {
  const answer = await me.call('com.atproto.server.getServiceAuth', {
    query: { aud: 'did:web:127.0.0.1', lxm: 'com.atproto.repo.uploadBlob', ...query },
  })
  return z.object({ token: z.string() }).parse(answer.body).token
}

function sendVideo(
  store: TestStore,
  did: string,
  token: string,
  bytes = png(500),
  type = 'video/mp4',
) {
  return xrpc(store, upload, { token, bytes, type, query: { did, name: 'clip.mp4' } }, 'video')
}

const jobAnswer = z.object({
  jobStatus: z.looseObject({ jobId: z.string(), state: z.string(), blob: z.unknown().optional() }),
})

test('a video is uploaded, worked on, and becomes a blob for a post', async () => {
  await using store = await openStore()
  const me = await login(store)
  const token = await serviceToken(me)
  const sent = await sendVideo(store, me.did, token)
  const { jobId, state } = jobAnswer.parse(sent.body).jobStatus
  assert.equal(state, 'JOB_STATE_CREATED')
  const poll = async () => {
    const { body } = await xrpc(store, 'app.bsky.video.getJobStatus', { query: { jobId } }, 'video')
    return jobAnswer.parse(body).jobStatus
  }
  assert.equal((await poll()).state, 'JOB_STATE_ENCODING')
  const done = await poll()
  assert.equal(done.state, 'JOB_STATE_COMPLETED')
  const embed = { $type: 'app.bsky.embed.video', video: done.blob, alt: 'a clip' }
  assert.equal((await me.put(tid(1), aPost('watch', { embed, createdAt }))).status, 200)
  assert.deepEqual(
    store.emulator
      .posts()[0]
      ?.media.map(({ mime_type, alt_text, bytes }) => [mime_type, alt_text, bytes]),
    [['video/mp4', 'a clip', 500]],
  )
  const again = await sendVideo(store, me.did, token)
  assert.deepEqual(refused(again), [409, 'already_exists'])
  assert.deepEqual([again.body['jobId'], again.body['blob']], [jobId, done.blob])
})

test('the video service wants a service token for this account and method', async () => {
  await using store = await openStore()
  const me = await login(store)
  const ben = await login(store, 'ben.sandbox.test')
  const send = (token: string) => sendVideo(store, me.did, token)
  assert.deepEqual(refused(await send(me.accessJwt)), [401, 'BadJwt'])
  assert.deepEqual(refused(await send(await serviceToken(ben))), [403, 'Forbidden'])
  const elsewhere = await serviceToken(me, { aud: 'did:web:video.bsky.app' })
  assert.deepEqual(refused(await send(elsewhere)), [401, 'BadJwtAudience'])
  const method = await serviceToken(me, { lxm: 'com.atproto.repo.putRecord' })
  assert.deepEqual(refused(await send(method)), [401, 'BadJwtLexiconMethod'])
  const short = await serviceToken(me)
  store.wait(61_000)
  assert.deepEqual(refused(await send(short)), [401, 'JwtExpired'])
  const exp = String(Math.floor(store.now() / 1000) + 1800)
  const long = await serviceToken(me, { exp })
  store.wait(1_700_000)
  assert.equal((await send(long)).status, 200)
  const wrongType = await sendVideo(store, me.did, await serviceToken(me), png(9), 'video/webm')
  assert.deepEqual(refused(wrongType), [400, 'InvalidRequest'])
  const query = { aud: 'did:web:127.0.0.1', exp: String(Math.floor(store.now() / 1000) + 3700) }
  const tooLong = await me.call('com.atproto.server.getServiceAuth', { query })
  assert.deepEqual(refused(tooLong), [400, 'BadExpiration'])
})

test('a day has twenty-five videos', async () => {
  await using store = await openStore()
  const me = await login(store)
  const lxm = 'app.bsky.video.getUploadLimits'
  const limits = async () => {
    const token = await serviceToken(me, { aud: 'did:web:video.bsky.app', lxm })
    return (await xrpc(store, lxm, { token }, 'video')).body
  }
  assert.deepEqual(
    [(await limits())['canUpload'], (await limits())['remainingDailyVideos']],
    [true, 25],
  )
  const token = await serviceToken(me)
  for (let index = 0; index < 25; index += 1) {
    assert.equal((await sendVideo(store, me.did, token, png(100, index))).status, 200)
  }
  assert.equal((await limits())['canUpload'], false)
  assert.equal((await sendVideo(store, me.did, token, png(101))).status, 400)
})

test('faults of the video service: a job that fails, and the answer without its wrapper', async () => {
  await using store = await openStore()
  const me = await login(store)
  const token = await serviceToken(me)
  store.emulator.faults.set({ account: ada, fault: 'video_failed', on: 'upload' })
  const { jobId } = jobAnswer.parse((await sendVideo(store, me.did, token)).body).jobStatus
  const poll = () => xrpc(store, 'app.bsky.video.getJobStatus', { query: { jobId } }, 'video')
  await poll()
  const failed = jobAnswer.parse((await poll()).body).jobStatus
  assert.deepEqual([failed.state, failed['failureCode']], ['JOB_STATE_FAILED', 'encoding_failure'])
  store.emulator.faults.set({ account: ada, fault: 'flat_job_status', on: 'upload' })
  const flat = await sendVideo(store, me.did, token)
  assert.deepEqual([flat.status, flat.body['state']], [200, 'JOB_STATE_CREATED'])
})
