/** Stories: a photo that no post has used, or a video, shown for a day. Which one is ours, the Page's list of stories tells. */
import { z } from 'zod'
import { ask, Id } from '../meta/graph.ts'
import { Failure, type Finding, type Json, type Receipt } from '../platform.ts'
import { permalinkOf } from './permalink.ts'
import { graphOf, type Session } from './session.ts'

/** A number is taken only while it has all its digits. */
const AnyId = z.union([Id, z.int().positive().transform(String)])
const Published = z.object({ post_id: AnyId })
const Story = z.object({
  post_id: AnyId,
  media_id: AnyId.nullish().catch(null),
  url: z.string().nullish().catch(null),
})
const Stories = z.object({ data: z.array(Story) })

/** Clocks differ, and Facebook cuts its times to seconds. */
const BEFORE = 60_000

export async function publishPhotoStory(session: Session, photo: string): Promise<Json> {
  const { post_id } = await ask(graphOf(session), {
    purpose: 'publish',
    method: 'POST',
    path: `/${session.account.platform_account_id}/photo_stories`,
    form: { photo_id: photo },
    answer: Published,
  })
  return storyReceipt(session, post_id, photo)
}

/** A photo belongs to one story: the one that shows it is ours. */
export async function findPhotoStory(
  session: Session,
  photo: string,
  started_at: Date,
): Promise<Finding<Json>> {
  const data = await list(session, new Date(started_at.getTime() - BEFORE))
  const ours = data.find(({ media_id }) => media_id === photo)
  if (ours) return { found: receipt(session, ours.post_id, ours.url) }
  return data.every(({ media_id }) => media_id) ? 'absent' : 'unknowable'
}

/** With its address where the list tells it; a story that is out is out without one. */
export async function storyReceipt(
  session: Session,
  post_id: string,
  media_id: string,
): Promise<Json> {
  try {
    const data = await list(session)
    const ours = data.find((each) => each.post_id === post_id || each.media_id === media_id)
    return receipt(session, post_id, ours?.url)
  } catch (error) {
    if (error instanceof Failure) return receipt(session, post_id, null)
    throw error
  }
}

function receipt({ tools }: Session, platform_post_id: string, url: string | null | undefined) {
  const platform_url = url ? permalinkOf(tools, url) : null
  return { platform_post_id, platform_url } satisfies Receipt
}

async function list(session: Session, since?: Date) {
  const { data } = await ask(graphOf(session), {
    purpose: 'read',
    method: 'GET',
    path: `/${session.account.platform_account_id}/stories`,
    query: {
      fields: 'post_id,media_id,url',
      ...(since && { since: String(Math.floor(since.getTime() / 1000)) }),
    },
    answer: Stories,
  })
  return data
}
