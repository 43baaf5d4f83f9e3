/** `rupload.facebook.com`: bytes of a reel or a story, streamed, continued at the offset that `status` tells (docs/facts/facebook.md §4.3). */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { play } from '../kit/emulator.ts'
import { takeStreams } from '../kit/bodies.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { pull } from './posting.ts'
import { broken, Refusal } from '../kit/graph-refusals.ts'
import { changed, whose, type Service } from './service.ts'
import type { Video } from './state.ts'

export async function ruploadRoutes(app: FastifyInstance, service: Service) {
  takeStreams(app)
  app.post(
    '/rupload/video-upload/:version/:id',
    { bodyLimit: 11_000_000_000 },
    async (request, reply) => take(service, request, reply),
  )
}

async function take(service: Service, request: FastifyRequest, reply: FastifyReply) {
  const { store, faults } = service
  const { token, name, page } = whose(service, request, { text: new Map(), files: new Map() })
  if (!request.headers.authorization?.startsWith('OAuth '))
    throw wrong('NotAuthorizedError', 'Send the token as Authorization: OAuth')
  const video = store.videos.get(request.url.split('?')[0]?.split('/').at(-1) ?? '')
  if (!page || video?.page_id !== page.id) throw wrong('ProcessingFailedError', 'Unknown video')
  const fault = faults.take('upload', [page.id, page.username], (each) => !isSpecial(each))
  const refusal = fault && ownFaults[fault.fault]?.({ store, token, name, page, ms: fault.ms })
  if (refusal) throw refusal
  return play(fault, { request, reply }, async () => receive(service, request, video), broken)
}

async function receive(service: Service, request: FastifyRequest, video: Video) {
  const address = request.headers['file_url']
  if (typeof address === 'string') {
    const bytes = await pull(address)
    video.size = bytes.length
    video.received = bytes.length
    changed(service)
    return { success: true }
  }
  const offset = headerNumber(request, 'offset')
  const size = headerNumber(request, 'file_size')
  if (offset === undefined || !size)
    throw wrong('ProcessingFailedError', 'offset and file_size are required')
  if (video.size && video.size !== size) throw wrong('ProcessingFailedError', 'file_size differs')
  if (offset !== video.received)
    throw wrong(
      'OffsetInvalidError',
      `Request starting offset is invalid, expected ${video.received}`,
    )
  video.size = size
  for await (const chunk of bodyOf(request)) video.received += chunk.length
  changed(service)
  if (video.received > size) throw wrong('ProcessingFailedError', 'More bytes than file_size')
  if (video.received < size)
    throw wrong('PartialRequestError', 'Partial request (did not match length of file)', true)
  return { success: true }
}

async function* bodyOf({ body }: FastifyRequest): AsyncGenerator<Buffer> {
  if (body instanceof Readable)
    for await (const chunk of body) if (Buffer.isBuffer(chunk)) yield chunk
}

function headerNumber(request: FastifyRequest, name: string) {
  const value = request.headers[name]
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined
}

function wrong(type: string, message: string, retriable = false) {
  return new Refusal(400, { debug_info: { retriable, type, message } })
}
