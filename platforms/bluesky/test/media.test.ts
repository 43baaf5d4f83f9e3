import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicationMedia } from '../../platform.ts'
import { processedVideo, uploadVideo } from '../media.ts'
import { publish } from '../publish.ts'
import { session } from '../session.ts'
import { account, did, pds, stub, type Told } from './stub.ts'

const blob = { $type: 'blob', ref: { $link: 'bafkreia' }, mimeType: 'video/mp4', size: 5 }

const video: PublicationMedia = {
  id: 12,
  mime_type: 'video/mp4',
  size_bytes: 5,
  width: 16,
  height: 9,
  duration: 2,
  alt_text: null,
  url: undefined,
  async *open() {
    yield Buffer.from('mo')
    yield Buffer.from('vie')
  },
}

function service(upload: Told, job?: (poll: number) => Told) {
  let poll = 0
  return stub(({ url }) => {
    if (url.includes('getServiceAuth')) return { body: { token: 'service-token' } }
    if (url.includes('uploadVideo')) return upload
    return job?.(++poll)
  })
}

test('a video is handed over with a token for the PDS, and nothing else opens it', async () => {
  const tools = service({ body: { jobId: 'j', did, state: 'JOB_STATE_CREATED' } })
  assert.deepEqual(await uploadVideo(video, session(account, tools), tools), { job_id: 'j' })
  const [auth, upload] = tools.asked
  const asked = new URL(auth?.url ?? '')
  assert.equal(asked.href.split('?')[0], `${pds}/xrpc/com.atproto.server.getServiceAuth`)
  assert.equal(asked.searchParams.get('aud'), 'did:web:pds.example')
  assert.equal(asked.searchParams.get('lxm'), 'com.atproto.repo.uploadBlob')
  assert.equal(Number(asked.searchParams.get('exp')), tools.now().getTime() / 1000 + 1800)
  const query = new URLSearchParams({ did, name: '12.mp4' }).toString()
  assert.equal(upload?.url, `https://video.example/xrpc/app.bsky.video.uploadVideo?${query}`)
  assert.equal(upload.headers['authorization'], 'Bearer service-token')
  assert.equal(upload.body, 'movie')
})

test('the answer may be wrapped, and a repeated upload names the first job', async () => {
  const job = { jobId: 'first', did, state: 'JOB_STATE_COMPLETED' }
  for (const told of [
    { body: { jobStatus: job } },
    { status: 409, body: { error: 'already_exists', ...job } },
  ]) {
    const tools = service(told)
    assert.deepEqual(await uploadVideo(video, session(account, tools), tools), { job_id: 'first' })
  }
})

test('a refused upload is a Failure', async () => {
  for (const [told, code] of [
    [{ status: 401, body: { error: 'unconfirmed_email', message: 'x' } }, 'email_unconfirmed'],
    [{ status: 409, body: '<html>' }, 'gateway_page'],
    [{ status: 429, body: {} }, 'rate_limited'],
    [{ body: {} }, 'unreadable_answer'],
  ] as const) {
    const tools = service(told)
    await assert.rejects(uploadVideo(video, session(account, tools), tools), { code })
  }
})

test('waiting ends with the blob, with the words of a failure, or later', async () => {
  const state = (more: object): Told => ({ body: { jobStatus: { jobId: 'j', did, ...more } } })
  const running = state({ state: 'JOB_STATE_ENCODING', progress: 40 })
  const done = state({ state: 'JOB_STATE_COMPLETED', blob })
  const wait = (job: (poll: number) => Told) => processedVideo({ job_id: 'j' }, service({}, job))
  assert.deepEqual(await wait((poll) => (poll < 4 ? running : done)), blob)
  const failed = state({ state: 'JOB_STATE_FAILED', error: 'no_video', message: 'not a video' })
  await assert.rejects(
    wait(() => failed),
    { kind: 'rejected', words: 'no_video: not a video' },
  )
  // app.bsky.video.defs, August 2026
  for (const [failureCode, expected] of [
    ['validation_failure', { kind: 'rejected', code: 'media_rejected' }],
    ['encoding_failure', { kind: 'rejected', code: 'media_rejected' }],
    ['pds_upload_unsupported_blob_size', { kind: 'rejected', code: 'media_too_large' }],
    ['pds_upload_failure', { kind: 'later', code: 'media_not_prepared' }],
    ['generic_failure', { kind: 'later', code: 'media_not_prepared' }],
  ] as const) {
    const ended = state({ state: 'JOB_STATE_FAILED', failureCode })
    await assert.rejects(
      wait(() => ended),
      expected,
    )
  }
  await assert.rejects(
    wait(() => running),
    { kind: 'later', code: 'media_not_ready' },
  )
})

const failedJob = {
  body: {
    jobStatus: { jobId: 'j0', did, state: 'JOB_STATE_FAILED', failureCode: 'generic_failure' },
  },
}
const unknownJob = { status: 400, body: { error: 'RecordNotFound', message: 'Gone.' } }

for (const [what, first] of [
  ['failed at', failedJob],
  ['does not know', unknownJob],
] as const)
  test(`a video that the service ${what} is handed over once more`, async () => {
    let jobs = 0
    const tools = stub(({ url }) => {
      if (url.includes('getServiceAuth')) return { body: { token: 'service-token' } }
      if (url.includes('uploadVideo')) return { body: { jobId: `j${++jobs}` } }
      const jobId = new URL(url).searchParams.get('jobId')
      if (jobId === 'j0') return first
      return { body: { jobStatus: { jobId, did, state: 'JOB_STATE_COMPLETED', blob } } }
    })
    const publication = {
      delivery_id: 1,
      text: 'Clip',
      first_comment: null,
      media: [video],
      options: {},
    }
    const steps = publish(publication, account, tools)
    const process = steps.find(({ name }) => name === 'process_0')
    assert.deepEqual(await process?.run({ upload_0: { job_id: 'j0' } }), blob)
    assert.equal(jobs, 1)
  })
