/** The table of the judge, row by row: what a key, an entry or a refused twin proves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Known, Look, Seen } from '../../server/publishing/evidence.ts'
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

test('row 1: it is one post by whichever number, with the address that the key told', () => {
  const seen = [same('a'), entry('b', { url: 'https://other.example' })]
  const verdict = judge(lostCall({ looks: looks(seen, landed('b', 'a')) }))
  assert.deepEqual(verdict, {
    rule: 1,
    is: 'found',
    ids: ['b', 'a'],
    url: 'https://platform.example/k',
    proof: 'key',
    twice: [],
  })
  is('1 found k by key', {
    looks: [look(NOW, [], { known: landed('k') }), look(NOW + 1, [], { known: landed('k', 'q') })],
  })
})

test('row 1: without an address anywhere it has none', () => {
  const verdict = judge(lostCall({ looks: looks([], { ...landed('k'), url: null }) }))
  assert.ok(verdict.is === 'found')
  assert.equal(verdict.url, null)
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

test('row 1: what was seen before it landed is not it', () => {
  const [first = 0] = LOOKS
  const seen = [same('a', { at: null })]
  const told = (before: Look['known']) => ({
    looks: [
      look(first, seen, { known: before }),
      look(first + 10 * MINUTE, seen, { known: landed() }),
    ],
    now: first + 10 * MINUTE,
  })
  is('1 landed', told({ is: 'open' }))
  is('1 found a by key', told(landed()))
})

test('row 1: it is none that has company, or that may be a rival’s; words that are cut off do where all is shown', () => {
  const far = (seen: Seen[], change = {}, last: Partial<Look> = {}) => ({
    looks: [look(NOW, seen, { known: landed() }), look(NOW + 10 * MINUTE, seen, last)],
    now: NOW + 10 * MINUTE,
    ...change,
  })
  is('1 found a by key', far([alike('a')]))
  is('1 found a by key', far([alike('a', { wordless: false })]))
  // By its words, though its time is not told or not all is shown.
  is('1 found a by key', far([alike('a', { at: null })]))
  is('1 found a by key', far([alike('a')], {}, { reach: 'part' }))
  is('1 found a by key', far([entry('a')]))
  is('1 found a by key', far([entry('a')], {}, { reach: 'end_told' }))
  is('1 landed', far([entry('a', { at: null })]))
  is('1 landed', far([entry('a')], {}, { reach: 'part' }))
  is('1 landed', far([entry('a')], {}, { canary: false }))
  is('1 landed', far([entry('a'), entry('b')]))
  is('1 landed', far([same('a'), entry('b')]))
  is('1 landed', far([same('a')], { rivals: [rival(['a'], { in_flight: true })] }))
})

const wordless = (id: string, change: Partial<Seen> = {}) =>
  entry(id, { wordless: true, ...change })

/** A picture without words; its container was told to have landed at the first look, a moment after the call. */
const picture = (seen: Seen[], change: Partial<Look> = {}, last = ENDED + 11 * MINUTE) => ({
  ours: { wordy: false, has_media: true },
  looks: [look(ENDED + SECOND, seen, { known: landed() }), look(last, seen, change)],
  now: last,
})

test('row 1: without words it is the one entry without any between the call and the first word that it is out', () => {
  is('1 found a by key', picture([wordless('a')]))
  is('1 found a by key', picture([wordless('a'), entry('b', { wordless: false })]))
  is('1 found a by key', picture([wordless('a'), wordless('b', { at: ENDED + 7 * SECOND })]))
  is('1 found a by key', picture([wordless('a', { at: ENDED + 6 * SECOND })]))
})

test('row 1: …and none that came later, that has company, whose time or words are not told, or that says something', () => {
  is('1 landed', picture([wordless('a', { at: ENDED + 7 * SECOND })]))
  is('1 landed', picture([wordless('a'), wordless('b')]))
  is('1 landed', picture([wordless('a'), entry('b')]))
  is('1 landed', picture([wordless('a', { at: null })]))
  is('1 landed', picture([entry('a')]))
  is('1 landed', picture([entry('a', { wordless: false })]))
  is('1 landed', picture([same('a')]))
  is('1 landed', picture([wordless('a')], {}, ENDED + 10 * MINUTE))
  is('1 landed', { ...picture([wordless('a')]), rivals: [rival(['a'])] })
})

