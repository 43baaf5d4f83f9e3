/** Texts of every kind that people write and platforms change: links, mentions, entities, scripts, characters that nobody sees. */
import type { Chance } from './chance.ts'

const syllables =
  'ba be bi bo da de di do fa fe ka ke ki ko la le li lo ma me mi mo na ne no ra re ri ro sa se so ta te ti to va ve vi vo'.split(
    ' ',
  )

const other_scripts = [
  'مرحبا بكم في متجرنا الجديد',
  'שלום לכולם וברוכים הבאים',
  '本日の営業は夜八時までです',
  'Сегодня мы открыты до восьми',
  'ยินดีต้อนรับทุกคน',
  'आज हम खुले हैं',
]

const links = [
  'https://Example.COM/Path/To?a=1&b=two#part',
  'http://example.com:8080/x_(y)',
  'https://example.com/ä/ö?q=%C3%BC',
  'https://bücher.example/neu',
  'https://example.com/a/b/c/?utm_source=crier&utm_campaign=autumn-sale',
  'https://www.example.com.',
  'https://example.com/photo/1',
]

const mentions = ['@ada', '@ada.lovelace', '@ben.sandbox.test', '#bread', '#Brot2026', '#été']

const odd = [
  'half\u00a0past\u202fnine',
  'zero\u200bwidth\u2060joined',
  'soft\u00adhyphen',
  'e\u0301te\u0301 and été',
  'ﬁne ﬂour ½ ①',
  'Ｆｕｌｌ width',
  '☕\ufe0f ❤\ufe0e ☎',
  '👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪',
  '&amp; &lt;b&gt; &#39;',
  '<b>bold</b> & "quoted" it’s',
  'one  two   three',
  'tab\there',
  'line\nline\n\n\nline ',
  'crlf\r\nline',
  '\u200fright\u200e to left\u202c',
  'a…b — c · d',
  '100 % $5 5€',
]

/** Longer ones as seldom: most people write a sentence or two. */
const LENGTHS = { short: 5, sentence: 60, paragraph: 30, longest: 5 } as const

/** `fits` says what the platform takes; what it takes nowhere is left out, and a text that is too long is cut between two words. */
export function oddText(chance: Chance, fits: (text: string) => boolean, longest: number): string {
  const length = chance.weighted(LENGTHS)
  const amount = { short: 2, sentence: 8, paragraph: 30, longest: longest / 6 }[length]
  const pieces = [
    ...Array.from({ length: Math.ceil(amount) }, () => word(chance)),
    ...(length === 'short' ? [] : specials(chance)),
  ]
  const shuffled = pieces
    // One that a platform takes nowhere, such as a bracket, would cut off all that comes behind it.
    .filter((piece) => fits(piece))
    .map((piece) => ({ piece, turn: chance.next() }))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ piece }) => piece)
  let [most, least] = [shuffled.length, 0]
  // The most words that fit.
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(shuffled.slice(0, middle).join(' '))) least = middle
    else most = middle - 1
  }
  return shuffled.slice(0, least).join(' ')
}

/** Of no language, so that two texts have hardly a word in common. */
function word(chance: Chance) {
  const parts = Array.from({ length: chance.between(2, 4) }, () => chance.pick(syllables) ?? '')
  return parts.join('')
}

/** At most two links, as platforms count them, and a few of the others. */
function specials(chance: Chance) {
  const some = (from: readonly string[], most: number) =>
    Array.from({ length: chance.below(most + 1) }, () => chance.pick(from) ?? '')
  return [...some(links, 2), ...some(mentions, 2), ...some(odd, 4), ...some(other_scripts, 1)]
}
