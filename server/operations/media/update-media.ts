import { z } from 'zod'
import { itemOf, requireSeenItem } from './parts/arrivals.ts'
import { described, mediaId, seenItem } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { Media } from '#rules/media.ts'
import { changeItem } from '#store/media.ts'

export const updateMedia = operation({
  name: 'update_media',
  summary:
    'Change folder, tags or alt text of a media item; fields not sent stay as they are. The file itself never changes.',
  effect: 'writes',
  ability: 'media:write',
  actions: ['draft'],
  idempotent: true,
  input: z.strictObject({
    id: mediaId,
    folder: described.folder.optional(),
    tags: described.tags.optional(),
    alt_text: described.alt_text.optional(),
    updated_at: seenItem,
  }),
  output: Media,
  refuses: ['media_not_found', 'media_changed'],
  rest: { method: 'PUT', path: '/api/media/:id' },
  mcp: { title: 'Update a media item', overwrites: true },

  async run({ id, folder, tags, alt_text, updated_at: seen }, context) {
    const change = {
      ...(folder !== undefined && { folder }),
      ...(tags !== undefined && { tags }),
      ...(alt_text !== undefined && { alt_text }),
    }
    const { now } = context
    const done =
      Object.keys(change).length && (await changeItem(context, id, change, { now, seen }))
    const item = await itemOf(context, id)
    if (!done) requireSeenItem(item, seen)
    return item
  },
})
