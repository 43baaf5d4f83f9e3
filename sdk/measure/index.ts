/**
 * How platforms count a text, for whoever writes one: the functions with which the service itself refuses. They need no
 * network and no Node.
 */
import { codePoints, graphemes, utf8Bytes } from './plain.ts'
import { countedLength } from './threads.ts'
import { weightedLength } from './x.ts'

export { type Counting, countings, measureBy } from './counting.ts'
export { codePoints, graphemes, utf8Bytes } from './plain.ts'
export { countedLength } from './threads.ts'
export { cashtags, links, weightedLength } from './x.ts'

/** As `get_capabilities` says what `max` counts. */
export type Unit =
  | 'utf16_units'
  | 'code_points'
  | 'graphemes'
  | 'bytes'
  | 'weighted'
  | 'occurrences'

const weighing: Readonly<Record<string, (text: string) => number>> = {
  x: weightedLength,
  threads: countedLength,
}

const plain: Readonly<Partial<Record<Unit, (text: string) => number>>> = {
  utf16_units: (text) => text.length,
  code_points: codePoints,
  graphemes,
  bytes: utf8Bytes,
}

/** How much of a platform's `text.max` a text takes, counted by its `text.unit`. */
export function measure(platform: string, unit: Unit, text: string): number {
  const count = unit === 'weighted' ? weighing[platform] : plain[unit]
  return count ? count(text) : text.length
}
