/** Texts, links, photos, photo stories and comments of a Page (docs/facts/facebook.md §3). */
import { z } from 'zod'
import { takeSpecial } from './faults.ts'
import { flag, readList, type Params } from '../kit/graph-params.ts'
import { invalid, missing, refuse } from '../kit/graph-refusals.ts'
import { publicPage } from '../kit/public-pages.ts'
import type { Call, Context } from './service.ts'
import type { Photo, Post } from './state.ts'
import { nextId } from './store.ts'

const mostPictures = 10
const mostText = 63_206
const pulled = z.object({ media_fbid: z.string() })

export const postingCalls: readonly Call[] = [
  {
    method: 'POST',
    edge: 'feed',
    on: 'post',
    scopes: ['pages_manage_posts'],
    task: 'CREATE_CONTENT',
    run(context) {
      const { store, params, now } = context
      const written = textOf(params, 'message')
      const stripped =
        /@\[\d+\]/.test(written) &&
        takeSpecial(context.service.faults, context.page, 'mentions_stripped')
      // Seen of an app without the feature: nothing is said, and the mention is gone (gitroomhq/postiz-app #1548, 2026-05-21).
      const message = stripped ? written.replace(/@\[\d+\]/g, '') : written
      const link = params.text.get('link') ?? null
      const photos = attached(context)
      checkTimes(params, now)
      if (!message.trim() && link === null && !photos.length)
        throw invalid('You must provide a message or a link.')
      if (link !== null) checkLink(link)
      const last = [...store.posts.values()].findLast(({ page_id }) => page_id === context.page?.id)
      if (
        !photos.length &&
        last?.kind === 'status' &&
        last.message === message &&
        last.link === link
      )
        throw refuse(506, '(#506) Duplicate status message', { title: 'Duplicate Status Update' })
      const place = params.text.get('place') ?? null
      // How one without a location is refused is from memory.
      if (place !== null && !publicPage(place)?.location)
        throw invalid('Param place must be the ID of a Page with a location')
      const post = addPost(context, { kind: photos.length ? 'photo' : 'status', message, link })
      post.place = place
      for (const photo of photos) {
        photo.post_id = post.id
        post.media.push(photo.id)
      }
      return { id: post.id }
    },
  },
  {
    method: 'POST',
    edge: 'photos',
    on: (params) => (params.text.get('published') === 'false' ? 'upload' : 'post'),
    scopes: ['pages_manage_posts'],
    task: 'CREATE_CONTENT',
    async run(context) {
      const { store, params, now, page } = context
      const file = await pictureOf(params)
      checkTimes(params, now)
      const caption = textOf(params, params.text.has('caption') ? 'caption' : 'message')
      const photo: Photo = {
        id: nextId(store),
        page_id: page?.id ?? '',
        alt_text: params.text.get('alt_text_custom') ?? null,
        caption,
        mime_type: file.mime_type,
        bytes: file.bytes.length,
        post_id: null,
        created_at: now,
        temporary: flag(params, 'temporary', false),
      }
      store.photos.set(photo.id, photo)
      if (store.images.size < 2000) store.images.set(photo.id, file.bytes)
      if (!flag(params, 'published', true)) return { id: photo.id }
      const post = addPost(context, { kind: 'photo', message: caption, link: null })
      post.media.push(photo.id)
      photo.post_id = post.id
      return { id: photo.id, post_id: post.id }
    },
  },
  {
    method: 'POST',
    edge: 'photo_stories',
    on: 'post',
    scopes: ['pages_manage_posts'],
    task: 'CREATE_CONTENT',
    run(context) {
      const photo = usable(context, context.params.text.get('photo_id') ?? '')
      const post = addPost(context, { kind: 'story', message: '', link: null })
      photo.post_id = post.id
      post.media.push(photo.id)
      return { success: true, post_id: post.id }
    },
  },
  {
    method: 'POST',
    edge: 'comments',
    on: 'comment',
    scopes: ['pages_manage_engagement'],
    task: 'MODERATE',
    run({ service, store, params, id, page, token, now }) {
      const target =
        store.posts.get(id) ??
        store.videos.get(id) ??
        store.photos.get(id) ??
        store.comments.get(id)
      if (!target) throw missing(id, 'POST')
      const message = textOf(params, 'message')
      if (!message.trim()) throw invalid('Param message must be a non-empty string')
      const object_id = 'post_id' in target ? (target.post_id ?? target.id) : target.id
      const [, short] = object_id.split('_')
      const comment = {
        id: `${short ?? object_id}_${nextId(store)}`,
        page_id: page?.id ?? '',
        object_id,
        message,
      }
      store.comments.set(comment.id, { ...comment, client_id: token.client_id, created_at: now })
      service.options.made?.(comment.id)
      return { id: comment.id }
    },
  },
  {
    method: 'POST',
    edge: '',
    on: 'edit',
    scopes: ['pages_manage_posts'],
    task: 'CREATE_CONTENT',
    run({ service, store, params, id, page, token }) {
      const post = store.posts.get(id)
      if (!post || post.page_id !== page?.id) throw missing(id, 'POST')
      // "An app can only update a Page post if the post was made using that app."
      if (post.client_id !== token.client_id)
        throw refuse(200, '(#200) The post was not created by this app', { status: 403 })
      if (params.text.has('message')) {
        const message = textOf(params, 'message')
        service.options.reworded?.(id)
        post.message = message
      }
      return { success: true }
    },
  },
]

