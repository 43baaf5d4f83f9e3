/** All that X remembers, indexed for being asked. */
import { randomBytes } from 'node:crypto'
import { removeGrant as removeWithTokens } from '../kit/grants.ts'
import {
  stateSchema,
  type Access,
  type Code,
  type Grant,
  type Media,
  type State,
  type Tweet,
  type Window,
} from './state.ts'

export interface Store {
  lastId: bigint
  /** Credits used up, in thousandths of a dollar. */
  spent: number
  tweets: Map<string, Tweet>
  /** By author, oldest first. */
  timelines: Map<string, Tweet[]>
  /** The newest post of each text, oldest first, for finding duplicates. */
  recent: Map<string, Tweet>
  media: Map<string, Media>
  /** Bytes of small unfinished uploads, by segment. Not kept across runs. */
  chunks: Map<string, Map<number, Buffer>>
  /** Bytes of the last small images, for feed pages. Not kept across runs. */
  images: Map<string, Buffer>
  grants: Map<string, Grant>
  /** Grant ids by refresh token. */
  refresh: Map<string, string>
  access: Map<string, Access>
  codes: Map<string, Code>
  windows: Map<string, Window>
}

/** `lastId` keeps ids increasing across a reset. */
export function createStore(saved?: unknown, lastId = 0n): Store {
  const state = saved === undefined ? undefined : stateSchema.parse(saved)
  const grants = state?.grants ?? []
  const store: Store = {
    lastId: state ? BigInt(state.last_id) : lastId,
    spent: state?.spent ?? 0,
    tweets: new Map(),
    timelines: new Map(),
    recent: new Map(),
    media: new Map(state?.media.map((media) => [media.id, media])),
    chunks: new Map(),
    images: new Map(),
    grants: new Map(grants.map((grant) => [grant.id, grant])),
    refresh: new Map(),
    access: new Map(state?.access),
    codes: new Map(state?.codes),
    windows: new Map(state?.windows),
  }
  for (const { id, refresh_token } of grants)
    if (refresh_token) store.refresh.set(refresh_token, id)
  for (const tweet of state?.tweets ?? []) addTweet(store, tweet)
  return store
}

export function stateOf(store: Store): State {
  return {
    last_id: String(store.lastId),
    spent: store.spent,
    tweets: [...store.tweets.values()],
    media: [...store.media.values()],
    grants: [...store.grants.values()],
    access: [...store.access],
    codes: [...store.codes],
    windows: [...store.windows],
  }
}

/** Snowflakes: milliseconds since November 2010, shifted by 22 bits; above 2^53 and always increasing. */
export function nextId(store: Store, now: number): string {
  const snowflake = BigInt(Math.max(0, now - 1_288_834_974_657)) << 22n
  store.lastId = snowflake > store.lastId ? snowflake : store.lastId + 1n
  return String(store.lastId)
}

export function addTweet(store: Store, tweet: Tweet) {
  const timeline = store.timelines.get(tweet.author_id) ?? []
  timeline.push(tweet)
  store.timelines.set(tweet.author_id, timeline)
  store.tweets.set(tweet.id, tweet)
  if (tweet.media.length) return
  const key = duplicateKey(tweet)
  store.recent.delete(key)
  store.recent.set(key, tweet)
}

export function removeTweet(store: Store, tweet: Tweet) {
  const timeline = store.timelines.get(tweet.author_id) ?? []
  timeline.splice(timeline.lastIndexOf(tweet), 1)
  store.tweets.delete(tweet.id)
  const key = duplicateKey(tweet)
  if (store.recent.get(key) === tweet) store.recent.delete(key)
  const parent = store.tweets.get(tweet.reply_to ?? '')
  if (parent) parent.replies -= 1
}

const DUPLICATE_WINDOW = 6 * 60 * 60_000

/**
 * What X refuses by whichever app it comes. Posts with media may repeat a text: Automattic/jetpack, issue 4662. What they
 * repeat in media is not refused either.
 */
export function isDuplicate(store: Store, tweet: Tweet) {
  if (tweet.media.length) return false
  for (const [key, { created_at }] of store.recent) {
    if (created_at > tweet.created_at - DUPLICATE_WINDOW) break
    store.recent.delete(key)
  }
  return store.recent.has(duplicateKey(tweet))
}

/** The text decides, whatever it replies to. */
function duplicateKey(tweet: Pick<Tweet, 'author_id' | 'text'>): string {
  return `${tweet.author_id} ${tweet.text.trim()}`
}

/** A grant and all its tokens. */
export function removeGrant(store: Store, grant: Grant) {
  if (grant.refresh_token) store.refresh.delete(grant.refresh_token)
  removeWithTokens(store, grant)
}

/** A code or a token. */
export const secret = () => randomBytes(36).toString('base64url')
