/** Playlists: the one of a channel's uploads, which makes itself, and one of its own that videos are added to. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Look } from '../kit/shown.ts'
import { takeSpecial } from './faults.ts'
import { invalid, notFound, refuse } from './refusal.ts'
import { readJson, readQuery } from './requests.ts'
import { type Call, READ, type Context, WRITE } from './service.ts'
import { notTwo, visible } from './videos.ts'
import { shownWords, toSecond } from './view.ts'
import { type Playlist, people, playlistOf, secret, type Store, type Video } from './store.ts'

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
    path: '/youtube/v3/playlists',
    on: 'read',
    scopes: READ,
    cost: 1,
    run: lists,
  },
  {
    method: 'POST',
    path: '/youtube/v3/playlists',
    on: 'playlist',
    scopes: WRITE,
    cost: 50,
    run: newList,
  },
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
      const { service, store, request, person } = context
      readQuery(request, { parts, names: ['onBehalfOfContentOwner'] })
      const { playlistId, resourceId } = (await readJson(request, Body)).snippet
      const owner = ownerOf(store, playlistId)
      if (owner === undefined) throw noPlaylist()
      if (owner !== person.id) throw refuse(403, domain, 'playlistItemsNotAccessible', 'Forbidden')
      const video = store.videos.get(resourceId.videoId)
      // Seen right after the upload.
      const late = takeSpecial(service.faults, person, 'playlist_lags')
      if (late || !video || !visible(video, context))
        throw notFound('videoNotFound', 'Video not found.', domain)
      const id = randomBytes(18).toString('base64url')
      store.entries.push({ id, playlist_id: playlistId, video_id: video.id })
      return show({ id, video }, playlistId, new Set(parts), context.look)
    },
  },
]

/** Whose it is, whether it was there from the beginning or made since. */
function ownerOf({ playlists }: Store, id: string): string | undefined {
  const first = people.find((one) => playlistOf(one) === id)
  return first?.id ?? playlists.find((one) => one.id === id)?.person_id
}

const listParts = ['id', 'snippet', 'status', 'contentDetails', 'player', 'localizations']

const NewList = z.strictObject({
  kind: text,
  snippet: z.strictObject({
    title: z.string().min(1).max(150),
    description: z.string().max(5000).default(''),
    defaultLanguage: text,
  }),
  status: z
    .strictObject({ privacyStatus: z.enum(['public', 'private', 'unlisted']).default('public') })
    .default({ privacyStatus: 'public' }),
})

function ofPerson({ store, person, now }: Context): Playlist[] {
  const first = {
    id: playlistOf(person),
    person_id: person.id,
    title: person.name,
    description: '',
    privacy: 'public',
    created_at: now,
  }
  return [first, ...store.playlists.filter(({ person_id }) => person_id === person.id)]
}

function showList(
  { id, person_id, title, description, privacy, created_at }: Playlist,
  { store }: Context,
) {
  const itemCount = store.entries.filter(({ playlist_id }) => playlist_id === id).length
  return {
    kind: 'youtube#playlist',
    id,
    snippet: { publishedAt: toSecond(created_at), channelId: person_id, title, description },
    status: { privacyStatus: privacy },
    contentDetails: { itemCount },
  }
}

function lists(context: Context) {
  const { request, look } = context
  const names = ['mine', 'id', 'channelId', 'maxResults', 'pageToken']
  const { query } = readQuery(request, { parts: listParts, names })
  const wanted = query['id']?.split(',')
  if (query['mine'] !== 'true' && !wanted)
    throw invalid('missingRequiredParameter', 'No filter selected.', 'youtube.parameter')
  const size = Number(query['maxResults'] ?? 5)
  if (!(size >= 0 && size <= 50)) throw notTwo()
  const own = ofPerson(context).filter(({ id }) => !wanted || wanted.includes(id))
  const all = look.list(own, (each) => each, '')
  const start = Number(query['pageToken'] ?? 0)
  return {
    kind: 'youtube#playlistListResponse',
    ...(start + size < all.length && { nextPageToken: String(start + size) }),
    pageInfo: { totalResults: all.length, resultsPerPage: size },
    items: all.slice(start, start + size).map((each) => showList(each, context)),
  }
}

async function newList(context: Context) {
  const { store, request, person, now } = context
  readQuery(request, { parts: listParts, names: ['onBehalfOfContentOwner'] })
  const { snippet, status } = await readJson(request, NewList)
  const { title, description } = snippet
  const id = `PL${secret().slice(0, 32)}`
  const mine = { id, person_id: person.id, privacy: status.privacyStatus, created_at: now }
  const playlist = { ...mine, title, description }
  store.playlists.push(playlist)
  return showList(playlist, context)
}

/** Uploads newest first, private ones for the owner too; other playlists in their order. */
function list(context: Context) {
  const { store, request, person, look } = context
  const { parts: asked, query } = readQuery(request, {
    parts,
    names: ['playlistId', 'maxResults', 'pageToken', 'videoId'],
  })
  const playlist = query['playlistId'] ?? ''
  const size = Number(query['maxResults'] ?? 5)
  if (!(size >= 0 && size <= 50)) throw notTwo()
  const own = ownerOf(store, playlist) === person.id
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
  const all = look.list(
    items.filter(({ video }) => !query['videoId'] || query['videoId'] === video.id),
    ({ video }) => video,
    'list_lags',
  )
  const start = Number(query['pageToken'] ?? 0)
  return {
    kind: 'youtube#playlistItemListResponse',
    ...(start + size < all.length && { nextPageToken: String(start + size) }),
    pageInfo: { totalResults: all.length, resultsPerPage: size },
    items: all.slice(start, start + size).map((item) => show(item, playlist, asked, look)),
  }
}

function show(
  { id, video }: { id: string; video: Video },
  playlistId: string,
  asked: ReadonlySet<string>,
  look: Look,
) {
  const { created_at, resource, person_id: channelId } = video
  const { title, description } = shownWords(video, look)
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
