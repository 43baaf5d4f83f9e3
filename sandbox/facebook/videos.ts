/** Videos, reels and video stories: started, transferred, finished, and live only some time after that (docs/facts/facebook.md §4). */
import { takeSpecial } from './faults.ts'
import { flag, integer, type Params } from '../kit/graph-params.ts'
import { addPost, checkTimes, pull, textOf } from './posting.ts'
import { invalid, missing, refuse } from '../kit/graph-refusals.ts'
import type { Call, Context } from './service.ts'
import type { Video } from './state.ts'
import { nextId } from './store.ts'

const part = 4_000_000
const reelsPerDay = 30
const publishing = (params: Params) =>
  ['start', 'transfer', 'cancel'].includes(params.text.get('upload_phase') ?? '') ||
  params.text.get('published') === 'false'
    ? 'upload'
    : 'post'

const common = {
  method: 'POST',
  on: publishing,
  scopes: ['pages_manage_posts'],
  task: 'CREATE_CONTENT',
} as const

export const videoCalls: readonly Call[] = [
  {
    ...common,
    edge: 'videos',
    async run(context) {
      const { params, store } = context
      checkTimes(params, context.now)
      switch (params.text.get('upload_phase')) {
        case undefined: {
          const source =
            params.files.get('source')?.bytes ?? (await pull(params.text.get('file_url') ?? ''))
          if (!source.length)
            throw refuse(382, '(#382) The video file you tried to upload is too small.')
          const video = begin(context, 'video', source.length)
          video.received = source.length
          finish(context, video)
          return { id: video.id }
        }
        case 'start': {
          const size = integer(params, 'file_size')
          if (!size) throw refuse(382, '(#382) The video file you tried to upload is too small.')
          const { id } = begin(context, 'video', size)
          return { upload_session_id: id, video_id: id, ...offsets(0, size) }
        }
        case 'transfer': {
          const video = sessionOf(context)
          const start = integer(params, 'start_offset')
          const chunk = params.files.get('video_file_chunk')?.bytes
          if (!chunk?.length)
            throw refuse(6000, '(#6000) There was a problem uploading your video file.')
          if (start !== video.received)
            throw refuse(6001, '(#6001) There was a problem uploading your video file.', {
              subcode: 1363037,
            })
          video.received = Math.min(video.size, video.received + chunk.length)
          return offsets(video.received, video.size)
        }
        case 'cancel':
          store.videos.delete(sessionOf(context).id)
          return { success: true }
        case 'finish':
          finish(context, sessionOf(context))
          return { success: true }
        default:
          throw invalid('Param upload_phase must be one of {START, TRANSFER, FINISH, CANCEL}')
      }
    },
  },
  { ...common, edge: 'video_reels', run: (context) => threePhases(context, 'reel') },
  { ...common, edge: 'video_stories', run: (context) => threePhases(context, 'story') },
]

function threePhases(context: Context, kind: 'reel' | 'story') {
  const { params, service, version, store, now, page } = context
  const phase = params.text.get('upload_phase')?.toLowerCase()
  if (phase === 'start') {
    const { id } = begin(context, kind, 0)
    return {
      video_id: id,
      upload_url: `${service.options.url}/rupload/video-upload/v${version}.0/${id}`,
    }
  }
  if (phase !== 'finish') throw invalid('Param upload_phase must be one of {START, FINISH}')
  const video = owned(context, params.text.get('video_id') ?? '')
  if (kind === 'reel') {
    const state = params.text.get('video_state')
    if (!['PUBLISHED', 'SCHEDULED', 'DRAFT'].includes(state ?? ''))
      throw invalid('Param video_state must be one of {DRAFT, PUBLISHED, SCHEDULED}')
    checkTimes(params, now)
    const today = [...store.posts.values()].filter(
      (post) =>
        post.page_id === page?.id && post.kind === 'reel' && post.created_at > now - 86_400_000,
    )
    if (today.length >= reelsPerDay)
      throw refuse(368, 'You have reached the limit of reels for this Page.', {
        subcode: 1390008,
        status: 403,
      })
  }
  finish(context, video)
  return kind === 'story' ? { success: true, post_id: video.post_id } : { success: true }
}

function begin({ store, page, now }: Context, kind: Video['kind'], size: number): Video {
  const video = {
    id: nextId(store),
    page_id: page?.id ?? '',
    kind,
    size,
    received: 0,
    description: '',
    title: '',
    created_at: now,
    finished_at: 0,
    ready_at: 0,
    failure: null,
    post_id: null,
  }
  store.videos.set(video.id, video)
  return video
}

/** "`finish` success is not live": it processes first, and a broken file is told later. */
function finish(context: Context, video: Video) {
  const { params, service, now, page } = context
  if (!video.size || video.received < video.size)
    throw refuse(6000, '(#6000) There was a problem uploading your video file.', {
      subcode: 1363030,
    })
  if (video.finished_at) return
  video.description = textOf(params, 'description')
  video.title = textOf(params, 'title')
  if (video.title.length > 255) throw invalid('Param title must be at most 255 characters long')
  video.finished_at = now
  video.ready_at = now
  if (takeSpecial(service.faults, page, 'media_slow')) video.ready_at = now + 5000
  if (takeSpecial(service.faults, page, 'media_failed')) {
    video.failure = 'The video could not be processed.'
    return
  }
  const draft = params.text.get('video_state') === 'DRAFT' || !flag(params, 'published', true)
  if (draft) return
  const post = addPost(context, { kind: video.kind, message: video.description, link: null })
  post.media.push(video.id)
  video.post_id = post.id
}

function sessionOf(context: Context): Video {
  return owned(context, context.params.text.get('upload_session_id') ?? '')
}

function owned({ store, page }: Context, id: string): Video {
  const video = store.videos.get(id)
  if (!video || video.page_id !== page?.id) throw missing(id, 'POST')
  return video
}

/** The server says which part it wants next; equal offsets mean that it has all. */
function offsets(start: number, size: number) {
  return { start_offset: String(start), end_offset: String(Math.min(size, start + part)) }
}
