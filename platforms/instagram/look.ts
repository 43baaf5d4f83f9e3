/** After a lost answer: what the container says of itself, and what the account shows. A container is published once. */
import { z } from 'zod'
import { type Known, type Looked, reachOf, type Sight } from '../evidence.ts'
import { stateOf } from '../meta/container.ts'
import { ask, Id } from '../meta/graph.ts'
import { pageOf, timeOf, walk } from '../meta/lists.ts'
import { Failure, type PublicationMedia } from '../platform.ts'
import { isPassing, isVideo, type Access, statusOf } from './containers.ts'
import { graphOf } from './access.ts'

const MEDIA = { page_size: 25, pages: 4 }
const COMMENTS = { page_size: 50, pages: 10 }

const words = z.string().nullish().catch(null)
const Medium = z.object({
  id: Id,
  caption: words,
  timestamp: words,
  permalink: z.url().nullish().catch(null),
  media_type: words,
})
type Medium = z.output<typeof Medium>
const Media = pageOf(Medium)
const Comment = z.object({
  id: Id,
  text: words,
  timestamp: words,
  username: words,
  parent_id: Id.nullish().catch(null),
})
const Comments = pageOf(Comment)
const Commented = z.object({
  username: words,
  comments_count: z.number().nullish().catch(null),
})

export interface Wanted {
  container: string | null
  media: readonly PublicationMedia[]
  story: boolean
  /** False: a trial reel, of which no document says that it is among the media of an account. */
  listed: boolean
  from: Date
  look: number
}

/** Without a container: by the list alone. */
export async function look(access: Access, wanted: Wanted): Promise<Looked> {
  const { container } = wanted
  const known = container === null ? null : await knownOf(access, container, wanted.look)
  const list = await listOf(access, wanted).catch((error: unknown) => {
    // What the container says stands without it.
    if (!(error instanceof Failure) || error.kind !== 'rejected') throw error
    return { seen: [], reach: 'part' as const }
  })
  return { known, ...list, ...(!wanted.listed && { reach: 'no_list' as const }) }
}

/** What the container says of itself. */
export async function knownOf(access: Access, container: string, look: number): Promise<Known> {
  const told = await statusIfTold(access, container)
  const now = access.tools.now()
  return stateOf(told?.status_code, told?.status ?? '', { look, now, failed: failedWith })
}

/** Blocked as spam, posts have been seen to be out; and without a reason nothing is known. */
function failedWith(said: string): Known {
  if (!/220\d{4}/.test(said) || said.includes('2207051')) return { is: 'unknown' }
  if (isPassing(said)) return { is: 'dead', code: 'unused', words: said }
  const words = `Instagram cannot use the media. It says: ${said}`
  return { is: 'dead', code: 'media_rejected', words }
}

/** Undefined: it is not there, or Instagram does not say; an outage reads the same. */
async function statusIfTold(access: Access, container: string) {
  try {
    return await statusOf(access, container)
  } catch (error) {
    const untold = ['not_found', 'container_gone']
    if (!(error instanceof Failure) || !untold.includes(error.code)) throw error
    return undefined
  }
}

/** Stories are in a list of their own, for as long as they are shown. */
async function listOf({ account, tools }: Access, wanted: Wanted) {
  const { story, from } = wanted
  const reach = (media: readonly Medium[], ended: boolean) =>
    reachOf(
      media.map(({ timestamp }) => timeOf(timestamp)),
      { from: from.getTime(), ended },
    )
  const { entries, ended } = await walk(
    (after) =>
      ask(graphOf(account, tools), {
        purpose: 'read',
        method: 'GET',
        path: `/${account.platform_account_id}/${story ? 'stories' : 'media'}`,
        query: {
          fields: 'id,caption,timestamp,permalink,media_type',
          limit: String(MEDIA.page_size),
          ...(after && { after }),
        },
        answer: Media,
      }),
    { pages: MEDIA.pages, enough: (media) => reach(media, false) === 'past_window' },
  )
  return { seen: entries.map((one) => sightOf(one, wanted)), reach: reach(entries, ended) }
}

function sightOf(medium: Medium, { media, story }: Wanted): Sight {
  const { id, caption, timestamp, permalink, media_type } = medium
  return {
    ids: [id],
    at: timeOf(timestamp),
    url: permalink ?? null,
    author: 'us',
    app: undefined,
    role: story ? 'story' : 'post',
    parent: null,
    shown: { text: caption ?? '' },
    // Its numbers are not those of our containers.
    media: undefined,
    key: false,
    contradicts: media_type && media_type !== typeOf(media) ? 'media_type' : null,
  }
}

function typeOf(media: readonly PublicationMedia[]) {
  if (media.length > 1) return 'CAROUSEL_ALBUM'
  return media.some(isVideo) ? 'VIDEO' : 'IMAGE'
}

export async function lookAtComments(
  access: Access,
  { post, from }: { post: string; from: Date },
): Promise<Looked> {
  const graph = graphOf(access.account, access.tools)
  // Whose comment is ours: by its name now, which may be another than when the account was connected.
  const { username, comments_count } = await ask(graph, {
    purpose: 'read',
    method: 'GET',
    path: `/${post}`,
    query: { fields: 'username,comments_count' },
    answer: Commented,
  })
  const { entries, ended } = await walk(
    (after) =>
      ask(graph, {
        purpose: 'read',
        method: 'GET',
        path: `/${post}/comments`,
        query: {
          fields: 'id,text,timestamp,username,parent_id',
          limit: String(COMMENTS.page_size),
          ...(after && { after }),
        },
        answer: Comments,
      }),
    { pages: COMMENTS.pages },
  )
  const none = entries.length === 0 && comments_count === 0
  const times = entries.map(({ timestamp }) => timeOf(timestamp))
  return {
    known: null,
    seen: entries.map((comment): Sight => ({
      ids: [comment.id],
      at: timeOf(comment.timestamp),
      url: null,
      author: authorOf(comment.username, username),
      app: undefined,
      role: comment.parent_id ? 'reply' : 'comment',
      parent: comment.parent_id ?? post,
      shown: { text: comment.text ?? '' },
      media: undefined,
      key: false,
      contradicts: null,
    })),
    reach: reachOf(times, { from: from.getTime(), ended: ended || none }),
  }
}

function authorOf(name: string | null | undefined, own: string | null | undefined) {
  if (!name || !own) return undefined
  return name === own ? 'us' : 'other'
}
