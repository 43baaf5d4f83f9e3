/**
 * Histories that went wrong, or would have, while every connector compared words by itself: a post twice, another post's number, a
 * post called not there while it was. What a platform showed is graded as it stood there.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Known, Seen } from '../../server/publishing/evidence.ts'
import { judge } from '../../server/publishing/judge.ts'
import type { Shown } from '../../platforms/evidence.ts'
import { gradeWords, type Ours } from '../../server/publishing/words.ts'
import {
  BEGAN,
  ENDED,
  entry,
  HOUR,
  look,
  LOOKS,
  looks,
  lostCall,
  MINUTE,
  NOW,
  rival,
  SECOND,
  send,
  told,
} from './lost-call.ts'

/** An entry with words as the platform shows them. */
function showing(
  id: string,
  ours: Ours | string,
  shown: Shown | string,
  change: Partial<Seen> = {},
): Seen {
  const [sent, seen] = [ours, shown].map((one) => (typeof one === 'string' ? { text: one } : one))
  assert.ok(sent && seen)
  return entry(id, { words: gradeWords(sent, seen), ...change })
}

function comes(to: string, ...given: Parameters<typeof lostCall>) {
  assert.equal(told(judge(lostCall(...given))), to)
}

const SERIES = 'New on the blog this week: https://blog.example/'
const other = (id: string, change: Partial<Seen> = {}) =>
  showing(id, `${SERIES}a`, 'Our shop is closed on the first of May, see you on the second', change)

test('Facebook shows a mention as a name, a 500 hides the answer, and somebody posts in between', () => {
  const text = 'Many thanks to @[1789] for a wonderful evening'
  const shown = {
    text: 'Many thanks to Acme Catering for a wonderful evening',
    mentions: [{ as: 'Acme Catering', of: ['1789'] }],
  }
  const sends = [send({ lost: 'server_error' })]
  comes('8 found ours by words', {
    sends,
    looks: looks([other('theirs'), showing('ours', text, shown)]),
  })
})

test('…the same below a post, as a first comment', () => {
  const text = 'Thanks again @[1789], it was a pleasure'
  const shown = {
    text: 'Thanks again Acme, it was a pleasure',
    mentions: [{ as: 'Acme', of: ['1789'] }],
  }
  const below = { role: 'comment' as const, parent: 'post' }
  const seen = [
    showing('theirs', text, 'What a lovely evening that must have been', {
      ...below,
      author: 'other',
    }),
    showing('elsewhere', text, shown, { ...below, parent: 'another post' }),
    showing('ours', text, shown, below),
  ]
  comes('8 found ours by words', { ours: below, looks: looks(seen) })
})

test('Instagram shows two spaces of a comment as one', () => {
  const below = { role: 'comment' as const, parent: 'post' }
  const seen = showing(
    'ours',
    'Part two is  coming on Monday',
    'Part two is coming on Monday',
    below,
  )
  comes('8 found ours by words', { ours: below, looks: looks([seen]) })
})

test('Pinterest fills in a title, escapes, cuts a fragment and drops what nobody sees', () => {
  const ours = {
    text: 'Tea & cake\u200b for two, all weekend',
    link: 'https://shop.example/tea#two',
  }
  const shown = {
    text: 'Tea &amp; cake for two, all weekend',
    links: [{ as: null, address: 'https://shop.example/tea' }],
  }
  comes('8 found ours by words', {
    ours: { has_link: true },
    looks: looks([showing('ours', ours, shown)]),
  })
})

test('the platform’s clock is 75 seconds behind ours, and was measured', () => {
  const behind = 75 * SECOND
  const text = 'We open at eight tomorrow morning'
  const seen = showing('ours', text, text, { at: BEGAN - behind + SECOND })
  const sends = [send({ at: BEGAN - behind, ended_at: ENDED - behind })]
  comes('8 found ours by words', { sends, looks: looks([seen]) })
})

test('…and was not measured: a question, not a second pin', () => {
  const text = 'We open at eight tomorrow morning'
  const seen = showing('ours', text, text, { at: BEGAN - 75 * SECOND })
  const late = { looks: [...looks([seen]), look(NOW + HOUR, [seen])], now: NOW + HOUR }
  comes('12 ask candidates: ours', { ...late, sends: [send({ error: 10 * MINUTE })] })
})

