/** Passes bytes on, and gives up on a sender who falls silent. */
export async function* patient(bytes: AsyncIterable<Uint8Array>, idle: number) {
  const iterator = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await soon(iterator.next(), idle)
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: a sender who is silent may also be silent about this.
    void iterator.return?.()?.catch(() => {})
  }
}

function soon<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const silent = Object.assign(new Error(`Nothing came for ${ms} ms.`), { code: 'ETIMEDOUT' })
    const timer = setTimeout(() => reject(silent), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
