/** What a step without a receipt may claim of what another one saw. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Known } from '../../server/publishing/evidence.ts'
import { claimsOf } from '../../server/publishing/facts.ts'
import { BEGAN, ENDED, entry, looks, lostCall, MINUTE, SECOND } from './lost-call.ts'

const FROM = BEGAN - 5 * SECOND
const SETTLED = ENDED + 5 * SECOND + 5 * MINUTE
const twinOf = (id: string, at: number | null): Known => ({
  is: 'twin',
  original: { id, at, there: true },
})

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

test('it may claim the original of a twin that was refused, but for an older one', () => {
  const claims = (at: number | null) =>
    claimsOf(lostCall({ looks: looks([entry('a')], twinOf('x', at)) }))
  assert.deepEqual(claims(null), ['a', 'x'])
  assert.deepEqual(claims(FROM), ['a', 'x'])
  assert.deepEqual(claims(FROM - 1), ['a'])
  assert.deepEqual(claimsOf(lostCall({ looks: looks([], { is: 'twin', original: null }) })), [])
})
