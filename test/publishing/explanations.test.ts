/** The closed list of what explains an entry that a platform shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPLANATIONS } from '../../server/publishing/entries.ts'
import type { Evidence, Seen } from '../../server/publishing/evidence.ts'
import { candidatesOf } from '../../server/publishing/facts.ts'
import { BEGAN, entry, looks, lostCall, SECOND, send } from './lost-call.ts'

/** For each explanation entries that it explains, and neighbours that it leaves open; all else about them says nothing. */
const EXPLAINED: Record<string, { explained: Case[]; open: Case[] }> = {
  'a receipt': {
    explained: [
      { seen: entry('a'), receipts: ['a'] },
      { seen: entry('x', { ids: ['x', 'a'] }), receipts: ['a'] },
    ],
    open: [{ seen: entry('a'), receipts: ['b'] }],
  },
  'its time': {
    explained: [{ seen: entry('a', { at: BEGAN - 5 * SECOND - 1 }) }],
    open: [{ seen: entry('a', { at: BEGAN - 5 * SECOND }) }, { seen: entry('a', { at: null }) }],
  },
  'its author': {
    explained: [{ seen: entry('a', { author: 'other' }) }],
    open: [{ seen: entry('a', { author: undefined }) }],
  },
  'its role': {
    explained: [
      { seen: entry('a', { role: 'reply' }) },
      { seen: entry('a'), ours: { role: 'comment' } },
    ],
    open: [{ seen: entry('a', { role: 'comment' }), ours: { role: 'comment' } }],
  },
  'its parent': {
    explained: [
      { seen: entry('a', { parent: 'p' }) },
      { seen: entry('a', { parent: 'p' }), ours: { parent: 'q' } },
    ],
    open: [
      { seen: entry('a', { parent: 'q' }), ours: { parent: 'q' } },
      { seen: entry('a', { parent: null }), ours: { parent: 'q' } },
    ],
  },
  'its media': {
    explained: [
      {
        seen: entry('a', { media: { ids: ['y'], in_full: true } }),
        ours: { media: ['x'], has_media: true },
      },
      { seen: entry('a', { media: 'none' }), ours: { media: ['x'], has_media: true } },
    ],
    open: [
      {
        seen: entry('a', { media: { ids: ['y'], in_full: false } }),
        ours: { media: ['x'], has_media: true },
      },
      { seen: entry('a'), ours: { media: ['x'], has_media: true } },
      // Ours has media without a number that we know.
      { seen: entry('a', { media: { ids: ['y'], in_full: true } }), ours: { has_media: true } },
      { seen: entry('a', { media: 'none' }), ours: { has_media: true } },
    ],
  },
  'media at all': {
    explained: [{ seen: entry('a', { media: { ids: ['y'], in_full: false } }) }],
    open: [
      { seen: entry('a', { media: { ids: ['y'], in_full: false } }), ours: { has_link: true } },
      { seen: entry('a', { media: { ids: ['y'], in_full: false } }), ours: { has_media: true } },
      { seen: entry('a', { media: { ids: [], in_full: false } }) },
      { seen: entry('a', { media: 'none' }) },
    ],
  },
  'its app': {
    explained: [
      {
        seen: entry('a', { app: 'Rival' }),
        beside: [entry('r', { app: 'Crier' })],
        receipts: ['r'],
      },
      { seen: entry('a', { app: null }), beside: [entry('r', { app: 'Crier' })], receipts: ['r'] },
      // Shown truly is shown truly, by whichever app the receipt was made.
      {
        seen: entry('a', { app: 'Rival' }),
        beside: [entry('r', { app: 'Crier' })],
        receipts: ['r'],
        sends: [send(), send({ app: 'New' })],
      },
    ],
    open: [
      {
        seen: entry('a', { app: 'Crier' }),
        beside: [entry('r', { app: 'Crier' })],
        receipts: ['r'],
      },
      { seen: entry('a'), beside: [entry('r', { app: 'Crier' })], receipts: ['r'] },
      // Nothing in that look shows that our app is shown truly.
      { seen: entry('a', { app: 'Rival' }) },
      { seen: entry('a', { app: 'Rival' }), beside: [entry('r', { app: 'Old' })], receipts: ['r'] },
      {
        seen: entry('a', { app: 'Rival' }),
        beside: [entry('r', { app: 'Crier', words: 'other' })],
      },
      // One of the calls was made as another app, or as nobody knows which.
      {
        seen: entry('a', { app: 'Rival' }),
        beside: [entry('r', { app: 'Crier' })],
        receipts: ['r'],
        sends: [send(), send({ app: 'Rival' })],
      },
      {
        seen: entry('a', { app: 'Rival' }),
        beside: [entry('r', { app: 'Crier' })],
        receipts: ['r'],
        sends: [send(), send({ app: null })],
      },
    ],
  },
  'its fields': {
    explained: [{ seen: entry('a', { contradicts: 'topic' }) }],
    open: [{ seen: entry('a', { contradicts: null }) }],
  },
  'its words': {
    explained: [{ seen: entry('a', { words: 'other' }) }],
    open: [{ seen: entry('a', { words: 'maybe' }) }],
  },
}

interface Case {
  seen: Seen
  beside?: Seen[]
  receipts?: string[]
  ours?: Partial<Evidence['ours']>
  sends?: Evidence['sends']
}

const isOpen = ({ seen, beside = [], receipts = [], ours = {}, sends = [send()] }: Case) => {
  const evidence = lostCall({
    looks: looks([seen, ...beside]),
    receipts: new Set(receipts),
    ours,
    sends,
  })
  return candidatesOf(evidence).some(({ ids }) => ids.some((id) => seen.ids.includes(id)))
}

for (const { name } of EXPLANATIONS) {
  test(`an entry is explained by ${name}, and its neighbour is not`, () => {
    const cases = EXPLAINED[name]
    assert.ok(cases)
    for (const one of cases.explained) assert.equal(isOpen(one), false, JSON.stringify(one))
    for (const one of cases.open) assert.equal(isOpen(one), true, JSON.stringify(one))
  })
}

test('the list of explanations is closed', () => {
  assert.deepEqual(
    EXPLANATIONS.map(({ name }) => name),
    Object.keys(EXPLAINED),
  )
})

test('a key or media of ours outweighs every explanation but a receipt', () => {
  const against = {
    at: 0,
    author: 'us' as const,
    role: 'reply' as const,
    words: 'other' as const,
    contradicts: 'topic',
  }
  assert.ok(isOpen({ seen: entry('a', { ...against, key: true }) }))
  assert.ok(!isOpen({ seen: entry('a', { ...against, key: true }), receipts: ['a'] }))
})
