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
  call: (at: Readonly<Record<string, string>>) => Promise<PageOf<Item>>,
): Pages<Item> {
  const first = call({})
  // Whoever only walks it hears of a failure there.
  first.catch(() => {})
  async function* walk() {
    for (let page = await first; ;) {
      yield* page.data
      if (page.next_page_url === null) return
      page = await call(placeIn(page.next_page_url))
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: walk })
}

/** Of a feed: what came since, and where to go on. */
export interface FeedOf<Item> {
  data: Item[]
  cursor: string
  more: boolean
}

/** `await` it for one answer, or `for await` it for every item behind it. */
export type Feed<Item> = Promise<FeedOf<Item>> & AsyncIterable<Item>

/**
 * With `wait` a walk goes on until it is left or its signal aborts: each answer comes as soon as something is there, or when the
 * wait is over. Without, it ends with what there is.
 */
export function feed<Item>(
  call: (at: Readonly<Record<string, string>>) => Promise<FeedOf<Item>>,
  { wait = 0, signal }: { wait?: number | undefined; signal?: AbortSignal | undefined },
): Feed<Item> {
  const first = call({})
  // Whoever only walks it hears of a failure there.
  first.catch(() => {})
  async function* walk() {
    for (let page = await first; ;) {
      yield* page.data
      if (!page.more && !wait) return
      // What is answered out of nowhere, as in a test, never hears of it.
      signal?.throwIfAborted()
      page = await call({ after: page.cursor })
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: walk })
}

/** Where the next page begins, which the service knows best: items come and go between two pages. */
function placeIn(next_page_url: string) {
  const { searchParams } = new URL(next_page_url)
  return Object.fromEntries(
    [...searchParams].filter(([name]) => name === 'page' || name === 'after'),
  )
}
