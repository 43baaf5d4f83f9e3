/** The specification's pagination envelope. */
import { z } from 'zod'
import type { Context } from './context.ts'

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

export function paged<Item>(
  data: Item[],
  at: {
    total: number
    page: number
    per_page: number
    path: string
    query: Record<string, unknown>
  },
  { environment }: Context,
) {
  const { total, page, per_page, path, query } = at
  const last_page = Math.max(1, Math.ceil(total / per_page))
  const url = (to: number) => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, per_page, page: to })) {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (each !== undefined) params.append(name, String(each))
      }
    }
    return `${environment.base_url}${path}?${params.toString()}`
  }
  return {
    data,
    current_page: page,
    per_page,
    last_page,
    total,
    next_page_url: page < last_page ? url(page + 1) : null,
    prev_page_url: page > 1 ? url(Math.min(page - 1, last_page)) : null,
  }
}
