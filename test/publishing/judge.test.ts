/** The table of the judge, row by row: what is said of a key, what may be another step’s, what fits by its words. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Seen } from '../../server/publishing/evidence.ts'
import { judge } from '../../server/publishing/judge.ts'
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

const same = (id: string, change: Partial<Seen> = {}) => entry(id, { words: 'same', ...change })
const alike = (id: string, change: Partial<Seen> = {}) => entry(id, { words: 'alike', ...change })

function is(expected: string, ...given: Parameters<typeof lostCall>) {
  assert.equal(told(judge(lostCall(...given))), expected)
}

const dead = { is: 'dead', code: 'media_dimensions', words: 'Too small.' } as const
const unused = { is: 'dead', code: 'unused', words: 'EXPIRED' } as const

test('row 4: a key that died with a reason was refused', () => {
  is('4 refused media_dimensions', { looks: looks([same('a')], dead) })
})

test('row 4: the first reason counts', () => {
  const known = [{ is: 'unknown' as const }, dead, { ...dead, code: 'media_ratio' } as const]
  is('4 refused media_dimensions', {
    looks: LOOKS.map((at, index) => look(at, [], { known: known[index] ?? null })),
  })
})

test('row 4: one that was never used says nothing, and neither does the key of an earlier call', () => {
  is('16 send new_key', { looks: looks([], unused) })
  is('15 ask second_send: ', {
    sends: [send(), send({ at: ENDED + 20 * SECOND, ended_at: ENDED + 30 * SECOND })],
    looks: [look(ENDED + 10 * SECOND, [], { known: dead }), ...looks().slice(1), look(NOW + HOUR)],
  })
})

test('row 4: of two calls the first may have landed all the same', () => {
  const sends = [send(), send({ at: BEGAN + SECOND })]
  is('8 found a by words', { sends, looks: looks([same('a')], dead) })
  is('4 refused media_dimensions', { sends, looks: looks([], dead) })
})

test('row 5: what the platform works on is waited for, a day at most', () => {
  const again = NOW + 3 * MINUTE
  const at = (now: number) => ({ looks: looks([], { is: 'working', again }), now })
  is(`5 wait ${(again - BEGAN) / SECOND}`, at(NOW))
  is(`5 wait ${(again + MINUTE - BEGAN) / SECOND}`, at(again + MINUTE))
  is(`5 wait ${(ENDED + 24 * HOUR - 1 - BEGAN) / SECOND}`, at(ENDED + 24 * HOUR - 1))
  is('5 ask working: ', at(ENDED + 24 * HOUR))
})

test('row 5: only the last word on the key counts', () => {
  const working = { is: 'working' as const, again: NOW + HOUR }
  const known = [working, { is: 'unknown' as const }, null]
  is('16 send new_key', {
    looks: LOOKS.map((at, index) => look(at, [], { known: known[index] ?? null })),
  })
})

test('row 6: an open key is used again at once', () => {
  const open = { is: 'open' as const }
  is('6 send same_key', { looks: [look(ENDED, [same('a')], { known: open })], now: ENDED })
  is('6 send same_key', { looks: looks([], open), policy: 'ask' })
})

test('row 6: not for a post that was deleted or is too late', () => {
  const open = { is: 'open' as const }
  is('9 wait 60', { looks: [look(ENDED, [], { known: open })], deleted: true, now: ENDED })
  is('13 absent deleted', { looks: looks([], open), deleted: true })
  is('13 absent too_late', { looks: looks([], open), too_late: true })
})

test('row 7: what may be a rival’s in flight is looked at every 15 seconds, for three minutes', () => {
  const first = LOOKS[0] ?? 0
  const at = (now: number) => ({
    looks: [look(first, [same('a')]), look(NOW, [same('a')])],
    rivals: [rival(['a'], { in_flight: true })],
    now,
  })
  is('7 wait 55', at(first))
  is(`7 wait ${(first + 3 * MINUTE - 1 - BEGAN) / SECOND + 15}`, at(first + 3 * MINUTE - 1))
  is('9 wait 450', at(first + 3 * MINUTE))
})

test('row 7: of two in doubt that are equal the older takes it', () => {
  const seen = { looks: [look(ENDED, [same('a')])], now: ENDED }
  is('7 wait 45', { ...seen, rivals: [rival(['a'])] })
  is('8 found a by words', { ...seen, rivals: [rival(['a'], { yields: true })] })
  is('7 wait 45', { ...seen, rivals: [rival(['a'], { yields: true, in_flight: true })] })
  is('8 found a by words', { ...seen, rivals: [rival(['b'], { in_flight: true })] })
})

test('row 8: the one entry that is the same is ours, at once', () => {
  is('8 found a by words', {
    looks: [look(ENDED, [same('a'), entry('c')])],
    now: ENDED,
  })
})

test('row 8: the same beside what is alike may be a stranger’s, and ours the one whose link is hidden', () => {
  const beside = (seen: Seen) => [same('a', { at: BEGAN + SECOND }), seen]
  is('9 wait 60', { looks: [look(ENDED, beside(alike('b')))], now: ENDED })
  is('12 ask candidates: a,b', { looks: looks(beside(alike('b'))) })
  is('12 ask candidates: a,b', { looks: looks(beside(entry('b', { begins: true }))) })
  // Cut off in one look, whole in another.
  is('8 found a by words', { looks: looks([same('a', { begins: true })]) })
  // Another step's, ours of before, and what came when ours could land no more.
  const rivals = [rival(['b'], { yields: true })]
  is('8 found a by words', { looks: looks(beside(alike('b'))), rivals })
  is('8 found a by words', { looks: looks(beside(alike('b'))), receipts: new Set(['b']) })
  const late = alike('b', { at: ENDED + 5 * MINUTE + 5 * SECOND + 1 })
  is('8 found a by words', { looks: looks(beside(late)) })
})

test('row 8: of a post with a picture the same words without one are a question, until it is shown', () => {
  const ours = { has_media: true }
  const bare = same('a', { media: 'none' })
  const pictured = same('a', { media: { ids: ['p'], in_full: true } })
  is('9 wait 60', { ours, looks: [look(ENDED, [bare])], now: ENDED })
  is('12 ask candidates: a', { ours, looks: looks([bare]) })
  is('8 found a by words', { ours, looks: [look(ENDED, [bare]), ...looks([pictured])] })
  // Beside one that shows it, what shows none is somebody else's.
  const two = [pictured, same('b', { media: 'none' }), alike('c', { media: 'none' })]
  is('8 found a by words', { ours, looks: looks(two) })
  is('12 ask candidates: a,b', { ours, looks: looks([pictured, same('b')]) })
  const unlike = entry('d', { words: 'maybe', media: { ids: ['p'], in_full: true } })
  is('12 ask candidates: a,d', { ours, looks: looks([bare, unlike]) })
  // Where nothing is told of pictures, and of a text alone.
  is('8 found a by words', { ours, looks: looks([same('a')]) })
  is('8 found a by words', { looks: looks([bare]) })
})

test('row 8: …and what shows none stays company while the other is not known to show one, says something else, or ours has none', () => {
  const ours = { has_media: true }
  const [untold, bare] = [same('a'), same('b', { media: 'none' })]
  is('12 ask candidates: a,b', { ours, looks: looks([untold, bare]) })
  const unlike = entry('c', { words: 'maybe', media: { ids: ['p'], in_full: true } })
  is('12 ask candidates: a,b,c', { ours, looks: looks([untold, bare, unlike]) })
  const pictured = same('a', { media: { ids: ['p'], in_full: true } })
  // A link may be shown with its picture.
  is('12 ask candidates: a,b', { ours: { has_link: true }, looks: looks([pictured, bare]) })
})

test('row 8: where numbers of our uploads may still be shown, words are believed when whatever landed is', () => {
  const ours = { media: ['m'], has_media: true }
  const at = (last: number, seen: Seen[]) => ({ ours, looks: [look(last, seen)], now: last })
  const settled = ENDED + 5 * MINUTE + 5 * SECOND
  const pause = { rule: { looks: [] } }
  for (const seen of [same('a'), alike('a')]) {
    is('9 wait 60', at(ENDED, [seen]))
    is('9 wait 335', { ...at(settled - 1, [seen]), ...pause })
    is('8 found a by words', { ...at(settled, [seen]), ...pause })
  }
  // One of the looks is enough.
  is('8 found a by words', { ours, looks: looks([same('a')]) })
  const later = entry('b', { words: 'same', media: { ids: ['m'], in_full: true } })
  is('2 found b by key', at(ENDED, [same('a'), later]))
  is('8 found a by words', { ...at(ENDED, [same('a')]), ours: { has_media: true } })
})

test('row 8: no words are believed of a post whose files nobody came for', () => {
  const ours = { has_media: true }
  const [open, closed] = [send({ fetched: false }), send({ fetched: 'expired' })]
  const seen = { ours, looks: looks([same('a')]) }
  is('9 wait 60', { ours, sends: [open], looks: [look(ENDED, [same('a')])], now: ENDED })
  is('11 wait 690', { ...seen, sends: [open] })
  is('16 send new_key', { ...seen, sends: [closed] })
  is('16 send new_key', { ours, sends: [closed], looks: looks([alike('a')]) })
  // Of one call it is not known, or somebody came.
  is('8 found a by words', { ...seen, sends: [closed, send({ fetched: true })] })
  is('8 found a by words', { ...seen, sends: [open, send()] })
})

test('row 8: two that are the same are a question after one call, and one post twice after two', () => {
  const two = [same('b', { at: BEGAN + MINUTE }), same('a')]
  is('12 ask candidates: a,b', { looks: looks(two) })
  const sends = [send(), send({ at: BEGAN + SECOND })]
  is('8 found a by words; twice b', { sends, looks: looks(two) })
  is('12 ask candidates: b,none', {
    sends,
    looks: looks([same('b'), same('none', { at: null })]),
  })
  is('12 ask candidates: a,c,b', { sends, looks: looks([...two, same('c', { at: BEGAN + 9000 })]) })
})

test('row 8: alike is ours when nothing else is', () => {
  is('8 found a by words', { looks: looks([alike('a'), entry('b')]) })
  is('12 ask candidates: a,b', { looks: looks([alike('a'), alike('b', { at: BEGAN + MINUTE })]) })
})

/** It shows the beginning of our words, and no more. */
const cutOff = (id: string, change: Partial<Seen> = {}) =>
  entry(id, { begins: true, app: 'Crier', ...change })
