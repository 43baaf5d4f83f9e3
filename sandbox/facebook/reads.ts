/** Reading back: lists of a Page, one object, comments, deleting (sheet §3, §6). */
import { takeSpecial } from './faults.ts'
import { paged, type Field } from '../kit/graph-fields.ts'
import { select } from './fields.ts'
import { addressOf, fieldsOf, showPage } from './accounts.ts'
import { integer } from '../kit/graph-params.ts'
import { pageOf } from './people.ts'
import { missing } from '../kit/graph-refusals.ts'
import type { Call, Visit } from './service.ts'
import { isAskedFor, showStory } from './stories.ts'
import { showComment, showPost, showVideo, time } from './shown.ts'
import type { Post } from './state.ts'

const lists: Record<string, (post: Post) => boolean> = {
  published_posts: ({ kind }) => kind !== 'story',
  feed: ({ kind }) => kind !== 'story',
  posts: ({ kind }) => kind !== 'story',
}

export const readCalls: readonly Call[] = [
  ...Object.entries(lists).map(([edge, shown]): Call => ({
    method: 'GET',
    edge,
    on: 'read',
    scopes: ['pages_read_engagement'],
    run: (visit) => list(visit, postsOf(visit, shown), 'created_time,message,id', showPost),
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
    run: (visit) =>
      list(
        visit,
        postsOf(visit, (post) => post.kind === 'story' && isAskedFor(visit, post)),
        'post_id,status,creation_time,media_type,media_id,url',
        showStory,
      ),
  },
  ...['video_reels', 'videos'].map((edge): Call => ({
    method: 'GET',
    edge,
    on: 'read',
    scopes: ['pages_read_engagement'],
    run: (visit) => {
      const kind = edge === 'videos' ? 'video' : 'reel'
      const all = [...visit.world.videos.values()].toReversed()
      const own = all.filter(
        (video) => video.page_id === visit.id && video.kind === kind && video.post_id,
      )
      return list(visit, own, 'id,description,updated_time', showVideo)
    },
  })),
  {
    method: 'GET',
    edge: 'comments',
    on: 'read',
    scopes: ['pages_read_engagement'],
    run(visit) {
      const { world, id } = visit
      const object_id =
        world.posts.get(id)?.id ?? world.videos.get(id)?.post_id ?? world.photos.get(id)?.post_id
      if (object_id === undefined) throw missing(id)
      const all = [...world.comments.values()].filter((each) => each.object_id === object_id)
      if (takeSpecial(visit.service.faults, visit.page, 'hidden_read')) all.pop()
      return list(visit, all, 'created_time,from,message,id', showComment)
    },
  },
  { method: 'GET', edge: '', on: 'status', scopes: [], run: one },
  {
    method: 'DELETE',
    edge: '',
    on: 'delete',
    scopes: ['pages_manage_posts'],
    run({ world, id, page }) {
      const found =
        world.posts.get(id) ??
        world.comments.get(id) ??
        world.photos.get(id) ??
        world.videos.get(id)
      if (!found || found.page_id !== page?.id) throw missing(id, 'DELETE')
      for (const shelf of [world.posts, world.comments, world.photos, world.videos])
        shelf.delete(id)
      if ('post_id' in found && found.post_id !== null) world.posts.delete(found.post_id)
      return { success: true }
    },
  },
]

function postsOf({ world, id, params, page, service }: Visit, shown: (post: Post) => boolean) {
  if (!page || (id !== 'me' && id !== page.id)) throw missing(id)
  const since = (integer(params, 'since') ?? 0) * 1000
  const until = (integer(params, 'until') ?? Number.MAX_SAFE_INTEGER / 1000) * 1000
  const posts = [...world.posts.values()].toReversed()
  const own = posts.filter(
    (post) =>
      post.page_id === page.id &&
      shown(post) &&
      post.created_at >= since &&
      post.created_at <= until,
  )
  if (takeSpecial(service.faults, page, 'hidden_read')) own.shift()
  return own
}

function list<Item>(
  visit: Visit,
  items: readonly Item[],
  otherwise: string,
  show: (visit: Visit, item: Item, fields: Field[]) => unknown,
) {
  const fields = fieldsOf(visit.params, otherwise)
  const limit = Math.min(100, integer(visit.params, 'limit') ?? 25)
  return paged(items, {
    limit,
    after: visit.params.text.get('after'),
    show: (item) => show(visit, item, fields),
    address: (after) => addressOf(visit, { limit: String(limit), after }),
  })
}

function one(visit: Visit): unknown {
  const { world, id, page, person, params, service } = visit
  if (takeSpecial(service.faults, page, 'permalink_late')) throw missing(id)
  if (id === 'me' && page === undefined)
    return select('User', fieldsOf(params, 'id,name'), {
      id: () => person.id,
      name: () => person.name,
    })
  const asked = pageOf(id === 'me' ? page?.id : id)
  if (asked && (asked.id === page?.id || asked.owner === person.id))
    return showPage(visit, asked, fieldsOf(params, 'id,name'))
  const post = world.posts.get(id)
  const video = world.videos.get(id)
  const photo = world.photos.get(id)
  const comment = world.comments.get(id)
  const found = post ?? video ?? photo ?? comment
  if (!found || found.page_id !== page?.id) throw missing(id)
  if (post) return showPost(visit, post, fieldsOf(params, 'id,created_time,message'))
  if (video) return showVideo(visit, video, fieldsOf(params, 'id,description,updated_time'))
  if (comment) return showComment(visit, comment, fieldsOf(params, 'id,created_time,message'))
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
