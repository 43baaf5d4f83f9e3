/** After a lost answer: what the container says of itself, and what the profile shows. A container is published once. */
import { z } from 'zod'
import { type Known, type Looked, reachOf, type Shown, type Sight } from '../evidence.ts'
import { stateOf } from '../meta/container.ts'
import { pageOf, timeOf, walk } from '../meta/lists.ts'
import { Failure } from '../platform.ts'
import { ask, Id, type Access } from './api.ts'
import { type Container, isPassing, reasonOf, statusOf } from './containers.ts'

const PAGE_SIZE = 25
const Posted = z.object({ id: Id })
const PAGES = 8

const words = z.string().nullish().catch(undefined)
const Post = z.object({
  id: Id,
  permalink: z.url().nullish().catch(undefined),
  text: words,
  timestamp: words,
  media_type: words,
  topic_tag: words,
  link_attachment_url: words,
  replied_to: z.object({ id: z.string() }).nullish().catch(undefined),
})
type Post = z.output<typeof Post>
const Posts = pageOf(Post)

/** What is told of a post besides its words, and must agree. */
export interface Fields {
  media_type: 'TEXT_POST' | 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  topic_tag?: string | undefined
}

export interface Wanted {
  /** Replies are not among the posts. */
  list: '/me/threads' | '/me/replies'
  fields: Fields
  from: Date
  look: number
}

/** Without a container: by the list alone. */
export async function look(
  access: Access,
  container: Container | null,
  wanted: Wanted,
): Promise<Looked> {
  const known = container && (await knownOf(access, container, wanted.look))
  const list = await listOf(access, wanted).catch((error: unknown) => {
    // What the container says stands without it.
    if (!(error instanceof Failure) || error.kind !== 'rejected') throw error
    return { seen: [], reach: 'part' as const }
  })
  return { known, ...list }
}

/** What the container says of itself. */
export async function knownOf(access: Access, { id }: Container, look: number): Promise<Known> {
  const told = await statusIfTold(access, id)
  const now = access.tools.now()
  return stateOf(told?.status, told?.error_message ?? '', { look, now, failed: failedWith })
}

/** Neither its number nor the newest of its list shows this post. */
export async function isGone(
  access: Access,
  { id, list }: { id: string; list: Wanted['list'] },
): Promise<boolean> {
  try {
    await ask(access, { method: 'GET', path: `/${id}`, params: { fields: 'id' }, answer: Posted })
    return false
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not_found') return false
  }
  const params = { fields: 'id', limit: String(PAGE_SIZE) }
  const newest = await ask(access, { method: 'GET', path: list, params, answer: pageOf(Posted) })
  return newest.data.every((post) => post.id !== id)
}

function failedWith(said: string): Known {
  const reason = isPassing(said) ? undefined : reasonOf(said)
  if (reason) return { is: 'dead', code: 'media_rejected', words: reason }
  return { is: 'dead', code: 'unused', words: said }
}

/** Undefined: it is not there, or Threads does not say; an outage reads the same. */
async function statusIfTold(access: Access, id: string) {
  try {
    return await statusOf(access, id)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  }
}

/** Without `since`: older posts show how far the list reached. */
async function listOf(access: Access, { list, fields, from }: Wanted) {
  const reach = (posts: readonly Post[], ended: boolean) =>
    reachOf(
      posts.map(({ timestamp }) => timeOf(timestamp)),
      { from: from.getTime(), ended },
    )
  const { entries, ended } = await walk(
    (after) =>
      ask(access, {
        method: 'GET',
        path: list,
        params: {
          fields:
            'id,permalink,timestamp,text,media_type,topic_tag,link_attachment_url,replied_to{id}',
          limit: String(PAGE_SIZE),
          after,
        },
        answer: Posts,
      }),
    { pages: PAGES, enough: (posts) => reach(posts, false) === 'past_window' },
  )
  const seen = entries.map((post) => sightOf(post, list, fields))
  return { seen, reach: reach(entries, ended) }
}

function sightOf(post: Post, list: Wanted['list'], fields: Fields): Sight {
  const { id, timestamp, permalink, media_type, replied_to } = post
  const role = list === '/me/replies' ? 'reply' : 'post'
  return {
    ids: [id],
    at: timeOf(timestamp),
    url: permalink ?? null,
    author: 'us',
    app: undefined,
    role: media_type === 'REPOST_FACADE' ? 'repost' : role,
    parent: replied_to?.id ?? null,
    shown: shownOf(post),
    // Its numbers are not those of our containers.
    media: undefined,
    key: false,
    contradicts: contradiction(post, fields),
  }
}

function shownOf({ text, link_attachment_url }: Post): Shown {
  const links = link_attachment_url ? [{ as: null, address: link_attachment_url }] : []
  return { text: text ?? '', links }
}

function contradiction({ media_type, topic_tag }: Post, fields: Fields) {
  if (media_type && media_type !== fields.media_type) return 'media_type'
  if (topic_tag && fields.topic_tag && bare(topic_tag) !== bare(fields.topic_tag)) return 'topic'
  return null
}

const bare = (topic: string) =>
  topic
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
