/** After a lost answer on a Page: its newest posts, or the comments below the post. Members' posts are shown to nobody's API. */
import { z } from 'zod'
import { type Looked, reachOf, type Shown, type Sight } from '../evidence.ts'
import { addressOf, ask, type Access, Urn } from './api.ts'
import { madeAt } from './number.ts'
import { mentionsIn, plain } from './text.ts'

const POSTS = 50
const COMMENTS = 100
const PAGES = 5

const told = z.string().nullish().catch(undefined)
const Time = z.coerce.number().positive().nullish().catch(undefined)
const Named = z.object({ id: z.string() })

const Paging = z
  .object({
    total: z.number().optional().catch(undefined),
    links: z
      .array(z.object({ rel: told }))
      .optional()
      .catch(undefined),
  })
  .nullish()
  .catch(undefined)

const Content = z.object({
  media: Named.nullish().catch(undefined),
  multiImage: z
    .object({ images: z.array(Named) })
    .nullish()
    .catch(undefined),
  article: z.object({ source: told, thumbnail: told }).nullish().catch(undefined),
  poll: z.unknown().optional(),
})

const Posts = z.object({
  elements: z.array(
    z.object({
      id: Urn,
      author: told,
      commentary: told,
      createdAt: Time,
      publishedAt: Time,
      lifecycleState: told,
      reshareContext: z.unknown().optional(),
      content: Content.nullish().catch(undefined),
    }),
  ),
  paging: Paging,
})
type Post = z.output<typeof Posts>['elements'][number]

export interface Wanted {
  from: Date
  with_poll: boolean
}

export async function lookForPost(access: Access, { from, with_poll }: Wanted): Promise<Looked> {
  const author = encodeURIComponent(access.account.platform_account_id)
  return pages(from, POSTS, async (query) => {
    const { elements, paging } = await ask(access, {
      purpose: 'read',
      method: 'GET',
      path: `/rest/posts?author=${author}&q=author&${query}&sortBy=CREATED`,
      action: 'FINDER',
      answer: Posts,
    })
    return { seen: elements.map((post) => postSight(post, with_poll, access)), paging }
  })
}

/** Nobody can look. */
export const UNSEEN: Looked = { known: null, seen: [], reach: 'no_list' }

function postSight(post: Post, with_poll: boolean, access: Access): Sight {
  const { id, author, commentary, createdAt, publishedAt, content } = post
  const source = content?.article?.source
  return {
    ids: [id],
    at: createdAt ?? publishedAt ?? madeAt(id),
    url: addressOf(access, id),
    author: authorOf(author, access),
    app: undefined,
    role: post.reshareContext ? 'repost' : 'post',
    parent: null,
    shown: { ...shownOf(commentary ?? ''), links: source ? [{ as: null, address: source }] : [] },
    media: mediaOf(content),
    key: false,
    contradicts: contradiction(post, with_poll),
  }
}

function shownOf(commentary: string): Shown {
  return { text: plain(commentary), mentions: mentionsIn(commentary) }
}

/** Media that are not told may still be coming. A file under a name of another kind may be ours. */
function mediaOf(content: Post['content']): Sight['media'] {
  if (!content) return undefined
  const { media, multiImage, article } = content
  const ids = [
    ...(media ? [media.id] : []),
    ...(multiImage?.images.map(({ id }) => id) ?? []),
    ...(article?.thumbnail ? [article.thumbnail] : []),
  ]
  const known = ids.every((id) => /^urn:li:(image|video|document):/.test(id))
  return ids.length > 0 ? { ids, in_full: known } : undefined
}

/** We write no drafts. A poll that is not told may still be coming; other content stands in its place. */
function contradiction({ content, lifecycleState }: Post, with_poll: boolean) {
  const other = content?.media ?? content?.multiImage ?? content?.article
  if (with_poll ? other : content?.poll) return 'poll'
  return lifecycleState === 'DRAFT' ? 'draft' : null
}

/** A Page may be told by a name of another kind. */
function authorOf(actor: string | null | undefined, { account }: Access): Sight['author'] {
  if (actor === account.platform_account_id) return 'us'
  return /^urn:li:(person|member|organization):/.test(actor ?? '') ? 'other' : undefined
}

const Comments = z.object({
  elements: z.array(
    z.object({
      id: z.coerce.string().optional(),
      commentUrn: told,
      parentComment: told,
      actor: told,
      message: z.object({ text: told }).optional().catch(undefined),
      created: z.object({ time: Time }).optional().catch(undefined),
    }),
  ),
  paging: Paging,
})
type Comment = z.output<typeof Comments>['elements'][number]

/** In what order they come is not documented: all of them. */
export async function lookForComment(access: Access, post: string, from: Date): Promise<Looked> {
  return pages(from, COMMENTS, async (query) => {
    const { elements, paging } = await ask(access, {
      purpose: 'read',
      method: 'GET',
      path: `/rest/socialActions/${encodeURIComponent(post)}/comments?${query}`,
      answer: Comments,
    })
    return { seen: elements.flatMap((comment) => commentSight(comment, post, access)), paging }
  })
}

function commentSight(comment: Comment, post: string, access: Access): Sight[] {
  const { commentUrn, actor, message, created, parentComment } = comment
  const inside = /,(\d+)\)$/.exec(commentUrn ?? '')?.[1]
  const [id, ...others] = new Set([comment.id, inside, commentUrn].filter((one) => one != null))
  if (id === undefined) return []
  return [
    {
      ids: [id, ...others],
      at: created?.time ?? madeAt(id),
      url: null,
      author: authorOf(actor, access),
      app: undefined,
      role: parentComment ? 'reply' : 'comment',
      parent: parentComment ?? post,
      shown: { text: message?.text ?? '' },
      media: undefined,
      key: false,
      contradicts: null,
    },
  ]
}

interface Page {
  seen: Sight[]
  paging: z.output<typeof Paging>
}

/** Until the end that LinkedIn tells, or what is older than the window. A page may be shorter than it was asked for. */
async function pages(
  from: Date,
  count: number,
  read: (query: string) => Promise<Page>,
): Promise<Looked> {
  const seen: Sight[] = []
  const reach = (ended: boolean) =>
    reachOf(
      seen.map(({ at }) => at),
      { from: from.getTime(), ended },
    )
  for (let page = 0; page < PAGES; page++) {
    const start = page * count
    const one = await read(`start=${start}&count=${count}`)
    seen.push(...one.seen)
    if (isLast(one, start, count)) return { known: null, seen, reach: reach(true) }
    if (one.seen.length === 0 || reach(false) === 'past_window') break
  }
  return { known: null, seen, reach: reach(false) }
}

/** By the number of all, or by links of which none leads on. An empty page says so only with the number. */
function isLast({ seen, paging }: Page, start: number, count: number): boolean {
  const { total, links } = paging ?? {}
  if (links?.some(({ rel }) => rel === 'next')) return false
  if (total === undefined) return links !== undefined && seen.length > 0
  return seen.length > 0 ? start + count >= total : start >= total
}
