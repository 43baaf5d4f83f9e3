/** After a lost answer: the Page's newest posts, compared by words, time and the photos that only our post can have. */
import { z } from 'zod'
import { ask, Id } from '../meta/graph.ts'
import type { Finding, Json, Receipt } from '../platform.ts'
import { permalinkOf } from './permalink.ts'
import { graphOf, type Session } from './session.ts'

/** Clocks differ, and Facebook cuts its times to seconds. */
const BEFORE = 60_000
const PAGES = 4

const Target = z.object({ target: z.object({ id: z.string() }).nullish().catch(null) })
const Attached = Target.extend({
  subattachments: z
    .object({ data: z.array(Target) })
    .nullish()
    .catch(null),
})
const Post = z.object({
  id: Id,
  message: z.string().nullish(),
  created_time: z.coerce.date().nullish().catch(null),
  permalink_url: z.string().nullish(),
  attachments: z
    .object({ data: z.array(Attached) })
    .nullish()
    .catch(null),
})
type Post = z.output<typeof Post>

const paging = z
  .object({
    cursors: z.object({ after: z.string().nullish() }).nullish(),
    next: z.string().nullish(),
  })
  .nullish()
const Posts = z.object({ data: z.array(Post), paging })
const Comments = z.object({
  data: z.array(
    z.object({
      id: Id,
      message: z.string().nullish(),
      created_time: z.coerce.date().nullish().catch(null),
    }),
  ),
})

export interface Wanted {
  text: string
  photos: readonly string[]
  started_at: Date
}

export async function find(session: Session, wanted: Wanted): Promise<Finding<Json>> {
  const since = wanted.started_at.getTime() - BEFORE
  const alike: Post[] = []
  let after: string | undefined
  for (let page = 1; page <= PAGES; page++) {
    const posts = await list(session, since, after)
    alike.push(...posts.data.filter((post) => isAlike(post, wanted, since)))
    after = posts.paging?.next ? (posts.paging.cursors?.after ?? undefined) : undefined
    // Meta's description of this edge has no `since`: should it be passed over, older posts end the list all the same.
    if ((posts.data.at(-1)?.created_time?.getTime() ?? since) < since) after = undefined
    if (!after) break
  }
  const chosen = choose(alike, wanted)
  if (chosen === 'unknowable') return 'unknowable'
  if (!chosen) return after ? 'unknowable' : 'absent'
  const receipt: Receipt = {
    platform_post_id: chosen.id,
    platform_url: permalinkOf(session.tools, chosen.permalink_url ?? `/${chosen.id}`),
  }
  return { found: { ...receipt } }
}

async function list(session: Session, since: number, after: string | undefined) {
  return ask(graphOf(session), {
    purpose: 'read',
    method: 'GET',
    path: `/${session.account.platform_account_id}/published_posts`,
    query: {
      fields:
        'id,message,created_time,permalink_url,attachments{target{id},subattachments{target{id}}}',
      limit: '25',
      since: String(Math.floor(since / 1000)),
      ...(after && { after }),
    },
    answer: Posts,
  })
}

function isAlike({ message, created_time }: Post, { text }: Wanted, since: number) {
  return plain(message ?? '') === plain(text) && (created_time?.getTime() ?? since) >= since
}

/**
 * Newest first. A photo belongs to one post: where ours is shown, that is the one. Other photos are another post; where none
 * are told, the words decide, and without words nothing can.
 */
function choose(alike: readonly Post[], { text, photos }: Wanted): Post | 'unknowable' | undefined {
  if (!photos.length) return alike.findLast((post) => photosOf(post).length === 0) ?? alike.at(-1)
  const ours = alike.find((post) => photosOf(post).some((id) => photos.includes(id)))
  if (ours) return ours
  const untold = alike.filter((post) => photosOf(post).length === 0)
  if (!untold.length) return undefined
  return plain(text) === '' ? 'unknowable' : untold.at(-1)
}

function photosOf({ attachments }: Post): string[] {
  const all = (attachments?.data ?? []).flatMap(({ target, subattachments }) => [
    target?.id,
    ...(subattachments?.data ?? []).map((one) => one.target?.id),
  ])
  return all.filter((id) => id !== undefined)
}

export async function findComment(
  session: Session,
  wanted: { post: string; text: string; started_at: Date },
): Promise<Finding<Json>> {
  const { data } = await ask(graphOf(session), {
    purpose: 'read',
    method: 'GET',
    path: `/${wanted.post}/comments`,
    query: { fields: 'id,message,created_time', limit: '100' },
    answer: Comments,
  })
  const since = wanted.started_at.getTime() - BEFORE
  const ours = data.find(
    ({ message, created_time }) =>
      plain(message ?? '') === plain(wanted.text) && (created_time?.getTime() ?? since) >= since,
  )
  return ours ? { found: { id: ours.id } } : 'absent'
}

const plain = (text: string) => text.normalize('NFC').replaceAll('\r\n', '\n').trim()
