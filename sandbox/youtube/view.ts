/** A video as reads show it, and the numbers of its life. */
import { z } from 'zod'
import type { Look } from '../kit/shown.ts'
import type { Context } from './service.ts'
import { people, type Video } from './store.ts'

export const parts = [
  'id',
  'snippet',
  'status',
  'statistics',
  'contentDetails',
  'processingDetails',
  'recordingDetails',
  'player',
  'localizations',
  'fileDetails',
]

export function show(
  video: Video,
  asked: ReadonlySet<string>,
  { now, person, store, look }: Context,
) {
  const { id, resource, created_at } = video
  const owner = people.find((one) => one.id === video.person_id)
  const own = person.id === video.person_id
  const comments = [...store.comments.values()].filter(({ video_id }) => video_id === id).length
  const kids = resource.status['selfDeclaredMadeForKids'] === true
  return {
    kind: 'youtube#video',
    etag: `"${id}"`,
    id,
    ...(asked.has('snippet') && {
      snippet: {
        publishedAt: toSecond(created_at),
        channelId: video.person_id,
        channelTitle: owner?.name,
        liveBroadcastContent: 'none',
        thumbnails: {},
        ...shownWords(video, look),
      },
    }),
    ...(asked.has('status') && {
      status: { ...resource.status, ...statusOf(video, now), madeForKids: kids },
    }),
    ...(asked.has('statistics') && {
      statistics: {
        viewCount: String(count(video, 'views', now)),
        likeCount: String(count(video, 'likes', now)),
        favoriteCount: '0',
        // Where nobody may comment there is no number.
        ...(!kids && { commentCount: String(count(video, 'comments', now) + comments) }),
      },
    }),
    ...(asked.has('contentDetails') && {
      contentDetails: { duration: 'PT30S', dimension: '2d', definition: 'hd', caption: 'false' },
    }),
    ...(asked.has('processingDetails') && own && { processingDetails: processing(video, now) }),
    // "This data can only be retrieved by the video owner."
    ...(asked.has('fileDetails') && own && { fileDetails: file(video) }),
  }
}

/** As the answer to its last bytes tells it: processing begins then, however soon it ends. */
export function showNew(video: Video, context: Context) {
  return show({ ...video, processed_at: Infinity }, new Set(['snippet', 'status']), context)
}

const Words = z.looseObject({ title: z.string(), description: z.string() })

export function shownWords({ id, resource }: Video, look: Look) {
  const { title, description, ...rest } = Words.parse(resource.snippet)
  return {
    ...rest,
    title: look.text(title, `${id} title`),
    description: look.text(description, id),
  }
}

const file = ({ bytes, mime_type }: Video) => ({
  fileName: 'unknown',
  fileSize: String(bytes),
  fileType: mime_type.startsWith('video/') ? 'video' : 'other',
})

function statusOf({ processed_at, end }: Video, now: number) {
  if (processed_at > now) return { uploadStatus: 'uploaded' }
  if (!end) return { uploadStatus: 'processed' }
  const name = end.status === 'failed' ? 'failureReason' : 'rejectionReason'
  return { uploadStatus: end.status, [name]: end.reason }
}

function processing({ processed_at, end }: Video, now: number) {
  if (processed_at > now) {
    const timeLeftMs = String(processed_at - now)
    return {
      processingStatus: 'processing',
      processingProgress: { partsTotal: '100', partsProcessed: '50', timeLeftMs },
    }
  }
  if (end?.status === 'failed')
    return { processingStatus: 'failed', processingFailureReason: 'transcodeFailed' }
  return { processingStatus: 'succeeded' }
}

/** Times are told to the second. */
export function toSecond(time: number) {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Numbers that look like a life: they follow from the video's id, grow with its age and never fall. */
const shares = { views: 1, likes: 0.04, comments: 0.006 } as const
const halfDay = 12 * 60 * 60_000

function count({ id, created_at }: Video, name: keyof typeof shares, now: number): number {
  const age = now - created_at
  if (age <= 0) return 0
  const seed = Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) % 4001, 7)
  return Math.floor((60 + seed) * (1 - Math.exp(-age / halfDay)) * shares[name])
}
