/** The upload host: parts of a video in their order, plain HTTP, no bearer token ("Media transfer guide"). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { play } from '../kit/emulator.ts'
import { endOfPart } from './chunks.ts'
import { isOwn, isSpecial, takeSpecial } from './faults.ts'
import { land } from './landing.ts'
import { broken, uploadRefusal } from './refusal.ts'
import { changed, type Service } from './service.ts'
import { nextItemId, type Publish } from './state.ts'

const types = ['video/mp4', 'video/quicktime', 'video/webm']
const querySchema = z.object({ upload_id: z.string(), upload_token: z.string() })

export function mountUploads(app: FastifyInstance, service: Service) {
  app.put('/upload/video/', async (request, reply) => {
    const now = service.options.now().getTime()
    const publish = publishOf(service, request)
    const upload = publish?.upload
    const person = service.people.find(({ id }) => id === publish?.open_id)
    const bytes = await countBytes(request)
    if (!publish || !upload || !person) throw uploadRefusal(404)
    if (upload.until <= now || takeSpecial(service.faults, person, 'upload_expired'))
      throw uploadRefusal(403)
    const {
      authorization,
      'content-type': type = '',
      'content-range': range = '',
    } = request.headers
    if (authorization !== undefined || !types.includes(type)) throw uploadRefusal(400)
    const [, first, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? []
    if (first === undefined) throw uploadRefusal(400)

    reply.header('content-range', `bytes 0-${Math.max(0, upload.received - 1)}/${upload.size}`)
    const expected = endOfPart(upload, upload.received)
    const inOrder = Number(first) === upload.received && Number(end) === expected
    if (!inOrder || Number(total) !== upload.size) return reply.code(416).send()
    if (bytes !== Number(end) - Number(first) + 1) throw uploadRefusal(400)

    const last = Number(end) === upload.size - 1
    const names = [person.id, person.username]
    const only = (name: string) => !isSpecial(name) && !isOwn(name)
    const fault = service.faults.take(last ? 'post' : 'upload', names, only)
    const act = () => {
      upload.received = Number(end) + 1
      reply.header('content-range', `bytes 0-${Number(end)}/${upload.size}`)
      if (last) {
        const id = nextItemId(service.store, now)
        publish.media.push({ id, mime_type: type, bytes: upload.size })
        land({ service, store: service.store, person, now }, publish)
      }
      changed(service)
      reply.code(last ? 201 : 206)
      return ''
    }
    return play(fault, { request, reply }, act, { status: broken.status, body: '' })
  })
}

function publishOf({ store }: Service, request: FastifyRequest): Publish | undefined {
  const query = querySchema.safeParse(request.query).data
  const publish = store.publishes.get(query?.upload_id ?? '')
  return publish?.upload && publish.upload.token === query?.upload_token ? publish : undefined
}

/** Videos are counted, never kept. A part that broke off on the way is none. */
async function countBytes(request: FastifyRequest) {
  let bytes = 0
  for await (const chunk of request.raw) bytes += Buffer.from(chunk).length
  return bytes
}
