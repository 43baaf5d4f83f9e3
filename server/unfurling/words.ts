/** Words of a page as they may stand in a post's preview: without entities, markup's white space, and what cannot be seen. */

const NAMED: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '',
  ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', laquo: '«', raquo: '»',
  lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„',
  auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß',
  eacute: 'é', egrave: 'è', ecirc: 'ê', agrave: 'à', aacute: 'á', acirc: 'â', ccedil: 'ç',
  iacute: 'í', oacute: 'ó', ocirc: 'ô', uacute: 'ú', ntilde: 'ñ', aring: 'å', oslash: 'ø', aelig: 'æ',
  copy: '©', reg: '®', trade: '™', euro: '€', pound: '£', deg: '°',
} // prettier-ignore

/** Controls, and what turns the direction of everything behind it. */
const UNSEEN = /[\p{Cc}\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu

export function wordsOf(written: string, longest: number): string {
  // Whatever is cut away later need not be looked at.
  const plain = unescaped(written.slice(0, longest * 16))
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(UNSEEN, '')
    .trim()
  return plain.length > longest ? `${shortened(plain, longest - 1)}…` : plain
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cut between characters as people see them. */
function shortened(text: string, longest: number) {
  let end = 0
  for (const { index, segment } of letters.segment(text.slice(0, longest + 64))) {
    if (index + segment.length > longest) break
    end = index + segment.length
  }
  return text.slice(0, end).trimEnd()
}

export function unescaped(written: string): string {
  return written.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
    },
  )
}
