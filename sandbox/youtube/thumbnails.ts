/** Thumbnails of videos ("Thumbnails: set"): in one request, or by a session as every upload of Google's ("Resumable uploads"). */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { badRequest, invalid, refuse } from './refusal.ts'
import { readQuery } from './requests.ts'
import { type Call, type Context, Empty, WRITE } from './service.ts'
import { secret } from './store.ts'
import { ownVideo } from './videos.ts'

const domain = 'youtube.thumbnail'
const path = '/upload/youtube/v3/thumbnails/set'
const scopes = [...WRITE, 'youtube.upload']
const most = 50 * 1024 ** 2

export const thumbnailCalls: readonly Call[] = [
  {
    method: 'POST',
    path,
    on: (request) => (isBeginning(request) ? 'upload' : 'thumbnail'),
    scopes,
    cost: 50,
    async run(context) {
      const { request, service } = context
      const names = ['videoId', 'uploadType', 'onBehalfOfContentOwner']
      const { query } = readQuery(request, { names })
      if (!isBeginning(request)) return take(context, query['videoId'], 'content-type')
      const { id } = ownVideo(context, query['videoId'])
      checkType(request, 'x-upload-content-type')
      // All that a session of one picture has to know stands in its address.
      const told = new URLSearchParams({
        videoId: id,
        uploadType: 'resumable',
        upload_id: secret(),
      })
      return new Empty(200, { location: `${service.options.url}/api${path}?${told.toString()}` })
    },
  },
  {
    method: 'PUT',
    path,
    on: 'thumbnail',
    scopes,
    cost: 0,
    async run(context) {
      const { request } = context
      const { query } = readQuery(request, { names: ['videoId', 'uploadType', 'upload_id'] })
      const [, first, last, total] =
        /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? 'bytes 0-0/1') ?? []
      if (Number(first) !== 0 || Number(last) !== Number(total) - 1)
        throw badRequest('Only thumbnails in one piece are emulated.')
      return take(context, query['videoId'])
    },
  },
]

const isBeginning = ({ query }: FastifyRequest) =>
  typeof query === 'object' && query !== null && 'uploadType' in query
    ? query.uploadType === 'resumable'
    : false

async function take(context: Context, id: string | undefined, type?: 'content-type') {
  const video = ownVideo(context, id)
  if (type) checkType(context.request, type)
  const { body } = context.request
  let size = 0
  if (body instanceof Readable) for await (const piece of body) size += piece.length
  if (size === 0)
    throw invalid('mediaBodyRequired', 'The request does not include the image content.', domain)
  if (size > most) throw refuse(413, 'global', 'uploadTooLarge', 'The image is too large.')
  video.thumbnail = size
  return { kind: 'youtube#thumbnailSetResponse', items: [{ default: {} }] }
}

function checkType({ headers }: FastifyRequest, name: string) {
  const type = [headers[name]].flat()[0] ?? ''
  if (!/^(image\/(jpeg|png)|application\/octet-stream)$/.test(type))
    throw invalid(
      'imageFormatUnsupported',
      'The provided image uses an unsupported file format.',
      domain,
    )
}
