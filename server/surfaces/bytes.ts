/** Stored files over HTTP, under names that cannot be guessed, whole or in ranges. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Links } from '#access/links.ts'
import type { Blobs } from '#blobs/blobs.ts'
import { Problem } from '#rules/problem.ts'
import { rangeOf } from './range.ts'

export interface BytesDoor {
  blobs: Blobs
  links: Links
  now: () => Date
  /** What is served under a key; undefined when there is no such file. */
  find: (key: string) => Promise<StoredFile | undefined>
}

export interface StoredFile {
  mime_type: string
  /** Undefined: small, and served whole. */
  size_bytes: number | undefined
  sha256: string | null
  original_name: string
}

const Signed = z.object({ expires: z.string(), signature: z.string() })

export function bytes(app: FastifyInstance, { blobs, links, now, find }: BytesDoor) {
  app.route<{ Params: { key: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:key',
    handler: async (request, reply) => {
      const { key } = request.params
      const signed = isSigned(request)
      if (signed && !verified(key, request)) throw missing()
      const file = await find(key)
      if (!file) throw missing()
      void reply.headers({
        'content-type': file.mime_type,
        'content-disposition': disposition(file),
        'cache-control': signed ? 'private, no-store' : 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        etag: `"${file.sha256 ?? key}"`,
      })
      return send(key, file, request, reply)
    },
  })

  async function send(
    key: string,
    { size_bytes, sha256 }: StoredFile,
    { headers, method }: FastifyRequest,
    reply: FastifyReply,
  ) {
    const etag = `"${sha256 ?? key}"`
    if (matches(headers['if-none-match'], etag)) return reply.code(304).send()
    if (size_bytes === undefined) return reply.send(Readable.from(blobs.open(key)))
    void reply.header('accept-ranges', 'bytes')
    const conditional = headers['if-range']
    const wanted = conditional === undefined || conditional === etag ? headers.range : undefined
    const range = rangeOf(wanted, size_bytes)
    if (range === 'none') {
      void reply.header('content-range', `bytes */${size_bytes}`)
      throw new Problem('range_not_satisfiable', `The file has ${size_bytes} bytes.`)
    }
    const { start, end } = range ?? { start: 0, end: size_bytes }
    if (range) {
      void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size_bytes}`)
    }
    void reply.header('content-length', end - start)
    if (method === 'HEAD') return reply.send()
    return reply.send(Readable.from(blobs.open(key, range ?? undefined), { objectMode: false }))
  }

  function isSigned({ query }: FastifyRequest) {
    return typeof query === 'object' && query !== null && 'signature' in query
  }

  function verified(key: string, { query }: FastifyRequest) {
    const parsed = Signed.safeParse(query)
    return parsed.success && links.verify(key, parsed.data, now())
  }
}

/** The same for a name that never was, one that is gone, and an address that has run out. */
function missing() {
  return new Problem('not_found', 'There is no such file.')
}

/** A PDF may hold scripts of its own: it is for saving, not for showing under our name. */
function disposition({ mime_type, original_name }: StoredFile) {
  const how = /^(image|video|audio)\//.test(mime_type) ? 'inline' : 'attachment'
  const name = encodeURIComponent(original_name.toWellFormed()).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename*=UTF-8''${name}`
}

function matches(header: string | undefined, etag: string) {
  if (header === undefined) return false
  return header.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()))
}
