/**
 * After a lost answer: the account's timeline. X has no idempotency key and does not return what we sent as we sent it.
 * Costs one owned read per post in the window, and where X tells apps one for each of a few known posts of ours.
 */
import { weightedLength } from '@crier/sdk/measure'
import { z } from 'zod'
import { type Looked, reachOf, type Shown, type Sight } from '../evidence.ts'
import { Failure } from '../platform.ts'
import type { Access } from './api.ts'
import { askForPosts } from './dialect.ts'
import { permalink } from './permalink.ts'
import { Post } from './post.ts'

const PAGE_SIZE = 100
const PAGES = 5
/** X's own page of the media of a post, behind the t.co link that it appends to the post itself. */
const MEDIA_PAGE = /\/status\/(\d+)\/(?:photo|video)\/\d+/
const LAST_SHORT_LINK = /(^|\s)https?:\/\/t\.co\/\w+\s*$/

const Page = z.object({
  data: z.array(Post).optional(),
  meta: z
    .object({ result_count: z.number().optional(), next_token: z.string().optional() })
    .optional(),
})

export interface Asked {
  /** Decides which fields are worth asking for. */
  text: string
  with_media: boolean
  from: Date
  own?: readonly string[] | undefined
}

export async function look(access: Access, asked: Asked): Promise<Looked> {
  const seen: Sight[] = []
  let token: string | undefined
  for (let page = 1; page <= PAGES; page++) {
    const { posts, next } = await timeline(access, asked, token)
    seen.push(...posts.map((post) => sightOf(post, asked, access)))
    token = next
    if (!token) break
  }
  const times = seen.map(({ at }) => at)
  const reach = reachOf(times, { from: asked.from.getTime(), ended: !token })
  return { known: null, seen, reach, own: await ownPosts(access, asked, seen) }
}

/** X tells an app by the name that its developer gave it there; which is ours, our own posts tell. */
async function ownPosts(access: Access, { own = [], ...asked }: Asked, seen: readonly Sight[]) {
  const listed = seen.filter(({ ids }) => own.includes(ids[0]))
  const isTold = seen.some(({ app, ids }) => app !== undefined && !own.includes(ids[0]))
  if (!isTold || own.length === listed.length) return listed
  const rest = own.filter((id) => !listed.some(({ ids }) => ids[0] === id))
  const { data = [] } = await askForPosts(access, {
    path: '/2/tweets',
    query: { ids: rest.join(',') },
    fields: ['created_at'],
    spare: ['source'],
    shows: ({ data: posts = [] }) => !posts.length || posts.some(({ created_at }) => created_at),
    answer: Page,
    many: true,
  }).catch((error: unknown) => {
    // The look stands without it.
    if (!(error instanceof Failure)) throw error
    return { data: [] }
  })
  return [...listed, ...data.map((post) => sightOf(post, asked, access))]
}

async function timeline(
  access: Access,
  { text, with_media, from }: Asked,
  token: string | undefined,
) {
  const fields = ['created_at', 'entities', 'referenced_tweets', 'conversation_id']
  if (with_media) fields.push('attachments')
  if (weightedLength(text) > 280) fields.push('note_tweet')
  const { data, meta } = await askForPosts(access, {
    path: `/2/users/${access.account.platform_account_id}/tweets`,
    query: {
      max_results: String(PAGE_SIZE),
      start_time: from.toISOString().replace(/\.\d+Z$/, 'Z'),
      ...(token ? { pagination_token: token } : {}),
    },
    fields,
    // Called deprecated since specification 2.167.
    spare: ['source'],
    shows: ({ data = [] }) => !data.length || data.some(({ created_at }) => created_at),
    answer: Page,
  })
  // An empty list counts only where X says zero.
  if (!data && meta?.result_count !== 0) {
    const message = 'X gave no list of posts, so it is not known whether the post is there.'
    throw new Failure('later', 'unreadable_answer', message)
  }
  return { posts: data ?? [], next: meta?.next_token }
}

function sightOf(post: Post, { with_media }: Pick<Asked, 'with_media'>, access: Access): Sight {
  return {
    ids: [post.id],
    at: post.created_at?.getTime() ?? null,
    url: permalink(access, post.id),
    author: 'us',
    app: post.app,
    role: post.reposts ? 'repost' : post.replied_to ? 'reply' : 'post',
    parent: post.replied_to,
    shown: shownOf(post, with_media, access),
    media: mediaOf(post, with_media),
    key: false,
    contradicts: null,
  }
}

/** A key is the number of the upload behind a prefix for its kind. Without keys there are none only if nothing hints at them. */
function mediaOf({ media_keys, urls, text }: Post, asked: boolean): Sight['media'] {
  const hinted =
    urls.some((one) => one.media_key || MEDIA_PAGE.test(one.expanded_url ?? '')) ||
    (urls.length === 0 && LAST_SHORT_LINK.test(text))
  if (!media_keys) return asked && !hinted ? 'none' : undefined
  return { ids: media_keys.flatMap((key) => [key, key.split('_').at(-1) ?? key]), in_full: true }
}

/** Without the link to its own media, and in a reply without the name of who is answered, which X puts in front. */
function shownOf(post: Post, with_media: boolean, { account }: Access): Shown {
  let text = post.text.trimEnd()
  const links: { as: string; address: string | null }[] = []
  for (const { url, expanded_url, media_key } of post.urls) {
    if (!url) continue
    const page = MEDIA_PAGE.exec(expanded_url ?? '')
    const own = Boolean(media_key) || page?.[1] === post.id
    if (own && text.endsWith(url)) text = text.slice(0, -url.length).trimEnd()
    else if (!own) links.push({ as: url, address: expanded_url ?? null })
  }
  // Without entities the link to the media is the last short one.
  if (with_media && post.urls.length === 0) text = text.replace(LAST_SHORT_LINK, '')
  const name = `@${account.username.toLowerCase()} `
  if (post.replied_to && text.toLowerCase().startsWith(name)) text = text.slice(name.length)
  return { text, links }
}
