/** A post, a video and a comment in the fields of Graph. */
import type { Field } from '../kit/graph-fields.ts'
import { publicPage } from '../kit/public-pages.ts'
import { select } from './fields.ts'
import { counted } from './insights.ts'
import { pageOf, people } from './people.ts'
import type { Context } from './service.ts'
import type { Comment, Post, Video } from './state.ts'

export function showPost(context: Context, post: Post, fields: readonly Field[]) {
  const { store, service } = context
  return select('Post', fields, {
    id: () => post.id,
    message: () => shownText(post.message, post.id, context) || undefined,
    message_tags: () => tagsOf(post.message),
    created_time: () => time(post.created_at),
    permalink_url: () => permalink(context, post),
    is_published: () => true,
    from: () => authorOf(post),
    application: () => appOf(post),
    place: () => publicPage(post.place ?? undefined),
    status_type: () => (post.media.length ? 'added_photos' : 'mobile_status_update'),
    attachments: () => attachmentsOf(context, post),
    comments: () => ({
      data: [],
      summary: {
        total_count:
          [...store.comments.values()].filter(({ object_id }) => object_id === post.id).length +
          counted(post, service.options.now(), 'comments'),
      },
    }),
    likes: () => ({
      data: [],
      summary: { total_count: counted(post, service.options.now(), 'likes') },
    }),
    reactions: () => ({
      data: [],
      summary: { total_count: counted(post, service.options.now(), 'likes') },
    }),
    // "`shares.count`: the field is absent when 0."
    shares: () => {
      const count = counted(post, service.options.now(), 'shares')
      return count ? { count } : undefined
    },
  })
}

/** What was uploaded, or the card of a link. */
function attachmentsOf(context: Context, { kind, media, link }: Post) {
  const [first] = media
  if (first === undefined && link === null) return undefined
  if (first === undefined)
    return { data: [{ type: 'share', url: link, unshimmed_url: link, target: { url: link } }] }
  const photos = media.length > 1 ? 'album' : 'photo'
  const sub = media.map((id) => ({ type: 'photo', target: { id } }))
  const shown = {
    type: kind === 'photo' ? photos : 'video_inline',
    target: { id: first, url: `${context.service.options.url}/web/photo/${first}` },
    ...(media.length > 1 ? { subattachments: { data: sub } } : {}),
  }
  return { data: [shown] }
}

export function showVideo(context: Context, video: Video, fields: readonly Field[]) {
  const { now, store } = context
  const done = video.finished_at > 0 && video.ready_at <= now
  const uploaded = video.size > 0 && video.received >= video.size
  const live = done && !video.failure && video.post_id !== null
  return select('Video', fields, {
    id: () => video.id,
    description: () => shownText(video.description, video.id, context) || undefined,
    title: () => shownText(video.title, `${video.id} title`, context) || undefined,
    created_time: () => time(video.created_at),
    updated_time: () => time(video.finished_at || video.created_at),
    published: () => live,
    post_id: () => (live ? video.post_id : undefined),
    // "`permalink_url` of videos can be relative."
    permalink_url: () => (video.kind === 'reel' ? `/reel/${video.id}` : `/watch/?v=${video.id}`),
    status: () => ({
      video_status: statusOf(video, uploaded, done),
      uploading_phase: {
        status: uploaded ? 'complete' : 'in_progress',
        // The guide's spelling, and that of the machine-readable description.
        bytes_transfered: video.received,
        bytes_transferred: video.received,
        source_file_size: video.size,
      },
      processing_phase: {
        status: video.failure && done ? 'error' : done ? 'complete' : 'not_started',
        ...(video.failure && done ? { errors: [{ code: 1363008, message: video.failure }] } : {}),
      },
      publishing_phase: live
        ? {
            status: 'complete',
            publish_status: 'published',
            publish_time: time(store.posts.get(video.post_id ?? '')?.created_at ?? now),
          }
        : { status: 'not_started' },
    }),
  })
}

function statusOf(video: Video, uploaded: boolean, done: boolean) {
  if (!uploaded) return 'uploading'
  if (!video.finished_at) return 'upload_complete'
  if (!done) return 'processing'
  return video.failure ? 'error' : 'ready'
}

export function showComment(context: Context, comment: Comment, fields: readonly Field[]) {
  return select('Comment', fields, {
    id: () => comment.id,
    message: () => shownText(comment.message, comment.id, context),
    created_time: () => time(comment.created_at),
    from: () => ({ id: comment.page_id, name: pageOf(comment.page_id)?.name }),
    application: () => ({ id: comment.client_id }),
    permalink_url: () => undefined,
  })
}

/** A Page that is mentioned stands there as its name; what names no Page stays as it was written. */
const mention = /@\[(\d+)\]/g

/** "Mention any Facebook Page" (features-reference/page-mentioning, 2026-07-01). */
const named = (id: string | undefined) => pageOf(id) ?? publicPage(id)

function shownText(text: string, id: string, { look }: Context) {
  return look.text(
    text.replace(mention, (written: string, page: string) => named(page)?.name ?? written),
    id,
  )
}

function tagsOf(message: string) {
  const tags = Array.from(message.matchAll(mention), ([, id]) => named(id))
  const shown = tags.flatMap((page) =>
    page ? [{ id: page.id, name: page.name, type: 'page' }] : [],
  )
  return shown.length ? shown : undefined
}

function authorOf({ by, page_id }: Post) {
  const visitor = people.find(({ id }) => id === by)
  const { id = '', name = '' } = visitor ?? pageOf(page_id) ?? {}
  return { id, name }
}

/** What a visitor or an app of Meta's own wrote tells of no app of ours. */
const appOf = ({ client_id, by }: Post) =>
  by === null ? { id: client_id, name: 'Sandbox app' } : undefined

export const permalink = ({ service }: Context, post: Post) =>
  `${service.options.url}/web/${post.id}`

/** `2026-11-20T10:00:00+0000`, in whole seconds. */
export const time = (at: number) => `${new Date(at).toISOString().slice(0, 19)}+0000`
