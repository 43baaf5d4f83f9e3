/** Videos go in parts, each to an address of its own; the answers' ETags in order make the whole. */
import { z } from 'zod'
import { patiently } from '../kit/patience.ts'
import { Failure, type PublicationMedia } from '../platform.ts'
import { ask, callWithToken, send, type Access, Urn } from './api.ts'
import { checkedUpload } from './upload-address.ts'

const Begun = z.object({
  value: z.object({
    video: Urn,
    uploadToken: z.string().nullish(),
    uploadInstructions: z
      .array(
        z.object({
          uploadUrl: z.string(),
          firstByte: z.coerce.number().int().nonnegative(),
          lastByte: z.coerce.number().int().nonnegative(),
        }),
      )
      .min(1),
  }),
})

/** Parts have 4 MiB; one that is much larger is not one we would want in memory. */
const LARGEST_PART = 64 * 1024 * 1024

export async function uploadVideo(
  access: Access,
  media: Pick<PublicationMedia, 'size_bytes' | 'open'>,
): Promise<string> {
  const { value } = await ask(access, {
    purpose: 'prepare',
    method: 'POST',
    path: '/rest/videos?action=initializeUpload',
    json: {
      initializeUploadRequest: {
        owner: access.account.platform_account_id,
        fileSizeBytes: media.size_bytes,
        uploadCaptions: false,
        uploadThumbnail: false,
      },
    },
    answer: Begun,
  })
  const { video, uploadToken, uploadInstructions } = value
  const parts = uploadInstructions.toSorted((a, b) => a.firstByte - b.firstByte)
  if (!covers(parts, media.size_bytes)) {
    const message = 'LinkedIn asked for parts that do not make up the file.'
    throw new Failure('later', 'unreadable_answer', message)
  }

  const uploadedPartIds: string[] = []
  for (const { uploadUrl, firstByte: start, lastByte } of parts) {
    const url = checkedUpload(uploadUrl, access.tools.config)
    const range = { start, end: lastByte + 1 }
    // The same part again replaces the one that was lost.
    uploadedPartIds.push(await patiently(access.tools, () => part(access, media, url, range)))
  }
  await send(access, {
    purpose: 'prepare',
    method: 'POST',
    path: '/rest/videos?action=finalizeUpload',
    json: { finalizeUploadRequest: { video, uploadToken: uploadToken ?? '', uploadedPartIds } },
  })
  return video
}

async function part(
  access: Access,
  media: Pick<PublicationMedia, 'open'>,
  url: string,
  range: { start: number; end: number },
) {
  const pieces: Uint8Array[] = []
  for await (const piece of media.open(range)) pieces.push(piece)
  const { headers } = await callWithToken(access, {
    purpose: 'prepare',
    method: 'PUT',
    url,
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.concat(pieces)),
    timeout: 120_000,
  })
  const etag = headers.get('etag')
  if (etag) return etag.replace(/^"(.*)"$/, '$1')
  const message = 'LinkedIn took a part of the video without saying which it is.'
  throw new Failure('later', 'unreadable_answer', message)
}

function covers(parts: readonly { firstByte: number; lastByte: number }[], size: number) {
  let at = 0
  for (const { firstByte, lastByte } of parts) {
    if (firstByte !== at || lastByte < firstByte || lastByte - firstByte >= LARGEST_PART)
      return false
    at = lastByte + 1
  }
  return at === size
}
