/**
 * After a lost answer: the session of the upload, and where it has ended the channel's uploads, private ones too. The size
 * of a video's file, told to its owner only, marks an upload of the same file to the byte.
 */
import { z } from 'zod'
import { type Looked, reachOf, type Sight } from '../evidence.ts'
import { Failure } from '../platform.ts'
import { ask, type Access } from './api.ts'
import { pages } from './lists.ts'
import { probe } from './resumable.ts'

/** Between two looks at a session that has all bytes and no video yet. */
const AGAIN = 30_000
/** Videos by number, in one call. */
const AT_ONCE = 50

const Uploads = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({
          title: z.string(),
          description: z.string().optional().catch(undefined),
          publishedAt: z.coerce.date(),
          resourceId: z.object({ videoId: z.string().min(1) }),
        }),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})
type Upload = z.output<typeof Uploads>['items'][number]['snippet']

const Files = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        fileDetails: z
          .object({ fileSize: z.coerce.string().optional() })
          .optional()
          .catch(undefined),
      }),
    )
    .default([]),
})

/** One session makes one video, and says how far it is. That it has ended says nothing: it ends with its video too. */
export async function lookForVideo(
  access: Access,
  { uri, size, from }: { uri: string; size: number; from: Date },
): Promise<Looked> {
  const state = await probe(access, uri, size)
  if (state === 'gone') {
    return { known: { is: 'unknown' }, ...(await lookAtUploads(access, { size, from })) }
  }
  if ('video' in state) {
    const { id } = state.video
    return {
      known: { is: 'landed', ids: [id], url: watch(access, id) },
      seen: [],
      reach: 'end_told',
    }
  }
  const again = access.tools.now().getTime() + AGAIN
  const known = state.at < size ? { is: 'open' as const } : { is: 'working' as const, again }
  return { known, seen: [], reach: 'end_told' }
}

/** Where its session is not known. */
export async function lookForUpload(
  access: Access,
  wanted: { size: number; from: Date },
): Promise<Looked> {
  return { known: null, ...(await lookAtUploads(access, wanted)) }
}

async function lookAtUploads(
  access: Access,
  { size, from }: { size: number; from: Date },
): Promise<Pick<Looked, 'seen' | 'reach'>> {
  const { platform_account_id, settings } = access.account
  // The list of a channel's uploads has the channel's id with another beginning.
  const list =
    typeof settings['uploads'] === 'string'
      ? settings['uploads']
      : platform_account_id.replace(/^UC/, 'UU')
  const uploads: Upload[] = []
  const reach = (ended: boolean) => {
    const times = uploads.map(({ publishedAt }) => publishedAt.getTime())
    // The list lags, and has no entry at all for a channel's first video: an empty one is no sign.
    return reachOf(times, { from: from.getTime(), ended: ended && times.length > 0 })
  }
  let reached = reach(false)
  for await (const { items, nextPageToken } of pages(access, Uploads, 'playlistItems', {
    playlistId: list,
  })) {
    uploads.push(...items.map(({ snippet }) => snippet))
    reached = reach(nextPageToken === undefined)
    if (reached === 'past_window') break
  }
  const young = uploads.filter(({ publishedAt }) => publishedAt >= from)
  const sizes = await sizesOf(
    access,
    young.map(({ resourceId }) => resourceId.videoId),
  )
  const sights = uploads.map((upload) => sightOf(upload, { size, sizes, access }))
  return { seen: sights, reach: reached }
}

function sightOf(
  { title, description, publishedAt, resourceId: { videoId } }: Upload,
  { size, sizes, access }: { size: number; sizes: ReadonlyMap<string, string>; access: Access },
): Sight {
  const told = sizes.get(videoId)
  return {
    ids: [videoId],
    at: publishedAt.getTime(),
    url: watch(access, videoId),
    author: 'us',
    app: undefined,
    role: 'post',
    parent: null,
    shown: { text: textOf(title, description ?? '') },
    media: undefined,
    key: told === String(size) ? 'size' : false,
    contradicts: told === undefined || told === String(size) ? null : 'file_size',
  }
}

/** As far as they are told: YouTube knows a file some time after it has it, and an app may not be allowed to ask. */
async function sizesOf(access: Access, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const query = new URLSearchParams({ part: 'fileDetails', id: ids.slice(0, AT_ONCE).join(',') })
  const path = `/youtube/v3/videos?${query.toString()}`
  const { items } = await ask(access, { method: 'GET', path, answer: Files }).catch(
    (error: unknown) => {
      if (error instanceof Failure && error.kind === 'rejected') return { items: [] }
      throw error
    },
  )
  return new Map(
    items.flatMap(({ id, fileDetails: { fileSize } = {} }) => (fileSize ? [[id, fileSize]] : [])),
  )
}

/** What is compared, of a video as it was sent and as it is shown. */
export function textOf(title: string, description: string) {
  return `${title}\n${description}`
}

export function watch({ tools }: Access, id: string) {
  return `${tools.config.hosts['web']}/watch?v=${encodeURIComponent(id)}`
}
