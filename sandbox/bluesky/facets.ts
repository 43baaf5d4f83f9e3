/**
 * Facets as a client would show them. The server takes ranges that overlap or leave the text (measured on PDS 0.5.35,
 * 2026-11-20) and clients drop them, so they are kept and marked.
 */
import type { PostRecord } from './lexicon.ts'

export interface ShownFacet {
  /** Offsets in UTF-8. */
  start: number
  end: number
  text: string
  features: { type: string; value: string }[]
  overlaps: boolean
  /** Beyond the end, or through the middle of a character. */
  outside: boolean
}

export function facetsOf(text: string, facets: NonNullable<PostRecord['facets']>): ShownFacet[] {
  const bytes = Buffer.from(text)
  let shownTo = 0
  return facets
    .toSorted((a, b) => a.index.byteStart - b.index.byteStart)
    .map(({ index, features }) => {
      const { byteStart: start, byteEnd: end } = index
      const part = bytes.subarray(start, end)
      const shown = part.toString()
      const outside = end > bytes.length || !Buffer.from(shown).equals(part)
      const overlaps = start < shownTo
      if (!overlaps && !outside) shownTo = end
      return { start, end, text: shown, features: features.map(feature), overlaps, outside }
    })
}

function feature(each: NonNullable<PostRecord['facets']>[number]['features'][number]) {
  switch (each.$type) {
    case 'app.bsky.richtext.facet#link':
      return { type: 'link', value: each.uri }
    case 'app.bsky.richtext.facet#mention':
      return { type: 'mention', value: each.did }
    case 'app.bsky.richtext.facet#tag':
      return { type: 'tag', value: each.tag }
  }
}
