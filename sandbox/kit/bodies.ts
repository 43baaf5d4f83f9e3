/** Bodies reach an emulator as they were sent, whatever their type: what to make of them is the platform's affair. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export function takeBytes(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Bodies stay streams: videos are counted as they come and never held. */
export function takeStreams(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

export function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/** All of a stream, unless it is longer than `most`. */
export async function collect({ body }: FastifyRequest, most: number, tooLarge: () => Error) {
  if (!(body instanceof Readable)) return Buffer.alloc(0)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(Buffer.from(piece))
    size += piece.length
    if (size > most) throw tooLarge()
  }
  return Buffer.concat(pieces)
}

export const isForm = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** The fields of a form in bytes; none if it is something else. */
export const formOf = (request: FastifyRequest): Record<string, string> =>
  isForm(request) ? fieldsOf(bytesOf(request)) : {}

export const fieldsOf = (form: Buffer) => Object.fromEntries(new URLSearchParams(form.toString()))
