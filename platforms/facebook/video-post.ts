/** Publishing an uploaded video, reel or story: `finish`, then waiting until the video says that it is out. "Success" alone is not that. */
import { z } from 'zod'
import { ask, Id } from '../meta/graph.ts'
import { Failure, type Finding, type Json, type Receipt } from '../platform.ts'
import type { Options } from './manifest.ts'
import { permalinkOf } from './permalink.ts'
import { graphOf, type Session } from './session.ts'
import { storyReceipt } from './stories.ts'
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
const Finished = z.object({ success: z.boolean() })

/** Where each kind of video is started and finished. */
export const EDGES = { post: 'videos', reel: 'video_reels', story: 'video_stories' } as const

export async function publishVideo(
  session: Session,
  { video_id, session_id }: Uploaded,
  { text, title, kind }: Options & { text: string },
): Promise<Json> {
  const about = { description: text, ...(title && { title }) }
  const { success } = await ask(graphOf(session), {
    purpose: 'publish',
    method: 'POST',
    path: `/${session.account.platform_account_id}/${EDGES[kind]}`,
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
  const outcome = await outcomeOf(session, video_id, kind).catch((error: unknown) => {
    throw error instanceof Failure ? inDoubt(error) : error
  })
  if (outcome instanceof Failure) throw outcome
  if (outcome !== 'absent') return outcome
  const message = 'Facebook is still working on the video. Crier looks again.'
  throw new Failure('unknown', 'still_processing', message)
}

export async function findVideo(
  session: Session,
  video_id: string,
  kind: Options['kind'],
): Promise<Finding<Json>> {
  const outcome = await outcomeOf(session, video_id, kind)
  // Given up, it is surely not out: finishing this same video once more is answered with a definite no.
  if (outcome === 'absent' || outcome instanceof Failure) return 'absent'
  return { found: outcome }
}

/** `finish` was taken: a refused look says nothing of the video, which may be out already. */
function inDoubt(error: Failure) {
  const { code, message, words } = error
  return new Failure('unknown', code, message, { words, cause: error })
}

const FIRST_PAUSE = 3000
const LONGEST_PAUSE = 60_000
const LONGEST = 20 * 60_000

/** 'absent' while `finish` has not been taken; returns a Failure when Facebook gave the video up, throws when a look failed. */
async function outcomeOf(
  session: Session,
  video_id: string,
  kind: Options['kind'],
): Promise<Json | Failure> {
  let waited = 0
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    const video = await lookAt(session, video_id)
    const { video_status, publishing_phase, processing_phase } = video.status
    if (publishing_phase?.publish_status === 'published')
      return receiptOf(session, video, { video_id, kind })
    const failed = video_status === 'error' || video_status === 'upload_failed'
    if (failed || processing_phase?.status === 'error') return unusable(video)
    const taken =
      publishing_phase?.status === 'in_progress' ||
      publishing_phase?.status === 'complete' ||
      video_status === 'processing' ||
      video_status === 'ready'
    if (!taken) return 'absent'
    if (waited > LONGEST) {
      const message = 'Facebook is still working on the video. Crier looks again.'
      throw new Failure('unknown', 'still_processing', message)
    }
    await session.tools.sleep(Math.round(pause))
    waited += pause
  }
}

async function lookAt(session: Session, video_id: string): Promise<Video> {
  return ask(graphOf(session), {
    purpose: 'read',
    method: 'GET',
    path: `/${video_id}`,
    query: { fields: 'status,post_id,permalink_url' },
    answer: Video,
  })
}

async function receiptOf(
  session: Session,
  { post_id, permalink_url }: Video,
  { video_id, kind }: { video_id: string; kind: Options['kind'] },
): Promise<Json> {
  const { account, tools } = session
  if (kind === 'story') return storyReceipt(session, post_id ?? video_id, video_id)
  const known =
    post_id && !post_id.includes('_') ? `${account.platform_account_id}_${post_id}` : post_id
  const path = kind === 'reel' ? `/reel/${video_id}` : `/watch/?v=${video_id}`
  const receipt: Receipt = {
    platform_post_id: known ?? video_id,
    platform_url: permalinkOf(tools, permalink_url ?? path),
  }
  return { ...receipt }
}

function unusable({ status }: Video) {
  const words = [status.uploading_phase, status.processing_phase, status.publishing_phase]
    .flatMap((phase) => [phase?.error?.message, ...(phase?.errors ?? []).map((one) => one.message)])
    .filter(Boolean)
    .join(' – ')
  const message = 'Facebook cannot use this video. Convert it (MP4, H.264, AAC) and try again.'
  return new Failure('rejected', 'media_rejected', message, { words })
}
