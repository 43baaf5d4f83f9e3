/** Playlists: the one of a channel's uploads, which makes itself, and one of its own that videos are added to. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { takeSpecial } from './faults.ts'
import { notFound, refuse } from './refusal.ts'
import { readJson, readQuery } from './requests.ts'
import { type Call, READ, type Context, WRITE } from './service.ts'
import { notTwo, visible } from './videos.ts'
import { toSecond } from './view.ts'
import { people, playlistOf, type Video } from './store.ts'

const domain = 'youtube.playlistItem'
const parts = ['id', 'snippet', 'contentDetails', 'status']
const text = z.string().optional()

const Body = z.strictObject({
  kind: text,
  snippet: z.strictObject({
    playlistId: z.string(),
    position: z.int().min(0).optional(),
    resourceId: z.strictObject({ kind: z.literal('youtube#video'), videoId: z.string() }),
  }),
  contentDetails: z.strictObject({ note: text, startAt: text, endAt: text }).optional(),
})

const noPlaylist = () =>
  notFound('playlistNotFound', 'The playlist identified with the request cannot be found.', domain)

export const playlistCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/youtube/v3/playlistItems',
    on: 'read',
    scopes: READ,
    cost: 1,
    run: list,
  },
  {
    method: 'POST',
    path: '/youtube/v3/playlistItems',
    on: 'playlist',
    scopes: WRITE,
    cost: 50,
    async run(context) {
      const { store, request, person } = context
      readQuery(request, { parts, names: ['onBehalfOfContentOwner'] })
      const { playlistId, resourceId } = (await readJson(request, Body)).snippet
      const owner = people.find((one) => playlistOf(one) === playlistId)
      if (!owner) throw noPlaylist()
      if (owner.id !== person.id)
        throw refuse(403, domain, 'playlistItemsNotAccessible', 'Forbidden')
      const video = store.videos.get(resourceId.videoId)
      if (!video || !visible(video, context))
        throw notFound('videoNotFound', 'Video not found.', domain)
      const id = randomBytes(18).toString('base64url')
      store.entries.push({ id, playlist_id: playlistId, video_id: video.id })
      return show({ id, video }, playlistId, new Set(parts))
    },
  },
]

/** Uploads newest first, private ones for the owner too; other playlists in their order. */
function list(context: Context) {
  const { store, request, person, service } = context
  const { parts: asked, query } = readQuery(request, {
    parts,
    names: ['playlistId', 'maxResults', 'pageToken', 'videoId'],
  })
  const playlist = query['playlistId'] ?? ''
  const size = Number(query['maxResults'] ?? 5)
  if (!(size >= 0 && size <= 50)) throw notTwo()
  const own = playlist === playlistOf(person)
  if (!person.channel || !(own || playlist.replace(/^UU/, 'UC') === person.id)) throw noPlaylist()
  const items = own
    ? store.entries
        .filter(({ playlist_id }) => playlist_id === playlist)
        .flatMap(({ id, video_id }) => {
          const video = store.videos.get(video_id)
          return video ? [{ id, video }] : []
        })
    : [...store.videos.values()]
        .filter(({ person_id }) => person_id === person.id)
        .toReversed()
        .map((video) => ({ id: `${playlist}.${video.id}`, video }))
  const all = items.filter(({ video }) => !query['videoId'] || query['videoId'] === video.id)
  if (takeSpecial(service.faults, person, 'list_lags')) all.shift()
  const start = Number(query['pageToken'] ?? 0)
  return {
    kind: 'youtube#playlistItemListResponse',
    ...(start + size < all.length && { nextPageToken: String(start + size) }),
    pageInfo: { totalResults: all.length, resultsPerPage: size },
    items: all.slice(start, start + size).map((item) => show(item, playlist, asked)),
  }
}

function show(
  { id, video }: { id: string; video: Video },
  playlistId: string,
  asked: ReadonlySet<string>,
) {
  const { created_at, resource, person_id: channelId } = video
  const { title, description } = resource.snippet
  const publishedAt = toSecond(created_at)
  const resourceId = { kind: 'youtube#video', videoId: video.id }
  return {
    kind: 'youtube#playlistItem',
    id,
    ...(asked.has('snippet') && {
      snippet: { publishedAt, channelId, playlistId, title, description, resourceId },
    }),
    ...(asked.has('contentDetails') && {
      contentDetails: { videoId: video.id, videoPublishedAt: publishedAt },
    }),
    ...(asked.has('status') && { status: { privacyStatus: resource.status['privacyStatus'] } }),
  }
}
