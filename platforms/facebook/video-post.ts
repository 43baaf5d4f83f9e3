/** Publishing an uploaded video, reel or story: `finish`, then waiting until the video says that it is out. "Success" alone is not that. */
import { z } from 'zod'
import type { Known, Located, Looked } from '../evidence.ts'
import { ask, Id } from '../meta/graph.ts'
import { Failure, type Json, type Receipt } from '../platform.ts'
import { lookAtPosts } from './look.ts'
import type { Options } from './manifest.ts'
import { permalinkOf } from './permalink.ts'
import { graphOf, type Access } from './access.ts'
import { lookAtStories, storyReceipt } from './stories.ts'
import type { Uploaded } from './videos.ts'

const Phase = z
  .object({
    status: z.string().nullish(),
    publish_status: z.string().nullish(),
    errors: z
      .array(z.object({ message: z.string().nullish() }))
      .nullish()
      .catch(null),
    error: z.object({ message: z.string().nullish() }).nullish().catch(null),
  })
  .nullish()
  .catch(null)
const Video = z.object({
  status: z.object({
    video_status: z.string().nullish(),
    uploading_phase: Phase,
    processing_phase: Phase,
    publishing_phase: Phase,
  }),
  post_id: Id.nullish().catch(null),
  permalink_url: z.string().nullish(),
})
type Video = z.output<typeof Video>
type Kind = Options['kind']
const Finished = z.object({ success: z.boolean() })

/** Where each kind of video is started and finished. */
export const EDGES = { post: 'videos', reel: 'video_reels', story: 'video_stories' } as const

export async function publishVideo(
  access: Access,
  { video_id, session_id }: Uploaded,
  { text, title, kind }: Options & { text: string },
): Promise<Json> {
  const about = { description: text, ...(title && { title }) }
  const { success } = await ask(graphOf(access), {
    purpose: 'publish',
    method: 'POST',
    path: `/${access.account.platform_account_id}/${EDGES[kind]}`,
    form: {
      upload_phase: 'finish',
      ...(kind === 'post' && { upload_session_id: session_id ?? '', ...about }),
      ...(kind === 'reel' && { video_id, video_state: 'PUBLISHED', ...about }),
      ...(kind === 'story' && { video_id }),
    },
    answer: Finished,
  })
  if (!success) {
    const message = 'Facebook did not say that the video is taken.'
    throw new Failure('unknown', 'unreadable_answer', message)
  }
  const known = await settled(access, video_id, kind).catch((error: unknown) => {
    throw error instanceof Failure ? inDoubt(error) : error
  })
  if (known.is === 'landed') return videoResult(access, known, { video_id, kind })
  if (known.is === 'dead') throw new Failure('rejected', 'media_rejected', known.words)
  const message = 'Facebook is still working on the video. Crier looks again.'
  throw new Failure('unknown', 'still_processing', message)
}

/** `finish` was taken: a refused look says nothing of the video, which may be out already. */
function inDoubt(error: Failure) {
  const { code, message, words } = error
  return new Failure('unknown', code, message, { words, cause: error })
}

const FIRST_PAUSE = 3000
const LONGEST_PAUSE = 60_000
const LONGEST = 20 * 60_000

/** As soon as Facebook has done with it, or after so long. */
async function settled(access: Access, video_id: string, kind: Kind): Promise<Known> {
  let waited = 0
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    const known = await knownOf(access, video_id, { kind, look: 1 })
    if (known.is !== 'working' || waited > LONGEST) return known
    await access.tools.sleep(Math.round(pause))
    waited += pause
  }
}

/**
 * What the video says of itself. While it says nothing, the Page's list may show it; that list is not known to hold every
 * kind of video, so that its silence proves nothing.
 */
export async function lookAtVideo(
  access: Access,
  video_id: string,
  { kind, from, look }: { kind: Kind; from: Date; look: number },
): Promise<Looked> {
  const known = await knownOf(access, video_id, { kind, look })
  if (known.is !== 'unknown') return { known, seen: [], reach: 'part' }
  return { ...(await lookWithoutNumber(access, kind, from)), known }
}

/** What is still being processed is not shown, for however long that takes. */
export async function lookWithoutNumber(access: Access, kind: Kind, from: Date): Promise<Looked> {
  const { seen } = await (kind === 'story' ? lookAtStories : lookAtPosts)(access, from)
  return { known: null, seen, reach: 'part' }
}

const AGAIN = 10_000

async function knownOf(
  access: Access,
  video_id: string,
  { kind, look }: { kind: Kind; look: number },
): Promise<Known> {
  const video = await lookAt(access, video_id)
  if (!video) return { is: 'unknown' }
  const { video_status, publishing_phase, processing_phase } = video.status
  if (publishing_phase?.publish_status === 'published') {
    return { is: 'landed', ...placeOf(access, video, { video_id, kind }) }
  }
  const failed = video_status === 'error' || video_status === 'upload_failed'
  if (failed || processing_phase?.status === 'error') return unusable(video)
  const taken =
    publishing_phase?.status === 'in_progress' ||
    publishing_phase?.status === 'complete' ||
    video_status === 'processing' ||
    video_status === 'ready'
  if (taken) {
    const pause = Math.min(AGAIN * look, LONGEST_PAUSE)
    return { is: 'working', again: access.tools.now().getTime() + pause }
  }
  const waiting = video_status === 'upload_complete' || video_status === 'uploading'
  return { is: waiting ? 'open' : 'unknown' }
}

/** Undefined: it is not there, or Facebook does not say; an outage reads the same. */
async function lookAt(access: Access, video_id: string): Promise<Video | undefined> {
  try {
    return await ask(graphOf(access), {
      purpose: 'read',
      method: 'GET',
      path: `/${video_id}`,
      query: { fields: 'status,post_id,permalink_url' },
      answer: Video,
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  }
}

/** The post comes first, where Facebook names it: a reel may have none. */
function placeOf(
  { account, tools }: Access,
  { post_id, permalink_url }: Video,
  { video_id, kind }: { video_id: string; kind: Kind },
) {
  const whole = kind !== 'story' && post_id && !post_id.includes('_')
  const post = whole ? `${account.platform_account_id}_${post_id}` : post_id
  const path = kind === 'reel' ? `/reel/${video_id}` : `/watch/?v=${video_id}`
  return {
    ids: post ? [post, video_id] : [video_id],
    url: kind === 'story' ? null : permalinkOf(tools, permalink_url ?? path),
  }
}

export async function videoResult(
  access: Access,
  { ids: [id = ''], url }: Located,
  { video_id, kind }: { video_id: string; kind: Kind },
): Promise<Json> {
  if (kind === 'story') return storyReceipt(access, id, video_id)
  return { platform_post_id: id, platform_url: url } satisfies Receipt
}

function unusable({ status }: Video): Known {
  const said = [status.uploading_phase, status.processing_phase, status.publishing_phase]
    .flatMap((phase) => [phase?.error?.message, ...(phase?.errors ?? []).map((one) => one.message)])
    .filter(Boolean)
    .join(' – ')
  const message = 'Facebook cannot use this video. Convert it (MP4, H.264, AAC) and try again.'
  return {
    is: 'dead',
    code: 'media_rejected',
    words: said ? `${message} It says: ${said}` : message,
  }
}
