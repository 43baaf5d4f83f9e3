/** After a lost answer: the publish id decides where it is known, the list of public posts where it is not (README). */
import { z } from 'zod'
import { Failure, type Finding, type Json, type Receipt } from '../platform.ts'
import { ask, Id, type Session } from './api.ts'
import type { Terms } from './creator.ts'
import { isOut, receipt, statusOf, withId } from './status.ts'
import type { Upload } from './video.ts'

const MINUTE = 60_000
const PAGES = 3

export interface Lost {
  started_at: Date
  text: string
  terms: Terms
}

/** A video: TikTok says itself what it has of it. */
export async function findVideo(
  session: Session,
  { upload, size, ...lost }: Lost & { upload: Upload; size: number },
): Promise<Finding<Json>> {
  const { terms } = lost
  const status = await statusOf(session, upload.publish_id).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'publish_id_unknown') return undefined
    throw error
  })
  if (status && isOut(status)) {
    const posted = { publish_id: upload.publish_id, terms, kind: 'video' as const }
    return { found: { ...(await withId(session, posted, status)) } }
  }
  // An upload that ended without its post tells nothing more.
  if (status === undefined || status.status === 'FAILED')
    return findListed(session, { ...lost, kind: 'video' })
  const { uploaded_bytes = size } = status
  if (status.status === 'PROCESSING_UPLOAD' && uploaded_bytes < size) return 'absent'
  const message = 'TikTok is still working on this post; whether it comes out is not known yet.'
  const retry_at = new Date(session.tools.now().getTime() + MINUTE)
  throw new Failure('later', 'still_processing', message, { retry_at })
}

const Page = z.object({
  videos: z
    .array(
      z.object({
        id: Id,
        create_time: z.coerce.number(),
        title: z.string().nullish().catch(undefined),
        video_description: z.string().nullish().catch(undefined),
      }),
    )
    .nullish(),
  cursor: z.number().optional().catch(undefined),
  has_more: z.boolean().catch(false),
})

/** Only public posts are listed, and only once they are moderated: a list without it proves little of a private one. */
export async function findListed(
  session: Session,
  { started_at, text, terms, kind }: Lost & { kind: 'video' | 'photo' },
): Promise<Finding<Json>> {
  if (terms.privacy_level !== 'PUBLIC_TO_EVERYONE' || text.trim() === '') return 'unknowable'
  const since = Math.floor(started_at.getTime() / 1000) - 30
  let cursor: number | undefined
  for (let page = 1; page <= PAGES; page++) {
    const answer = await ask(session, {
      path: '/v2/video/list/?fields=id,create_time,title,video_description',
      json: { max_count: 20, ...(cursor === undefined ? {} : { cursor }) },
      answer: Page,
    })
    const videos = answer.videos ?? []
    const same = videos.filter(
      (video) =>
        video.create_time >= since &&
        [video.title, video.video_description].some((each) => plain(each ?? '') === plain(text)),
    )
    const [only, ...others] = same
    if (only && others.length === 0) {
      const posted = { publish_id: only.id, terms, kind }
      return { found: { ...receipt(session, posted, only.id) } satisfies Receipt }
    }
    if (only) return 'unknowable'
    const older = videos.some(({ create_time }) => create_time < since)
    if (!answer.has_more || older) return 'unknowable'
    cursor = answer.cursor
  }
  return 'unknowable'
}

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
