/** An upload in one request, `uploadType=multipart`, as Google's own libraries send it: the resource, then the video (RFC 2387). */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { finish } from './finish.ts'
import { badRequest, invalid } from './refusal.ts'
import { parseJson } from './requests.ts'
import { checked, VideoBody } from './resource.ts'
import type { Context } from './service.ts'
import { showNew } from './view.ts'
import { secret, type UploadSession } from './store.ts'

const MOST_HEAD = 1024 * 1024

export async function atOnce(context: Context, asked: ReadonlySet<string>) {
  const { request, person, grant, now } = context
  const { json, mime_type, head, stored } = await readRelated(request)
  if (!/^(video\/.+|application\/octet-stream)$/.test(mime_type))
    throw invalid('badContent', `Media type '${mime_type}' is not supported.`)
  if (stored <= 0)
    throw invalid('mediaBodyRequired', 'The request does not include the video content.')
  const session: UploadSession = {
    id: secret(),
    person_id: person.id,
    client_id: grant.client_id,
    resource: checked(parseJson(json, VideoBody), asked, now),
    mime_type,
    total: stored,
    stored,
    head,
    video_id: null,
    until: now,
  }
  return showNew(finish(context, session), context)
}

export async function readRelated({ body, headers }: FastifyRequest) {
  const type = headers['content-type'] ?? ''
  const boundary = /^multipart\/related;.*boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (!boundary) throw badRequest('The request must be of the type multipart/related.')
  return read(body, boundary)
}

/** The first part whole, of the second its type, its beginning and its length; it is never held. Python's clients break lines without a return. */
async function read(body: unknown, boundary: string) {
  if (!(body instanceof Readable)) throw badRequest('The request has no body.')
  let start = Buffer.alloc(0)
  let total = 0
  for await (const piece of body) {
    total += piece.length
    if (start.length < MOST_HEAD) start = Buffer.concat([start, Buffer.from(piece)])
  }
  const text = start.toString('latin1')
  const [, newline = ''] = /^(?:\r?\n)?--[^\r\n]*(\r?\n)/.exec(text) ?? []
  const first = text.indexOf(newline + newline)
  const second = text.indexOf(`${newline}--${boundary}`, first)
  const headers = text.indexOf(newline + newline, second)
  if (!newline || first < 0 || second < 0 || headers < 0)
    throw badRequest('Malformed multipart body.')
  const json = text.slice(first, second).trimStart()
  const mime_type = /content-type:\s*(\S+)/i.exec(text.slice(second, headers))?.[1] ?? ''
  const at = headers + 2 * newline.length
  // A line break and --boundary-- behind it, and a line break if one likes.
  const end = text.endsWith(`--${newline}`) && total === start.length ? newline.length : 0
  const stored = total - at - boundary.length - 4 - newline.length - end
  const head = start.subarray(at, at + Math.min(16, stored)).toString('base64')
  return { json: Buffer.from(json, 'latin1').toString(), mime_type, head, stored }
}
