import { z } from 'zod'
import { mediaId, seenItem } from './parts/fields.ts'
import { removeOne } from './parts/removing.ts'
import { flag } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'

const which = { id: mediaId, updated_at: seenItem }

export const deleteMedia = operation({
  name: 'delete_media',
  summary:
    'Delete a media item, kept 30 days. Refused while a draft or scheduled post or a series has it attached; published posts go on showing it.',
  effect: 'destroys',
  ability: 'media:write',
  actions: ['delete'],
  idempotent: false,
  input: z.strictObject({
    ...which,
    for_good: flag
      .optional()
      .describe('At once and not to be restored, also one that was deleted before: makes room.'),
  }),
  output: z.object({ deleted: z.literal(true), id: z.int() }),
  refuses: ['media_not_found', 'media_changed', 'media_in_use'],
  rest: { method: 'DELETE', path: '/api/media/:id', status: 204 },
  mcp: { title: 'Delete a media item', accepts: z.strictObject(which) },

  async run({ id, ...manner }, context) {
    await removeOne(id, manner, context)
    return { deleted: true as const, id }
  },
})
