/** Stored files over HTTP, under names that cannot be guessed. */
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import type { Blobs } from '#blobs/blobs.ts'
import { Problem } from '#rules/problem.ts'

export interface BytesDoor {
  blobs: Blobs
  /** What is served under a key; undefined when there is no such file. */
  find: (key: string) => Promise<{ mime_type: string; size_bytes: number } | undefined>
}

export function bytes(app: FastifyInstance, { blobs, find }: BytesDoor) {
  app.get<{ Params: { key: string } }>('/media/:key', async (request, reply) => {
    const file = await find(request.params.key)
    if (!file) throw new Problem('not_found', 'There is no such file.')
    return reply
      .headers({
        'content-type': file.mime_type,
        'content-length': file.size_bytes,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(Readable.from(blobs.open(request.params.key)))
  })
}
