import { z } from 'zod'
import { shownItem } from '#operations/context.ts'
import { mediaFilters } from './parts/fields.ts'
import { operation } from '#operations/operation.ts'
import { pageFields, pageIn, pageOf } from '#operations/page.ts'
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
    type: z.enum(['image', 'video', 'audio', 'document', 'captions']).optional(),
    folder: mediaFilters.folder.optional(),
    tags: mediaFilters.tags.optional(),
    ...pageFields(limits.media_per_page),
  }),
  output: pageOf(Media),
  refuses: [],
  rest: { method: 'GET', path: '/api/media' },
  mcp: { title: 'List media', links: 'media', brief: ShortMedia },

  async run({ per_page = limits.media_per_page, page, after, ...filter }, context) {
    const { rows, envelope } = await pageIn(
      { per_page, page, after },
      {
        list: (window) => listItems(context, filter, window),
        count: (anchor) => countItems(context, filter, anchor),
        anchorOf: ({ created_at, id }) => ({ at: created_at, id }),
        path: '/api/media',
        query: filter,
      },
      context,
    )
    const data = rows.map((row) => {
      const { created_at: _, ...item } = row
      return shownItem(context, item)
    })
    return { data, ...envelope }
  },
})
