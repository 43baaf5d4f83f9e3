/** What is done to a video once it is there: its thumbnail, a playlist, captions, what its author says below it. */
import { z } from 'zod'
import {
  Failure,
  type Json,
  type Publication,
  type PublicationMedia,
  type Saved,
  type Step,
} from '../platform.ts'
import { commentsOf } from '../kit/thread.ts'
import { ask, type Access } from './api.ts'
import { lookForCaptions, sendCaptions } from './captions.ts'
import { lookForComment, lookInPlaylist } from './look-afterwards.ts'
import type { Options } from './manifest.ts'
import { playlistFor, playlistIn } from './playlist.ts'
import { keyOf } from './tracks.ts'

const Published = z.object({ platform_post_id: z.string().min(1) })

const Created = z.object({ id: z.string().min(1) })
const Answered = z.object({})

/** Steps that follow the video; none of them can undo it. Parts of a thread are comments, and no follow-ups: one that is missing is told. */
export function afterwards(
  access: Access,
  publication: Publication,
  options: z.output<typeof Options>,
): Step[] {
  const steps: Step[] = []
  const picture = publication.media.find(({ mime_type }) => mime_type.startsWith('image/'))
  if (picture) {
    steps.push({
      name: 'thumbnail',
      effect: 'prepares',
      follow_up: true,
      run: (saved) => setThumbnail(access, postId(saved), picture),
    })
  }
  if (options.playlist_id !== undefined || options.playlist !== undefined) {
    const parent = (saved: Saved) => playlistIn(saved, options) ?? options.playlist ?? null
    const entryOf = async (saved: Saved) => ({
      playlist: await playlistFor(access, saved, options),
      video: postId(saved),
    })
    steps.push({
      name: 'playlist',
      effect: 'publishes_once',
      follow_up: true,
      run: async (saved) => addToPlaylist(access, await entryOf(saved)),
      ours: (saved) => ({
        ...OURS,
        role: 'other',
        parent: parent(saved),
        text: '',
        media: [postId(saved)],
        has_media: true,
      }),
      look: async (saved) => lookInPlaylist(access, await entryOf(saved), parent(saved)),
      result: ({ ids: [item_id = ''] }) => ({ item_id }),
    })
  }
  for (const [index, { media_id, ...track }] of (options.captions ?? []).entries()) {
    steps.push({
      name: `captions_${index}`,
      effect: 'publishes_once',
      follow_up: true,
      run: (saved) => {
        const file = publication.media.find(({ id }) => id === media_id)
        if (file) return sendCaptions(access, { ...track, video: postId(saved) }, file)
        const message = 'The file of these captions is not with the post any more.'
        throw new Failure('rejected', 'media_required', message)
      },
      ours: (saved) => ({
        ...OURS,
        role: 'other',
        parent: postId(saved),
        text: '',
        media: [keyOf(track)],
        has_media: true,
      }),
      look: (saved) => lookForCaptions(access, postId(saved)),
      result: ({ ids: [caption_id = ''] }) => ({ caption_id }),
    })
  }
  for (const { text, ...step } of commentsOf(publication)) {
    steps.push({
      ...step,
      effect: 'publishes_once',
      run: (saved) => comment(access, postId(saved), text),
      ours: (saved) => ({
        ...OURS,
        role: 'comment',
        parent: postId(saved),
        text,
        media: [],
        has_media: false,
      }),
      look: (saved, { from }) => lookForComment(access, { video: postId(saved), from }),
      result: ({ ids: [id = ''] }) => ({ platform_post_id: id, platform_url: null }),
    })
  }
  return steps
}

const OURS = { app: null, twins: false }

export function postId(saved: Saved) {
  return Published.parse(saved['post']).platform_post_id
}

export const isVideo = ({ mime_type }: PublicationMedia) => mime_type.startsWith('video/')

/** Setting it again changes nothing. */
async function setThumbnail(
  access: Access,
  video: string,
  picture: PublicationMedia,
): Promise<Json> {
  const query = new URLSearchParams({ videoId: video, uploadType: 'media' })
  await ask(access, {
    purpose: 'prepare',
    method: 'POST',
    path: `/upload/youtube/v3/thumbnails/set?${query.toString()}`,
    headers: {
      'content-type': picture.mime_type,
      'content-length': String(picture.size_bytes),
    },
    body: picture.open(),
    timeout: 120_000,
    answer: Answered,
  })
  return true
}

/** Adding it again would show it twice. */
async function addToPlaylist(
  access: Access,
  { playlist, video }: { playlist: string; video: string },
): Promise<Json> {
  const resourceId = { kind: 'youtube#video', videoId: video }
  const { id } = await ask(access, {
    purpose: 'publish',
    method: 'POST',
    path: '/youtube/v3/playlistItems?part=snippet',
    json: { snippet: { playlistId: playlist, resourceId } },
    answer: Created,
  }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error
    // Right after its upload a video is not known everywhere yet.
    const message = 'YouTube does not know the new video everywhere yet. It will be asked again.'
    throw new Failure('later', 'not_settled', message, { words: error.words, cause: error })
  })
  return { item_id: id }
}

async function comment(access: Access, videoId: string, text: string): Promise<Json> {
  const channelId = access.account.platform_account_id
  const topLevelComment = { snippet: { textOriginal: text } }
  const { id } = await ask(access, {
    purpose: 'publish',
    method: 'POST',
    path: '/youtube/v3/commentThreads?part=snippet',
    json: { snippet: { channelId, videoId, topLevelComment } },
    answer: Created,
  })
  return { platform_post_id: id, platform_url: null }
}
