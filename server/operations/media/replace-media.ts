import { z } from 'zod'
import { itemOf } from './parts/arrivals.ts'
import { mediaId, seenItem } from './parts/fields.ts'
import { isWaiting } from './parts/removing.ts'
import { replaceIn } from './parts/replacing.ts'
import { requireSeenItem } from './parts/arrivals.ts'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { wrong } from '#rules/problem.ts'
import { listUses } from '#store/media.ts'
import { seriesShowing } from '#store/series.ts'

export const replaceMedia = operation({
  name: 'replace_media',
  summary:
    'Show another file instead of this one in the drafts and scheduled posts that have it, each as update_post would; what waits for approval waits again. Answers which posts changed, and which did not and why. Both files stay in the library.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['draft', 'schedule', 'publish'],
  about: 'media',
  idempotent: true,
  input: z.strictObject({
    id: mediaId,
    with: mediaId.describe('The item that takes its place.'),
    updated_at: seenItem,
  }),
  output: z.object({
    post_ids: z.array(z.int()).describe('They show the other file now.'),
    refused: z
      .array(z.object({ post_id: z.int(), code: z.string(), message: z.string() }))
      .describe('They show what they showed.'),
    left: z
      .object({ posts: z.int().min(0), series_ids: z.array(z.int()) })
      .describe(
        `What this call does not change: posts out of your reach or beyond the first ${limits.media_per_batch}, and series.`,
      ),
  }),
  refuses: ['invalid', 'media_not_found', 'media_changed'],
  rest: { method: 'POST', path: '/api/media/:id/replace' },
  mcp: { title: 'Replace a media item', toolset: 'library', overwrites: true },

  async run({ id, with: other, updated_at }, context) {
    if (id === other) throw wrong('with', 'Name another item than the one that is replaced.')
    requireSeenItem(await itemOf(context, id), updated_at)
    await itemOf(context, other)
    const waiting = (await listUses(context, id)).filter(isWaiting)
    const reached = waiting.filter(({ visible }) => visible).slice(0, limits.media_per_batch)
    const done = await replaceIn(
      reached.map((post) => post.id),
      [id, other],
      context,
    )
    const series = await seriesShowing(context, id)
    const series_ids = series.flatMap((each) => (each.visible ? [each.id] : []))
    return { ...done, left: { posts: waiting.length - reached.length, series_ids } }
  },
})
