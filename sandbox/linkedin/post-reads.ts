/** Reading posts: one, those of an author, those that are named. */
import { z } from 'zod'
import { noFinder } from './identity.ts'
import { Refusal, wrongPath } from './refusal.ts'
import { mayReadOf, methodOf, queryOf, type Answer, type Call, type Context } from './service.ts'
import { isEncoded, listOf, living, urnIn } from './urns.ts'
import type { Post } from './store.ts'

export const postReads: Call[] = [
  { method: 'GET', path: '/api/rest/posts', on: 'read', run: several },
  { method: 'GET', path: '/api/rest/posts/:urn', on: 'read', run: one },
]

function one(context: Context): Answer {
  const post = living(context.store, urnIn(context.request))
  mayReadOf(context, post.author, 'partnerApiPosts.GET')
  return { status: 200, body: view(context, post) }
}

/** Newest first; or those that are named, by the method in the header. */
function several(context: Context): Answer {
  const { store, request, look } = context
  const query = queryOf(request)
  if (methodOf(request) === 'BATCH_GET') return named(context, query['ids'])
  if (query['q'] !== 'author' || methodOf(request) !== 'FINDER') throw noFinder(query['q'])
  const author = query['author'] ?? ''
  if (!isEncoded(request.url)) throw wrongPath()
  mayReadOf(context, author, 'partnerApiPosts.FINDER-author')
  const count = z.coerce.number().int().min(1).max(100).catch(10).parse(query['count'])
  const start = z.coerce.number().int().min(0).catch(0).parse(query['start'])
  const own = store.posts.filter((post) => post.author === author && post.deleted_at === null)
  const found = look.list(own.toReversed(), ({ urn: id, created_at }) => ({ id, created_at }))
  const elements = found.slice(start, start + count).map((post) => view(context, post))
  return {
    status: 200,
    body: { elements, paging: { start, count, total: found.length, links: [] } },
  }
}

/** "Batch Get Posts by URN": what is not there, or not for these eyes, is an error of its own. */
function named(context: Context, ids: string | undefined): Answer {
  const { store, request } = context
  if (!isEncoded(request.url)) throw wrongPath()
  const results: Record<string, unknown> = {}
  const errors: Record<string, unknown> = {}
  for (const urn of listOf(ids)) {
    try {
      const post = living(store, urn)
      mayReadOf(context, post.author, 'partnerApiPosts.BATCH_GET')
      results[urn] = view(context, post)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      errors[urn] = error.body
    }
  }
  return { status: 200, body: { results, statuses: {}, errors } }
}

function view({ look }: Context, post: Post) {
  return {
    id: post.urn,
    author: post.author,
    commentary: look.text(post.commentary, post.urn),
    visibility: post.visibility,
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    distribution: { feedDistribution: 'MAIN_FEED' },
    ...(post.content ? { content: post.content } : {}),
    createdAt: post.created_at,
    publishedAt: post.created_at,
    lastModifiedAt: post.edited_at,
  }
}
