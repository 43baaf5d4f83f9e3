/** Reading back: lists of a Page, one object, comments, deleting (docs/facts/facebook.md §3, §6). */
import { takeSpecial } from './faults.ts'
import { paged, type Field } from '../kit/graph-fields.ts'
import { select } from './fields.ts'
import { addressOf, fieldsOf, showPage } from './accounts.ts'
import { integer } from '../kit/graph-params.ts'
import { pageOf } from './people.ts'
import { missing } from '../kit/graph-refusals.ts'
import type { Call, Context } from './service.ts'
import { isAskedFor, showStory } from './stories.ts'
import { showComment, showPost, showVideo, time } from './shown.ts'
import type { Post } from './state.ts'

/** "The feed of posts, including status updates and links, published by this Page, or by others on this Page." */
const lists: Record<string, (post: Post) => boolean> = {
  published_posts: ({ kind, by }) => kind !== 'story' && by === null,
  feed: ({ kind }) => kind !== 'story',
  posts: ({ kind, by }) => kind !== 'story' && by === null,
}

export const readCalls: readonly Call[] = [
  ...Object.entries(lists).map(([edge, shown]): Call => ({
    method: 'GET',
    edge,
    on: 'read',
    scopes: ['pages_read_engagement'],
    run: (context) => list(context, postsOf(context, shown), 'created_time,message,id', showPost),
  })),
  {
    method: 'GET',
    edge: 'scheduled_posts',
    on: 'read',
    scopes: ['pages_read_engagement'],
    run: () => ({ data: [] }),
  },
  {
    method: 'GET',
    edge: 'stories',
    on: 'read',
    scopes: ['pages_read_engagement'],
    run: (context) =>
      list(
        context,
        postsOf(context, (post) => post.kind === 'story' && isAskedFor(context, post)),
        'post_id,status,creation_time,media_type,media_id,url',
        showStory,
      ),
  },
  ...['video_reels', 'videos'].map((edge): Call => ({
    method: 'GET',
    edge,
    on: 'read',
    scopes: ['pages_read_engagement'],
    run: (context) => {
      const kind = edge === 'videos' ? 'video' : 'reel'
      const all = [...context.store.videos.values()].toReversed()
      const own = all.filter(
        (video) => video.page_id === context.id && video.kind === kind && video.post_id,
      )
      return list(context, own, 'id,description,updated_time', showVideo)
    },
  })),
  {
    method: 'GET',
    edge: 'comments',
    on: 'read',
    scopes: ['pages_read_engagement'],
    run(context) {
      const { store, id } = context
      const object_id =
        store.posts.get(id)?.id ?? store.videos.get(id)?.post_id ?? store.photos.get(id)?.post_id
      if (object_id === undefined) throw missing(id)
      const all = [...store.comments.values()].filter((each) => each.object_id === object_id)
      const shown = context.look.list(all.toReversed(), (comment) => comment).toReversed()
      return list(context, shown, 'created_time,from,message,id', showComment)
    },
  },
  { method: 'GET', edge: '', on: 'status', scopes: [], run: one },
  {
    method: 'DELETE',
    edge: '',
    on: 'delete',
    scopes: ['pages_manage_posts'],
    run({ service, store, id, page }) {
      const found =
        store.posts.get(id) ??
        store.comments.get(id) ??
        store.photos.get(id) ??
        store.videos.get(id)
      if (!found || found.page_id !== page?.id) throw missing(id, 'DELETE')
      const post_id = 'post_id' in found ? found.post_id : null
      service.options.gone?.(post_id ?? id)
      for (const shelf of [store.posts, store.comments, store.photos, store.videos])
        shelf.delete(id)
      if (post_id !== null) store.posts.delete(post_id)
      return { success: true }
    },
  },
]

function postsOf({ store, id, params, page, look }: Context, shown: (post: Post) => boolean) {
  if (!page || (id !== 'me' && id !== page.id)) throw missing(id)
  const since = (integer(params, 'since') ?? 0) * 1000
  const until = (integer(params, 'until') ?? Number.MAX_SAFE_INTEGER / 1000) * 1000
  const posts = [...store.posts.values()].toReversed()
  const own = posts.filter(
    (post) =>
      post.page_id === page.id &&
      shown(post) &&
      post.created_at >= since &&
      post.created_at <= until,
  )
  return look.list(own, (post) => post)
}

function list<Item>(
  context: Context,
  items: readonly Item[],
  otherwise: string,
  show: (context: Context, item: Item, fields: Field[]) => unknown,
) {
  const fields = fieldsOf(context.params, otherwise)
  const limit = Math.min(100, integer(context.params, 'limit') ?? 25)
  const page = paged(items, {
    limit,
    after: context.params.text.get('after'),
    show: (item) => show(context, item, fields),
    address: (after) => addressOf(context, { limit: String(limit), after }),
  })
  // "Specify the fields to fetch in the summary param (like `summary=total_count`)."
  const counted = context.params.text.get('summary') === 'total_count'
  return counted ? { ...page, summary: { total_count: items.length } } : page
}

function one(context: Context): unknown {
  const { store, id, page, person, params, service } = context
  if (takeSpecial(service.faults, page, 'permalink_late')) throw missing(id)
  if (id === 'me' && page === undefined)
    return select('User', fieldsOf(params, 'id,name'), {
      id: () => person.id,
      name: () => person.name,
    })
  const asked = pageOf(id === 'me' ? page?.id : id)
  if (asked && (asked.id === page?.id || asked.owner === person.id))
    return showPage(context, asked, fieldsOf(params, 'id,name'))
  const post = store.posts.get(id)
  const video = store.videos.get(id)
  const photo = store.photos.get(id)
  const comment = store.comments.get(id)
  const found = post ?? video ?? photo ?? comment
  if (!found || found.page_id !== page?.id) throw missing(id)
  if (post) return showPost(context, post, fieldsOf(params, 'id,created_time,message'))
  if (video) return showVideo(context, video, fieldsOf(params, 'id,description,updated_time'))
  if (comment) return showComment(context, comment, fieldsOf(params, 'id,created_time,message'))
  return select('Photo', fieldsOf(params, 'id,created_time'), {
    id: () => id,
    created_time: () => time(found.created_at),
    name: () => photo?.caption,
    alt_text_custom: () => photo?.alt_text ?? undefined,
    page_story_id: () => photo?.post_id ?? undefined,
    post_id: () => photo?.post_id ?? undefined,
    link: () => `${service.options.url}/web/photo/${id}`,
  })
}
