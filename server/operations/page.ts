/** The specification's pagination envelope, and pages that begin behind the last item of the one before. */
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import type { Anchor, Window } from '#store/paging.ts'
import type { Context } from './context.ts'
import { number } from './ids.ts'

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    current_page: z.int(),
    per_page: z.int(),
    last_page: z.int(),
    total: z.int(),
    next_page_url: z.string().nullable(),
    prev_page_url: z.string().nullable(),
  })
}

/** Milliseconds and id of the last item that was shown. */
const anchored = /^(\d{1,14}|never)-(\d{1,15})$/

/** How callers say which page; `usual` is how many items one has when they do not. */
export function pageFields(usual: number) {
  return {
    per_page: number(1, limits.per_page_max).optional().describe(`1 to 200, default ${usual}.`),
    page: number(1, 1_000_000).optional(),
    after: z
      .string()
      .regex(anchored, 'Take it from next_page_url, as it stands there.')
      .optional()
      .describe('From next_page_url: goes on there, whatever became of the items before.'),
  }
}

/** From next_cursor. */
export const cursorField = z
  .string()
  .regex(
    /^\w+\.(asc|desc)~(\d{1,14}|never)-\d{1,15}~\d{1,9}~\d{1,12}$/,
    'Take it from next_cursor, as it stands there.',
  )
  .optional()
  .describe('From next_cursor.')

interface Asked {
  per_page: number
  page?: number | undefined
  after?: string | undefined
  /** Where a walk goes on; it says the page as well. */
  cursor?: string | undefined
}

interface Source<Row> extends Listing<Row> {
  list: (window: Window) => Promise<Row[]>
  /** A page and how many there are in all, where that is cheaper than one by one. */
  both?: (window: Window) => Promise<[rows: Row[], total: number]>
  /** All of them, or those behind the anchor. */
  count: (after?: Anchor) => Promise<number>
}

interface Listing<Row> {
  /** By what the list is ordered. */
  anchorOf: (row: Row) => { at: string | null; id: number }
  /** Names the order of the list, where there are several. */
  order?: string
  path: string
  /** What the addresses of other pages keep. */
  query: Record<string, unknown>
}

/**
 * The rows of a page, and the envelope for what is made of them. Numbers of pages are offsets, which move when items come
 * and go; `next_page_url` is anchored to the last item instead, so that whoever follows it meets every item once.
 */
export async function pageIn<Row>(
  asked: Asked,
  { list, count, both, ...listing }: Source<Row>,
  context: Pick<Context, 'environment'>,
) {
  const { walk, page, window } = startOf(asked)
  const { after } = window
  const [[found, total], left] = await Promise.all([
    both && !walk ? both(window) : Promise.all([list(window), walk?.total ?? count()]),
    after && (walk ? Math.max(0, walk.total - (page - 1) * asked.per_page) : count(after)),
  ])
  return pageMade({ page, per_page: asked.per_page, found, total, left }, listing, context)
}

/** Where a page begins, and one row more than it has: whether there is another. */
export function startOf({ per_page, cursor, ...asked }: Asked) {
  const walk = cursor === undefined ? undefined : walkIn(cursor)
  const { page = 1, after: from } = walk ?? asked
  const after = anchorIn(from)
  const offset = after ? 0 : (page - 1) * per_page
  return { walk, page, window: { limit: per_page + 1, offset, after } satisfies Window }
}

interface Made<Row> {
  page: number
  per_page: number
  found: readonly Row[]
  total: number
  /** From where it begins, where it begins behind an item. */
  left?: number | undefined
}

/** The page that was found. */
export function pageMade<Row>(
  { page, per_page, found, total, left }: Made<Row>,
  { anchorOf, order = '', path, query }: Listing<Row>,
  { environment }: Pick<Context, 'environment'>,
) {
  const rows = found.slice(0, per_page)
  const last = rows.at(-1)
  const more = last !== undefined && found.length > rows.length
  const pages = Math.max(1, Math.ceil(total / per_page))
  const counted = left === undefined ? pages : page - 1 + Math.max(1, Math.ceil(left / per_page))
  const url = (to: number, from?: string) => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, per_page, page: to, after: from })) {
      const many = Array.isArray(value)
      for (const each of many ? value : [value]) {
        if (each !== undefined) params.append(many ? `${name}[]` : name, String(each))
      }
    }
    return `${environment.base_url}${path}?${params.toString()}`
  }
  const envelope = {
    current_page: page,
    per_page,
    last_page: more ? Math.max(counted, page + 1) : counted,
    total,
    next_page_url: more ? url(page + 1, anchorText(anchorOf(last))) : null,
    prev_page_url: page > 1 ? url(Math.min(page - 1, pages)) : null,
  }
  const next_cursor = more ? `${order}~${anchorText(anchorOf(last))}~${page + 1}~${total}` : null
  return { rows, envelope, next_cursor }
}

/** A walk knows how many there were when it began: they are not counted again with every page. */
function walkIn(cursor: string) {
  const [, after = '', page, total] = cursor.split('~')
  return { after, page: Number(page), total: Number(total) }
}

function anchorText({ at, id }: { at: string | null; id: number }) {
  return `${at === null ? 'never' : Date.parse(at)}-${id}`
}

function anchorIn(text: string | undefined): Anchor | undefined {
  const [, at, id] = anchored.exec(text ?? '') ?? []
  return at === undefined
    ? undefined
    : { at: at === 'never' ? null : new Date(Number(at)), id: Number(id) }
}
