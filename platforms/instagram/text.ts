/** How captions are counted: "2,200 characters, 30 hashtags, 20 @ tags" (developers.facebook.com, Content Publishing). */
import type { TextRule } from '../platform.ts'

/** The unit is not documented: UTF-16 units are never fewer than any other way of counting. */
export const captionRules: readonly TextRule[] = [
  { max: 2200, counts: 'utf16_units', unit: 'characters', measure: (text) => text.length },
  {
    max: 30,
    // Announced in December 2025 as what a caption should have at most; the reference still says 30 (docs/facts/instagram.md §4).
    best_max: 5,
    counts: 'occurrences',
    unit: 'hashtags',
    measure: (text) => text.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0,
  },
  {
    max: 20,
    counts: 'occurrences',
    unit: 'mentions',
    measure: (text) => text.match(/(?<![\w.])@[\w.]+/g)?.length ?? 0,
  },
]
