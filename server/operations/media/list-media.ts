import { z } from 'zod'
import { shownItem } from '#operations/context.ts'
import { number } from '#operations/ids.ts'
import { mediaFilters } from '#operations/media-fields.ts'
import { operation } from '#operations/operation.ts'
import { paged, pageOf } from '#operations/page.ts'
import { ShortMedia } from '#operations/short.ts'
import { limits } from '#rules/limits.ts'
import { Media } from '#rules/media.ts'
import { countItems, listItems } from '#store/library.ts'

export const listMedia = operation({
  name: 'list_media',
  summary:
    'The media library, newest first, a page at a time; search looks through filenames, alt texts and tags. Compare the length of data to total before concluding that you saw all.',
  effect: 'reads',
  ability: 'media:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    search: mediaFilters.search.optional(),
    type: z.enum(['image', 'video', 'audio', 'document']).optional(),
    folder: mediaFilters.folder.optional(),
    tags: mediaFilters.tags.optional(),
    per_page: number(1, limits.per_page_max).optional().describe('1 to 200, default 15.'),
    page: number(1, 1_000_000).optional(),
  }),
  output: pageOf(Media),
  refuses: [],
  rest: { method: 'GET', path: '/api/media' },
  mcp: { title: 'List media', links: 'media', brief: ShortMedia },

  async run({ per_page = limits.media_per_page, page = 1, ...filter }, context) {
    const [items, total] = await Promise.all([
      listItems(context, filter, { limit: per_page, offset: (page - 1) * per_page }),
      countItems(context, filter),
    ])
    const data = items.map((item) => shownItem(context, item))
    return paged(data, { total, page, per_page, path: '/api/media', query: filter }, context)
  },
})
