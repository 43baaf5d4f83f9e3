const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as people count them, and as the servers do. */
export const graphemes = (text: string) => Array.from(segmenter.segment(text)).length
