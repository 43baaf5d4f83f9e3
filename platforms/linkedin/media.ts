/** Uploads: one protocol each for images, documents and videos. A file is never in memory as a whole. */
import { z } from 'zod'
import { Failure, type PublicationMedia } from '../platform.ts'
import { ask, callWithToken, type Access, Urn } from './api.ts'
import { checkedUpload } from './upload-address.ts'
import { uploadVideo } from './video.ts'

/** What is saved of an upload. */
export const Uploaded = z.object({ urn: Urn })

const Begun = z.object({
  value: z.object({
    uploadUrl: z.string(),
    image: Urn.optional(),
    document: Urn.optional(),
  }),
})

const MINUTE = 60_000

/** What is needed of a file. */
export type File = Pick<PublicationMedia, 'mime_type' | 'size_bytes' | 'open'>

export function familyOf({ mime_type }: Pick<File, 'mime_type'>): 'image' | 'video' | 'document' {
  if (mime_type.startsWith('video/')) return 'video'
  return mime_type.startsWith('image/') ? 'image' : 'document'
}

export async function upload(access: Access, media: File): Promise<z.output<typeof Uploaded>> {
  const family = familyOf(media)
  if (family === 'video') return { urn: await uploadVideo(access, media) }

  const owner = access.account.platform_account_id
  const { value } = await ask(access, {
    purpose: 'prepare',
    method: 'POST',
    path: `/rest/${family}s?action=initializeUpload`,
    json: { initializeUploadRequest: { owner } },
    answer: Begun,
  })
  const urn = value[family]
  if (!urn) {
    const message = `LinkedIn began an upload without naming the ${family}.`
    throw new Failure('later', 'unreadable_answer', message)
  }
  // One request for the whole file: in parts LinkedIn would keep the last of them only.
  await callWithToken(access, {
    purpose: 'prepare',
    method: 'PUT',
    url: checkedUpload(value.uploadUrl, access.tools.config),
    headers: { 'content-type': media.mime_type, 'content-length': String(media.size_bytes) },
    body: media.open(),
    timeout: 10 * MINUTE,
  })
  return { urn }
}

const Status = z.object({
  status: z.string(),
  processingFailureReason: z.string().nullish().catch(undefined),
})

/** Seconds between looks, and after how many we go on regardless: the post says itself when it is too early. */
const PAUSE = 5
const LOOKS = 60

/** Resolves when LinkedIn has worked on the media. Only Pages may ask; a member's token may not read what it wrote. */
export async function awaitSettled(access: Access, urn: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const told = await statusOf(access, urn)
    if (!told) return
    const { status, processingFailureReason } = told
    if (status === 'PROCESSING_FAILED') {
      const message =
        'LinkedIn cannot use this file. Convert it (video: MP4, H.264, AAC) and try again.'
      const words = processingFailureReason ?? undefined
      throw new Failure('rejected', 'media_rejected', message, { words })
    }
    if (status !== 'PROCESSING' && status !== 'WAITING_UPLOAD') return
    await access.tools.sleep(PAUSE * 1000)
  }
  throw notReady()
}

function notReady() {
  const message = 'LinkedIn is still working on the media. The post goes out when they are ready.'
  return new Failure('later', 'media_not_ready', message)
}

/** Undefined: whoever may post for the Page may not look ("Accessing this video resource is forbidden"), and posts as a member does. */
async function statusOf(access: Access, urn: string): Promise<z.output<typeof Status> | undefined> {
  const family = urn.split(':')[2] ?? 'image'
  try {
    return await ask(access, {
      purpose: 'read',
      method: 'GET',
      path: `/rest/${family}s/${encodeURIComponent(urn)}`,
      answer: Status,
    })
  } catch (error) {
    const blind = ['missing_scope', 'forbidden', 'not_settled']
    if (error instanceof Failure && blind.includes(error.code)) return undefined
    // We have just uploaded it: LinkedIn does not know it everywhere yet.
    if (error instanceof Failure && error.code === 'not_found') throw notReady()
    throw error
  }
}
