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

export interface World {
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
export function createWorld(saved?: unknown, lastId = 0n): World {
  const state = saved === undefined ? undefined : stateSchema.parse(saved)
  const grants = state?.grants ?? []
  const world: World = {
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
    if (refresh_token) world.refresh.set(refresh_token, id)
  for (const tweet of state?.tweets ?? []) addTweet(world, tweet)
  return world
}

export function stateOf(world: World): State {
  return {
    last_id: String(world.lastId),
    spent: world.spent,
    tweets: [...world.tweets.values()],
    media: [...world.media.values()],
    grants: [...world.grants.values()],
    access: [...world.access],
    codes: [...world.codes],
    windows: [...world.windows],
  }
}

/** Snowflakes: milliseconds since November 2010, shifted by 22 bits; above 2^53 and always increasing. */
export function nextId(world: World, now: number): string {
  const snowflake = BigInt(Math.max(0, now - 1_288_834_974_657)) << 22n
  world.lastId = snowflake > world.lastId ? snowflake : world.lastId + 1n
  return String(world.lastId)
}

export function addTweet(world: World, tweet: Tweet) {
  const timeline = world.timelines.get(tweet.author_id) ?? []
  timeline.push(tweet)
  world.timelines.set(tweet.author_id, timeline)
  world.tweets.set(tweet.id, tweet)
  const key = duplicateKey(tweet)
  world.recent.delete(key)
  world.recent.set(key, tweet)
}

export function removeTweet(world: World, tweet: Tweet) {
  const timeline = world.timelines.get(tweet.author_id) ?? []
  timeline.splice(timeline.lastIndexOf(tweet), 1)
  world.tweets.delete(tweet.id)
  const key = duplicateKey(tweet)
  if (world.recent.get(key) === tweet) world.recent.delete(key)
  const parent = world.tweets.get(tweet.reply_to ?? '')
  if (parent) parent.replies -= 1
}

/** The text decides, whatever it replies to or shows; a post without text is known by its media. */
export function duplicateKey(tweet: Pick<Tweet, 'author_id' | 'text' | 'media'>): string {
  const content = tweet.text.trim() || tweet.media.map(({ id }) => id).join(' ')
  return `${tweet.author_id} ${content}`
}

/** A grant and all its tokens. */
export function removeGrant(world: World, grant: Grant) {
  if (grant.refresh_token) world.refresh.delete(grant.refresh_token)
  removeWithTokens(world, grant)
}

/** A code or a token. */
export const secret = () => randomBytes(36).toString('base64url')
