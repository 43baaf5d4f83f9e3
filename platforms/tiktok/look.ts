/**
 * After a lost answer: the publish id decides where it is known, the list of public posts shows the rest (README). That list
 * has what moderation let through, hours later at times: that a post is not in it is no sign.
 */
import { z } from 'zod'
import type { Known, Looked, Sight } from '../evidence.ts'
import { Failure } from '../platform.ts'
import { ask, Id, type Access } from './api.ts'
import type { Terms } from './creator.ts'
import { failedFor } from './errors.ts'
import { idOf, isOut, type Status, statusOf } from './status.ts'
import { isOver, type Upload } from './video.ts'

/** Between two looks at what TikTok works on; the status may be asked 30 times a minute. */
const AGAIN = 60_000
const PAGES = 5
const SECOND = 1000

interface Asked {
  terms: Terms
  from: Date
}

/** A video: TikTok says itself what it has of it. */
export async function lookForVideo(
  access: Access,
  { upload, size, ...asked }: Asked & { upload: Upload; size: number },
): Promise<Looked> {
  const status = await statusOf(access, upload.publish_id).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'publish_id_unknown') return undefined
    throw error
  })
  if (!status) return { known: { is: 'unknown' }, ...(await listed(access, asked, wholeText)) }
  const known = knownOf(status, { upload, size, terms: asked.terms }, access)
  if (known.is !== 'landed' || known.ids.length > 0) {
    // It can be nowhere else.
    return { known, seen: [], reach: 'end_told' }
  }
  // That it is out is known: whatever goes wrong with the list costs the address only.
  const list = await listed(access, asked, wholeText).catch((error: unknown) => {
    if (error instanceof Failure) return { seen: [], reach: 'part' as const }
    throw error
  })
  return { known, ...list }
}

/** Where its publish id is not known. */
export async function lookForVideoInList(access: Access, asked: Asked): Promise<Looked> {
  return { known: null, ...(await listed(access, asked, wholeText)) }
}

function knownOf(
  status: Status,
  { upload, size, terms }: { upload: Upload; size: number; terms: Terms },
  { tools }: Access,
): Known {
  const now = tools.now()
  if (isOut(status)) return { is: 'landed', ids: idsOf(status, upload, terms), url: null }
  if (status.status === 'FAILED') return deadOf(status, now)
  const { uploaded_bytes = size } = status
  if (status.status === 'PROCESSING_UPLOAD' && uploaded_bytes < size) {
    // An address that has ended takes the missing bytes no more.
    if (!isOver(upload, now)) return { is: 'open' }
    return { is: 'dead', code: 'unused', words: 'Its upload ended before it was whole.' }
  }
  return { is: 'working', again: now.getTime() + AGAIN }
}

/** A public post gets its id after moderation; any other never has one but its publish id. */
function idsOf(status: Status, { publish_id }: Upload, { privacy_level }: Terms) {
  const id = idOf(status)
  if (id !== undefined) return [id]
  return privacy_level === 'PUBLIC_TO_EVERYONE' ? [] : [publish_id]
}

/** An end: nothing of it is or will be seen. Without a reason, or with one that passes, it may be sent anew. */
function deadOf({ fail_reason }: Status, now: Date): Known {
  const { kind, code, message } = failedFor(fail_reason, now, 'video')
  const passes = fail_reason === undefined || kind === 'later'
  return { is: 'dead', code: passes ? 'unused' : code, words: message }
}

/** Photos: the answer that was lost had the publish id, so that only the list can show them. */
export async function lookForPhotos(
  access: Access,
  { title, ...asked }: Asked & { title: string | undefined },
): Promise<Looked> {
  // A title that was not sent is not compared, should TikTok fill one in.
  const text = (post: Post) =>
    photoText(title === undefined ? undefined : (post.title ?? ''), post.video_description ?? '')
  return { known: null, ...(await listed(access, asked, text)) }
}

const words = z.string().nullish().catch(undefined)
const Page = z.object({
  videos: z
    .array(
      z.object({
        id: Id,
        create_time: z.coerce.number(),
        share_url: words,
        title: words,
        video_description: words,
      }),
    )
    .nullish(),
  cursor: z.number().optional().catch(undefined),
  has_more: z.boolean().catch(false),
})
type Post = NonNullable<z.output<typeof Page>['videos']>[number]

async function listed(
  access: Access,
  { terms, from }: Asked,
  textOf: (post: Post) => string,
): Promise<Pick<Looked, 'seen' | 'reach'>> {
  if (terms.privacy_level !== 'PUBLIC_TO_EVERYONE') return { seen: [], reach: 'no_list' }
  const posts: Post[] = []
  let cursor: number | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const answer = await ask(access, {
      path: '/v2/video/list/?fields=id,create_time,share_url,title,video_description',
      json: { max_count: 20, ...(cursor === undefined ? {} : { cursor }) },
      answer: Page,
    })
    const shown = answer.videos ?? []
    posts.push(...shown)
    cursor = answer.cursor
    const older = shown.some(({ create_time }) => create_time * SECOND < from.getTime())
    if (!answer.has_more || older || cursor === undefined) break
  }
  return { seen: posts.map((post) => sightOf(post, textOf(post))), reach: 'part' }
}

function sightOf({ id, create_time, share_url }: Post, text: string): Sight {
  return {
    ids: [id],
    at: create_time * SECOND,
    url: share_url || null,
    author: 'us',
    app: undefined,
    role: 'post',
    parent: null,
    shown: { text },
    media: undefined,
    key: false,
    contradicts: null,
  }
}

/** The title of a video is cut short; its description is whole. */
function wholeText({ title, video_description }: Post) {
  return (video_description || title) ?? ''
}

/** What is compared, of photos as they were sent and as they are shown. */
export function photoText(title: string | undefined, description: string) {
  return title === undefined ? description : `${title}\n${description}`
}
