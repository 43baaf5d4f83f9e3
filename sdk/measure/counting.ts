/** One word for a way of counting, whichever platform it is of. */
import { codePoints, graphemes, utf8Bytes } from './plain.ts'
import { countedLength } from './threads.ts'
import { weightedLength } from './x.ts'

/** As `account_limits` of `get_capabilities` says how `max` is counted. `occurrences` are of what `of` names. */
export const countings = [
  'x_weighted',
  'graphemes',
  'utf16',
  'code_points',
  'threads',
  'utf8_bytes',
  'occurrences',
] as const
export type Counting = (typeof countings)[number]

const counters: Readonly<Record<Exclude<Counting, 'occurrences'>, (text: string) => number>> = {
  x_weighted: weightedLength,
  graphemes,
  utf16: (text) => text.length,
  code_points: codePoints,
  threads: countedLength,
  utf8_bytes: utf8Bytes,
}

/** How much of a limit a text takes; undefined for `occurrences`, which are of the platform's own things. */
export function measureBy(counting: Counting, text: string): number | undefined {
  return counting === 'occurrences' ? undefined : counters[counting](text)
}
