/** A post, a video and a comment in the fields of Graph. */
import type { Field } from '../kit/graph-fields.ts'
import { select } from './fields.ts'
import { counted } from './insights.ts'
import { pageOf } from './people.ts'
import type { Context } from './service.ts'
import type { Comment, Post, Video } from './state.ts'

export function showPost(context: Context, post: Post, fields: readonly Field[]) {
  const { store, service } = context
  return select('Post', fields, {
    id: () => post.id,
    message: () => post.message || undefined,
    created_time: () => time(post.created_at),
    permalink_url: () => permalink(context, post),
    is_published: () => true,
    from: () => ({ id: post.page_id, name: pageOf(post.page_id)?.name }),
    application: () => ({ id: post.client_id, name: 'Sandbox app' }),
    status_type: () => (post.media.length ? 'added_photos' : 'mobile_status_update'),
    attachments: () =>
      post.media.length
        ? {
            data: [
              {
                type:
                  post.kind === 'photo'
                    ? post.media.length > 1
                      ? 'album'
                      : 'photo'
                    : 'video_inline',
                target: { id: post.media[0], url: permalink(context, post) },
                ...(post.media.length > 1
                  ? {
                      subattachments: {
                        data: post.media.map((id) => ({ type: 'photo', target: { id } })),
                      },
                    }
                  : {}),
              },
            ],
          }
        : undefined,
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

export function showVideo(context: Context, video: Video, fields: readonly Field[]) {
  const { now, store } = context
  const done = video.finished_at > 0 && video.ready_at <= now
  const uploaded = video.size > 0 && video.received >= video.size
  const live = done && !video.failure && video.post_id !== null
  return select('Video', fields, {
    id: () => video.id,
    description: () => video.description || undefined,
    title: () => video.title || undefined,
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

export function showComment(_: Context, comment: Comment, fields: readonly Field[]) {
  return select('Comment', fields, {
    id: () => comment.id,
    message: () => comment.message,
    created_time: () => time(comment.created_at),
    from: () => ({ id: comment.page_id, name: pageOf(comment.page_id)?.name }),
    application: () => ({ id: comment.client_id }),
    permalink_url: () => undefined,
  })
}

export const permalink = ({ service }: Context, post: Post) =>
  `${service.options.url}/web/${post.id}`

/** `2026-11-20T10:00:00+0000`, in whole seconds. */
export const time = (at: number) => `${new Date(at).toISOString().slice(0, 19)}+0000`
