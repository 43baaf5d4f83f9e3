/** The table of the judge, row by row: what is proven, told or fits. */
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

const landed = (...ids: string[]) => ({
  is: 'landed' as const,
  ids,
  url: ids.length > 0 ? 'https://platform.example/k' : null,
})
const twinOf = (id: string, at: number | null = BEGAN, there = true) => ({
  is: 'twin' as const,
  original: { id, at, there },
})

test('row 1: a landed key that names the post is that post', () => {
  is('1 found k by key', { looks: looks([], landed('k')) })
})

test('row 1: whatever else is shown, and whatever the key said before or after', () => {
  const open = [same('a'), entry('b')]
  const words = [landed('k'), { is: 'unknown' as const }, { is: 'open' as const }]
  is('1 found k by key', {
    looks: LOOKS.map((at, index) => look(at, open, { known: words[index] ?? null })),
  })
})

test('row 1: its other numbers and its address come from the list, a second post of ours goes to twice', () => {
  const seen = [same('n', { ids: ['n', 'k'] }), entry('c', { key: true })]
  const verdict = judge(lostCall({ looks: looks(seen, { ...landed('k'), url: null }) }))
  assert.deepEqual(verdict, {
    rule: 1,
    is: 'found',
    ids: ['k', 'n'],
    url: 'https://platform.example/n',
    proof: 'key',
    twice: ['c'],
  })
})

test('row 1: two keys landed as two posts are one and its double', () => {
  const known = [landed('k'), landed('k2')]
  is('1 found k by key; twice k2', {
    sends: [send(), send({ at: BEGAN + MINUTE })],
    looks: known.map((one, index) => look(NOW + index, [], { known: one })),
  })
})

test('row 1: one that names nothing is the entry that fits alone in two looks ten minutes apart', () => {
  const seen = [same('a')]
  const at = (last: number) => ({
    looks: [look(NOW, seen, { known: landed() }), look(last, seen, { known: landed() })],
    now: last,
  })
  is('1 found a by key', at(NOW + 10 * MINUTE))
  is('1 landed', at(NOW + 10 * MINUTE - 1))
  is('1 landed', { looks: looks([], landed()) })
})

test('row 1: it is none that fits by no words, that has company, or that may be a rival’s', () => {
  const far = (seen: Seen[], change = {}) => ({
    looks: [look(NOW, seen, { known: landed() }), look(NOW + 10 * MINUTE, seen)],
    now: NOW + 10 * MINUTE,
    ...change,
  })
  is('1 found a by key', far([alike('a')]))
  is('1 landed', far([entry('a')]))
  is('1 landed', far([same('a'), entry('b')]))
  is('1 landed', far([same('a')], { rivals: [rival(['a'], { in_flight: true })] }))
})

test('row 2: an entry with our key or our media is ours, in whichever look it was, whatever the words', () => {
  const [first, second, third] = LOOKS
  const once = (seen: Seen) => [look(first ?? 0), look(second ?? 0, [seen]), look(third ?? 0)]
  const media = { ids: ['m2', 'm9'], in_full: false }
  is('2 found a by key', { looks: once(entry('a', { key: true, words: 'other' })) })
  is('2 found a by key', { looks: once(entry('a', { media })), ours: { media: ['m1', 'm2'] } })
})

test('row 2: the oldest is it, a further one its double', () => {
  const seen = [
    entry('b', { key: true, at: BEGAN + 9 * SECOND }),
    entry('a', { key: true }),
    entry('none', { key: true, at: null }),
  ]
  is('2 found a by key; twice b,none', { looks: looks(seen) })
})

test('row 2: a repost of it, or an entry of somebody else, is not it, and proves that it is somewhere', () => {
  is('12 ask candidates: a', { looks: looks([entry('a', { key: true, role: 'repost' })]) })
  is('12 ask candidates: a', { looks: looks([entry('a', { key: true, author: 'other' })]) })
})

test('row 2: another step’s receipt is not it', () => {
  const seen = [entry('a', { ids: ['x', 'a'], key: true })]
  is('16 send new_key', { looks: looks(seen), receipts: new Set(['a']) })
})

test('row 2: a file’s size is a proof from the window’s beginning on, and only while no rival may have sent that file', () => {
  const sized = (at: number | null) => looks([entry('a', { key: 'size', at, words: 'other' })])
  const from = BEGAN - 5 * SECOND
  is('2 found a by key', { looks: sized(from) })
  is('16 send new_key', { looks: sized(from - 1) })
  is('16 send new_key', { looks: sized(null) })
  is('12 ask candidates: a', { looks: sized(BEGAN), rivals: [rival(['a'])] })
  is('2 found a by key', { looks: looks([entry('a', { key: true, at: from - 1 })]) })
})

test('row 3: a twin that was refused names our post', () => {
  is('3 found a by answer', { looks: looks([], twinOf('a')) })
  is('3 found b,a by answer', { looks: looks([same('b', { ids: ['b', 'a'] })], twinOf('a', null)) })
})

