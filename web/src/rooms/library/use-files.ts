/** The files that are asked for, a page at a time, from wherever somebody scrolled to. */
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type Item, type MediaFilter, PAGE, pageQuery } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'

export type Files = ReturnType<typeof useFiles>

/** `uses`: with how many posts show each, which a table tells. */
export function useFiles(filter: MediaFilter, uses: boolean) {
  const here = useHere()
  const queries = useQueryClient()
  // The first tells how many there are.
  const [pages, setPages] = useState<readonly number[]>([1])
  const answers = useQueries({ queries: pages.map((page) => pageQuery(here, filter, page, uses)) })
  const first = answers[0]
  const onRange = useCallback((from: number, to: number) => {
    const wanted = new Set([1, pageOf(from), pageOf(Math.max(from, to))])
    setPages((before) => {
      const now = [...wanted].toSorted((a, b) => a - b)
      return before.join() === now.join() ? before : now
    })
  }, [])
  return {
    first,
    total: first?.data?.total ?? 0,
    onRange,
    at(index: number): Item | undefined {
      const place = pages.indexOf(pageOf(index))
      return answers[place]?.data?.data[index % PAGE]
    },
    /** All that are found, by a walk that changes to them do not disturb. */
    async *all(): AsyncGenerator<readonly Item[]> {
      let some: Item[] = []
      for await (const item of here.crier.listMedia({ ...filter, per_page: PAGE })) {
        some.push(item)
        if (some.length < PAGE) continue
        yield some
        some = []
      }
      yield some
    },
    /** All between two places, also of pages that nobody has seen. */
    async between(one: number, other: number): Promise<Item[]> {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const found: Item[] = []
      for (let page = pageOf(from); page <= pageOf(to); page++) {
        const { data } = await queries.fetchQuery(pageQuery(here, filter, page, uses))
        const before = (page - 1) * PAGE
        found.push(...data.slice(Math.max(0, from - before), to - before + 1))
      }
      return found
    },
  }
}

function pageOf(index: number) {
  return Math.floor(index / PAGE) + 1
}
