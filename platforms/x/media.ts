/**
 * Uploads. All media take the chunked way: one code path, its rate limit is 3.7 times that of the one-shot endpoint, the
 * type is stated rather than guessed, and a lost chunk is repeated alone. A file is never in memory as a whole.
 */
import { z } from 'zod'
import { multipart } from '../kit/multipart.ts'
import { patiently } from '../kit/patience.ts'
import type { PublicationMedia } from '../platform.ts'
import { ask, Id, type Access } from './api.ts'
import { Ended, processed } from './processing.ts'

const CHUNK = 4 * 1024 * 1024
/** Seconds a media id lives; longer times that X reports are those of the upload session. */
const DAY = 86_400
/** Milliseconds for which what was just sent is tried, whatever X says: to send it anew would bring the same again. */
const USABLE = 5 * 60_000

/** What is saved of an upload. X forgets a media id after about a day unless a post uses it. */
export const Uploaded = z.object({
  media_id: Id,
  media_key: z.string().nullable(),
  expires_at: z.iso.datetime(),
})

const Begun = z.object({
  data: z.object({
    id: Id,
    media_key: z.string().nullish(),
    expires_after_secs: z.number().positive().optional().catch(undefined),
  }),
})
const Acknowledged = z.object({})

export async function upload(
  access: Access,
  media: PublicationMedia,
): Promise<z.output<typeof Uploaded>> {
  const { tools } = access
  const began = tools.now().getTime()
  const { data } = await ask(access, {
    purpose: 'prepare',
    method: 'POST',
    path: '/2/media/upload/initialize',
    json: {
      media_type: media.mime_type,
      total_bytes: media.size_bytes,
      media_category: categoryOf(media.mime_type),
    },
    answer: Begun,
  })

  for (let index = 0; index * CHUNK < media.size_bytes; index++) {
    const start = index * CHUNK
    const end = Math.min(start + CHUNK, media.size_bytes)
    // The same index again replaces the chunk, so a lost one may be sent again.
    await patiently(tools, () => append(access, media, { id: data.id, index, start, end }))
  }

  const ended = await ask(access, {
    purpose: 'prepare',
    method: 'POST',
    path: `/2/media/upload/${data.id}/finalize`,
    // The specification has no body here; an empty one was reported as refused (July 2026), an empty object is not.
    json: {},
    answer: Ended,
  })
  await processed(access, data.id, ended.data.processing_info)
  const ends = began + Math.min(data.expires_after_secs ?? DAY, DAY) * 1000
  const expires_at = new Date(Math.max(ends, tools.now().getTime() + USABLE))
  return {
    media_id: data.id,
    media_key: data.media_key ?? null,
    expires_at: expires_at.toISOString(),
  }
}

/** Alt text, for images and GIFs. */
export async function describe(access: Access, media_id: string, alt_text: string): Promise<void> {
  await ask(access, {
    purpose: 'prepare',
    method: 'POST',
    path: '/2/media/metadata',
    json: { id: media_id, metadata: { alt_text: { text: alt_text } } },
    answer: Acknowledged,
  })
}

function categoryOf(mime_type: string) {
  if (mime_type === 'image/gif') return 'tweet_gif'
  return mime_type.startsWith('video/') ? 'tweet_video' : 'tweet_image'
}

async function append(
  access: Access,
  media: PublicationMedia,
  { id, index, start, end }: { id: string; index: number; start: number; end: number },
) {
  const { headers, body } = multipart(
    { segment_index: String(index) },
    {
      field: 'media',
      mime_type: 'application/octet-stream',
      bytes: end - start,
      open: () => media.open({ start, end }),
    },
  )
  await ask(access, {
    purpose: 'prepare',
    method: 'POST',
    path: `/2/media/upload/${id}/append`,
    headers,
    body,
    timeout: 120_000,
    answer: Acknowledged,
  })
}
