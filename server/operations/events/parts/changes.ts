/** What was before and after: of posts from their revisions, of all else from the event itself. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { Contents } from '#rules/contents.ts'
import { Changed, type Event } from '#rules/event.ts'
import { changesOf } from '#store/revisions.ts'
import { seenOf } from '../../posts/parts/revisions.ts'

const ofPosts = new Set<Event['type']>(['post.updated', 'post.scheduled'])
const Version = z.object({ updated_at: z.string() })
const Told = z.object({ changes: z.array(Changed).optional() })

export async function withChanges(events: readonly Event[], context: Context) {
  const versions = events.flatMap(({ type, post_id, data }) => {
    const { data: version } = Version.safeParse(data)
    return ofPosts.has(type) && post_id !== null && version
      ? [{ post_id, at: version.updated_at }]
      : []
  })
  const keyOf = (post_id: number | null, at: unknown) => `${post_id} ${String(at)}`
  const known = new Map<string, Changed[]>()
  for (const { post_id, at, changed, ...bodies } of await changesOf(context, versions)) {
    const before = seenOf(Contents.parse(bodies.before), context)
    const after = seenOf(Contents.parse(bodies.after), context)
    known.set(
      keyOf(post_id, new Date(at).toISOString()),
      changed.map((field) => ({ field, before: before[field], after: after[field] })),
    )
  }
  return events.map((event) => ({
    ...event,
    changes:
      known.get(keyOf(event.post_id, event.data['updated_at'])) ??
      Told.safeParse(event.data).data?.changes ??
      null,
  }))
}
