/** After a lost answer on a Page: is it among the newest posts, or below the post? Members' posts cannot be listed. */
import { z } from 'zod'
import type { Finding, Json, Publication } from '../platform.ts'
import { ask, receiptOf, type Session, Urn } from './api.ts'
import { plain } from './text.ts'

/** Clocks differ. */
const BEFORE = 60_000
const NEWEST = 50

const Time = z.coerce.number().nullish().catch(undefined)
const Content = z.object({
  media: z.object({ id: z.string() }).nullish().catch(undefined),
  multiImage: z
    .object({ images: z.array(z.object({ id: z.string() })) })
    .nullish()
    .catch(undefined),
})

const Posts = z.object({
  elements: z.array(
    z.object({
      id: Urn,
      commentary: z.string().nullish(),
      createdAt: Time,
      publishedAt: Time,
      content: Content.nullish().catch(undefined),
    }),
  ),
})

export async function findPost(
  session: Session,
  { text }: Publication,
  { media, started_at }: { media: readonly string[]; started_at: Date },
): Promise<Finding<Json>> {
  const author = encodeURIComponent(session.account.platform_account_id)
  const { elements } = await ask(session, {
    purpose: 'read',
    method: 'GET',
    path: `/rest/posts?author=${author}&q=author&count=${NEWEST}&sortBy=CREATED`,
    action: 'FINDER',
    answer: Posts,
  })
  const since = started_at.getTime() - BEFORE
  const alike = elements.filter(({ commentary, createdAt, publishedAt, content }) => {
    const time = createdAt ?? publishedAt
    if (time !== null && time !== undefined && time < since) return false
    if (asRead(plain(commentary ?? '')) !== asRead(text)) return false
    const theirs = urnsIn(content)
    // Told without its media it is known by its words alone.
    return theirs.length === 0 || theirs.join() === media.join()
  })
  // Our uploads are in no other post.
  const certain = alike.filter(({ content }) => urnsIn(content).length > 0)
  const [post, ...others] = certain.length > 0 ? certain : newerThan(started_at, alike)
  if (post) return others.length > 0 ? 'unknowable' : { found: receiptOf(session, post.id) }
  const oldest = elements.at(-1)?.createdAt ?? 0
  return elements.length === NEWEST && oldest >= since ? 'unknowable' : 'absent'
}

/** Ours comes after the call that was lost, unless the clocks differ. */
function newerThan(time: Date, posts: z.output<typeof Posts>['elements']) {
  const newer = posts.filter(
    ({ createdAt, publishedAt }) => (createdAt ?? publishedAt ?? 0) >= time.getTime(),
  )
  return newer.length > 0 ? newer : posts
}

const Comments = z.object({
  elements: z.array(
    z.object({
      id: z.coerce.string().optional(),
      commentUrn: z.string().optional(),
      actor: z.string().optional(),
      message: z.object({ text: z.string() }).optional(),
      created: z.object({ time: Time }).optional().catch(undefined),
    }),
  ),
})

export async function findComment(
  session: Session,
  post: string,
  text: string,
  started_at: Date,
): Promise<Finding<Json>> {
  const { elements } = await ask(session, {
    purpose: 'read',
    method: 'GET',
    path: `/rest/socialActions/${encodeURIComponent(post)}/comments?start=0&count=100`,
    answer: Comments,
  })
  const since = started_at.getTime() - BEFORE
  const ours = elements.find(
    ({ actor, message, created }) =>
      actor === session.account.platform_account_id &&
      asRead(message?.text ?? '') === asRead(text) &&
      (created?.time ?? since) >= since,
  )
  const id = ours?.id ?? ours?.commentUrn
  return id === undefined ? 'absent' : { found: { platform_post_id: id, platform_url: null } }
}

function asRead(text: string) {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

function urnsIn(content: z.output<typeof Content> | null | undefined) {
  if (content?.media) return [content.media.id]
  return content?.multiImage?.images.map(({ id }) => id) ?? []
}
