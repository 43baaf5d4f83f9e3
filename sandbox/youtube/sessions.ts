/** Resumable uploads: a session, bytes in chunks, 308 until the last ("Resumable uploads", developers.google.com). */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { atOnce } from './at-once.ts'
import { takeSpecial } from './faults.ts'
import { finish } from './finish.ts'
import { badRequest, invalid, notFound, refuse } from './refusal.ts'
import { readJson, readQuery } from './requests.ts'
import { checked, VideoBody } from './resource.ts'
import { type Call, Empty, type Context, WRITE } from './service.ts'
import { parts, show, showNew } from './view.ts'
import { secret, type UploadSession } from './store.ts'

const CHUNK = 262_144
const week = 7 * 24 * 60 * 60_000
const most = 256 * 1024 ** 3
const UPLOAD = ['youtube.upload', ...WRITE]
const path = '/upload/youtube/v3/videos'

const noSession = () => notFound('notFound', 'Upload session not found.', 'global')

const calls: readonly Call[] = [
  {
    method: 'POST',
    path,
    on: 'upload',
    scopes: UPLOAD,
    cost: 'upload',
    async run(context) {
      const { store, request, person, grant, now, service } = context
      const names = [
        'uploadType',
        'notifySubscribers',
        'autoLevels',
        'stabilize',
        'onBehalfOfContentOwner',
      ]
      const { parts: asked, query } = readQuery(request, { parts, names })
      if (!person.channel)
        throw refuse(401, 'youtube.header', 'youtubeSignupRequired', 'Unauthorized')
      if (query['uploadType'] === 'multipart') return atOnce(context, asked)
      if (query['uploadType'] !== 'resumable')
        throw badRequest('Only uploadType=resumable and multipart are emulated.')
      const mime_type = header(request, 'x-upload-content-type') ?? 'application/octet-stream'
      if (!/^(video\/.+|application\/octet-stream)$/.test(mime_type))
        throw invalid(
          'badContent',
          `Media type '${mime_type}' is not supported. Valid media types: [video/*, application/octet-stream]`,
        )
      const announced = header(request, 'x-upload-content-length')
      const total = announced === undefined ? null : Number(announced)
      if (total === 0)
        throw invalid('mediaBodyRequired', 'The request does not include the video content.')
      if (total !== null && !(Number.isInteger(total) && total > 0 && total <= most))
        throw badRequest('Invalid X-Upload-Content-Length.')
      const resource = checked(await readJson(request, VideoBody), asked, now)
      const session: UploadSession = {
        id: secret('AEnB2U'),
        person_id: person.id,
        client_id: grant.client_id,
        resource,
        mime_type,
        total,
        stored: 0,
        head: '',
        video_id: null,
        until: now + week,
      }
      store.sessions.set(session.id, session)
      const address = `${service.options.url}/api${path}?uploadType=resumable&part=${[...asked].join(',')}&upload_id=${session.id}`
      return new Empty(200, { location: address, 'x-guploader-uploadid': session.id })
    },
  },
  {
    method: 'PUT',
    path,
    on: called,
    scopes: UPLOAD,
    cost: 0,
    run: put,
  },
]

/** The guides and the description have different paths. */
export const sessionCalls: readonly Call[] = [path, `/resumable${path}`].flatMap((each) =>
  calls.map((call) => ({ ...call, path: each })),
)

const Range = /^bytes (?:\*|(\d+)-(\d+))\/(\d+|\*)$/
const Query = z.object({ upload_id: z.string() })

async function put(context: Context) {
  const { store, request, reply, now, person, service } = context
  const session = store.sessions.get(Query.safeParse(request.query).data?.upload_id ?? '')
  if (!session || session.person_id !== person.id || session.until <= now) throw noSession()
  if (takeSpecial(service.faults, person, 'session_lost')) {
    store.sessions.delete(session.id)
    throw noSession()
  }
  const finished = store.videos.get(session.video_id ?? '')
  if (finished) {
    await drain(request)
    return show(finished, new Set(['snippet', 'status']), context)
  }
  if (session.video_id !== null) throw noSession()

  const length = Number(header(request, 'content-length') ?? NaN)
  const said = header(request, 'content-range')
  const match = said === undefined ? undefined : Range.exec(said)
  if (match === null) throw badRequest('Failed to parse Content-Range header.')
  const [, first, last, whole = '*'] = match ?? []
  const total = whole === '*' ? (session.total ?? length) : Number(whole)
  if (session.total !== null && total !== session.total)
    throw badRequest('Invalid request. The total size differs from the announced one.')
  session.total = Number.isFinite(total) ? total : session.total
  if (match && first === undefined) return unfinished(session)

  const from = first === undefined ? 0 : Number(first)
  const to = last === undefined ? total - 1 : Number(last)
  if (to < from || to >= total) throw badRequest('Invalid Content-Range.')
  const size = to - from + 1
  if (Number.isFinite(length) && length !== size)
    throw badRequest('Invalid request. There were bytes other than Content-Range says.')
  if (to !== total - 1 && size % CHUNK !== 0)
    throw badRequest(
      `Invalid request. The number of bytes uploaded must be a multiple of ${CHUNK}.`,
    )
  // Bytes from elsewhere are not kept; the answer says where to go on.
  if (from !== session.stored) {
    await drain(request)
    return unfinished(session)
  }
  const before = session.stored
  await take(request, session, size)
  // Another call of the session may have brought the last byte meanwhile: one session makes one video.
  const others = store.videos.get(session.video_id ?? '')
  if (others) return show(others, new Set(['snippet', 'status']), context)
  if (takeSpecial(service.faults, person, 'short_308')) {
    session.stored = before + Math.floor((session.stored - before) / 2)
    return unfinished(session)
  }
  if (session.stored < total) return unfinished(session)
  const video = finish(context, session)
  reply.code(201)
  return showNew(video, context)
}

/** Asking how far it is; the bytes that make it a video; bytes before those. */
function called(request: FastifyRequest) {
  const [, first, last, total] = Range.exec(header(request, 'content-range') ?? '') ?? []
  if (total === undefined) return 'post'
  if (first === undefined) return 'status'
  return Number(last) === Number(total) - 1 ? 'post' : 'upload'
}

function unfinished({ stored, id }: UploadSession) {
  const range = stored > 0 && { range: `bytes=0-${stored - 1}` }
  return new Empty(308, { ...range, 'x-guploader-uploadid': id })
}

/** What arrives is kept, also when the connection breaks in the middle. */
async function take({ body }: FastifyRequest, session: UploadSession, size: number) {
  if (!(body instanceof Readable)) return
  let left = size
  try {
    for await (const piece of body) {
      const bytes = Buffer.from(piece).subarray(0, left)
      if (session.stored < 16) {
        const head = Buffer.concat([Buffer.from(session.head, 'base64'), bytes]).subarray(0, 16)
        session.head = head.toString('base64')
      }
      session.stored += bytes.length
      left -= bytes.length
    }
  } catch (error) {
    if (!body.destroyed) throw error
  }
}

async function drain({ body }: FastifyRequest) {
  if (body instanceof Readable) for await (const _ of body) continue
}

function header({ headers }: FastifyRequest, name: string) {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
