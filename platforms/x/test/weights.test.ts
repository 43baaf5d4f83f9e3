/**
 * X's own library is the witness: random texts of everything that is hard to count weigh the same. WEIGHTS=200000 weighs so
 * many, WEIGHTS_SEED takes others.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import twitterText from 'twitter-text'
import { weightedLength } from '../text.ts'

const COUNT = Number(process.env['WEIGHTS'] ?? 10_000)
const SEED = Number(process.env['WEIGHTS_SEED'] ?? 20_261_122)

/** mulberry32: the same numbers on every machine. */
function dice(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const words = (text: string) => text.trim().split(/\s+/)
const PIECES = [
  // Hosts, alone and in company.
  words(
    'example.com example.co.uk a.b foo.bar.baz README.md node.js e.g. 1.2.3.4 x.corp münchen.de 日本語.jp xn--bcher-kva.de xn--a.com',
  ),
  words(
    'a_b.com _a.com a-.com -a.com a--b.com a_.b.com a.com_ a.com- a.com+ a.com@ a.com0 A.COM a.Com example.unknowntld 日本.みんな 政府.中国 a.中国 .com com. a..com',
  ),
  words(
    'http:// https:// HTTP:// ftp:// //  https:/ http://foo https://user@example.com https://user:pw@a.com mailto:a@b.com www.',
  ),
  words(
    'https://t.co/abcdefghij https://t.co/ https://t.co/ab/cd https://t.co/a?b=c https://t.co/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa t.co/abc',
  ),
  words(
    '/ /path /a_(b) /a(b(c)d)e /(a) /((a)) /a!(b) /a) /(a /@user/ /@user /a@b/c /%20 /日本 /ж/я /é /a–b /a… /a. /a, /~x/|y ?q ?q=1&r=2 ?q! ?日 ?a=? #frag :80 :80/x :x :',
  ),
  // What stands before and between.
  words(
    '@ ＠ # ＃ $ - _ . … , ; : ! ? ( ) [ ] { } < > " “ ” ‘ ’ \' ` ~ ^ * + = | \\ % & a A 0 9 é ß ж 日 本 한 🎉',
  ),
  [
    ' ',
    '  ',
    '\n',
    '\t',
    '\u00a0',
    '\u3000',
    '\u200b',
    '\u200d',
    '\u200e',
    '\u202a',
    '\u2066',
    '\ufeff',
    '\ufffe',
    '\ufe0e',
    '\ufe0f',
    '\u061c',
    '\u00ad',
    '\u0085',
    '',
  ],
  // Characters of every weight.
  words(
    '👍 👍🏽 👨‍👩‍👧‍👦 🇩🇪 🇩 🇩🇪🇫 1️⃣ 1⃣ #️⃣ ❤ ❤️ ☺️ © ©️ ™ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩‍💻 🏳️‍🌈 ✊🏿 e\u0301 ﬁ Å ẛ̣ ㍿ 한글 日本語 العربية עברית ไทย 𝔘 𐍈 €',
  ),
  [
    '\ud83d',
    '\ude00',
    '\ud800x',
    '\u1100',
    '\u10ff',
    '\u1100\u1161',
    '\u2000',
    '\u200d',
    '\u2010',
    '\u201f',
    '\u2020',
    '\u2032',
    '\u2037',
    '\u2038',
  ],
  // Too long for a label, a slug, a link.
  [
    'a'.repeat(63),
    'a'.repeat(64),
    '日'.repeat(20),
    'é'.repeat(58),
    'é'.repeat(60),
    `/${'p'.repeat(400)}`,
    `${'日'.repeat(30)}.com`,
  ],
]

function hostile(roll: (below: number) => number) {
  let text = ''
  for (let pieces = 1 + roll(9); pieces > 0; pieces--) {
    const kind = PIECES[roll(PIECES.length)] ?? []
    text += kind[roll(kind.length)] ?? ''
  }
  return text
}

test(`${COUNT} hostile texts weigh what X's own library says`, () => {
  const roll = dice(SEED)
  const differences: unknown[] = []
  for (let number = 0; number < COUNT && differences.length < 20; number++) {
    const text = hostile(roll)
    const theirs = twitterText.parseTweet(text).weightedLength
    const ours = weightedLength(text)
    if (ours !== theirs) differences.push({ text, theirs, ours })
  }
  assert.deepEqual(differences, [])
})

test('no text takes long to weigh', () => {
  for (const text of [
    '日'.repeat(60_000),
    'a.'.repeat(12_500),
    '.'.repeat(25_000),
    `https://a.com/${'('.repeat(25_000)}`,
    `https://a.com/${'a!'.repeat(12_500)}`,
    `a.com/${'(a)!'.repeat(6_000)}`,
    'a.com '.repeat(4_000),
    `${'日'.repeat(2_000)}.x `.repeat(12),
    '日.'.repeat(2_000),
    `https://a.com/?${'!'.repeat(25_000)}`,
    'a-'.repeat(12_500),
    'a.a_b.'.repeat(4_000),
    `${'é'.repeat(25_000)}-.x`,
    `${'日'.repeat(25_000)}.x`,
    '_日'.repeat(12_500),
  ]) {
    const { user } = process.cpuUsage()
    weightedLength(text)
    const took = process.cpuUsage().user - user
    assert.ok(took < 1_000_000, `${text.slice(0, 20)}… took ${took} µs`)
  }
})