test('row 1: …in a last look that shows all of it, when whatever landed is shown', () => {
  is('1 landed', picture([wordless('a')], { reach: 'part' }))
  is('1 landed', picture([wordless('a')], { reach: 'no_list' }))
  is('1 landed', picture([wordless('a')], { canary: false }))
  is('1 found a by key', picture([wordless('a')], { reach: 'end_told', canary: true }))
  const slow = (settle: number) => ({ ...picture([wordless('a')]), rule: { settle } })
  is('1 landed', slow(11 * MINUTE - 5 * SECOND + 1))
  is('1 found a by key', slow(11 * MINUTE - 5 * SECOND))
})

test('row 1: …by the last look, whatever those before it showed', () => {
  const seen = [wordless('a')]
  const reaching = (middle: Look['reach'], last: Look['reach']) => {
    const { looks, ...rest } = picture(seen, { reach: last })
    const between = look(ENDED + 8 * MINUTE, seen, { reach: middle })
    return { ...rest, looks: [...looks.slice(0, 1), between, ...looks.slice(1)] }
  }
  is('1 found a by key', reaching('part', 'past_window'))
  is('1 landed', reaching('past_window', 'part'))
})

test('row 1: …as late as the clock that is known worst allows', () => {
  const sends = [send(), send({ error: 9 * SECOND })]
  const at = (late: number) => ({ ...picture([wordless('a', { at: late })]), sends })
  is('1 found a by key', at(ENDED + 10 * SECOND))
  is('1 landed', at(ENDED + 10 * SECOND + 1))
})

test('row 1: words that came after ours was told to be out are no company to ours', () => {
  const later = same('b', { at: ENDED + 7 * SECOND })
  const both = [same('a'), later]
  const late = ENDED + 11 * MINUTE
  const looks = [look(ENDED + SECOND, both, { known: landed() }), look(late, both)]
  is('1 found a by key', { looks, now: late })
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
    entry('none', { ids: ['none', 'alias'], key: true, at: null }),
  ]
  is('2 found a by key; twice b,none', { looks: looks(seen) })
})

test('row 2: a repost of it, or an entry of somebody else, is not it, and proves that it is somewhere', () => {
  is('12 ask candidates: a', { looks: looks([entry('a', { key: true, role: 'repost' })]) })
  is('12 ask candidates: a', { looks: looks([entry('a', { key: true, author: 'other' })]) })
})

