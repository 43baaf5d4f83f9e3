/** Videos: registered, sent to a bucket with every parameter and the file last, then processed (docs/facts/pinterest.md §3). */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { play } from '../kit/emulator.ts'
import { isSpecial, ownFaults, takeSpecial } from './faults.ts'
import { refuse } from './refusal.ts'
import { readJson } from './requests.ts'
import { type Call, changed, ok, type Service } from './service.ts'
import { nextId, people, type Upload } from './store.ts'

const Params = z.object({ id: z.string() })

export const mediaCalls: readonly Call[] = [
  {
    method: 'POST',
    path: '/v5/media',
    on: 'upload',
    scopes: ['pins:read', 'pins:write'],
    limit: 'org_write',
    async run({ store, request, person, service, now }) {
      await readJson(request, z.strictObject({ media_type: z.literal('video') }))
      const id = nextId(store, now)
      const hex = (bytes: number) => randomBytes(bytes).toString('hex')
      const parameters = {
        'x-amz-date': new Date(now).toISOString().replace(/[-:]|\.\d+/g, ''),
        'x-amz-signature': hex(32),
        'x-amz-security-token': hex(40),
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        key: `uploads/${hex(8)}/${id}`,
        policy: hex(24),
        'x-amz-credential': `${hex(8)}/us-east-1/s3/aws4_request`,
        'Content-Type': 'multipart/form-data',
      }
      const upload = {
        id,
        person_id: person.id,
        parameters,
        bytes: null,
        ready_at: 0,
        failed: false,
      }
      store.uploads.set(id, upload)
      const upload_url = `${service.options.url}/upload/`
      const body = { media_id: id, media_type: 'video', upload_url, upload_parameters: parameters }
      return { status: 201, body }
    },
  },
  {
    method: 'GET',
    path: '/v5/media/:id',
    on: 'status',
    scopes: ['pins:read'],
    limit: 'org_read',
    run({ store, request, person, now }) {
      const upload = store.uploads.get(Params.parse(request.params).id)
      if (upload?.person_id !== person.id) throw refuse(404, 1, 'Media not found.')
      return ok({ media_id: upload.id, media_type: 'video', status: statusOf(upload, now) })
    },
  },
]

function statusOf({ bytes, ready_at, failed }: Upload, now: number) {
  if (bytes === null) return 'registered'
  if (ready_at > now) return 'processing'
  return failed ? 'failed' : 'succeeded'
}

const forbidden = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Access Denied</Message></Error>`

export function mountBucket(app: FastifyInstance, service: Service) {
  app.post('/upload/', { bodyLimit: 2 ** 40 }, async (request, reply) => {
    const xml = async (status: number, code: string) =>
      reply.code(status).type('application/xml').send(forbidden(code))
    // A signed form and a token at once are refused by such buckets.
    if (request.headers.authorization) return xml(400, 'InvalidArgument')
    const form = await readUpload(request)
    if (!form) return xml(400, 'MalformedPOSTRequest')
    const { store, faults, options } = service
    const upload = [...store.uploads.values()].find(
      ({ parameters }) => parameters['key'] === form.fields['key'],
    )
    const whole =
      upload &&
      Object.entries(upload.parameters).every(([name, value]) => form.fields[name] === value)
    const person = people.find(({ id }) => id === upload?.person_id)
    if (!upload || !whole || !person) return xml(403, 'AccessDenied')

    const names = [person.id, person.username]
    const fault = faults.take('upload', names, (name) => !isSpecial(name) && !(name in ownFaults))
    const act = () => {
      const slow = takeSpecial(faults, person, 'media_slow')?.ms ?? 0
      upload.bytes = form.bytes
      upload.ready_at = options.now().getTime() + slow
      upload.failed = takeSpecial(faults, person, 'media_failed') !== undefined || !form.video
      changed(service)
      reply.code(204)
      return ''
    }
    return play(fault, { request, reply }, act, { status: 500, body: forbidden('InternalError') })
  })
}

/** All fields, which are small and come first, and how long the file behind them is; it is never held. */
async function readUpload({ headers, body }: FastifyRequest) {
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
  if (!boundary || !(body instanceof Readable)) return undefined
  let head = Buffer.alloc(0)
  let total = 0
  for await (const piece of body) {
    if (head.length < 65_536) head = Buffer.concat([head, Buffer.from(piece)])
    total += piece.length
  }
  const fields: Record<string, string> = {}
  let at = 0
  for (;;) {
    const end = head.indexOf('\r\n\r\n', at)
    if (end < 0) return undefined
    const name = /name="([^"]+)"/.exec(head.subarray(at, end).toString())?.[1]
    const start = end + 4
    if (name === 'file') {
      // \r\n--boundary--\r\n behind it
      const bytes = total - start - boundary.length - 8
      return { fields, bytes, video: head.subarray(start + 4, start + 8).toString() === 'ftyp' }
    }
    const next = head.indexOf(`\r\n--${boundary}`, start)
    if (name === undefined || next < 0) return undefined
    fields[name] = head.subarray(start, next).toString()
    at = next + 2
  }
}
