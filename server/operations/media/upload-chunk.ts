import type { Hash } from 'node:crypto'
import { z } from 'zod'
import { WrongLength } from '#blobs/blobs.ts'
import type { Context } from '#operations/context.ts'
import { number } from '#operations/ids.ts'
import { uploadId } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { busy, holdPen, newPen, requireUpload } from './parts/sessions.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { nextChunk, partOf } from '#rules/upload.ts'
import { addChunk, dropPen, takePen, type Upload } from '#store/uploads.ts'

export const uploadChunk = operation({
  name: 'upload_chunk',
  summary:
    'Send the next chunk of an upload as a raw body (Content-Type: application/octet-stream): chunk_size bytes, or what is left. It is stored durably before this answers. After a failure, go on from received_bytes.',
  effect: 'writes',
  ability: 'media:write',
  actions: ['draft'],
  unrestricted: true,
  uncounted: true,
  alone: true,
  idempotent: true,
  input: z.strictObject({
    id: uploadId,
    offset: number(0, Number.MAX_SAFE_INTEGER).describe(
      'Where the chunk begins: the received_bytes of the session.',
    ),
  }),
  output: z.object({ received_bytes: z.int(), size_bytes: z.int(), completed: z.boolean() }),
  refuses: [
    'upload_not_found',
    'offset_mismatch',
    'upload_busy',
    'invalid',
    'bad_request',
    'unavailable',
  ],
  rest: { method: 'PATCH', path: '/api/media/uploads/:id', takes: 'bytes' },
  mcp: { absent: 'bytes travel over HTTP only: send them to the REST address of the upload.' },

  async run({ id, offset }, context) {
    const upload = await requireUpload(id, context)
    requireOffset(offset, upload)
    const size = nextChunk(upload)
    const bytes = bytesOf(size, upload, context)
    const pen = newPen(context.now)
    const taken = await takePen(context, upload, pen, context.now)
    if (!taken) {
      // Whoever was faster may be through already.
      const now = await requireUpload(id, context)
      requireOffset(offset, now)
      throw busy(now)
    }
    const { intake } = context.environment
    const hash = intake.hashes.at(id, offset)
    try {
      using held = holdPen(id, pen, context)
      const session = { key: upload.blob_key, id: upload.store_id }
      const slice = { index: partOf(upload), offset, size }
      const part = await intake.blobs.sessions.write(
        session,
        slice,
        watched(bytes, hash, held.mine),
      )
      await context.stillMay?.()
      const added = await addChunk(context, id, pen.writer, { offset, size, part })
      if (!added) throw busy(upload)
      if (hash) intake.hashes.keep(id, offset + size, hash)
      return { ...added, completed: added.received_bytes === added.size_bytes }
    } catch (error) {
      await dropPen(context, id, pen.writer)
      if (error instanceof WrongLength) throw wrongLength(error.received, size, upload)
      if (context.signal.aborted || isCutOff(error)) {
        throw new Problem(
          'bad_request',
          `Send the chunk again from offset ${offset}: it broke off.`,
        )
      }
      throw error
    }
  },
})

function requireOffset(offset: number, { received_bytes, size_bytes }: Upload) {
  if (offset === received_bytes && received_bytes < size_bytes) return
  const what =
    received_bytes === size_bytes
      ? 'Complete the upload: every byte has arrived.'
      : `Go on from offset ${received_bytes}.`
  throw new Problem('offset_mismatch', what, { received_bytes, size_bytes })
}

function bytesOf(size: number, upload: Upload, { sent }: Context) {
  const bytes = sent?.kind === 'bytes' ? sent : { bytes: undefined, length: 0 }
  if (bytes.length !== undefined && bytes.length !== size) {
    throw wrongLength(bytes.length, size, upload)
  }
  if (!bytes.bytes) throw wrongLength(0, size, upload)
  return bytes.bytes
}

function wrongLength(got: number, size: number, { received_bytes }: Upload) {
  const text = `Send exactly ${size} bytes from offset ${received_bytes}; these are ${got}${got > size ? ' or more' : ''}.`
  return invalid({ body: [text] }) ?? new Error(text)
}

async function* watched(
  bytes: AsyncIterable<Uint8Array>,
  hash: Hash | undefined,
  requirePen: () => void,
) {
  for await (const part of bytes) {
    requirePen()
    hash?.update(part)
    yield part
  }
}

function isCutOff(error: unknown) {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ETIMEDOUT'].includes(String(error.code))
  )
}
