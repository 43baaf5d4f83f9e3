/** How well what a platform shows fits what was sent, by tables. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Grade, gradeWords, type Ours, isBeginning } from '../../server/publishing/words.ts'
import type { Shown } from '../../platforms/evidence.ts'

type Row = [ours: string | Ours, shown: string | Shown, grade: Grade]

function holds(rows: readonly Row[]) {
  for (const [ours, shown, grade] of rows) {
    const [sent, seen] = [ours, shown].map((one) => (typeof one === 'string' ? { text: one } : one))
    assert.ok(sent && seen)
    assert.equal(gradeWords(sent, seen), grade, JSON.stringify([ours, shown]))
  }
}

const TEXT = 'We open at eight tomorrow morning'

test('a mention that is named as the address we wrote is not that address', () => {
  const shown = {
    text: 'Thanks to Shop.example for the lovely pictures',
    mentions: [{ as: 'Shop.example', of: ['178'] }],
  }
  const ours = { text: 'Thanks to shop.example for the lovely pictures' }
  assert.equal(gradeWords(ours, shown), 'maybe')
  assert.equal(gradeWords(ours, { text: shown.text }), 'same')
})

test('what platforms do to a text leaves it the same', () => {
  holds([
    [TEXT, TEXT, 'same'],
    ['We  open at\n\neight\ttomorrow morning ', TEXT, 'same'],
    [TEXT, ' We open at eight tomorrow morning\r\n', 'same'],
    ['We open\u00a0at eight tomorrow morning', TEXT, 'same'],
    ['We\u200b open at eight tomorrow morn\u00ading', TEXT, 'same'],
    ['\u202bWe open at eight tomorrow morning\u202c', TEXT, 'same'],
    ['We open at eight tomorrow morning ☕\ufe0f', 'We open at eight tomorrow morning ☕', 'same'],
    ['Cafe\u0301 and the ﬁne tea are open', 'Café and the fine tea are open', 'same'],
    ['Ｗｅ open at eight tomorrow', 'We open at eight tomorrow', 'same'],
    [
      'Tea & cake < 5 "euros" for you\'ll see',
      'Tea &amp; cake &lt; 5 &quot;euros&quot; for you&#39;ll see',
      'same',
    ],
    [
      'Tea & cake > 5 euros, you’ll see',
      'Tea &amp;amp; cake &gt; 5 euros, you&#x2019;ll&nbsp;see',
      'same',
    ],
    ["We're open at eight o'clock", 'We&apos;re open at eight o&apos;clock', 'same'],
    ['Tea &amp; cake as it was written', 'Tea & cake as it was written', 'same'],
    ['Bell\u0007 rings at eight tomorrow', 'Bell rings at eight tomorrow', 'same'],
    ['مرحبا بكم في المتجر الجديد', 'مرحبا بكم في المتجر الجديد', 'same'],
    ['本日の営業は夜八時まで延長します', '本日の営業は夜八時まで延長します', 'same'],
  ])
})

test('what they do not do makes it another', () => {
  holds([
    [TEXT, 'We open at eight tomorrow Morning', 'maybe'],
    [TEXT, 'We open at nine tomorrow morning', 'maybe'],
    [TEXT, 'We open at eight tomorrow morning!', 'maybe'],
    [TEXT, 'We opened, at eight tomorrow morning', 'maybe'],
    ['Tea &unknown; cake as it was written', 'Tea &other; cake as it was written', 'maybe'],
    ['Tea &unknown; cake as it was written', 'Tea &other; cake as it was written', 'maybe'],
    ['Tea &#1114112; cake, for you', 'Tea &#1114113; cake, for you', 'maybe'],
    ['Tea &#x110000; cake, for you', 'Tea &#x110001; cake, for you', 'maybe'],
    ['Tea &#1114112; cake as it was written', 'Tea &#1114113; cake as it was written', 'maybe'],
    ['Tea &#x110000; cake as it was written', 'Tea &#x110001; cake as it was written', 'maybe'],
    ['Tea &unknown; cake as it was written', 'Tea cake as it was written', 'maybe'],
    ['Tea &#1114112; cake as it was written', 'Tea &#1114112; cake as it was written', 'same'],
    ['Tea &#x110000; cake as it was written', 'Tea  cake as it was written', 'maybe'],
    ['Tea &#1114111; cake as it was written', 'Tea \u{10ffff} cake as it was written', 'same'],
  ])
})

test('a text that is cut off, empty or short is at best a maybe', () => {
  holds([
    ['', '', 'maybe'],
    ['', TEXT, 'maybe'],
    [TEXT, '', 'maybe'],
    [TEXT, 'We open at eight…', 'maybe'],
    [TEXT, 'We open at eight tom...', 'maybe'],
    ['Hello world', 'Hello world', 'maybe'],
    ['Hello worlds', 'Hello worlds', 'maybe'],
    ['Hello, worlds 2', 'Hello, worlds 2', 'same'],
    ['🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉', '🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉', 'maybe'],
    ['新製品が出ました', '新製品が出ました', 'maybe'],
  ])
})

test('where ours would stand a single letter says as much as many; signs alone say nothing', () => {
  for (const [text, placed, elsewhere] of [
    ['2/5', 'same', 'maybe'],
    ['A', 'same', 'maybe'],
    ['!', 'maybe', 'maybe'],
  ] as const) {
    assert.equal(gradeWords({ text }, { text }, { placed: true }), placed, text)
    assert.equal(gradeWords({ text }, { text }), elsewhere, text)
  }
})

test('a cut text is no other one, however little of it stands', () => {
  const long = Array.from({ length: 80 }, (_, index) => `word${index}`).join(' ')
  holds([
    [long, 'word0 word1 word2 word3 word4 word5 …', 'maybe'],
    [long, 'word0 word1 word2 word3 word4 wor… see more', 'maybe'],
    [long, 'word0 word1 word2 word3 five six seven eight', 'maybe'],
    [long, 'word0 word1 word2 word3 five six seven eight nine', 'other'],
  ])
})

test('a link that is told must be equal, one that is hidden leaves it alike', () => {
  const sent = 'New on the blog today: https://blog.example/a?b=1#c'
  const shown = (address: string | null): Shown => ({
    text: 'New on the blog today: https://t.co/x1',
    links: [{ as: 'https://t.co/x1', address }],
  })
  holds([
    [sent, sent, 'same'],
    [sent, shown('https://blog.example/a?b=1#c'), 'same'],
    [sent, shown('HTTP://Blog.Example:80/a?b=1#c'), 'same'],
    [sent, shown('https://blog.example/a?b=1&amp;d=2#c'), 'maybe'],
    [
      'New on the blog today: https://blog.example/a?b=1&d=2',
      shown('https://blog.example/a?b=1&amp;d=2'),
      'same',
    ],
    [sent, shown(null), 'alike'],
    [sent, 'New on the blog today: https://t.co/x1', 'alike'],
    [sent, 'New on the blog today: lnkd.in/x1', 'alike'],
    [sent, shown('https://lnkd.in/x1'), 'alike'],
    [sent, 'New on the blog today: https://blog.example/a?b=1', 'alike'],
    ['New on the blog today: https://blog.example/a?b=1', sent, 'maybe'],
    [sent, shown('https://blog.example/b'), 'maybe'],
    [sent, 'New on the blog today: https://blog.example/b', 'maybe'],
    [sent, 'New on the blog today: https://not.co/x1', 'maybe'],
    [sent, 'New on the blog today: https://blog.example/a?b=…', 'maybe'],
    [sent, 'New on the blog today:', 'maybe'],
    ['New on the blog today: t.co/x1', 'New on the blog today: https://t.co/x1', 'same'],
    ['New on the blog today: t.co/x1', 'New on the blog today: https://t.co/x2', 'alike'],
    ['New on the blog today: A.example/Path', 'New on the blog today: a.Example/Path', 'same'],
    ['New on the blog today: a.example/Path', 'New on the blog today: a.example/path', 'maybe'],
    ['Look: https://a.example/b', 'Look: https://a.example/b', 'same'],
    ['https://a.example/b', 'https://a.example/b', 'same'],
    ['Look: https://a.example/b', 'Look: https://t.co/x', 'maybe'],
    ['Look here: https://a.example/b', 'Look here: https://t.co/x', 'maybe'],
    ['Use: Node.js', 'Use: Node.js', 'maybe'],
    ['A walk at the lake', 'https://t.co/x at the lake', 'maybe'],
  ])
})

test('several links are held against each other one by one', () => {
  const sent = 'First https://a.example/1 and then https://a.example/2'
  const shown = (one: string | null, two: string | null): Shown => ({
    text: 'First https://t.co/1 and then https://t.co/2',
    links: [
      { as: 'https://t.co/1', address: one },
      { as: 'https://t.co/2', address: two },
    ],
  })
  const [one, two] = ['https://a.example/1', 'https://a.example/2']
  holds([
    [sent, shown(one, two), 'same'],
    [sent, shown(two, one), 'maybe'],
    [sent, shown(one, null), 'alike'],
    [sent, shown(null, one), 'maybe'],
    [
      'Twice https://a.example/1 and https://a.example/1',
      {
        text: 'Twice t.co/1 and t.co/1',
        links: [
          { as: 't.co/1', address: one },
          { as: 't.co/1', address: one },
        ],
      },
      'same',
    ],
  ])
})

test('an address ends where the sentence goes on', () => {
  const told = (text: string, address: string): Shown => ({
    text,
    links: [{ as: 't.co/1', address }],
  })
  holds([
    [
      'It is at https://a.example/b. Come!',
      told('It is at t.co/1. Come!', 'https://a.example/b'),
      'same',
    ],
    [
      'It is there (https://a.example/b), come!',
      told('It is there (t.co/1), come!', 'https://a.example/b'),
      'same',
    ],
    [
      'It is at https://a.example/b_(c) today',
      told('It is at t.co/1 today', 'https://a.example/b_(c)'),
      'same',
    ],
    [
      'It is “at https://a.example/b?!” today',
      told('It is “at t.co/1?!” today', 'https://a.example/b'),
      'same',
    ],
    [
      'It is in [https://a.example/b] {https://a.example/c}',
      {
        text: 'It is in [t.co/1] {t.co/2}',
        links: [
          { as: 't.co/1', address: 'https://a.example/b' },
          { as: 't.co/2', address: 'https://a.example/c' },
        ],
      },
      'same',
    ],
    [
      'Write to me@a.example now, my dear',
      told('Write to me@t.co/1 now, my dear', 'https://a.example'),
      'maybe',
    ],
  ])
})

test('a card tells where a hidden link leads, and whether it leads elsewhere', () => {
  const sent = 'New on the blog today: https://a.example/1'
  const card = (...addresses: (string | null)[]): Shown => ({
    text: 'New on the blog today: https://lnkd.in/x',
    links: addresses.map((address) => ({ as: null, address })),
  })
  holds([
    [sent, card('https://a.example/1'), 'same'],
    [sent, card('https://a.example/2'), 'maybe'],
    [sent, card(null), 'alike'],
    [sent, { text: sent, links: [{ as: null, address: 'https://a.example/landing' }] }, 'same'],
    [
      `${sent} and https://a.example/2`,
      {
        ...card('https://a.example/1'),
        text: 'New on the blog today: https://lnkd.in/x and https://lnkd.in/y',
      },
      'alike',
    ],
    [TEXT, { text: TEXT, links: [{ as: null, address: 'https://a.example/1' }] }, 'maybe'],
    [TEXT, { text: TEXT, links: [{ as: null, address: null }] }, 'maybe'],
  ])
})

test('a link sent beside the text must be told beside it', () => {
  const ours: Ours = { text: TEXT, link: 'https://a.example/1#top' }
  const beside = (...addresses: (string | null)[]): Shown => ({
    text: TEXT,
    links: addresses.map((address) => ({ as: null, address })),
  })
  holds([
    [ours, beside('https://a.example/1#top'), 'same'],
    [ours, beside('https://a.example/2', 'https://a.example/1#top'), 'same'],
    [ours, beside('https://a.example/1'), 'alike'],
    [ours, beside(null), 'alike'],
    [ours, beside('https://a.example/2', null), 'alike'],
    [ours, TEXT, 'alike'],
    [ours, beside('https://a.example/2'), 'maybe'],
    [
      { text: 'Look', link: 'https://a.example/1' },
      { ...beside('https://a.example/1'), text: 'Look' },
      'same',
    ],
    [{ text: 'Look', link: 'https://a.example/1' }, 'Look', 'maybe'],
  ])
})

test('a mention may stand as the name of whom it is', () => {
  const shown = (as: string, ...of: string[]): Shown => ({
    text: `Many thanks to ${as} for yesterday`,
    mentions: [{ as, ...(of.length > 0 ? { of } : {}) }],
  })
  const sent = (mention: string) => `Many thanks to ${mention} for yesterday`
  holds([
    [sent('@ada'), sent('@Ada'), 'same'],
    [sent('@ada'), shown('@ada'), 'same'],
    [sent('@ada'), shown('Ada Lovelace', 'ada'), 'same'],
    [sent('@ada'), shown('Ada Lovelace', '17', '@Ada'), 'same'],
    [sent('@[17]'), shown('Ada Lovelace', '17'), 'same'],
    [sent('@[17:Ada]'), shown('Ada Lovelace', '17'), 'same'],
    [sent('@[17:Ada Lovelace]'), shown('Ada Lovelace'), 'same'],
    [sent('@[Ada Lovelace](urn:li:person:17)'), shown('Ada Lovelace'), 'same'],
    [sent('@[Ada](urn:li:person:17)'), shown('Ada L.', 'urn:li:person:17'), 'same'],
    [sent('@[Ada](urn:li:person:17)'), shown('Ada L.', 'urn:li:person:18'), 'maybe'],
    [sent('@ada.bsky.example'), shown('Ada', 'ada.bsky.example'), 'same'],
    [sent('@ada'), shown('Bob'), 'alike'],
    [sent('@ada'), shown('Bob', 'bob'), 'maybe'],
    [sent('@ada'), sent('@bob'), 'maybe'],
    [sent('@ada'), sent('Ada'), 'maybe'],
    [sent('Ada'), shown('Ada', 'ada'), 'maybe'],
    ['Many thanks to @ada', { text: 'Many thanks to Ada', mentions: [{ as: 'Ada' }] }, 'same'],
    [
      'Adam met @ada at the old market',
      { text: 'Adam met Ada at the old market', mentions: [{ as: 'Ada', of: ['ada'] }] },
      'same',
    ],
    [
      'Mada met @ada at the old market',
      { text: 'Mada met ada at the old market', mentions: [{ as: 'ada' }] },
      'same',
    ],
    [
      'So @ada met @adam at the old market',
      {
        text: 'So Ada met Ada M at the old market',
        mentions: [
          { as: 'Ada', of: ['ada'] },
          { as: 'Ada M', of: ['adam'] },
        ],
      },
      'same',
    ],
    ['Hi @ada!', 'Hi @ada!', 'maybe'],
    // The longer name first: it begins with the other.
    [
      'So @adam met @ada at the old market',
      {
        text: 'So Ada M met Ada at the old market',
        mentions: [
          { as: 'Ada', of: ['ada'] },
          { as: 'Ada M', of: ['adam'] },
        ],
      },
      'same',
    ],
    // One more than ours.
    [
      'Many thanks to @ada',
      {
        text: 'Many thanks to @ada@bob',
        mentions: [
          { as: '@ada', of: ['ada'] },
          { as: '@bob', of: ['bob'] },
        ],
      },
      'maybe',
    ],
    // A card says nothing of a name.
    [
      'Many thanks to @ada: https://a.example/1',
      {
        text: 'Many thanks to Bob: https://a.example/1',
        mentions: [{ as: 'Bob' }],
        links: [{ as: null, address: 'https://a.example/landing' }],
      },
      'alike',
    ],
    ['https:// Hello', 'https:// Hello', 'maybe'],
    [TEXT, { text: TEXT, mentions: [{ as: '' }, { as: 'Nobody' }] }, 'same'],
  ])
})

test('another text is one with four words and few of ours in their order', () => {
  holds([
    ['one two three four', 'five six seven eight', 'other'],
    ['one two three', 'five six seven eight', 'maybe'],
    ['one two three four', 'five six seven', 'maybe'],
    ['one two three four', 'five one seven eight', 'other'],
    ['one two three four', 'two one seven eight', 'other'],
    ['one two three four', 'five one two eight', 'maybe'],
    ['one two three four five', 'six seven one eight two', 'maybe'],
    ['Été comme hiver nous ouvrons', 'ete comme HIVER nous fermons', 'maybe'],
    ['one two three @four', 'five six seven eight', 'maybe'],
    ['one two three https://a.example/four', 'five six seven eight', 'maybe'],
    ['one two three four', 'five six seven https://a.example/four', 'maybe'],
    ['red blue red blue red blue red blue', 'red red red five six seven eight', 'maybe'],
    ['ÉTÉ HIVER PRINTEMPS AUTOMNE', 'été hiver printemps automne', 'maybe'],
    ['été léger élan égal', 'ete leger elan egal', 'maybe'],
    ['今日の天気はとても良い', '明けましてお祝い申す', 'other'],
    ['今日の天気はとても良い', '今日の天気は悪い', 'maybe'],
    ['สวัสดีทุกคน', 'ขอบคุณมากนะ', 'other'],
    ['one two three four one two three four', 'four four five six seven eight nine', 'other'],
  ])
})

test('the beginning of a text that is shown cut off is known from forty letters and digits on', () => {
  const forty = 'Forty letters and digits in all, counted without gaps'
  const text = `${forty}, and so on`
  assert.equal(forty.replace(/[^\p{L}\p{N}]/gu, '').length, 44)
  for (const end of ['…', '...', ' …', '\u200b…']) assert.ok(isBeginning(text, forty + end), end)
  assert.ok(isBeginning(text, `${forty.slice(0, -4)}…`))
  assert.ok(!isBeginning(text, `${forty.slice(0, -6)}…`))
  assert.ok(isBeginning(text, `  ${forty.replaceAll(' ', '  ')}…`), 'white space is no difference')
  assert.equal(isBeginning(text, forty), false, 'nothing says that it was cut off')
  assert.ok(!isBeginning(text, `${forty}… and so on`))
  assert.ok(!isBeginning(text, `${forty.toUpperCase()}…`))
  assert.ok(!isBeginning(`Now: ${text}`, `${forty}…`))
  assert.equal(isBeginning(text, '…'), false)
  assert.ok(isBeginning(`${forty}\n\nand so on`, `${forty} and…`), 'over the end of a line')
})
