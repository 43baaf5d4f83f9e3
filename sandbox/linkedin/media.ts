/** Images and documents in one piece, videos in parts with an address each (docs/facts/linkedin.md §4). */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { bytesOf } from '../kit/bodies.ts'
import { statusOf } from './creation.ts'
import { takeSpecial } from './faults.ts'
import { denied, missing, notPermitted, Refusal } from './refusal.ts'
import {
  mayReadOf,
  mayWriteAs,
  queryOf,
  readBody,
  type Answer,
  type Call,
  type Context,
} from './service.ts'
import { urnIn } from './urns.ts'
import { secret, type Media } from './store.ts'

const DAY = 86_400_000
const PART = 4_194_304
const SLOW = 10_000
const KEPT = 5 * 1024 * 1024
const MB = 1_048_576
const most = { image: 20 * MB, document: 100 * MB, video: 500 * MB }

const owner = z.string().regex(/^urn:li:(person:[\w-]+|organization:\d+)$/)
const simple = z.strictObject({ initializeUploadRequest: z.strictObject({ owner }) })
const video = z.strictObject({
  initializeUploadRequest: z.strictObject({
    owner,
    fileSizeBytes: z.int().min(1).max(most.video),
    uploadCaptions: z.boolean().optional(),
    uploadThumbnail: z.boolean().optional(),
  }),
})
const finalizing = z.strictObject({
  finalizeUploadRequest: z.strictObject({
    video: z.string(),
    uploadToken: z.string(),
    uploadedPartIds: z.array(z.string()).min(1),
  }),
})

export const mediaCalls: Call[] = [
  {
    method: 'POST',
    path: '/api/rest/images',
    on: 'upload',
    run: (context) => open(context, 'image'),
  },
  {
    method: 'POST',
    path: '/api/rest/documents',
    on: 'upload',
    run: (context) => open(context, 'document'),
  },
  { method: 'POST', path: '/api/rest/videos', on: 'upload', run: videos },
  { method: 'GET', path: '/api/rest/images/:urn', on: 'status', run: status },
  { method: 'GET', path: '/api/rest/documents/:urn', on: 'status', run: status },
  { method: 'GET', path: '/api/rest/videos/:urn', on: 'status', run: status },
  { method: 'PUT', path: '/web/dms-uploads/:key/:part', on: 'upload', run: put },
]

function videos(context: Context): Answer {
  return queryOf(context.request)['action'] === 'finalizeUpload'
    ? finalize(context)
    : open(context, 'video')
}

function open(context: Context, kind: Media['kind']): Answer {
  const { service, store, request, grant, now } = context
  if (queryOf(request)['action'] !== 'initializeUpload') throw noAction()
  const size =
    kind === 'video' ? readBody(request, video).initializeUploadRequest.fileSizeBytes : undefined
  const asked =
    kind === 'video'
      ? readBody(request, video).initializeUploadRequest
      : readBody(request, simple).initializeUploadRequest
  mayWriteAs(context, asked.owner, `partnerApi${kind}s.ACTION-initializeUpload`)
  const key = secret()
  const parts = Array.from({ length: Math.ceil((size ?? 1) / PART) }, (_, index) => ({
    first: index * PART,
    last: size === undefined ? most[kind] - 1 : Math.min(size, (index + 1) * PART) - 1,
    etag: null,
  }))
  const urn = `urn:li:${kind}:${kind === 'image' ? 'C4E22' : 'C5F10'}${secret().slice(0, 16)}`
  const upload_until = now + DAY
  store.media = store.media.filter((each) => each.upload_until > now - DAY)
  store.media.push({
    urn,
    kind,
    owner: asked.owner,
    client_id: grant.client_id,
    key,
    parts,
    bytes: 0,
    mime_type: 'application/octet-stream',
    status: 'WAITING_UPLOAD',
    ready_at: 0,
    upload_until,
  })
  const addressOf = (index: number) => `${service.options.url}/web/dms-uploads/${key}/${index}`
  if (kind !== 'video')
    return value({ uploadUrlExpiresAt: upload_until, uploadUrl: addressOf(0), [kind]: urn })
  return value({
    uploadUrlsExpireAt: upload_until,
    video: urn,
    uploadToken: '',
    uploadInstructions: parts.map(({ first, last }, index) => ({
      uploadUrl: addressOf(index),
      firstByte: first,
      lastByte: last,
    })),
  })
}