export function textOf({ text }: Params, name: string): string {
  const value = text.get(name) ?? ''
  if (value.length > mostText) throw invalid('Param message is too long')
  return value
}

export function addPost(
  { service, store, page, token, now }: Context,
  content: Pick<Post, 'kind' | 'message' | 'link'>,
): Post {
  const page_id = page?.id ?? ''
  const id = `${page_id}_${nextId(store)}`
  const { client_id } = token
  const made = { id, page_id, client_id, by: null, place: null, created_at: now, media: [] }
  const post: Post = { ...made, ...content }
  store.posts.set(id, post)
  service.options.made?.(id)
  return post
}

/** "10 min–30 d"; this emulator publishes nothing later by itself, so it takes no scheduled post at all. */
export function checkTimes({ text }: Params, now: number) {
  const time = text.get('scheduled_publish_time')
  if (time === undefined) return
  const at = /^\d+$/.test(time) ? Number(time) * 1000 : Date.parse(time)
  if (!(at >= now + 600_000 && at <= now + 30 * 86_400_000))
    throw invalid('The specified scheduled publish time is invalid.', 1363046)
  throw invalid('The sandbox schedules nothing.')
}

function checkLink(link: string) {
  const host = URL.canParse(link) ? new URL(link).hostname : ''
  if (!host) throw invalid('The url you supplied is invalid', 2061006)
  if (/(^|\.)facebook\.com$/.test(host))
    throw invalid('Links to Facebook cannot be posted', 1609008)
  if (host.endsWith('.invalid')) throw invalid('Invalid parameter', 1609005)
}

function attached(context: Context): Photo[] {
  const given = context.params.text.get('attached_media')
  if (given === undefined) return []
  const list = z.array(pulled).safeParse(readList(given)).data
  if (!list?.length) throw invalid('Param attached_media must be an array of media')
  if (list.length > mostPictures) throw invalid('Param attached_media has too many elements')
  return list.map(({ media_fbid }) => usable(context, media_fbid))
}

/** Unpublished, of this Page, not removed: "temporary photos are removed after about 24 hours if unused". */
function usable({ store, page, now }: Context, id: string): Photo {
  const photo = store.photos.get(id)
  if (!photo || photo.page_id !== page?.id) throw missing(id, 'POST')
  if (photo.temporary && photo.created_at + 86_400_000 < now) throw missing(id, 'POST')
  if (photo.post_id !== null) throw invalid('These photos were already posted.', 1366051)
  return photo
}

const signs: readonly [string, string][] = [
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e47'],
  ['image/gif', '474946'],
  ['image/bmp', '424d'],
  ['image/tiff', '49492a00'],
  ['image/tiff', '4d4d002a'],
]

/** A file or an address; "real rejection above about 4 MB with subcode 1366046". */
async function pictureOf({ text, files }: Params) {
  const url = text.get('url')
  const source = files.get('source')
  if ((url === undefined) === (source === undefined))
    throw refuse(324, '(#324) Missing or invalid image file')
  const bytes = source?.bytes ?? (await pull(url ?? ''))
  const [mime_type] = signs.find(([, sign]) => bytes.toString('hex', 0, 4).startsWith(sign)) ?? []
  if (mime_type === undefined || bytes.length > 4_000_000)
    throw invalid(
      'Your photos couldn’t be uploaded. Photos should be less than 4 MB and saved as JPG, PNG, GIF or TIFF files.',
      1366046,
    )
  return { bytes, mime_type }
}

export async function pull(url: string): Promise<Buffer> {
  const failed = () => refuse(389, '(#389) Unable to fetch file from URL.')
  if (!/^https?:\/\//.test(url)) throw failed()
  const answer = await fetch(url, { redirect: 'error' }).catch(() => undefined)
  // It may break off in the middle, too.
  const bytes = answer?.ok && (await answer.arrayBuffer().catch(() => undefined))
  if (!bytes) throw failed()
  return Buffer.from(bytes)
}
