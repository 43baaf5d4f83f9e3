/** Captions of a video that is there: sent as a file each, known by their language and name, of which a video has each once. */
import { z } from 'zod'
import type { Looked } from '../evidence.ts'
import { related } from '../kit/multipart.ts'
import { Failure, type Json, type PublicationMedia } from '../platform.ts'
import { ask, type Access } from './api.ts'
import { type Captions, keyOf } from './tracks.ts'

export interface Track extends Pick<Captions, 'language' | 'name'> {
  video: string
}

const Created = z.object({ id: z.string().min(1) })
const Listed = z.object({
  items: z.array(
    z.object({
      id: z.string().min(1),
      snippet: z.object({
        language: z.string(),
        name: z.string().default(''),
        // What YouTube wrote down by itself is another track.
        trackKind: z.string().optional(),
        lastUpdated: z.coerce.date().optional().catch(undefined),
      }),
    }),
  ),
})

export async function sendCaptions(
  access: Access,
  { video, language, name = '' }: Track,
  file: PublicationMedia,
): Promise<Json> {
  const query = new URLSearchParams({ uploadType: 'multipart', part: 'snippet' })
  const resource = { snippet: { videoId: video, language, name, isDraft: false } }
  const { id } = await ask(access, {
    purpose: 'publish',
    method: 'POST',
    path: `/upload/youtube/v3/captions?${query.toString()}`,
    ...related(resource, {
      mime_type: 'application/octet-stream',
      bytes: file.size_bytes,
      open: () => file.open(),
    }),
    timeout: 120_000,
    answer: Created,
  }).catch(async (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    // An earlier call of ours: the video is new, and nobody else has given it a track of this name.
    const there =
      error.code === 'duplicate_content'
        ? await idOf(access, video, keyOf({ language, name }))
        : undefined
    if (there !== undefined) return { id: there }
    if (error.code !== 'not_found') throw error
    // Right after its upload a video is not known everywhere yet.
    const message = 'YouTube does not know the new video everywhere yet. It will be asked again.'
    throw new Failure('later', 'not_settled', message, { words: error.words, cause: error })
  })
  return { caption_id: id }
}

async function tracksOf(access: Access, video: string) {
  const query = new URLSearchParams({ part: 'snippet', videoId: video })
  const path = `/youtube/v3/captions?${query.toString()}`
  const { items } = await ask(access, { method: 'GET', path, answer: Listed })
  return items.filter(({ snippet }) => snippet.trackKind?.toLowerCase() !== 'asr')
}

async function idOf(access: Access, video: string, key: string) {
  const tracks = await tracksOf(access, video)
  return tracks.find(({ snippet }) => keyOf(snippet) === key)?.id
}

/** The list has no pages: what is not in it is not there. */
export async function lookForCaptions(access: Access, video: string): Promise<Looked> {
  const tracks = await tracksOf(access, video)
  return {
    known: null,
    seen: tracks.map(({ id, snippet }) => ({
      ids: [id],
      at: snippet.lastUpdated?.getTime() ?? null,
      url: null,
      author: undefined,
      app: undefined,
      role: 'other',
      parent: video,
      shown: { text: '' },
      media: { ids: [keyOf(snippet)], in_full: true },
      key: false,
      contradicts: null,
    })),
    reach: 'end_told',
  }
}
