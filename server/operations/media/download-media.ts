import { z } from 'zod'
import { noItem } from './parts/arrivals.ts'
import { mediaFilters, mediaId, moreFilters } from './parts/fields.ts'
import { requirePlatform, rulesOf, unknownPlatform } from './parts/fitting.ts'
import { across, someOf } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { placesOf } from '#rules/filenames.ts'
import { limits } from '#rules/limits.ts'
import { wrong } from '#rules/problem.ts'
import { countItems, filesLike } from '#store/library.ts'

const GB = 1024 ** 3

export const downloadMedia = operation({
  name: 'download_media',
  summary: `The files of the media library as one zip, in their folders: those of ids, or all that the filters find. At most ${limits.files_per_zip} files of ${limits.zip_bytes / GB} GB together.`,
  effect: 'reads',
  ability: 'media:read',
  actions: ['read'],
  idempotent: true,
  input: z
    .strictObject({
      ids: someOf(mediaId, limits.ids_per_zip)
        .optional()
        .describe(`These, at most ${limits.ids_per_zip}, instead of what filters find.`),
      ...mediaFilters,
      ...moreFilters,
    })
    .refine(
      ...across(
        'ids',
        'Name the files, or say what they have in common.',
        ({ ids, ...filter }) => !ids || Object.keys(filter).length === 0,
      ),
    ),
  output: z.object({ files: z.array(z.object({ place: z.string(), blob_key: z.string() })) }),
  refuses: ['invalid', 'media_not_found'],
  rest: { method: 'GET', path: '/api/media.zip', zip: { filename: 'media.zip' } },
  mcp: { absent: 'A model cannot read a zip; list_media tells the address of each file.' },

  async check({ unfit_for }, { environment }) {
    return unknownPlatform(unfit_for, environment)
  },

  async run({ unfit_for, ...like }, context) {
    requirePlatform(unfit_for, context.environment)
    const filter = { ...like, unfit_for: rulesOf(unfit_for, context.environment) }
    const found = await filesLike(context, filter, limits.files_per_zip)
    const known = new Set(found.map(({ id }) => id))
    const missing = filter.ids?.find((id) => !known.has(id))
    if (missing !== undefined) throw noItem(missing)
    const field = filter.ids ? 'ids' : 'search'
    if (found.length > limits.files_per_zip) {
      const total = await countItems(context, filter)
      throw wrong(
        field,
        `At most ${limits.files_per_zip} files go into one zip; this finds ${total}. Narrow it down.`,
      )
    }
    const bytes = found.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
    if (bytes > limits.zip_bytes)
      throw wrong(
        field,
        `At most ${limits.zip_bytes} bytes go into one zip; these files have ${bytes} bytes. Narrow it down.`,
      )
    const places = placesOf(found)
    return {
      files: found.map(({ blob_key }, index) => ({ place: places[index] ?? blob_key, blob_key })),
    }
  },
})