test('nobody’s clock was measured, and a person wrote the same five minutes before', () => {
  const text = 'We open at eight tomorrow morning'
  const seen = showing('theirs', text, text, { at: BEGAN - 5 * MINUTE })
  const late = { looks: [...looks([seen]), look(NOW + HOUR, [seen])], now: NOW + HOUR }
  comes('12 ask candidates: theirs', { ...late, sends: [send({ error: 10 * MINUTE })] })
})

test('a clock was set while an open container was used again: words are believed as of a call that was not measured', () => {
  const text = 'We open at eight tomorrow morning'
  const since = (at: number) => showing('ours', text, text, { at })
  const uncertain = {
    sends: [send({ ended_at: ENDED + 2 * MINUTE, error: 10 * MINUTE })],
    now: NOW + HOUR,
  }
  const seen = (at: number) => ({ ...uncertain, looks: [look(NOW + HOUR, [since(at)])] })
  comes('12 ask candidates: ours', { ...seen(BEGAN + 114 * SECOND), rule: { looks: [1] } })
  comes('8 found ours by words', { ...seen(BEGAN + 10 * MINUTE), rule: { looks: [1] } })
})

test('X shows the key of our picture, and the words in another form', () => {
  const seen = entry('ours', { media: { ids: ['3_17'], in_full: true } })
  const media = { media: ['3_17'], has_media: true, has_link: true }
  comes('2 found ours by key', { ours: media, looks: looks([other('theirs'), seen]) })
})

test('X took the same text with a picture twice: both are told', () => {
  const shown = (id: string, at: number) =>
    entry(id, { at, media: { ids: ['3_17'], in_full: true } })
  comes('2 found first by key; twice second', {
    ours: { media: ['3_17'], has_media: true },
    sends: [send(), send({ at: BEGAN + SECOND })],
    looks: looks([shown('second', BEGAN + MINUTE), shown('first', BEGAN + SECOND)]),
  })
})

test('a link post never landed, and the cover photo of that minute is not it', () => {
  const cover = entry('cover', { media: { ids: ['9'], in_full: true }, words: 'maybe' })
  comes('12 ask candidates: cover', { ours: { has_link: true }, looks: looks([cover]) })
  comes('16 send new_key', {
    ours: { has_link: true },
    looks: looks([{ ...cover, role: 'other' }]),
  })
})

test('a gateway’s page hides the answer once, and the list shows that nothing came', () => {
  comes('16 send new_key', { sends: [send({ lost: 'page' })] })
  comes('8 found ours by words', {
    sends: [send({ lost: 'page' })],
    looks: looks([showing('ours', `${SERIES}a`, `${SERIES}a`)]),
  })
})

test('a gateway’s page hides two answers, and nothing came', () => {
  comes('15 absent gateway', { sends: [send({ lost: 'page' }), send({ lost: 'page' })] })
})

test('Instagram does not find the container that it has published', () => {
  const unknown: Known = { is: 'unknown' }
  const text = 'Nine colours of wool, linen and silk'
  comes('8 found ours by words', { looks: looks([showing('ours', text, text)], unknown) })
  comes('10 wait 690', { looks: looks([], unknown, { reach: 'part' }) })
})

test('a wordless picture on Threads is out, and the only picture shown is not called ours', () => {
  const wordless = { wordy: false, has_media: true }
  const seen = [entry('theirs', { wordless: true, at: ENDED + 30 * SECOND })]
  const landed: Known = { is: 'landed', ids: [], url: null }
  comes('1 landed', { ours: wordless, looks: looks(seen, landed) })
  comes('1 landed', {
    ours: wordless,
    looks: [...looks(seen, landed), look(NOW + HOUR, seen, { known: landed })],
    now: NOW + HOUR,
  })
})

test('a caption comes with other white space, and the container says that it is out', () => {
  const text = 'Nine colours\nof wool, linen and silk ☕\ufe0f'
  const seen = [showing('ours', text, 'Nine colours of wool, linen and silk ☕')]
  const landed: Known = { is: 'landed', ids: [], url: null }
  comes('1 landed', { looks: looks(seen, landed) })
  const later = look(NOW + 10 * MINUTE, seen, { known: landed })
  comes('1 found ours by key', { looks: [...looks(seen, landed), later], now: later.at })
})

test('Google hides the newest posts in every look, ours and the one before', () => {
  const hidden = { canary: false }
  comes('10 wait 690', { looks: looks([], null, hidden) })
  const often = [...looks([], null, hidden), ...looks([], null, hidden)]
  comes('10 ask incomplete: ', { looks: often, now: NOW + HOUR })
})

