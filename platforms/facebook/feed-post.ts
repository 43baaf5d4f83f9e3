/** A text, a link or photos on the Page's feed: one call, whose answer tells the address too. */
import { z } from 'zod'
import { ask, Id } from '../meta/graph.ts'
import { Failure, type Json, type Receipt } from '../platform.ts'
import { permalinkOf } from './permalink.ts'
import { graphOf, type Access } from './access.ts'

const Created = z.object({ id: Id, permalink_url: z.string().nullish() })

interface FeedPost {
  text: string
  link: string | undefined
  place: string | undefined
  photos: readonly string[]
}

export async function postToFeed(
  access: Access,
  { text, link, place, photos }: FeedPost,
): Promise<Json> {
  if (link && photos.length) {
    const message = 'A link preview and photos do not go together. Put the link into the text.'
    throw new Failure('rejected', 'link_with_media', message)
  }
  const attached = photos.map((id, index) => [
    `attached_media[${index}]`,
    JSON.stringify({ media_fbid: id }),
  ])
  const { id, permalink_url } = await ask(graphOf(access), {
    purpose: 'publish',
    method: 'POST',
    path: `/${access.account.platform_account_id}/feed`,
    query: { fields: 'id,permalink_url' },
    form: {
      ...(text !== '' && { message: text }),
      ...(link && { link }),
      ...(place && { place }),
      ...Object.fromEntries(attached),
    },
    answer: Created,
  })
  const receipt: Receipt = {
    platform_post_id: id,
    platform_url: permalinkOf(access.tools, permalink_url ?? `/${id}`),
  }
  return { ...receipt }
}
