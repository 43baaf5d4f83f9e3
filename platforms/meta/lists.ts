/** Lists of Meta's platforms, page by page, as looks read them: to an end that is told, or until enough was seen. */
import { z } from 'zod'

const Paging = z
  .object({
    cursors: z.object({ after: z.string().nullish() }).nullish(),
    next: z.string().nullish(),
  })
  .nullish()
const Summary = z.object({ total_count: z.number().nullish() }).nullish().catch(null)

export interface Page<Entry> {
  data: Entry[]
  paging?: z.output<typeof Paging>
  summary?: z.output<typeof Summary>
}

export const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ data: z.array(entry), paging: Paging, summary: Summary })

/**
 * "Stop paging when the 'next' link no longer appears" (Graph API, paginated results): `ended` is told so, and of an empty
 * list only by a count of zero.
 */
export async function walk<Entry>(
  read: (after: string | undefined) => Promise<Page<Entry>>,
  { pages, enough }: { pages: number; enough?: (entries: readonly Entry[]) => boolean },
): Promise<{ entries: Entry[]; ended: boolean }> {
  const entries: Entry[] = []
  let after: string | undefined
  for (let page = 1; page <= pages; page++) {
    const { data, paging, summary } = await read(after)
    entries.push(...data)
    if (!paging?.next) return { entries, ended: entries.length > 0 || summary?.total_count === 0 }
    after = paging.cursors?.after ?? undefined
    if (after === undefined || enough?.(entries)) break
  }
  return { entries, ended: false }
}

/** `2026-11-20T10:00:00+0000`, which is not ISO 8601; null where it is none. */
export function timeOf(text: string | null | undefined): number | null {
  const time = Date.parse((text ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(time) ? null : time
}
