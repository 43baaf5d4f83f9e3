/** Files on their way: images straight to the PDS, videos through the service that prepares them for playing. */
import { z } from 'zod'
import { call } from '../kit/http.ts'
import { Failure, type PublicationMedia, type Tools } from '../platform.ts'
import { redact } from './errors.ts'
import { Blob } from './record.ts'
import type { PdsSession } from './session.ts'
import { ask, read, toCall } from './xrpc.ts'

const MINUTE = 60_000

/** Blobs are addressed by their content: the same file again is the same blob. */
export async function uploadImage(
  media: Pick<PublicationMedia, 'mime_type' | 'size_bytes' | 'open'>,
  session: PdsSession,
): Promise<Blob> {
  const request = {
    purpose: 'prepare' as const,
    method: 'POST' as const,
    nsid: 'com.atproto.repo.uploadBlob',
    headers: headersOf(media),
    body: () => media.open(),
    timeout: 2 * MINUTE,
  }
  const { blob } = await session.ask(request, z.object({ blob: Blob }))
  return blob
}

const Job = z.object({ jobId: z.string() })

/** The lexicon wraps the answer of an upload, the documented samples do not. */
const Uploaded = z.union([
  z.object({ jobStatus: Job }).transform((answer) => answer.jobStatus),
  Job,
])

/** What the upload of a video leaves for the step that waits for it. */
export const Uploading = z.object({ job_id: z.string() })
export type Uploading = z.output<typeof Uploading>

/**
 * Hands the video to the video service with a token that lets it put the result on the PDS. Straight to the PDS is
 * possible too, but then the video is prepared after the post is out, and readers first see a gap (docs.bsky.app).
 */
export async function uploadVideo(
  media: PublicationMedia,
  session: PdsSession,
  tools: Tools,
): Promise<Uploading> {
  const lxm = 'com.atproto.repo.uploadBlob'
  const exp = String(Math.floor((tools.now().getTime() + 30 * MINUTE) / 1000))
  const { token } = await session.ask(
    {
      method: 'GET',
      nsid: 'com.atproto.server.getServiceAuth',
      query: { aud: aud(session), lxm, exp },
    },
    z.object({ token: z.string() }),
  )
  const request = toCall({
    purpose: 'prepare',
    method: 'POST',
    host: tools.config.hosts['video'] ?? '',
    nsid: 'app.bsky.video.uploadVideo',
    query: { did: session.did, name: `${media.id}.mp4` },
    headers: { ...headersOf(media), authorization: `Bearer ${token}` },
    body: () => media.open(),
    timeout: 20 * MINUTE,
  })
  const answer = await call(tools, request)
  // 409 already_exists names the job of the first upload of the same file.
  const before = answer.status === 409 ? Uploaded.safeParse(answer.json).data : undefined
  const { jobId } = before ?? read(answer, Uploaded, tools)
  return { job_id: jobId }
}

const Progress = z.object({
  jobStatus: z.object({
    state: z.string(),
    blob: Blob.optional(),
    error: z.string().optional(),
    failureCode: z.string().optional(),
    message: z.string().optional(),
  }),
})
const POLLS = 60
/** Failures of the service itself (app.bsky.video.defs, August 2026): the same file may do better another time. */
const PASSING = new Set(['pds_upload_failure', 'generic_failure'])

/** Asks until the video is ready: up to five minutes, then the step is repeated later. */
export async function processedVideo({ job_id }: Uploading, tools: Tools): Promise<Blob> {
  const request = {
    method: 'GET' as const,
    host: tools.config.hosts['video'] ?? '',
    nsid: 'app.bsky.video.getJobStatus',
    query: { jobId: job_id },
  }
  for (let poll = 1; poll <= POLLS; poll++) {
    const { jobStatus } = await ask(tools, request, Progress).catch(unknownYet)
    if (jobStatus.blob) return jobStatus.blob
    if (jobStatus.state === 'JOB_STATE_FAILED') throw failed(jobStatus)
    await tools.sleep(Math.min(poll * 500, 5000))
  }
  const retry_at = new Date(tools.now().getTime() + MINUTE)
  throw new Failure('later', 'media_not_ready', 'Bluesky is still preparing the video.', {
    retry_at,
  })
}

/** The job was taken a moment ago: a service that does not know it will, or fails for good after so many tries. */
function unknownYet(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'not_found') throw error
  const message = 'Bluesky does not know the video yet. It is asked again.'
  throw new Failure('later', 'media_not_prepared', message, { words: error.words })
}

function failed({
  error,
  failureCode = '',
  message: said,
}: z.output<typeof Progress>['jobStatus']): Failure {
  const words = redact([failureCode, error, said].filter(Boolean).join(': '))
  if (failureCode === 'pds_upload_unsupported_blob_size') {
    const message = 'The video is larger than the server of this account takes.'
    return new Failure('rejected', 'media_too_large', message, { words })
  }
  if (PASSING.has(failureCode)) {
    const message = 'Bluesky failed while it prepared the video. It will be sent again.'
    return new Failure('later', 'media_not_prepared', message, { words })
  }
  return new Failure('rejected', 'media_rejected', 'Bluesky could not use this video.', { words })
}

function headersOf({ mime_type, size_bytes }: Pick<PublicationMedia, 'mime_type' | 'size_bytes'>) {
  return { 'content-type': mime_type, 'content-length': String(size_bytes) }
}

/** The PDS as the audience of a token: `did:web`, a port written as %3A. */
function aud({ pds }: PdsSession) {
  return `did:web:${encodeURIComponent(new URL(pds).host)}`
}
