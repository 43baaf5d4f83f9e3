import { z } from 'zod'
import { itemOf, noItem, takeArrived } from './parts/arrivals.ts'
import { described, mediaId } from './parts/fields.ts'
import { makingOf, stemOf, wishes } from './parts/making.ts'
import { operation } from '#operations/operation.ts'
import { requireStorage } from '../storage.ts'
import { Media } from '#rules/media.ts'
import { findItem } from '#store/media.ts'

const Input = z.strictObject({
  id: mediaId,
  ...wishes,
  folder: described.folder.optional().describe('Left out: that of the original.'),
  tags: described.tags.optional().describe('Left out: those of the original.'),
  alt_text: described.alt_text
    .optional()
    .describe('Left out: that of the original, but for a frame of a video.'),
})

export const deriveMedia = operation({
  name: 'derive_media',
  summary:
    'Make a new media item out of one in the library: crop, turn or recode a picture, cut a piece out of a video, or take a frame of it as a picture. Answers the new item, whose derived_from is the original; that stays as it is.',
  effect: 'writes',
  ability: 'media:write',
  actions: ['draft'],
  idempotent: false,
  input: Input,
  output: Media,
  refuses: ['invalid', 'media_not_found', 'plan_limit_reached', 'unavailable'],
  rest: { method: 'POST', path: '/api/media/:id/derive', status: 201 },
  mcp: { title: 'Crop, turn or cut a media item', toolset: 'library' },

  async prepare({ id, ...asked }, context) {
    const item = await findItem(context, id)
    if (!item) throw noItem(id)
    const { making, field, what } = makingOf(item, asked)
    await requireStorage(context, { size_bytes: 1 })
    const { intake } = context.environment
    const stem = stemOf(item.original_name, what)
    return intake.make(context, item.blob_key, making, { stem, field })
  },

  async run({ id, ...asked }, context) {
    const original = await itemOf(context, id)
    const { folder, tags, alt_text } = original
    const isFrame = asked.poster_at !== undefined
    const kept = { folder, tags, alt_text: isFrame ? null : alt_text }
    return takeArrived(context.arrived, { ...kept, ...given(asked), derived_from: id }, context)
  },
})

type Asked = Omit<z.output<typeof Input>, 'id'>

/** What the caller says of it himself. */
function given({ folder, tags, alt_text }: Asked) {
  return {
    ...(folder !== undefined && { folder }),
    ...(tags !== undefined && { tags }),
    ...(alt_text !== undefined && { alt_text }),
  }
}
