/**
 * What is read is sent in fewer bytes, or in none: JSON is compressed for whoever takes it, and of what a caller has already
 * only that is said. Only answers to GET, which hold no secret: of those, what is compressed would tell of what is not.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Below it the headers weigh more than what is won. */
const SMALLEST = 1024
/** Brotli's own choice is for files that are compressed once and read often. */
const QUALITY = 4

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)
const encodings: Record<string, (text: string) => Promise<Buffer>> = {
  br: (text) =>
    inBrotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text) => inGzip(text),
}

export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async ({ method, headers }, reply, payload) => {
    if (method !== 'GET' || typeof payload !== 'string' || reply.statusCode !== 200) return payload
    if (!/^application\/(.*\+)?json\b/.test(String(reply.getHeader('content-type')))) return payload
    if (mayBeKept(reply)) {
      const tag = tagOf(payload)
      void reply.header('etag', tag)
      if (isKnown(tag, headers['if-none-match'])) {
        void reply.code(304).removeHeader('content-type').removeHeader('content-length')
        return null
      }
    }
    if (payload.length < SMALLEST) return payload
    const varied = reply.getHeader('vary')
    void reply.header('vary', varied ? `${String(varied)}, Accept-Encoding` : 'Accept-Encoding')
    const encoding = chosenOf(headers['accept-encoding'])
    const compress = encoding === undefined ? undefined : encodings[encoding]
    if (!encoding || !compress) return payload
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    return compress(payload)
  })
}

function mayBeKept(reply: FastifyReply) {
  return !String(reply.getHeader('cache-control') ?? '').includes('no-store')
}

/** A weak one: the same content, whichever way it travels (RFC 9110, 8.8.1). */
function tagOf(text: string) {
  return `W/"${createHash('sha1').update(text).digest('base64url')}"`
}

/** RFC 9110, 13.1.2: compared weakly, and `*` is any. */
function isKnown(tag: string, known: string | undefined) {
  if (known === undefined) return false
  const bare = (each: string) => each.trim().replace(/^W\//, '')
  return known.trim() === '*' || known.split(',').some((each) => bare(each) === bare(tag))
}

/** The one of ours that the caller likes best, by RFC 9110, 12.5.3. Undefined: as it is. */
export function chosenOf(accepted: string | undefined): string | undefined {
  if (accepted === undefined) return undefined
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim())
    const q = parameters.find((each) => each.startsWith('q='))?.slice(2)
    const weight = q === undefined ? 1 : Number(q)
    if (name && weight >= 0 && weight <= 1) weights.set(name, weight)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const identity = weights.get('identity') ?? 0
  const [best] = Object.keys(encodings)
    .filter((name) => weightOf(name) > 0 && weightOf(name) >= identity)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
  return best
}
