/** Resumable uploads: the session on the wire, and which slice is due. */
import { z } from 'zod'

export const UploadSession = z.object({
  upload_id: z.uuid(),
  chunk_size: z.int().describe('Bytes of every chunk but the last.'),
  received_bytes: z.int().describe('Stored so far: the offset of the next chunk.'),
  size_bytes: z.int(),
  expires_at: z.iso.datetime(),
  completed: z.boolean().describe('Every byte has arrived; complete it to get the media item.'),
  upload_url: z
    .string()
    .nullable()
    .describe(
      'For whoever opened it: takes the chunks (PATCH ?offset=) and tells this (GET), without any credential.',
    ),
  media_id: z.int().nullable().describe('The item it became.'),
})
export type UploadSession = z.infer<typeof UploadSession>

interface Progress {
  received_bytes: number
  size_bytes: number
  chunk_size: number
}

/** How many bytes the next chunk must have; 0 when nothing is missing. */
export function nextChunk({ received_bytes, size_bytes, chunk_size }: Progress): number {
  return Math.min(chunk_size, size_bytes - received_bytes)
}

/** Which part a chunk is, counted from 0. */
export function partOf({ received_bytes, chunk_size }: Progress): number {
  return received_bytes / chunk_size
}