test('row 3: an original from before the window, or of another step, makes it a duplicate, with its address', () => {
  const from = BEGAN - 5 * SECOND
  is('3 found a by answer', { looks: looks([], twinOf('a', from)) })
  is('3 refused duplicate_content', { looks: looks([], twinOf('a', from - 1)) })
  is('3 refused duplicate_content', { looks: looks([], twinOf('a', from - 1, false)) })
  is('3 refused duplicate_content', { looks: looks([], twinOf('a')), receipts: new Set(['a']) })
  const seen = [same('b', { ids: ['b', 'a'] })]
  const verdict = judge(lostCall({ looks: looks(seen, twinOf('a')), receipts: new Set(['b']) }))
  assert.deepEqual(verdict, {
    rule: 3,
    is: 'refused',
    code: 'duplicate_content',
    words: 'The platform already shows the same post: https://platform.example/b',
  })
})

test('row 3: an original that is not there, or of no time, is a question that names it', () => {
  is('3 ask ghost: a', { looks: looks([], twinOf('a', BEGAN, false)) })
  is('3 ask twin: a', { looks: looks([], twinOf('a', null)) })
  is('3 ask ghost: a,b', { looks: looks([entry('b')], twinOf('a', BEGAN, false)) })
})

const unnamed = { is: 'twin' as const, original: null }

test('row 3: what was said last of the original counts', () => {
  const known = [twinOf('a'), twinOf('a', BEGAN, false), null]
  is('3 ask ghost: a', {
    looks: LOOKS.map((at, index) => look(at, [], { known: known[index] ?? null })),
  })
})

test('row 3: the candidate that no look showed says nothing but its number and time', () => {
  const verdict = judge(lostCall({ looks: looks([], twinOf('a', BEGAN, false)) }))
  const candidates = [entry('a', { at: BEGAN, url: null, author: undefined })]
  assert.deepEqual(verdict, { rule: 3, is: 'ask', why: 'ghost', candidates })
})

test('row 3: an original that may be a rival’s is a question', () => {
  const rivals = [rival(['a'])]
  is('12 ask twin: a', { looks: looks([], twinOf('a')), rivals })
  is('7 wait 45', { looks: [look(ENDED, [same('a')], { known: twinOf('a') })], now: ENDED, rivals })
  const yielding = [rival(['a'], { yields: true })]
  is('3 found a by answer', { looks: looks([], twinOf('a')), rivals: yielding })
})

test('row 3: an original without a name is an equal entry from before', () => {
  const DAY = 24 * HOUR
  const from = BEGAN - 5 * SECOND
  is('3 refused duplicate_content', { looks: looks([same('a', { at: from - 1 })], unnamed) })
  is('3 refused duplicate_content', {
    looks: looks([same('a')], unnamed),
    receipts: new Set(['a']),
  })
  is('3 refused duplicate_content', { looks: looks([same('a', { at: from - DAY })], unnamed) })
  // Too old to be remembered, not equal, somebody else’s, of another kind, of no time.
  for (const seen of [
    same('a', { at: from - DAY - 1 }),
    alike('a', { at: from - 1 }),
    same('a', { at: from - 1, author: 'other' }),
    same('a', { at: from - 1, role: 'reply' }),
  ]) {
    is('12 ask twin: ', { looks: looks([seen], unnamed) })
  }
  is('12 ask twin: ', {
    looks: looks([same('a', { at: null })], unnamed),
    receipts: new Set(['a']),
  })
})

test('row 3: …unless one of the window may be ours', () => {
  const older = same('a', { at: BEGAN - HOUR })
  is('8 found b by words', { looks: looks([older, same('b')], unnamed) })
  is('12 ask candidates: b', { looks: looks([older, entry('b')], unnamed) })
})

const dead = { is: 'dead' as const, code: 'picture_too_small', words: 'Too small.' }
const unused = { is: 'dead' as const, code: 'unused', words: 'EXPIRED' }

test('row 4: a key that died with a reason was refused', () => {
  is('4 refused picture_too_small', { looks: looks([same('a')], dead) })
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
  is('4 refused picture_too_small', { sends, looks: looks([], dead) })
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
    looks: [look(ENDED, [same('a'), alike('b'), entry('c')])],
    now: ENDED,
  })
})

test('row 8: two that are the same are a question after one call, and one post twice after two', () => {
  const two = [same('b', { at: BEGAN + MINUTE }), same('a')]
  is('12 ask candidates: a,b', { looks: looks(two) })
  const sends = [send(), send({ at: BEGAN + SECOND })]
  is('8 found a by words; twice b', { sends, looks: looks(two) })
  is('12 ask candidates: a,c,b', { sends, looks: looks([...two, same('c', { at: BEGAN + 9000 })]) })
})

test('row 8: alike is ours when nothing else is', () => {
  is('8 found a by words', { looks: looks([alike('a'), entry('b')]) })
  is('12 ask candidates: a,b', { looks: looks([alike('a'), alike('b', { at: BEGAN + MINUTE })]) })
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
  is('8 found a by words', at(BEGAN - MINUTE, MINUTE))
  // The clock was not measured.
  is('12 ask candidates: a', at(BEGAN + 10 * MINUTE - 1, 10 * MINUTE))
  is('8 found a by words', at(BEGAN + 10 * MINUTE, 10 * MINUTE))
  is('12 ask candidates: a', at(BEGAN + MINUTE, MINUTE + 1))
  is('8 found a by words', at(BEGAN + MINUTE + 1, MINUTE + 1))
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
