import { z } from 'zod'
import { itemOf, noItem, requireSeenItem } from './parts/arrivals.ts'
import { mediaId, seenItem } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { Problem } from '#rules/problem.ts'
import { noteLoose } from '#store/loose-blobs.ts'
import { findTwin, isKept, listUses, lockItem, removeItem, softDelete } from '#store/media.ts'

/** As many as are worth naming. */
const NAMED = 20

export const deleteMedia = operation({
  name: 'delete_media',
  summary:
    'Delete a media item. Refused while a draft or scheduled post has it attached; posts that are published go on showing it for 30 days.',
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
    if (waiting.length) {
      const named = waiting.filter(({ visible }) => visible).slice(0, NAMED)
      const post_ids = named.map((post) => post.id)
      const others = waiting.length > named.length ? [...post_ids, 'and more'] : post_ids
      throw new Problem(
        'media_in_use',
        `Take it out of these posts first, or delete them: ${others.join(', ')}.`,
        { post_ids, posts_total: waiting.length },
      )
    }
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
