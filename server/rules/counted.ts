/** What was counted and cut already of the texts of one request: fifty accounts with the same limits cost as much as one. Pure. */
import { splitting } from './split.ts'
import type { Work } from './work.ts'

/** Equal by its number and its function. */
export interface Limit {
  max: number
  measure: (text: string) => number
}

export interface Counted {
  measure(limit: Pick<Limit, 'measure'>, text: string): number
  /** Of each text its parts, each within all limits; see `split`. */
  split(
    texts: readonly string[],
    limits: readonly Limit[],
    how: { numbered: boolean },
  ): Work<string[][]>
}

export function counting(): Counted {
  const lengths = new Map<Limit['measure'], Map<string, number>>()
  const cuts = new Map<string, string[][]>()
  const measures: Limit['measure'][] = []

  function nameOf({ max, measure }: Limit) {
    if (!measures.includes(measure)) measures.push(measure)
    return [max, measures.indexOf(measure)]
  }

  return {
    measure({ measure }, text) {
      const known = lengths.get(measure) ?? new Map<string, number>()
      lengths.set(measure, known)
      const length = known.get(text) ?? measure(text)
      known.set(text, length)
      return length
    },

    *split(texts, limits, how) {
      const key = JSON.stringify([how.numbered, limits.map(nameOf), texts])
      const known = cuts.get(key)
      if (known) return known
      // Pieces that are tried are not kept: they are many, and no two accounts with other limits try the same.
      const fits = (text: string) => limits.every(({ max, measure }) => measure(text) <= max)
      const parts = yield* splitting(texts, fits, how)
      cuts.set(key, parts)
      return parts
    },
  }
}
