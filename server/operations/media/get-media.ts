import { z } from 'zod'
import { itemOf } from './parts/arrivals.ts'
import { mediaId } from './parts/fields.ts'
import { visibleOf } from './parts/uses.ts'
import { operation } from '#operations/operation.ts'
import { Media } from '#rules/media.ts'
import { listUses } from '#store/media.ts'

export const getMedia = operation({
  name: 'get_media',
  summary: 'One item of the media library: its address, size, alt text and tags.',
  effect: 'reads',
  ability: 'media:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({ id: mediaId }),
  output: Media.extend({
    used_in: z
      .object({ post_ids: z.array(z.int()), count: z.int().min(0) })
      .optional()
      .describe('Posts that show it: the first 20, and how many there are. Left out: none.'),
  }),
  refuses: ['media_not_found'],
  rest: { method: 'GET', path: '/api/media/:id' },
  mcp: { title: 'Get a media item' },

  async run({ id }, context) {
    const item = await itemOf(context, id)
    const uses = (await listUses(context, id)).filter(({ deleted_at }) => deleted_at === null)
    if (!uses.length) return item
    return { ...item, used_in: { post_ids: visibleOf(uses), count: uses.length } }
  },
})
