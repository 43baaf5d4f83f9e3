import { z } from 'zod'
import { itemOf, noItem, requireSeenItem } from './parts/arrivals.ts'
import { mediaId, seenItem } from './parts/fields.ts'
import { type Use, visibleOf } from './parts/uses.ts'
import { operation } from '#operations/operation.ts'
import { Problem } from '#rules/problem.ts'
import { noteLoose } from '#store/loose-blobs.ts'
import { findTwin, isKept, listUses, lockItem, removeItem, softDelete } from '#store/media.ts'
import { seriesShowing } from '#store/series.ts'

export const deleteMedia = operation({
  name: 'delete_media',
  summary:
    'Delete a media item. Refused while a draft or scheduled post or a series has it attached; posts that are published go on showing it for 30 days.',
  effect: 'destroys',
  ability: 'media:write',
  actions: ['delete'],
  idempotent: false,
  input: z.strictObject({ id: mediaId, updated_at: seenItem }),
  output: z.object({ deleted: z.literal(true), id: z.int() }),
  refuses: ['media_not_found', 'media_changed', 'media_in_use'],
  rest: { method: 'DELETE', path: '/api/media/:id', status: 204 },
  mcp: { title: 'Delete a media item' },

  async run({ id, updated_at }, context) {
    const item = await lockItem(context, id)
    if (!item) throw noItem(id)
    if (updated_at !== undefined) requireSeenItem(await itemOf(context, id), updated_at)
    const uses = await listUses(context, id)
    const waiting = uses.filter(
      ({ status, deleted_at }) =>
        deleted_at === null && (status === 'draft' || status === 'scheduled'),
    )
    const recurring = await seriesShowing(context, id)
    if (waiting.length || recurring.length) throw inUse(waiting, recurring)
    if (uses.length) {
      await softDelete(context, id, context.now)
      return { deleted: true as const, id }
    }
    // Nobody may take these bytes for a copy of theirs between the look and the commit.
    if (item.sha256 !== null) await findTwin(context, item.sha256)
    await removeItem(context, id)
    if (!(await isKept(context, item.blob_key))) {
      const keys = [item.blob_key, ...(item.thumbnail_key ? [item.thumbnail_key] : [])]
      await noteLoose(context, keys, context.now)
    }
    return { deleted: true as const, id }
  },
})

function inUse(posts: readonly Use[], series: readonly Use[]) {
  const post_ids = visibleOf(posts)
  const series_ids = visibleOf(series)
  const named = [
    ...post_ids,
    ...(posts.length > post_ids.length ? ['and more'] : []),
    ...series_ids.map((id) => `series ${id}`),
    ...(series.length > series_ids.length ? ['and more series'] : []),
  ]
  const first = posts.length
    ? `Take it out of these posts${series.length ? ' and series' : ''} first, or delete them:`
    : 'Take it out of these series first, or end them:'
  return new Problem('media_in_use', `${first} ${named.join(', ')}.`, {
    post_ids,
    posts_total: posts.length,
    ...(series.length && { series_ids, series_total: series.length }),
  })
}