const known = entry('known', { app: 'Crier', words: 'other' })

test('row 8: the beginning of our words is alike, by our app as our own posts tell it', () => {
  const shown = (seen: Seen[], change = {}) => ({
    looks: looks(seen),
    receipts: new Set(['known']),
    ...change,
  })
  is('8 found a by words', shown([known, cutOff('a')]))
  is('8 found a by words', shown([known, cutOff('a'), entry('b')]))
  is('12 ask candidates: a', shown([known, entry('a', { app: 'Crier' })]))
  is('12 ask candidates: a', shown([known, cutOff('a', { app: undefined })]))
  is('12 ask candidates: a', shown([cutOff('a')]))
  const none = { app: null }
  const nobodys = [entry('known', { ...none, words: 'other' }), cutOff('a', none)]
  is('12 ask candidates: a', shown(nobodys, { sends: [send(none)] }))
  is('12 ask candidates: a', shown([known, cutOff('a')], { sends: [send({ app: null })] }))
  is('12 ask candidates: a', shown([known, cutOff('a')], { sends: [send(), send({ app: 'New' })] }))
  is('12 ask candidates: a,b', shown([known, cutOff('a'), cutOff('b', { at: BEGAN + MINUTE })]))
  is('12 ask candidates: b,a', shown([known, cutOff('a'), alike('b')]))
  is('12 ask candidates: b,a', shown([known, cutOff('a'), same('b')]))
  is(
    '12 ask candidates: a',
    shown([known, cutOff('a')], { rivals: [rival(['a'], { yields: true })] }),
  )
  is('12 ask candidates: a', shown([known, cutOff('a', { at: null })]))
})

