/** `/rest/posts`: the id is told by a header, and a text is taken once. */
import { z } from 'zod'
import { checkAuthor, creationSchema, mediaOf, textOf } from './creation.ts'
import { takeSpecial } from './faults.ts'
import { postReads } from './post-reads.ts'
import { duplicate, missing, wrongPath } from './refusal.ts'
import { mayWriteAs, methodOf, readBody, type Answer, type Call, type Context } from './service.ts'
import { living, urnIn } from './urns.ts'
import { nextId, type Post } from './store.ts'

const DAY = 86_400_000
/** "Ghosts" of deleted posts refuse the same text for one to two days; nobody tells how long living ones do. */
const REMEMBERED = 2 * DAY

export const postCalls: Call[] = [
  { method: 'POST', path: '/api/rest/posts', on: 'post', run: create },
  ...postReads,
  { method: 'POST', path: '/api/rest/posts/:urn', on: 'edit', run: edit },
  { method: 'DELETE', path: '/api/rest/posts/:urn', on: 'delete', run: remove },
]

function create(context: Context): Answer {
  const { service, store, request, person, now, grant } = context
  const creation = readBody(request, creationSchema)
  const { author, commentary, visibility, content } = creation
  mayWriteAs(context, author, 'partnerApiPosts.CREATE')
  checkAuthor(creation)
  const text = textOf(creation)
  const media = mediaOf(context, creation)
  const twin = store.posts.find(
    (post) => post.author === author && recent(post, now) && sameAs(post, text, media),
  )
  if (twin) throw duplicate(twin.urn)
  if (takeSpecial(service.faults, person, 'ghost_twin'))
    throw duplicate(`urn:li:share:${nextId(store, now)}`)
  // Never assume: posts with a video, a document or several images are another kind of thing there.
  const grouped = media.length > 1 || /^urn:li:(video|document)/.test(media[0]?.urn ?? '')
  const urn = `urn:li:${grouped ? 'ugcPost' : 'share'}:${nextId(store, now)}`
  store.posts.push({
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
  service.options.made?.(urn)
  // The id is told by a header alone, and what stands between drops headers.
  const lost = service.faults.takeNamed('late_id', [person.id, person.username])
  return { status: 201, headers: lost ? {} : { 'x-restli-id': urn, 'x-linkedin-id': urn } }
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

const patchSchema = z.strictObject({
  patch: z.strictObject({ $set: z.strictObject({ commentary: z.string() }) }),
})

function edit(context: Context): Answer {
  const { request, service, store, now } = context
  const post = living(store, urnIn(request))
  mayWriteAs(context, post.author, 'partnerApiPosts.PARTIAL_UPDATE')
  if (methodOf(request) !== 'PARTIAL_UPDATE') throw wrongPath()
  const { commentary } = readBody(request, patchSchema).patch.$set
  service.options.reworded?.(post.urn)
  post.text = textOf({ commentary, content: undefined })
  post.commentary = commentary
  post.edited_at = now
  return { status: 204 }
}

/** A second time is the same as the first. */
function remove(context: Context): Answer {
  const { request, service, store, now } = context
  const urn = urnIn(request)
  const post = store.posts.find((each) => each.urn === urn)
  if (!post) throw missing(urn)
  mayWriteAs(context, post.author, 'partnerApiPosts.DELETE')
  service.options.gone?.(urn)
  post.deleted_at ??= now
  return { status: 204 }
}
