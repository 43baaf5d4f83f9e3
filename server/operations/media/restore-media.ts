import { z } from 'zod'
import { itemOf } from './parts/arrivals.ts'
import { mediaId } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { bringBack } from '#store/media.ts'

export const restoreMedia = operation({
  name: 'restore_media',
  summary: 'Bring a deleted media item back, within 30 days. One that is there stays as it is.',
  effect: 'writes',
  ability: 'media:write',
  actions: ['draft'],
  idempotent: true,
  input: z.strictObject({ id: mediaId }),
  output: z.object({ restored: z.literal(true), id: z.int() }),
  refuses: ['media_not_found'],
  rest: { method: 'POST', path: '/api/media/:id/restore' },
  mcp: { title: 'Restore a media item', toolset: 'library' },

  async run({ id }, context) {
    await bringBack(context, id, context.now)
    await itemOf(context, id)
    return { restored: true as const, id }
  },
})
