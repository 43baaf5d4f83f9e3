/** What the address asks for. Pure. */
import type { MediaFilter } from '../../api/media.ts'

export type Search = Record<string, string | undefined>

export const views = ['all', 'unused', 'without_alt', 'deleted'] as const
export type View = (typeof views)[number]
export const kinds = ['image', 'video', 'audio', 'document', 'captions'] as const
export type Kind = (typeof kinds)[number]
const beginnings: Record<string, Kind> = Object.fromEntries(
  kinds.map((kind) => [kind === 'captions' ? 'text' : kind, kind]),
)

/** Of a media type. */
export function kindOf(type: string): Kind {
  return beginnings[type.split('/')[0] ?? ''] ?? 'document'
}

export const orders = ['newest', 'oldest', 'changed', 'largest', 'smallest'] as const
export type Order = (typeof orders)[number]

/** What narrows the list. */
export const narrowing = ['q', 'view', 'kind', 'folder', 'tag', 'month', 'unfit'] as const

const sorts: Record<Order, Pick<MediaFilter, 'sort' | 'order'>> = {
  newest: {},
  oldest: { order: 'asc' },
  changed: { sort: 'updated_at' },
  largest: { sort: 'size_bytes' },
  smallest: { sort: 'size_bytes', order: 'asc' },
}

/** What the address cannot mean is left out of it. */
export function readAsked(search: Search) {
  const { q = '', folder, tag, month, unfit, item } = search
  const id = Number(item)
  return {
    q,
    view: views.find((each) => each === search['view']) ?? 'all',
    kind: kinds.find((each) => each === search['kind']),
    order: orders.find((each) => each === search['order']) ?? 'newest',
    folder: folder || undefined,
    tag: tag || undefined,
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? '') ? month : undefined,
    /** A platform that does not take them. */
    unfit: /^\w{1,50}$/.test(unfit ?? '') ? unfit : undefined,
    item: Number.isSafeInteger(id) && id > 0 ? id : undefined,
  }
}

export type Asked = ReturnType<typeof readAsked>

export function filterOf({ order, ...asked }: Asked): MediaFilter {
  return { ...likeOf(asked), ...sorts[order] }
}

/** Without the order. */
export function likeOf({
  q,
  view,
  kind,
  folder,
  tag,
  month,
  unfit,
}: Omit<Asked, 'order' | 'item'>) {
  return {
    ...(q && { search: q }),
    ...(view !== 'all' && { [view]: true }),
    ...(kind && { type: kind }),
    ...(folder !== undefined && { folder }),
    ...(tag !== undefined && { tags: [tag] }),
    ...(month !== undefined && { from: `${month}-01`, to: lastOf(month) }),
    ...(unfit !== undefined && { unfit_for: unfit }),
  }
}

/** Whether nothing is left out, so that it is known how many came in each month. */
export function isWhole(asked: Asked) {
  const isByTime = asked.order === 'newest' || asked.order === 'oldest'
  return isByTime && Object.keys(likeOf(asked)).length === 0
}

/** Where the files of a month begin, in a list by when they came. */
export function beginningOf(
  month: string,
  months: readonly { month: string; count: number }[],
  order: Order,
) {
  const newer = months.slice(
    0,
    months.findIndex((each) => each.month === month),
  )
  const before = newer.reduce((sum, { count }) => sum + count, 0)
  if (order !== 'oldest') return before
  const all = months.reduce((sum, { count }) => sum + count, 0)
  return all - before - (months.find((each) => each.month === month)?.count ?? 0)
}

function lastOf(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

export interface Branch {
  /** From its beginning: `shop/apples`. */
  path: string
  name: string
  depth: number
  /** Undefined: files are only further down. */
  count: number | undefined
}

/** Folders as a tree, by the strokes in their names; what has no files of its own stands in it too. */
export function treeOf(folders: readonly { folder: string; count: number }[]): Branch[] {
  const known = new Map(folders.map(({ folder, count }) => [folder, count]))
  const paths = new Set<string>()
  for (const { folder } of folders) {
    const parts = folder.split('/')
    parts.forEach((_, at) => paths.add(parts.slice(0, at + 1).join('/')))
  }
  const key = (path: string) => path.replaceAll('/', '\u0000')
  return [...paths]
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    .map((path) => {
      const parts = path.split('/')
      return { path, name: parts.at(-1) ?? path, depth: parts.length - 1, count: known.get(path) }
    })
}
