/** What keeps the work on a file in proportion to its size: nothing is searched twice, and what is looked at is counted. */

/** Where `word` is next, at `from` or after it; Infinity when nowhere. `from` never goes back, so each byte is searched once. */
export function cursor(bytes: Buffer, word: string): (from: number) => number {
  let at = -1
  return (from) => {
    if (at >= from) return at
    const next = bytes.indexOf(word, from)
    at = next < 0 ? Infinity : next
    return at
  }
}

export type Purse = ReturnType<typeof purse>

export function purse(left: number) {
  return {
    get left() {
      return left
    },
    /** False when there was not as much. */
    spend(amount: number): boolean {
      left -= amount
      return left >= 0
    },
  }
}
