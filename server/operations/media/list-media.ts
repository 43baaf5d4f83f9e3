import { z } from 'zod'
import { shownItem } from '#operations/context.ts'
import { actorsOf } from '../events/parts/shown-events.ts'
import { mediaFilters, moreFilters } from './parts/fields.ts'
import { requirePlatform, rulesOf, unknownPlatform } from './parts/fitting.ts'
import { flag } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { cursorField, pageFields, pageIn, pageOf } from '#operations/page.ts'
import { ShortMedia } from '#operations/short.ts'
import { limits } from '#rules/limits.ts'
import { Actor } from '#rules/actor.ts'
import { Media } from '#rules/media.ts'
import { wrong } from '#rules/problem.ts'
import { anchorOf, countItems, listItems, mediaSorts } from '#store/library.ts'
import { countUses } from '#store/media.ts'

const common = { ...mediaFilters, ...pageFields(limits.media_per_page) }
/** Over MCP the lists of tools have no room for it. */
const more = {
  ...moreFilters,
  sort: z.enum(mediaSorts).optional().describe('Default created_at.'),
  order: z.enum(['asc', 'desc']).optional().describe('Default desc.'),
  cursor: cursorField,
  uses: flag.optional().describe('Tell how many posts show each: used_in.'),
}

export const listMedia = operation({
  name: 'list_media',
  summary:
    'The media library, newest first, a page at a time; search looks through filenames, alt texts and tags. Compare the length of data to total before concluding that you saw all.',
  effect: 'reads',
  ability: 'media:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({ ...common, ...more }),
  output: pageOf(
    Media.extend({
      created_at: z.iso.datetime(),
      created_by: Actor.nullable().describe('Who brought it in; null: from before that was kept.'),
      used_in: z
        .object({ count: z.int().min(0) })
        .optional()
        .describe('Posts that show it, when it was asked for.'),
    }),
  ).extend({
    next_cursor: z.string().nullable(),
  }),
  refuses: ['invalid'],
  rest: { method: 'GET', path: '/api/media' },
  mcp: { title: 'List media', links: 'media', brief: ShortMedia, accepts: z.strictObject(common) },

  async check({ unfit_for }, { environment }) {
    return unknownPlatform(unfit_for, environment)
  },

  async run(input, context) {
    const { per_page = limits.media_per_page, page, after, cursor, ...query } = input
    const { sort = 'created_at', order = 'desc', unfit_for, uses = false, ...more } = query
    requirePlatform(unfit_for, context.environment)
    const filter = { ...more, unfit_for: rulesOf(unfit_for, context.environment) }
    const by = { sort, order }
    if (cursor !== undefined && !cursor.startsWith(`${sort}.${order}~`))
      throw wrong('cursor', 'Begin anew without it: it is from a list in another order.')
    const { rows, envelope, next_cursor } = await pageIn(
      { per_page, page, after, cursor },
      {
        list: (window) => listItems(context, filter, window, by),
        count: (anchor) => countItems(context, filter, anchor, by),
        anchorOf: (row) => anchorOf(row, by),
        order: `${sort}.${order}`,
        path: '/api/media',
        query,
      },
      context,
    )
    const ids = rows.map(({ id }) => id)
    const counts = uses && ids.length ? await countUses(context, ids) : undefined
    const actorOf = await actorsOf(
      rows.flatMap(({ created_by }) => created_by ?? []),
      context,
    )
    return {
      data: rows.map((row) => ({
        ...shownItem(context, row),
        created_at: row.created_at,
        created_by: row.created_by === null ? null : actorOf(row.created_by),
        ...(uses && { used_in: { count: counts?.get(row.id) ?? 0 } }),
      })),
      ...envelope,
      next_cursor,
    }
  },
})
