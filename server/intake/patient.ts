/** Passes bytes on, and gives up on a sender who falls silent for `idle` milliseconds. */
export async function* patient(bytes: AsyncIterable<Uint8Array>, idle: number) {
  const iterator = bytes[Symbol.asyncIterator]()
  let giveUp: (reason: Error) => void = () => {}
  // One for all parts, wound up again by each: there are thousands.
  const timer = setTimeout(() => {
    const text = `Nothing came for ${idle} ms.`
    giveUp(Object.assign(new Error(text), { code: 'ETIMEDOUT' }))
  }, idle)
  try {
    for (;;) {
      timer.refresh()
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        giveUp = reject
        iterator.next().then(resolve, reject)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    clearTimeout(timer)
    // Not awaited: a sender who is silent may also be silent about this.
    void iterator.return?.()?.catch(() => {})
  }
}