test('row 2: a key outweighs a rival', () => {
  const rivals = [rival(['a'], { in_flight: true })]
  is('2 found a by key', { looks: looks([entry('a', { key: true })]), rivals })
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

test('row 2: after a restore a size proves nothing, and does not let the entry be another’s either', () => {
  const sized = (words: 'same' | 'other') => looks([entry('a', { key: 'size', words })])
  is('12 ask candidates: a', { looks: sized('other'), sought: true })
  is('8 found a by words', { looks: sized('same'), sought: true })
  is('2 found a by key', { looks: sized('other') })
  is('2 found a by key', {
    looks: looks([entry('a', { key: true, words: 'other' })]),
    sought: true,
  })
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

test('row 3: …and so does one that is there while nobody came for our files, once nobody can any more', () => {
  const named = { looks: looks([], twinOf('a')) }
  const [waiting, gone] = [send({ fetched: false }), send({ fetched: 'expired' })]
  is('3 refused duplicate_content', { ...named, sends: [gone] })
  is('3 ask ghost: a', { looks: looks([], twinOf('a', BEGAN, false)), sends: [gone] })
  is('3 found a by answer', { ...named, sends: [gone, send({ fetched: true })] })
  is('11 wait 690', { ...named, sends: [waiting] })
  is('11 wait 690', { ...named, sends: [gone, waiting] })
})

test('row 3: an original that is not there, or of no time, is a question that names it', () => {
  is('3 ask ghost: a', { looks: looks([], twinOf('a', BEGAN, false)) })
  is('3 ask twin: a', { looks: looks([], twinOf('a', null)) })
  is('3 ask twin: a', { looks: looks([entry('a', { at: null })], twinOf('a', null)) })
  is('3 ask ghost: a,b', { looks: looks([entry('b')], twinOf('a', BEGAN, false)) })
})

const unnamed = { is: 'twin' as const, original: null }

test('row 3: an original that the platform denied is asked for again, five times, before a person is', () => {
  const denied = (id: string, how: 'once' | 'again'): Known => ({
    is: 'twin',
    original: { id, at: BEGAN, there: false, denied: how },
  })
  const after = (times: number, change: Parameters<typeof lostCall>[0] = {}) => {
    const again = Array.from({ length: times }, (_, index) => NOW + (index + 1) * 5 * MINUTE)
    const later = again.map((at) => look(at, [], { known: denied('a', 'again') }))
    const all = [...looks([], denied('a', 'once')), ...later]
    return { looks: all, now: again.at(-1) ?? NOW, ...change }
  }
  const waits = (minutes: number) => `3 wait ${(NOW - BEGAN) / SECOND + minutes * 60}`
  is(waits(5), after(0))
  is(waits(25), after(4))
  is('3 ask ghost: a', after(5))
  is(waits(60), after(1, { now: NOW + HOUR }))
  const shown = [...after(4).looks, look(NOW + 25 * MINUTE, [], { known: twinOf('a') })]
  is('3 found a by answer', { looks: shown, now: NOW + 25 * MINUTE })
  is('3 refused duplicate_content', after(0, { receipts: new Set(['a']) }))
})

test('row 3: what was said last of the original counts', () => {
  const known = [twinOf('a'), twinOf('a', BEGAN, false), null]
  is('3 ask ghost: a', {
    looks: LOOKS.map((at, index) => look(at, [], { known: known[index] ?? null })),
  })
})

test('row 3: an original that may be a rival’s is a question, once no such rival is looked for, or after an hour', () => {
  const rivals = [rival(['a'])]
  is('12 ask twin: a', { looks: looks([], twinOf('a')), rivals })
  is('7 wait 45', { looks: [look(ENDED, [same('a')], { known: twinOf('a') })], now: ENDED, rivals })
  const sought = (one: Parameters<typeof rival>[1]) => ({ rivals: [rival(['a'], one)] })
  const named = (now = NOW) => ({ looks: looks([], twinOf('a')), now })
  for (const one of [{ looked_for: true }, { in_flight: true, yields: true }]) {
    is(`12 wait ${(NOW + MINUTE - BEGAN) / SECOND}`, { ...named(), ...sought(one) })
    const hour = ENDED + 5 * SECOND + HOUR
    is(`12 wait ${(hour - 1 + MINUTE - BEGAN) / SECOND}`, { ...named(hour - 1), ...sought(one) })
    is('12 ask twin: a', { ...named(hour), ...sought(one) })
  }
  is('3 found a by answer', { ...named(), ...sought({ looked_for: true, yields: true }) })
  const two = [rival(['a']), rival(['b'], { looked_for: true })]
  is('12 ask twin: a', { ...named(), rivals: two })
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

test('row 3: the address of a duplicate is that of the oldest, or its number', () => {
  const words = (...given: Parameters<typeof lostCall>) => {
    const verdict = judge(lostCall(...given))
    assert.ok(verdict.is === 'refused')
    return verdict.words.split(': ')[1]
  }
  const older = (id: string, at: number, url: string | null) => same(id, { at: BEGAN - at, url })
  const bare = older('bare', HOUR, null)
  const known = older('known', 2 * HOUR, 'https://platform.example/known')
  assert.equal(words({ looks: looks([bare], unnamed) }), 'bare')
  assert.equal(words({ looks: looks([bare, known], unnamed) }), known.url)
  assert.equal(words({ looks: looks([], twinOf('x', BEGAN - HOUR)) }), 'x')
})

test('row 3: one at the window’s very beginning is not from before', () => {
  const at = (time: number) => ({
    looks: looks([same('a', { at: time, contradicts: 'topic' })], unnamed),
  })
  is('3 refused duplicate_content', at(BEGAN - 5 * SECOND - 1))
  is('12 ask twin: ', at(BEGAN - 5 * SECOND))
})

test('row 3: …unless one of the window may be ours', () => {
  const older = same('a', { at: BEGAN - HOUR })
  is('8 found b by words', { looks: looks([older, same('b')], unnamed) })
  is('12 ask candidates: b', { looks: looks([older, entry('b')], unnamed) })
})