test('row 8: …and by our account below the very post that ours stands below', () => {
  const ours = { role: 'comment' as const, parent: 'p' }
  const below = (change: Partial<Seen> = {}, own: object = ours) => ({
    ours: own,
    looks: looks([cutOff('a', { app: undefined, role: 'comment', parent: 'p', ...change })]),
  })
  is('8 found a by words', below())
  is('12 ask candidates: a', below({ begins: undefined }))
  is('12 ask candidates: a', below({ author: undefined }))
  is('12 ask candidates: a', below({ parent: null }))
  is('12 ask candidates: a', below({ role: 'post', parent: null }, {}))
})

test('row 8: alike is not ours before the call can have begun, nor without a time', () => {
  is('12 ask candidates: a', { looks: looks([alike('a', { at: null })]) })
  const late = [...looks([alike('a')]), look(NOW + HOUR)]
  is('12 ask candidates: a', { looks: late, sends: [send({ error: 10 * MINUTE })] })
})

test('row 8: alike is nobody’s that may be a rival’s, or that came when ours could not any more', () => {
  const yielding = (...ids: string[]) => ({ rivals: [rival(ids, { yields: true })] })
  is('12 ask candidates: a', { looks: looks([alike('a')]), ...yielding('x', 'a') })
  is('8 found a by words', { looks: looks([alike('a')]), ...yielding('x') })
  const latest = ENDED + 5 * MINUTE + 5 * SECOND
  is('8 found a by words', { looks: looks([alike('a', { at: latest })]) })
  is('12 ask candidates: a', { looks: looks([alike('a', { at: latest + 1 })]) })
  is('8 found a by words', { looks: looks([same('a', { at: latest + 1 })]) })
  is('8 found a by words', { looks: looks([same('a', { at: latest })]), ...yielding('a') })
  is('12 ask candidates: a', { looks: looks([same('a', { at: latest + 1 })]), ...yielding('a') })
})

