/** What a step without a receipt may claim of what another one saw. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Evidence, Known } from '../../server/publishing/evidence.ts'
import { claimsOf as claimsBeside, likenessesOf } from '../../server/publishing/facts.ts'
import { BEGAN, ENDED, entry, looks, lostCall, MINUTE, rival, SECOND } from './lost-call.ts'

const FROM = BEGAN - 5 * SECOND
const SETTLED = ENDED + 5 * SECOND + 5 * MINUTE
const twinOf = (id: string, at: number | null): Known => ({
  is: 'twin',
  original: { id, at, there: true },
})

/** Beside one that saw nothing that it could know. */
const claimsOf = (evidence: Evidence) => claimsBeside(evidence, lostCall({ looks: [] }))

test('it may claim what is open to it, by all its numbers', () => {
  const seen = [
    entry('a', { ids: ['a', 'b'] }),
    entry('none', { at: null }),
    entry('other', { words: 'other' }),
  ]
  assert.deepEqual(claimsOf(lostCall({ looks: looks(seen) })), ['a', 'b', 'none'])
})

test('it may not claim what came when its own could land no more', () => {
  const seen = [entry('last', { at: SETTLED }), entry('late', { at: SETTLED + 1 })]
  assert.deepEqual(claimsOf(lostCall({ looks: looks(seen) })), ['last'])
})

test('it may claim the original of a twin that was refused, but for an older one, and one that came when its own could land no more', () => {
  const claims = (at: number | null) =>
    claimsOf(lostCall({ looks: looks([entry('a')], twinOf('x', at)) }))
  assert.deepEqual(claims(null), ['a', 'x'])
  assert.deepEqual(claims(FROM), ['a', 'x'])
  assert.deepEqual(claims(FROM - 1), ['a'])
  assert.deepEqual(claims(SETTLED), ['a', 'x'])
  assert.deepEqual(claims(SETTLED + 1), ['a'])
  assert.deepEqual(claimsOf(lostCall({ looks: looks([], { is: 'twin', original: null }) })), [])
})

/** What one may claim of `seen`, beside one to whom the same entries say `words`. */
function claimsOn(seen: ReturnType<typeof entry>[], words: 'same' | 'alike' | 'maybe') {
  const theirs = lostCall({ looks: looks(seen) })
  const ours = lostCall({ looks: looks(seen.map((one) => ({ ...one, words }))) })
  return claimsBeside(theirs, ours)
}

test('it may not claim what says exactly what the other one says, and not what it says itself', () => {
  for (const words of ['maybe', 'alike'] as const) {
    const seen = [entry('a', { words, ids: ['a', 'b'] })]
    assert.deepEqual(claimsOn(seen, 'same'), [])
    assert.deepEqual(claimsOn(seen, 'alike'), ['a', 'b'])
    assert.deepEqual(claimsOn(seen, 'maybe'), ['a', 'b'])
  }
})

test('it may claim what says the same of both, and what a key of its own proves', () => {
  assert.deepEqual(claimsOn([entry('a', { words: 'same' })], 'same'), ['a'])
  assert.deepEqual(claimsOn([entry('a', { words: 'maybe', key: true })], 'same'), ['a'])
})

test('what the other one has seen elsewhere takes nothing from it', () => {
  const theirs = lostCall({ looks: looks([entry('a', { words: 'maybe' })]) })
  const ours = lostCall({ looks: looks([entry('b', { words: 'same' })]) })
  assert.deepEqual(claimsBeside(theirs, ours), ['a'])
})

test('one number in common is enough to know that both have seen the same entry', () => {
  const theirs = lostCall({ looks: looks([entry('a', { words: 'maybe' })]) })
  const ours = lostCall({ looks: looks([entry('a', { words: 'same', ids: ['a', 'b'] })]) })
  assert.deepEqual(claimsBeside(theirs, ours), [])
})

test('it may not claim what begins as the rival does, and not as it does itself', () => {
  const seen = [entry('a'), entry('b')]
  const rival = lostCall({ looks: looks([entry('a', { begins: true }), entry('b')]) })
  assert.deepEqual(claimsBeside(lostCall({ looks: looks(seen) }), rival), ['b'])
  const both = looks([entry('a', { begins: true }), entry('b')])
  assert.deepEqual(claimsBeside(lostCall({ looks: both }), rival), ['a', 'b'])
})

test('what was found by its words is like whatever says the same, in time, with a picture if ours has one, and is no other step’s', () => {
  const like = (change: Parameters<typeof entry>[1], more: Parameters<typeof lostCall>[0] = {}) =>
    likenessesOf(lostCall({ looks: looks([entry('a', change)]), ...more })).length === 1
  for (const one of [
    { words: 'same' },
    { words: 'alike' },
    { begins: true },
    { key: true },
  ] as const)
    assert.ok(like(one), JSON.stringify(one))
  assert.ok(!like({}))
  assert.ok(!like({ words: 'other' }))
  assert.ok(!like({ words: 'same', author: 'other' }))
  assert.ok(like({ words: 'same', at: SETTLED }))
  assert.ok(!like({ words: 'same', at: SETTLED + 1 }))
  assert.ok(!like({ words: 'same' }, { rivals: [rival(['a'])] }))
  const ours = { has_media: true }
  assert.ok(like({ words: 'same' }, { ours }))
  assert.ok(!like({ words: 'same', media: 'none' }, { ours }))
  assert.ok(like({ words: 'same', media: 'none' }))
  const [seen] = likenessesOf(lostCall({ looks: looks([entry('a', { words: 'same' })]) }))
  assert.deepEqual(seen, entry('a', { words: 'same' }))
})
