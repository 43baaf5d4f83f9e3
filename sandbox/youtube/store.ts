/** All that YouTube remembers, as JSON. Times are milliseconds since 1970. */
import { crowd } from '../kit/crowd.ts'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'

const Grant = z.object({
  id: z.string(),
  person_id: z.string(),
  client_id: z.string(),
  scopes: z.array(z.string()),
  refresh_token: z.string().nullable(),
  used_at: z.number(),
})

const Code = z.object({
  person_id: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  challenge: z.string().nullable(),
  offline: z.boolean(),
  consented: z.boolean(),
  until: z.number(),
})

const Resource = z.object({
  snippet: z.record(z.string(), z.unknown()),
  status: z.record(z.string(), z.unknown()),
})

const UploadSession = z.object({
  id: z.string(),
  person_id: z.string(),
  client_id: z.string(),
  resource: Resource,
  mime_type: z.string(),
  /** As announced; null until a Content-Range tells. */
  total: z.number().nullable(),
  stored: z.number(),
  /** The first bytes in base64, to see what the file really is. */
  head: z.string(),
  video_id: z.string().nullable(),
  until: z.number(),
})

const Video = z.object({
  id: z.string(),
  person_id: z.string(),
  resource: Resource,
  mime_type: z.string(),
  bytes: z.number(),
  created_at: z.number(),
  processed_at: z.number(),
  /** What processing ends with instead: a `failureReason` or a `rejectionReason`. */
  end: z.object({ status: z.enum(['failed', 'rejected']), reason: z.string() }).nullable(),
  thumbnail: z.number().nullable(),
})

const Comment = z.object({
  id: z.string(),
  person_id: z.string(),
  video_id: z.string(),
  text: z.string(),
  created_at: z.number(),
})

const Entry = z.object({ id: z.string(), playlist_id: z.string(), video_id: z.string() })

const Playlist = z.object({
  id: z.string(),
  person_id: z.string(),
  title: z.string(),
  description: z.string(),
  privacy: z.string(),
  created_at: z.number(),
})

const Caption = z.object({
  id: z.string(),
  video_id: z.string(),
  language: z.string(),
  name: z.string(),
  draft: z.boolean(),
  updated_at: z.number(),
})

const State = z.object({
  grants: z.array(Grant),
  access: z.array(z.tuple([z.string(), z.object({ grant_id: z.string(), until: z.number() })])),
  codes: z.array(z.tuple([z.string(), Code])),
  sessions: z.array(UploadSession),
  videos: z.array(Video),
  comments: z.array(Comment),
  entries: z.array(Entry).default([]),
  playlists: z.array(Playlist).default([]),
  captions: z.array(Caption).default([]),
  /** Uploads and units used, by app and day. */
  quota: z.array(z.tuple([z.string(), z.number()])),
})

export type Grant = z.infer<typeof Grant>
export type Code = z.infer<typeof Code>
export type UploadSession = z.infer<typeof UploadSession>
export type Video = z.infer<typeof Video>
export type Playlist = z.infer<typeof Playlist>
export type Caption = z.infer<typeof Caption>
export type Comment = z.infer<typeof Comment>
export type Resource = z.infer<typeof Resource>

export interface Store {
  grants: Map<string, Grant>
  access: Map<string, { grant_id: string; until: number }>
  codes: Map<string, Code>
  sessions: Map<string, UploadSession>
  /** Oldest first, as are comments. */
  videos: Map<string, Video>
  comments: Map<string, Comment>
  /** What stands in playlists, in order. */
  entries: z.infer<typeof Entry>[]
  /** Made since; each person has one from the beginning. */
  playlists: Playlist[]
  captions: Caption[]
  quota: Map<string, number>
}

export interface Member {
  id: string
  username: string
  name: string
  /** A Google account may have no channel. */
  channel: boolean
}

/** Of each person by one name: `PL` and the id of the channel. */
export const playlistOf = ({ id }: Pick<Member, 'id'>) => id.replace(/^UC/, 'PL')

export const people: readonly Member[] = [
  { id: 'UCp1Lk0c3TqXr8vN5sYw2mZg', username: 'ada-lab', name: 'Ada’s Lab', channel: true },
  { id: 'UCq7Hd2f9RbJt4kM1xWz6nQe', username: 'bruno-bakes', name: 'Bruno Bakes', channel: true },
  { id: 'UCz3Vs8g5PyLc2dK9hTf4rXa', username: 'clara', name: 'Clara Weiss', channel: false },
  ...crowd((number) => ({
    id: `UCcrowdcrowdcrowdcrowd${number}`,
    username: `crowd-${number}`,
    name: `Crowd ${number}`,
    channel: true,
  })),
]

const byId = <Item extends { id: string }>(items: readonly Item[] = []) =>
  new Map(items.map((item) => [item.id, item]))

export function createStore(saved?: unknown): Store {
  const state = saved === undefined ? undefined : State.parse(saved)
  return {
    grants: byId(state?.grants),
    access: new Map(state?.access),
    codes: new Map(state?.codes),
    sessions: byId(state?.sessions),
    videos: byId(state?.videos),
    comments: byId(state?.comments),
    entries: state?.entries ?? [],
    playlists: state?.playlists ?? [],
    captions: state?.captions ?? [],
    quota: new Map(state?.quota),
  }
}

export function stateOf(store: Store): z.infer<typeof State> {
  return {
    grants: [...store.grants.values()],
    access: [...store.access],
    codes: [...store.codes],
    sessions: [...store.sessions.values()],
    videos: [...store.videos.values()],
    comments: [...store.comments.values()],
    entries: store.entries,
    playlists: store.playlists,
    captions: store.captions,
    quota: [...store.quota],
  }
}

/** A grant and all its tokens. */
export { removeGrant } from '../kit/grants.ts'

/** Codes, tokens, session ids. */
export const secret = (prefix = '') => prefix + randomBytes(36).toString('base64url')
/** Eleven characters, as ids of videos have. */
export const videoId = () => randomBytes(9).toString('base64url').slice(0, 11)
