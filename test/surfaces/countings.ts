/** Counting as a program does that read no more than the capabilities, and as the platform's rule does. */
import { manifests } from '#platforms/catalog.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const letters = ['a', 'é', '👍🏽', '👨‍👩‍👧']

export const countings = {
  utf16_units: (text: string) => text.length,
  code_points: (text: string) => Array.from(text).length,
  graphemes: (text: string) => [...graphemes.segment(text)].length,
  bytes: (text: string) => Buffer.byteLength(text),
  /** Of the platform's own making. */
  weighted: undefined,
  occurrences: undefined,

  /** What the platform's rule takes at most, and how it counts these letters. */
  limit(id: string, field: string) {
    const manifest = manifests[id]
    const rules = (field === 'comment' && manifest?.comment?.()) || manifest?.text()
    const [rule] = rules ?? []
    return { max: rule?.max, of: letters.map((letter) => rule?.measure(letter)) }
  },
}