test('row 8: words prove nothing before the call can have begun', () => {
  const at = (time: number | null, error: number) => ({
    sends: [send({ error })],
    looks: [...looks([same('a', { at: time })]), look(NOW + HOUR)],
  })
  is('8 found a by words', at(BEGAN - 2 * MINUTE, 2 * MINUTE))
  // The clock was not measured.
  is('12 ask candidates: a', at(BEGAN + 10 * MINUTE - 1, 10 * MINUTE))
  is('8 found a by words', at(BEGAN + 10 * MINUTE, 10 * MINUTE))
  is('12 ask candidates: a', at(BEGAN + 2 * MINUTE, 2 * MINUTE + 1))
  is('8 found a by words', at(BEGAN + 2 * MINUTE + 1, 2 * MINUTE + 1))
  is('12 ask candidates: a', at(null, SECOND))
  // One of two was measured.
  is('12 ask candidates: a', {
    sends: [send(), send({ at: BEGAN + MINUTE, error: 10 * MINUTE })],
    looks: [...looks([same('a', { at: BEGAN - MINUTE })]), look(NOW + HOUR)],
  })
})

test('row 8: what may still be a rival’s after three minutes is a question', () => {
  is('12 ask candidates: a', { looks: looks([same('a')]), rivals: [rival(['a'])] })
})

test('row 3: the candidate that no look showed says nothing but its number and time', () => {
  const known = { is: 'twin', original: { id: 'a', at: BEGAN, there: false } } as const
  const verdict = judge(lostCall({ looks: looks([], known) }))
  const candidates = [entry('a', { at: BEGAN, url: null, author: undefined })]
  assert.deepEqual(verdict, { rule: 3, is: 'ask', why: 'ghost', candidates })
})
