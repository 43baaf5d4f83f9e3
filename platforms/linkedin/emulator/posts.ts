/** `/rest/posts`: the id is told by a header, and a text is taken once. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkAuthor, creationSchema, mediaOf, textOf } from './creation.ts'
import { noFinder } from './identity.ts'
import { duplicate, missing, wrongPath } from './refusal.ts'
import {
  mayReadOf,
  mayWriteAs,
  queryOf,
  readBody,
  type Answer,
  type Call,
  type Visit,
} from './service.ts'
import { nextId, type Post, type World } from './world.ts'

const DAY = 86_400_000
/** "Ghosts" of deleted posts refuse the same text for one to two days; nobody tells how long living ones do. */
const REMEMBERED = 2 * DAY

export const postCalls: Call[] = [
  { method: 'POST', path: '/api/rest/posts', on: 'post', run: create },
  { method: 'GET', path: '/api/rest/posts', on: 'read', run: byAuthor },
  { method: 'GET', path: '/api/rest/posts/:urn', on: 'read', run: one },
  { method: 'POST', path: '/api/rest/posts/:urn', on: 'edit', run: edit },
  { method: 'DELETE', path: '/api/rest/posts/:urn', on: 'delete', run: remove },
]

function create(visit: Visit): Answer {
  const { world, request, now, grant } = visit
  const creation = readBody(request, creationSchema)
  const { author, commentary, visibility, content } = creation
  mayWriteAs(visit, author, 'partnerApiPosts.CREATE')
  checkAuthor(creation)
  const text = textOf(creation)
  const media = mediaOf(visit, creation)
  const twin = world.posts.find(
    (post) => post.author === author && recent(post, now) && sameAs(post, text, media),
  )
  if (twin) throw duplicate(twin.urn)
  // Never assume: posts with a video, a document or several images are another kind of thing there.
  const grouped = media.length > 1 || /^urn:li:(video|document)/.test(media[0]?.urn ?? '')
  const urn = `urn:li:${grouped ? 'ugcPost' : 'share'}:${nextId(world, now)}`
  world.posts.push({
    urn,
    author,
    client_id: grant.client_id,
    commentary,
    text,
    created_at: now,
    edited_at: now,
    visibility,
    content: content ?? null,
    media,
    deleted_at: null,
  })
  return { status: 201, headers: { 'x-restli-id': urn, 'x-linkedin-id': urn } }
}

function recent({ created_at, deleted_at }: Post, now: number) {
  return (deleted_at ?? created_at) > now - REMEMBERED
}

function sameAs(post: Post, text: string, media: Post['media']) {
  if (text.trim()) return post.text.trim() === text.trim()
  return (
    !post.text.trim() &&
    post.media.map(({ urn }) => urn).join() === media.map(({ urn }) => urn).join()
  )
}

function one(visit: Visit): Answer {
  const post = living(visit.world, urnIn(visit.request))
  mayReadOf(visit, post.author, 'partnerApiPosts.GET')
  return { status: 200, body: view(post) }
}

/** Newest first. */
function byAuthor(visit: Visit): Answer {
  const { world, request } = visit
  const query = queryOf(request)
  if (query['q'] !== 'author' || request.headers['x-restli-method'] !== 'FINDER')
    throw noFinder(query['q'])
  const author = query['author'] ?? ''
  if (!isEncoded(request.url)) throw wrongPath()
  mayReadOf(visit, author, 'partnerApiPosts.FINDER-author')
  const count = z.coerce.number().int().min(1).max(100).catch(10).parse(query['count'])
  const start = z.coerce.number().int().min(0).catch(0).parse(query['start'])
  const found = world.posts.filter((post) => post.author === author && post.deleted_at === null)
  const elements = found
    .toReversed()
    .slice(start, start + count)
    .map(view)
  return {
    status: 200,
    body: { elements, paging: { start, count, total: found.length, links: [] } },
  }
}

const patchSchema = z.strictObject({
  patch: z.strictObject({ $set: z.strictObject({ commentary: z.string() }) }),
})

function edit(visit: Visit): Answer {
  const { request, world, now } = visit
  const post = living(world, urnIn(request))
  mayWriteAs(visit, post.author, 'partnerApiPosts.PARTIAL_UPDATE')
  if (request.headers['x-restli-method'] !== 'PARTIAL_UPDATE') throw wrongPath()
  const { commentary } = readBody(request, patchSchema).patch.$set
  post.text = textOf({ commentary, content: undefined })
  post.commentary = commentary
  post.edited_at = now
  return { status: 204 }
}

/** A second time is the same as the first. */
function remove(visit: Visit): Answer {
  const { request, world, now } = visit
  const urn = urnIn(request)
  const post = world.posts.find((each) => each.urn === urn)
  if (!post) throw missing(urn)
  mayWriteAs(visit, post.author, 'partnerApiPosts.DELETE')
  post.deleted_at ??= now
  return { status: 204 }
}

export function living(world: World, urn: string): Post {
  const post = world.posts.find((each) => each.urn === urn && each.deleted_at === null)
  if (!post) throw missing(urn)
  return post
}

/** URNs in addresses must be encoded; with bare colons Rest.li cannot tell them from its own signs. */
export function urnIn(request: FastifyRequest): string {
  const { urn } = z.object({ urn: z.string() }).parse(request.params)
  if (!isEncoded(request.url) || !/^urn:li:(share|ugcPost|image|video|document):/.test(urn))
    throw wrongPath()
  return urn
}

export const isEncoded = (url: string) => !url.replace(/^.*?\/rest\//, '').includes('urn:li:')

function view(post: Post) {
  return {
    id: post.urn,
    author: post.author,
    commentary: post.commentary,
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
