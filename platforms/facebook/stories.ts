/** Stories: a photo that no post has used, or a video, shown for a day. Which one is ours, the Page's list of stories tells. */
import { z } from 'zod'
import { type Looked, reachOf, type Sight } from '../evidence.ts'
import { ask, Id } from '../meta/graph.ts'
import { pageOf, timeOf, walk } from '../meta/lists.ts'
import { Failure, type Json, type Receipt } from '../platform.ts'
import { permalinkOf } from './permalink.ts'
import { graphOf, type Access } from './access.ts'

/** A number is taken only while it has all its digits. */
const AnyId = z.union([Id, z.int().positive().transform(String)])
const Published = z.object({ post_id: AnyId })
const Story = z.object({
  post_id: AnyId,
  media_id: AnyId.nullish().catch(null),
  url: z.string().nullish().catch(null),
  creation_time: z.coerce.string().nullish().catch(null),
})
type Story = z.output<typeof Story>
const Stories = pageOf(Story)

const PAGES = 4

export async function publishPhotoStory(access: Access, photo: string): Promise<Json> {
  const { post_id } = await ask(graphOf(access), {
    purpose: 'publish',
    method: 'POST',
    path: `/${access.account.platform_account_id}/photo_stories`,
    form: { photo_id: photo },
    answer: Published,
  })
  return storyReceipt(access, post_id, photo)
}

/** A photo belongs to one story: the one that shows it is ours. */
export async function lookAtStories(access: Access, from: Date): Promise<Looked> {
  const reach = (stories: readonly Story[], ended: boolean) =>
    reachOf(stories.map(beganAt), { from: from.getTime(), ended })
  const { entries, ended } = await walk((after) => list(access, after), {
    pages: PAGES,
    enough: (stories) => reach(stories, false) === 'past_window',
  })
  const seen = entries.map((story): Sight => {
    const { post_id, media_id, url } = story
    return {
      ids: [post_id],
      at: beganAt(story),
      url: url ? permalinkOf(access.tools, url) : null,
      author: 'us',
      app: undefined,
      role: 'story',
      parent: null,
      shown: { text: '' },
      media: media_id ? { ids: [media_id], in_full: true } : undefined,
      key: false,
      contradicts: null,
    }
  })
  return { known: null, seen, reach: reach(entries, ended) }
}

/** In seconds, says the description; other lists of Graph write times out. */
function beganAt({ creation_time }: Story): number | null {
  return /^\d+$/.test(creation_time ?? '') ? Number(creation_time) * 1000 : timeOf(creation_time)
}

/** With its address where the list tells it; a story that is out is out without one. */
export async function storyReceipt(
  access: Access,
  post_id: string,
  media_id: string,
): Promise<Json> {
  try {
    const { data } = await list(access, undefined)
    const ours = data.find((each) => each.post_id === post_id || each.media_id === media_id)
    return receipt(access, post_id, ours?.url)
  } catch (error) {
    if (error instanceof Failure) return receipt(access, post_id, null)
    throw error
  }
}

function receipt({ tools }: Access, platform_post_id: string, url: string | null | undefined) {
  const platform_url = url ? permalinkOf(tools, url) : null
  return { platform_post_id, platform_url } satisfies Receipt
}

async function list(access: Access, after: string | undefined) {
  return ask(graphOf(access), {
    purpose: 'read',
    method: 'GET',
    path: `/${access.account.platform_account_id}/stories`,
    query: {
      fields: 'post_id,media_id,url,creation_time',
      summary: 'total_count',
      ...(after && { after }),
    },
    answer: Stories,
  })
}
