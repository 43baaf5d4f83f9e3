/** Stored files as one zip, which is sent while they are read: nothing is written down for it, and no file is held whole. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import type { Rest } from '#operations/operation.ts'
import { type Call, mayCall, perform } from '#operations/perform.ts'

const Listed = z.object({ files: z.array(z.object({ place: z.string(), blob_key: z.string() })) })

/** What is refused is refused before the first byte; what breaks off later breaks the answer off. */
export async function sendZip(
  call: Call,
  { filename }: NonNullable<Rest['zip']>,
  context: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const { files } = Listed.parse((await perform(call, context)).output)
  void reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${filename}"`)
  // Whoever asks for the head alone would have all files read for nothing.
  if (request.method === 'HEAD') return reply.send()
  // Seldom asked for: its code comes then.
  const [{ zipOf }, { fileOf }] = await Promise.all([
    import('#operations/zip.ts'),
    import('#operations/file-of.ts'),
  ])
  const { blobs } = context.environment.intake

  /** Whoever loses the right meanwhile gets no more of them. */
  async function* entries() {
    const missing: string[] = []
    for (const { place, blob_key } of files) {
      context.signal.throwIfAborted()
      if (context.again) mayCall(call.operation, { ...context, ...(await context.again()) })
      const bytes = await fileOf(blobs, blob_key)
      if (bytes) yield { name: place, bytes, packed: true }
      else missing.push(place)
    }
    if (!missing.length) return
    const told = (async function* () {
      yield missing.join('\n')
    })()
    yield { name: 'missing.txt', bytes: told, packed: false }
  }

  // A store that is out of reach is a refusal as well.
  const each = entries()
  const first = await each.next()
  const zip = zipOf(first.done ? each : following(first.value, each), context.now)
  zip.on('error', (error) => request.log.error({ err: error }, 'a zip broke off'))
  return reply.send(zip)
}

async function* following<Value>(first: Value, others: AsyncIterable<Value>) {
  yield first
  yield* others
}