test('an empty list without a word is no absence', () => {
  comes('10 wait 690', { looks: looks([], null, { reach: 'part' }) })
})

test('the post shows in the third look only', () => {
  const [first = 0, second = 0] = LOOKS
  const seen = [showing('ours', `${SERIES}a`, `${SERIES}a`)]
  comes('9 wait 130', { looks: [look(first), look(second)], now: second })
  comes('8 found ours by words', { looks: [look(first), look(second), look(NOW, seen)] })
})

test('a person writes the same in the same minute, and both are there', () => {
  const text = 'We open at eight tomorrow morning'
  const seen = [showing('theirs', text, text, { at: BEGAN + MINUTE }), showing('ours', text, text)]
  comes('12 ask candidates: ours,theirs', { looks: looks(seen) })
})

test('a second workspace posted the same on the same account', () => {
  const text = 'We open at eight tomorrow morning'
  const seen = [showing('theirs', text, text), showing('ours', text, text, { at: BEGAN + MINUTE })]
  comes('8 found ours by words', { looks: looks(seen), receipts: new Set(['theirs']) })
  comes('16 send new_key', { looks: looks(seen.slice(0, 1)), receipts: new Set(['theirs']) })
})

test('of a series that differs by its link the other one is not ours, and proves nothing', () => {
  const b = showing('b', `${SERIES}a`, `${SERIES}b`)
  comes('12 ask candidates: b', { ours: { has_link: true }, looks: looks([b]) })
  comes('16 send new_key', {
    ours: { has_link: true },
    looks: looks([b]),
    receipts: new Set(['b']),
  })
  const a = showing('a', `${SERIES}a`, `${SERIES}a`)
  comes('8 found a by words', { ours: { has_link: true }, looks: looks([b, a]) })
})

test('of such a series two are in doubt, links are hidden, and one entry is there', () => {
  const hidden = showing('one', `${SERIES}a`, 'New on the blog this week: https://lnkd.in/x')
  const given = { ours: { has_link: true }, looks: looks([hidden]) }
  comes('12 ask candidates: one', { ...given, rivals: [rival(['one'])] })
  comes('12 ask candidates: one', { ...given, rivals: [rival(['one'], { yields: true })] })
  comes('8 found one by words', given)
})

test('another tool goes on with the series a day later, links hidden', () => {
  const seen = [
    showing('theirs', `${SERIES}a`, 'New on the blog this week: https://lnkd.in/y', {
      at: BEGAN + 24 * HOUR,
    }),
  ]
  comes('12 ask candidates: theirs', { looks: looks(seen), ours: { has_link: true } })
})

test('two wordless pictures: one has our number, the other another', () => {
  const wordless = { wordy: false, has_media: true, media: ['m1'] }
  const shown = (id: string, media: string) => entry(id, { media: { ids: [media], in_full: true } })
  comes('2 found ours by key', {
    ours: wordless,
    looks: looks([shown('theirs', 'm9'), shown('ours', 'm1')]),
  })
  comes('16 send new_key', { ours: wordless, looks: looks([shown('theirs', 'm9')]) })
})

test('numbers of media come late', () => {
  const [first = 0, second = 0] = LOOKS
  const wordless = { wordy: false, has_media: true, media: ['m1'] }
  const late = entry('ours', { media: { ids: ['m1'], in_full: true } })
  comes('9 wait 130', {
    ours: wordless,
    looks: [look(first, [entry('ours')]), look(second)],
    now: second,
  })
  comes('2 found ours by key', {
    ours: wordless,
    looks: [look(first, [entry('ours')]), look(NOW, [late])],
  })
})

test('the container is open still: used again, by whatever is shown', () => {
  comes('6 send same_key', { looks: looks([showing('theirs', SERIES, SERIES)], { is: 'open' }) })
})

test('a worker was killed behind its call: nobody saw it end', () => {
  const sends = [send({ ended_at: null })]
  const text = 'We open at eight tomorrow morning'
  comes('8 found ours by words', {
    sends,
    looks: [look(ENDED, [showing('ours', text, text)])],
    now: ENDED,
  })
  comes('9 wait 90', { sends, looks: [look(ENDED)], now: ENDED })
})

test('a post that was seen once is gone: somebody deleted it, and it is not sent again', () => {
  const cut = showing('ours', 'We open at eight tomorrow morning', 'We open at eight…')
  comes('12 ask candidates: ours', { looks: [look(ENDED, [cut]), ...looks().slice(1)] })
})

