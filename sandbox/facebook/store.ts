/** All that Facebook remembers, indexed for being asked. */
import { randomBytes } from 'node:crypto'
import {
  stateSchema,
  type Code,
  type Comment,
  type Photo,
  type Post,
  type State,
  type Token,
  type Video,
} from './state.ts'

export interface Store {
  last: number
  tokens: Map<string, Token>
  codes: Map<string, Code>
  photos: Map<string, Photo>
  videos: Map<string, Video>
  /** Oldest first. */
  posts: Map<string, Post>
  comments: Map<string, Comment>
  /** Bytes of small pictures, for feed pages. Not kept across runs. */
  images: Map<string, Buffer>
}

export function createStore(saved?: unknown, last = 0): Store {
  const state = saved === undefined ? undefined : stateSchema.parse(saved)
  const byId = <Item extends { id: string }>(items: Item[] = []) =>
    new Map(items.map((item) => [item.id, item]))
  return {
    last: state?.last ?? last,
    tokens: new Map(state?.tokens),
    codes: new Map(state?.codes),
    photos: byId(state?.photos),
    videos: byId(state?.videos),
    posts: byId(state?.posts),
    comments: byId(state?.comments),
    images: new Map(),
  }
}

export function stateOf(store: Store): State {
  return {
    last: store.last,
    tokens: [...store.tokens],
    codes: [...store.codes],
    photos: [...store.photos.values()],
    videos: [...store.videos.values()],
    posts: [...store.posts.values()],
    comments: [...store.comments.values()],
  }
}

/** 18 digits, above 2^53, always increasing. */
export function nextId(store: Store): string {
  store.last += 1
  return String(122_105_639_540_000_000n + BigInt(store.last) * 7n)
}

export const secret = () => `EAA${randomBytes(48).toString('base64url').replaceAll(/[-_]/g, 'Z')}`

/** Everything that came out of one consent. */
export function removeGrant(store: Store, grant: string) {
  for (const [name, token] of store.tokens) if (token.grant === grant) store.tokens.delete(name)
}
