/** Work on many things at once, which ends as a whole: nothing goes on behind the first failure. */

export type Work<Item> = (item: Item, signal: AbortSignal) => Promise<void>

/**
 * Each item once, `width` at a time and begun in their order. `laneOf` makes what one of these works with. The first that fails
 * tells the others by the signal; it is thrown when all of them have ended.
 */
export async function inLanes<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  width: number,
  laneOf: () => Work<Item>,
  outer?: AbortSignal,
): Promise<void> {
  const failed = new AbortController()
  const signal = outer ? AbortSignal.any([outer, failed.signal]) : failed.signal
  const iterator =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const lane = async () => {
    const work = laneOf()
    for (;;) {
      const item = await iterator.next()
      if (item.done === true || signal.aborted) return
      await work(item.value, signal)
    }
  }
  try {
    await together(Array.from({ length: width }, lane), failed)
  } finally {
    await iterator.return?.()
  }
}

/** All of them have ended when it returns or throws what failed first. */
export async function together(works: readonly Promise<void>[], failed: AbortController) {
  let first: { reason: unknown } | undefined
  await Promise.all(
    works.map((work) =>
      work.catch((reason: unknown) => {
        first ??= { reason }
        failed.abort(reason)
      }),
    ),
  )
  if (first) throw first.reason
}

export interface UnderWay extends AsyncDisposable {
  /** Begins one, when fewer than `width` are under way; throws what one before it failed with. */
  begin(work: () => Promise<void>): Promise<void>
  /** All have ended; throws what one failed with. */
  ended(): Promise<void>
}

/** For a loop that need not wait for what it begins. Disposed of, all have ended. */
export function underWay(width: number): UnderWay {
  const works: Promise<void>[] = []
  return {
    async begin(work) {
      if (works.length === width) await works.shift()
      const begun = work()
      // Told in its turn.
      begun.catch(() => undefined)
      works.push(begun)
    },
    async ended() {
      await Promise.all(works)
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(works)
    },
  }
}
