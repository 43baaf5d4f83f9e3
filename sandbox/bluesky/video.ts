/**
 * The video service: a video is uploaded for an account, worked on, and becomes a blob of that account's repository.
 * A job is told from its second poll on: created, encoding, completed or failed (app.bsky.video.defs, atproto commit 092a263a).
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { input, invalidRequest, refusal, Refusal } from './answers.ts'
import { blobRef, storeBlob } from './blobs.ts'
import { blobCid } from './cid.ts'
import { withFault } from './faults.ts'
import { serviceDids } from './identity.ts'
import { findPerson } from './people.ts'
import { checkServiceToken } from './service-tokens.ts'
import type { Job, Store } from './store.ts'
import type { Call, Methods } from './xrpc.ts'

/** Bytes of mp4 (lexicon app.bsky.embed.video, 2026-08-20). */
const largestVideo = 300_000_000
/** An account's day; remembered, not documented. */
const dailyVideos = 25
const dailyBytes = 10_000_000_000

const upload = z.object({ did: z.string(), name: z.string().endsWith('.mp4') })
const poll = z.object({ jobId: z.string().min(1, 'missing jobId') })

export const videoMethods: Methods = {
  'app.bsky.video.uploadVideo': { verb: 'POST', body: largestVideo, run: uploadVideo },
  'app.bsky.video.getJobStatus': { verb: 'GET', run: getJobStatus },
  'app.bsky.video.getUploadLimits': { verb: 'GET', run: getUploadLimits },
}

/** The token is for the PDS, since the service uploads there in the account's name. */
async function uploadVideo(call: Call) {
  const { store, request } = call
  const lxm = 'com.atproto.repo.uploadBlob'
  const did = checkServiceToken(call, { audiences: serviceDids(store), lxm })
  const params = input(upload, request.query, 'Params')
  if (params.did !== did) throw refusal(403, 'Forbidden', 'did is not the issuer of the token')
  if (request.headers['content-type'] !== 'video/mp4') {
    throw invalidRequest('Content-Type must be video/mp4')
  }
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (bytes.length === 0) throw invalidRequest('Request body is empty')
  const person = findPerson(did)
  const names = person ? [person.id, person.username] : []
  return withFault(call, { on: 'upload', names }, (_conditions, fault) => {
    const job = accept(store, did, bytes, fault?.fault === 'video_failed')
    const jobStatus = { jobId: job.id, did, state: 'JOB_STATE_CREATED' }
    return fault?.fault === 'flat_job_status' ? jobStatus : { jobStatus }
  })
}

/** The same video again is refused with what became of it (bluesky-social/bsky-docs, pull request 367, 2025-07). */
function accept(store: Store, did: string, bytes: Buffer, fails: boolean) {
  const cid = blobCid(bytes)
  const before = jobsOf(store, did).find((job) => job.blob.cid === cid && !job.fails)
  if (before) {
    throw new Refusal(409, {
      error: 'already_exists',
      message: 'Video already processed',
      ...statusOf(before),
    })
  }
  const { canUpload, message } = limitsOf(store, did)
  if (!canUpload) throw refusal(400, 'upload_limit_exceeded', message ?? '')
  const job: Job = {
    id: randomUUID(),
    did,
    blob: { cid, mime_type: 'video/mp4', size: bytes.length },
    created_at: store.now(),
    polls: 0,
    fails,
  }
  store.state.jobs.set(job.id, job)
  const repo = store.state.repos.get(did)
  if (repo && !fails) storeBlob(store, repo, bytes, 'video/mp4')
  store.touch()
  return job
}

async function getJobStatus(call: Call) {
  const { store, request } = call
  const { jobId } = input(poll, request.query, 'Params')
  const job = store.state.jobs.get(jobId)
  if (!job) throw invalidRequest(`Unknown job: ${jobId}`)
  const person = findPerson(job.did)
  const names = person ? [person.id, person.username] : []
  return withFault(call, { on: 'read', names }, () => {
    job.polls += 1
    store.touch()
    return { jobStatus: statusOf(job) }
  })
}

function statusOf({ id, did, polls, fails, blob }: Job) {
  const head = { jobId: id, did }
  if (polls < 2) return { ...head, state: 'JOB_STATE_ENCODING', progress: polls * 50 }
  if (!fails) return { ...head, state: 'JOB_STATE_COMPLETED', progress: 100, blob: blobRef(blob) }
  return {
    ...head,
    state: 'JOB_STATE_FAILED',
    failureCode: 'encoding_failure',
    error: `video processing error for job: ${id}`,
    message: 'Failed to process video',
  }
}

function getUploadLimits(call: Call) {
  const lxm = 'app.bsky.video.getUploadLimits'
  const { host, hostname } = new URL(call.store.options.url)
  const audiences = [
    'did:web:video.bsky.app',
    `did:web:${hostname}`,
    `did:web:${host.replace(':', '%3A')}`,
  ]
  return limitsOf(call.store, checkServiceToken(call, { audiences, lxm }))
}

function limitsOf(store: Store, did: string) {
  const day = Math.floor(store.now() / 86_400_000)
  const today = jobsOf(store, did).filter(
    ({ created_at }) => Math.floor(created_at / 86_400_000) === day,
  )
  const used = today.reduce((sum, { blob }) => sum + blob.size, 0)
  const remainingDailyVideos = Math.max(0, dailyVideos - today.length)
  const remainingDailyBytes = Math.max(0, dailyBytes - used)
  const canUpload = remainingDailyVideos > 0 && remainingDailyBytes > 0
  const message = canUpload ? undefined : 'You have reached your daily video upload limit'
  return { canUpload, remainingDailyVideos, remainingDailyBytes, ...(message && { message }) }
}

function jobsOf({ state }: Store, did: string) {
  return [...state.jobs.values()].filter((job) => job.did === did)
}
