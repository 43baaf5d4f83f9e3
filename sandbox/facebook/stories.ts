/** Stories as the Page lists them: published for a day, archived after that where the archive is on (it is). */
import { z } from 'zod'
import type { Field } from '../kit/graph-fields.ts'
import { readList } from '../kit/graph-params.ts'
import { invalid } from '../kit/graph-refusals.ts'
import type { Context } from './service.ts'
import { permalink } from './shown.ts'
import type { Post } from './state.ts'

const DAY = 86_400_000
const Statuses = z.array(z.enum(['PUBLISHED', 'ARCHIVED']))

const statusOf = (now: number, { created_at }: Post) =>
  created_at + DAY > now ? 'PUBLISHED' : 'ARCHIVED'

/** `status=["PUBLISHED"]`; without it, all of them. */
export function isAskedFor({ params, now }: Context, post: Post): boolean {
  const given = params.text.get('status')
  if (given === undefined) return true
  const statuses = Statuses.safeParse(readList(given)).data
  if (!statuses) throw invalid('Param status[0] must be one of {ARCHIVED, PUBLISHED}')
  return statuses.includes(statusOf(now, post))
}

const known = ['post_id', 'status', 'creation_time', 'media_type', 'media_id', 'url'] as const

/** A story has no `id`: it is named by its post. */
export function showStory(context: Context, post: Post, fields: readonly Field[]) {
  const [media_id = ''] = post.media
  const story = {
    post_id: post.id,
    status: statusOf(context.now, post).toLowerCase(),
    creation_time: String(Math.floor(post.created_at / 1000)),
    media_type: context.store.videos.has(media_id) ? 'video' : 'photo',
    media_id,
    url: permalink(context, post),
  }
  return Object.fromEntries(
    fields.map(({ name }) => {
      const field = known.find((each) => each === name)
      if (!field)
        throw invalid(`Tried accessing nonexisting field (${name}) on node type (Stories)`)
      return [field, story[field]]
    }),
  )
}
