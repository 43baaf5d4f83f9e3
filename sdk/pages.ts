/** Lists come a page at a time; they can be walked to their end as one. */

export interface PageOf<Item> {
  data: Item[]
  current_page: number
  per_page: number
  last_page: number
  total: number
  next_page_url: string | null
  prev_page_url: string | null
}

/** `await` it for one page, or `for await` it for every item of this page and the ones behind it. */
export type Pages<Item> = Promise<PageOf<Item>> & AsyncIterable<Item>

export function pages<Item>(
  call: (page: number | undefined) => Promise<PageOf<Item>>,
): Pages<Item> {
  const first = call(undefined)
  // Whoever only walks it hears of a failure there.
  first.catch(() => {})
  async function* walk() {
    for (let page = await first; ; page = await call(page.current_page + 1)) {
      yield* page.data
      if (page.current_page >= page.last_page) return
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: walk })
}