const value = (body: object): Answer => ({ status: 200, body: { value: body } })
const noAction = () =>
  new Refusal(400, { status: 400, message: 'Action is not supported', code: 'ILLEGAL_ARGUMENT' })

/** Every part at its own address and in its exact length; the same part again replaces it. */
function put({ service, store, request, grant, person, now }: Context): Answer {
  const { key, part } = z.object({ key: z.string(), part: z.coerce.number() }).parse(request.params)
  const media = store.media.find((each) => each.key === key)
  const slot = media?.parts[part]
  if (!media || !slot) throw missing('Upload')
  if (media.client_id !== grant.client_id) throw notPermitted('dms-uploads.PUT')
  if (media.upload_until <= now) throw denied('The upload URL has expired')
  const bytes = bytesOf(request)
  const wanted = slot.last - slot.first + 1
  if (!bytes.length || bytes.length > wanted || (media.kind === 'video' && bytes.length < wanted))
    throw new Refusal(400, { status: 400, message: 'Content length does not match the upload' })
  const first = part === 0
  const mime_type = first ? kindOf(bytes) : media.mime_type
  if (first && !allowed[media.kind].test(mime_type))
    throw new Refusal(400, { status: 400, message: `Unsupported media of a ${media.kind}` })
  media.mime_type = mime_type
  const etag = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  slot.etag = `/ambry-video/signedId/${etag}-${part}`
  if (media.kind === 'video') return { status: 200, headers: { etag: slot.etag } }
  media.bytes = bytes.length
  if (media.kind === 'image' && bytes.length <= KEPT) service.images.set(media.urn, bytes)
  process(service, person, media, now)
  return { status: 201 }
}

function finalize(context: Context): Answer {
  const { service, store, request, person, now } = context
  const { finalizeUploadRequest: asked } = readBody(request, finalizing)
  const media = store.media.find(({ urn }) => urn === asked.video)
  if (!media) throw missing(asked.video)
  mayWriteAs(context, media.owner, 'partnerApiVideos.ACTION-finalizeUpload')
  const wanted = media.parts.map(({ etag }) => etag)
  const inOrder = wanted.length === asked.uploadedPartIds.length
  if (!inOrder || wanted.some((etag, index) => etag !== asked.uploadedPartIds[index]))
    throw new Refusal(400, {
      status: 400,
      message: 'uploadedPartIds do not match the uploaded parts, in their order',
    })
  media.bytes = (media.parts.at(-1)?.last ?? -1) + 1
  if (media.status === 'WAITING_UPLOAD') process(service, person, media, now)
  return { status: 200 }
}

/** Over at once, unless a fault wants it otherwise. */
function process(
  service: Context['service'],
  person: Context['person'],
  media: Media,
  now: number,
) {
  const failed = takeSpecial(service.faults, person, 'media_failed')
  const slow = takeSpecial(service.faults, person, 'media_slow')
  media.status = failed ? 'PROCESSING_FAILED' : 'PROCESSING'
  media.ready_at = now + (slow ? SLOW : 0)
}

/** Members may write only: the state of their media is not theirs to see. */
function status(context: Context): Answer {
  const urn = urnIn(context.request)
  const media = context.store.media.find((each) => each.urn === urn)
  if (!media) throw missing(urn)
  mayReadOf(context, media.owner, `partnerApi${media.kind}s.GET`)
  const now = statusOf(media, context.now)
  return {
    status: 200,
    body: {
      id: urn,
      owner: media.owner,
      status: now,
      ...(now === 'PROCESSING_FAILED'
        ? { processingFailureReason: 'The media could not be transcoded' }
        : {}),
    },
  }
}

const allowed = {
  image: /^image\/(jpeg|png|gif)$/,
  document: /^application\//,
  video: /^video\/mp4$/,
}

export function kindOf(bytes: Buffer): string {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'))
  if (starts('89504e470d0a1a0a')) return 'image/png'
  if (starts('ffd8ff')) return 'image/jpeg'
  if (starts('47494638')) return 'image/gif'
  if (starts('25504446')) return 'application/pdf'
  if (starts('504b0304') || starts('d0cf11e0')) return 'application/vnd.office'
  if (bytes.subarray(4, 8).toString('latin1') === 'ftyp') return 'video/mp4'
  return 'unknown/unknown'
}
