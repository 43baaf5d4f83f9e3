/** `rupload.facebook.com`: a video streamed into a container, continued where `video_status` says (docs/facts/instagram.md §3). */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { play } from '../kit/emulator.ts'
import { takeStreams } from '../kit/bodies.ts'
import { isSpecial, ownFaults } from './faults.ts'
import { pull } from './pictures.ts'
import { broken, Refusal } from '../kit/graph-refusals.ts'
import { changed, whose, type Service } from './service.ts'
import type { Container } from './state.ts'
import { nextId } from './store.ts'

export async function ruploadRoutes(app: FastifyInstance, service: Service) {
  takeStreams(app)
  const url = '/rupload/ig-api-upload/:version/:id'
  app.post(url, { bodyLimit: 1_100_000_000 }, async (request, reply) =>
    take(service, request, reply),
  )
}

async function take(service: Service, request: FastifyRequest, reply: FastifyReply) {
  const { store, faults } = service
  const { token, name, account } = whose(service, request, { text: new Map(), files: new Map() })
  if (!request.headers.authorization?.startsWith('OAuth '))
    throw wrong('NotAuthorizedError', 'Send the token as Authorization: OAuth')
  const container = store.containers.get(request.url.split('?')[0]?.split('/').at(-1) ?? '')
  if (!account || container?.account_id !== account.id || !container.resumable)
    throw wrong('ProcessingFailedError', 'Unknown container')
  const fault = faults.take('upload', [account.id, account.username], (each) => !isSpecial(each))
  const refusal = fault && ownFaults[fault.fault]?.({ store, token, name, account, ms: fault.ms })
  if (refusal) throw refusal
  return play(fault, { request, reply }, async () => receive(service, request, container), broken)
}

async function receive(service: Service, request: FastifyRequest, container: Container) {
  const address = request.headers['file_url']
  const alt_text = null
  if (typeof address === 'string') {
    const { bytes, mime_type } = await pull(address, 'video')
    container.size = container.received = bytes
    container.files = [{ id: nextId(service.store), mime_type, bytes, alt_text }]
    changed(service)
    return { success: true, message: 'Upload successful.' }
  }
  const offset = headerNumber(request, 'offset')
  const size = headerNumber(request, 'file_size')
  if (offset === undefined || !size || (container.size && container.size !== size))
    throw wrong('ProcessingFailedError', 'offset and file_size are required')
  if (offset !== container.received)
    throw wrong('OffsetInvalidError', `Expected offset ${container.received}`)
  container.size = size
  if (request.body instanceof Readable)
    for await (const chunk of request.body)
      if (Buffer.isBuffer(chunk)) container.received += chunk.length
  changed(service)
  if (container.received < size)
    throw wrong('PartialRequestError', 'Partial request (did not match length of file)', true)
  const mime_type = 'video/mp4'
  container.files = [{ id: nextId(service.store), mime_type, bytes: size, alt_text }]
  return { success: true, message: 'Upload successful.' }
}

function headerNumber(request: FastifyRequest, name: string) {
  const value = request.headers[name]
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined
}

function wrong(type: string, message: string, retriable = false) {
  return new Refusal(400, { debug_info: { retriable, type, message } })
}
