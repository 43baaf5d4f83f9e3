const segmenter = new Intl.Segmenter()

export function graphemes(text: string) {
  // A cheap answer for plain text: without controls, combining marks and surrogates every character is one grapheme.
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

export function utf8Bytes(text: string) {
  return Buffer.byteLength(text)
}

/** As the server writes sizes: `1.84MB`, `976.56KB` (bluesky-social issue tracker). */
export function size(bytes: number) {
  const units = ['B', 'KB', 'MB', 'GB']
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  return `${Number((bytes / 1024 ** power).toFixed(2))}${units[power] ?? 'B'}`
}