test('ours is not shown, but a repost of it is', () => {
  const repost = entry('repost', { role: 'repost', media: { ids: ['m1'], in_full: true } })
  comes('12 ask candidates: repost', {
    ours: { media: ['m1'], has_media: true },
    looks: looks([repost]),
  })
})

test('LinkedIn refuses the second call and names the first post', () => {
  const twin: Known = {
    is: 'twin',
    original: { id: 'urn:li:share:7', at: BEGAN + SECOND, there: true },
  }
  comes('3 found urn:li:share:7 by answer', { looks: looks([], twin, { reach: 'no_list' }) })
})

test('…names one that is gone, one of yesterday, or one of another workspace', () => {
  const twin = (at: number, there: boolean): Known => ({
    is: 'twin',
    original: { id: 'x', at, there },
  })
  const none = { reach: 'no_list' as const }
  comes('3 ask ghost: x', { looks: looks([], twin(BEGAN, false), none) })
  comes('3 refused duplicate_content', { looks: looks([], twin(BEGAN - 20 * HOUR, true), none) })
  comes('3 refused duplicate_content', {
    looks: looks([], twin(BEGAN, true), none),
    receipts: new Set(['x']),
  })
})

test('X refuses the second call without a name, and the first is not shown yet', () => {
  const twin: Known = { is: 'twin', original: null }
  const text = 'We open at eight tomorrow morning'
  comes('12 ask twin: ', { looks: looks([], twin) })
  comes('8 found ours by words', { looks: looks([showing('ours', text, text)], twin) })
})

test('nobody can list a member’s posts: the identical call is sent within a day, and not for a picture alone', () => {
  const given = { looks: looks([], null, { reach: 'no_list' }), rule: { twins: true } }
  comes('16 send new_key', given)
  comes('16 ask no_list: ', { ...given, ours: { wordy: false } })
  comes('16 ask no_list: ', { ...given, now: BEGAN + 25 * HOUR })
})

test('TikTok never came for the photos, or did and shows nothing', () => {
  const none = looks([], null, { reach: 'no_list' })
  comes('16 send new_key', { looks: none, sends: [send({ fetched: 'expired' })] })
  comes('11 ask fetched: ', { looks: none, sends: [send({ fetched: true })], now: NOW + HOUR })
})

test('YouTube shows our file’s size: in the window it is ours, before it is an older upload', () => {
  const sized = (at: number) => looks([entry('video', { key: 'size', at, words: 'other' })])
  comes('2 found video by key', { looks: sized(BEGAN + SECOND), ours: { has_media: true } })
  comes('16 send new_key', { looks: sized(BEGAN - HOUR), ours: { has_media: true } })
})

test('Facebook tells the app: a person’s post of that minute is not ours, once a receipt shows our app', () => {
  const receipt = entry('receipt', { app: 'Crier', at: BEGAN - HOUR })
  const person = entry('person', { app: null })
  comes('16 send new_key', { looks: looks([receipt, person]), receipts: new Set(['receipt']) })
  comes('12 ask candidates: person', { looks: looks([person]) })
})

test('…nor may the account have been connected by another app between two calls', () => {
  const receipt = entry('receipt', { app: 'Crier', at: BEGAN - HOUR })
  const given = {
    looks: looks([receipt, entry('new', { app: 'New' })]),
    receipts: new Set(['receipt']),
  }
  comes('15 wait 690', { ...given, sends: [send(), send()] })
  comes('12 ask candidates: new', { ...given, sends: [send(), send({ app: 'New' })] })
})

test('a question under watch does not take the post of a twin that was sent hours later', () => {
  const text = 'We open at eight tomorrow morning'
  const seen = looks([showing('later', text, text, { at: BEGAN + 6 * HOUR })])
  comes('12 ask candidates: later', { looks: seen, rivals: [rival(['later'], { yields: true })] })
  comes('8 found later by words', { looks: seen })
})

test('the post was deleted in Crier meanwhile: not sent again, and not called absent where nobody can look', () => {
  comes('13 absent deleted', { deleted: true })
  comes('16 ask no_list: ', { deleted: true, looks: looks([], null, { reach: 'no_list' }) })
})

test('the list shows another number than the receipt that explains it', () => {
  const text = 'We open at eight tomorrow morning'
  const seen = showing('photo', text, text, { ids: ['photo', 'post'] })
  comes('16 send new_key', { looks: looks([seen]), receipts: new Set(['post']) })
})
