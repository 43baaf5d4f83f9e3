/** Stored files over HTTP, under names that cannot be guessed, whole or in ranges. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Links, Signed } from '#access/links.ts'
import { type Blobs, NoSuchFile } from '#blobs/blobs.ts'
import { Problem } from '#rules/problem.ts'
import { rangeOf } from './range.ts'

export interface BytesDoor {
  blobs: Blobs
  links: Links
  now: () => Date
  /** What is served under a key; undefined when there is no such file. */
  find: (key: string) => Promise<StoredFile | undefined>
  /** Somebody comes with the address that this call carried (`rules/pull.ts`); false: nobody may any more. */
  came: (call: string) => Promise<boolean>
}

export interface StoredFile {
  mime_type: string
  /** Undefined: small, and served whole. */
  size_bytes: number | undefined
  sha256: string | null
  original_name: string
}

const Query = z.object({
  expires: z.string(),
  signature: z.string(),
  call: z.string().optional(),
}) satisfies z.ZodType<Signed>

export function bytes(app: FastifyInstance, { blobs, links, now, find, came }: BytesDoor) {
  app.route<{ Params: { key: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:key',
    handler: async (request, reply) => {
      const { key } = request.params
      const signed = isSigned(request) ? verified(key, request) : undefined
      // Until there is a file: nobody may remember a refusal.
      void reply.header('cache-control', 'no-store')
      // PostgreSQL keeps no NUL in a text, so no file is called by one.
      if (signed === 'forged' || key.includes('\0')) throw missing()
      const file = await find(key)
      if (!file) throw missing()
      // Noted before a byte of it is told, so that whoever has it is known to have come.
      if (signed?.call !== undefined && !(await came(signed.call))) throw missing()
      const etag = etagOf(key, file.sha256)
      const range = wantedOf(key, file, request)
      const isKnown = matches(request.headers['if-none-match'], etag)
      const content = isKnown ? undefined : await opened(key, range)
      void reply.headers({
        'content-type': file.mime_type,
        'content-disposition': disposition(file),
        'cache-control': signed ? 'private, no-store' : 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        etag,
      })
      if (!content) return reply.code(304).send()
      tellSize(file, range, reply)
      if (request.method !== 'HEAD') {
        return reply.send(Readable.from(content, { objectMode: false }))
      }
      await content.return()
      return reply.send()
    },
  })

  /** Refuses before anything is said of the file: an error has headers of its own. */
  function wantedOf(key: string, { size_bytes, sha256 }: StoredFile, { headers }: FastifyRequest) {
    if (size_bytes === undefined) return undefined
    const condition = headers['if-range']
    if (condition !== undefined && condition !== etagOf(key, sha256)) return undefined
    const range = rangeOf(headers.range, size_bytes)
    if (range !== 'none') return range
    throw new Problem('range_not_satisfiable', `Ask for less: the file has ${size_bytes} bytes.`, {
      size_bytes,
    })
  }

  /** Begun to be read, so that it is known to be there before anything is said of it. */
  async function opened(key: string, range: { start: number; end: number } | undefined) {
    const iterator = blobs.open(key, range)[Symbol.asyncIterator]()
    let first: IteratorResult<Uint8Array> | undefined
    try {
      first = await iterator.next()
    } catch (error) {
      throw error instanceof NoSuchFile ? missing() : error
    }
    // By hand: a generator that nobody came to read would not let go of the file.
    const content = {
      async next() {
        const next = first ?? (await iterator.next())
        first = undefined
        return next
      },
      async return() {
        await iterator.return?.()
        return { done: true as const, value: undefined }
      },
      [Symbol.asyncIterator]: () => content,
    }
    return content
  }

  function isSigned({ query }: FastifyRequest) {
    return typeof query === 'object' && query !== null && 'signature' in query
  }

  function verified(key: string, { query }: FastifyRequest) {
    const { data } = Query.safeParse(query)
    return data && links.verify(key, data, now()) ? data : 'forged'
  }
}

function tellSize(
  { size_bytes }: StoredFile,
  range: { start: number; end: number } | undefined,
  reply: FastifyReply,
) {
  if (size_bytes === undefined) return
  const { start, end } = range ?? { start: 0, end: size_bytes }
  void reply.headers({ 'accept-ranges': 'bytes', 'content-length': end - start })
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size_bytes}`)
}

function etagOf(key: string, sha256: string | null) {
  return `"${sha256 ?? key}"`
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
