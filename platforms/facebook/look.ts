/** After a lost answer: the Page's newest posts, and the comments of a post. Facebook has no idempotency key. */
import { z } from 'zod'
import { type Looked, reachOf, type Shown, type Sight } from '../evidence.ts'
import { ask, Id } from '../meta/graph.ts'
import { pageOf, timeOf, walk } from '../meta/lists.ts'
import type { Tools } from '../platform.ts'
import { permalinkOf } from './permalink.ts'
import { graphOf, type Access } from './access.ts'

const POSTS = { page_size: 25, pages: 8 }
const COMMENTS = { page_size: 100, pages: 10 }

const words = z.string().nullish().catch(null)
const Of = z.object({ id: z.string() }).nullish().catch(null)
const Tags = z
  .array(z.object({ id: words, name: words }))
  .nullish()
  .catch(null)
const Target = z.object({ target: z.object({ id: words }).nullish().catch(null) })
const Attached = Target.extend({
  type: words,
  url: words,
  unshimmed_url: words,
  subattachments: z
    .object({ data: z.array(Target) })
    .nullish()
    .catch(null),
})
type Attached = z.output<typeof Attached>

const Post = z.object({
  id: Id,
  message: words,
  message_tags: Tags,
  created_time: words,
  permalink_url: words,
  application: Of,
  attachments: z
    .object({ data: z.array(Attached) })
    .nullish()
    .catch(null),
})
type Post = z.output<typeof Post>
const Posts = pageOf(Post)

const Comment = z.object({
  id: Id,
  message: words,
  message_tags: Tags,
  created_time: words,
  from: Of,
  parent: Of,
  application: Of,
})
const Comments = pageOf(Comment)

/** Without `since`: older posts show how far the list reached, and whether it shows what is known to be there. */
export async function lookAtPosts(access: Access, from: Date): Promise<Looked> {
  const { platform_account_id } = access.account
  const reach = (posts: readonly Post[], ended: boolean) => {
    const times = posts.map(({ created_time }) => timeOf(created_time))
    return reachOf(times, { from: from.getTime(), ended })
  }
  const { entries, ended } = await walk(
    (after) =>
      ask(graphOf(access), {
        purpose: 'read',
        method: 'GET',
        path: `/${platform_account_id}/published_posts`,
        query: {
          fields:
            'id,message,message_tags,created_time,permalink_url,application{id},attachments{type,url,unshimmed_url,target{id},subattachments{target{id}}}',
          limit: String(POSTS.page_size),
          summary: 'total_count',
          ...(after && { after }),
        },
        answer: Posts,
      }),
    { pages: POSTS.pages, enough: (posts) => reach(posts, false) === 'past_window' },
  )
  const seen = entries.map((post) => sightOf(post, access))
  return { known: null, seen, reach: reach(entries, ended) }
}

function sightOf(post: Post, { tools }: Access): Sight {
  const { id, message, message_tags, permalink_url, application, created_time } = post
  const attached = post.attachments?.data ?? []
  return {
    ids: [id],
    at: timeOf(created_time),
    url: permalinkOf(tools, permalink_url ?? `/${id}`),
    author: 'us',
    // Graph leaves out what it has nothing to tell of, and what it does not want to tell.
    app: application?.id,
    role: 'post',
    parent: null,
    shown: {
      text: message ?? '',
      links: cardsOf(attached, tools),
      mentions: mentionsOf(message_tags),
    },
    media: mediaOf(attached),
    key: false,
    contradicts: attached.some(({ type }) => type && PORTRAITS.has(type)) ? 'portrait' : null,
  }
}

/** No call of ours makes these. */
const PORTRAITS = new Set(['cover_photo', 'profile_media'])

/** A Page that was mentioned by its number stands there as its name. A hashtag is no mention. */
function mentionsOf(tags: z.output<typeof Tags>): NonNullable<Shown['mentions']> {
  return (tags ?? []).flatMap(({ id, name }) =>
    name && !name.startsWith('#') ? [{ as: name, ...(id && { of: [id] }) }] : [],
  )
}

/** Numbers of photos and videos. Without attachments it is not known: they may come later than the post. */
function mediaOf(attached: readonly Attached[]): Sight['media'] {
  if (!attached.length) return undefined
  if (attached.every(({ type }) => type === 'share')) return 'none'
  const parts = attached.flatMap((one) =>
    one.subattachments?.data.length ? one.subattachments.data : [one],
  )
  const ids = [...attached, ...parts].flatMap(({ target }) => target?.id ?? [])
  return { ids: [...new Set(ids)], in_full: parts.every(({ target }) => target?.id) }
}

/** Where the card below a text leads; the page of a picture is none. */
function cardsOf(attached: readonly Attached[], tools: Tools): NonNullable<Shown['links']> {
  return attached.flatMap(({ type, url, unshimmed_url }): NonNullable<Shown['links']> => {
    const address = behind(unshimmed_url ?? url)
    if (address === null) return type === 'share' ? [{ as: null, address: null }] : []
    return isOwn(address, tools) ? [] : [{ as: null, address }]
  })
}

/** Facebook leads to other sites by an address of its own. */
function behind(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null
  const { hostname, searchParams } = new URL(address)
  return hostname.startsWith('l.') ? (searchParams.get('u') ?? address) : address
}

function isOwn(address: string, { config }: Tools) {
  const { hostname, origin } = new URL(address)
  const web = config.hosts['web']
  return (
    /(^|\.)facebook\.com$/.test(hostname) || (web !== undefined && new URL(web).origin === origin)
  )
}

/** The oldest first: ours is among the first. */
export async function lookAtComments(access: Access, post: string, from: Date): Promise<Looked> {
  const { entries, ended } = await walk(
    (after) =>
      ask(graphOf(access), {
        purpose: 'read',
        method: 'GET',
        path: `/${post}/comments`,
        query: {
          fields: 'id,message,message_tags,created_time,from{id},parent{id},application{id}',
          // With answers to comments, so that the count is of what is listed.
          filter: 'stream',
          order: 'chronological',
          limit: String(COMMENTS.page_size),
          summary: 'total_count',
          ...(after && { after }),
        },
        answer: Comments,
      }),
    { pages: COMMENTS.pages },
  )
  const times = entries.map(({ created_time }) => timeOf(created_time))
  return {
    known: null,
    seen: entries.map((comment) => commentOf(comment, post, access)),
    reach: reachOf(times, { from: from.getTime(), ended }),
  }
}

function commentOf(comment: z.output<typeof Comment>, post: string, { account }: Access): Sight {
  const { id, message, message_tags, created_time, from, parent, application } = comment
  return {
    ids: [id],
    at: timeOf(created_time),
    url: null,
    author: from ? (from.id === account.platform_account_id ? 'us' : 'other') : undefined,
    app: application?.id,
    role: parent ? 'reply' : 'comment',
    parent: parent?.id ?? post,
    shown: { text: message ?? '', mentions: mentionsOf(message_tags) },
    media: undefined,
    key: false,
    contradicts: null,
  }
}
