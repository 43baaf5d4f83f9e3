/** How captions are counted: "2,200 characters, 30 hashtags, 20 @ tags" (developers.facebook.com, Content Publishing). */
import type { TextRule } from '../platform.ts'

const letters: TextRule = {
  max: 2200,
  counts: 'utf16_units',
  unit: 'characters',
  measure: (text) => text.length,
}
const hashtags: TextRule = {
  max: 30,
  counts: 'occurrences',
  unit: 'hashtags',
  measure: (text) => text.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0,
}

/** The unit is not documented: UTF-16 units are never fewer than any other way of counting. */
export const captionRules: readonly TextRule[] = [
  letters,
  // Announced in December 2025 as what a caption should have at most; the reference still says 30 (docs/facts/instagram.md §4).
  { ...hashtags, best_max: 5 },
  {
    max: 20,
    counts: 'occurrences',
    unit: 'mentions',
    measure: (text) => text.match(/(?<![\w.])@[\w.]+/g)?.length ?? 0,
  },
]

/** "The total length of the comment cannot exceed 300 characters", "4 hashtags", "1 URL" (docs/facts/instagram.md §4). */
export const commentRules: readonly TextRule[] = [
  { ...letters, max: 300 },
  { ...hashtags, max: 4 },
  {
    max: 1,
    counts: 'occurrences',
    unit: 'links',
    measure: (text) => text.match(/https?:\/\//gi)?.length ?? 0,
  },
]
