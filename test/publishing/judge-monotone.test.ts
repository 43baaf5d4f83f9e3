/** What must hold between two pieces of evidence that differ in one thing, over the evidence of many worlds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Evidence, Look, Seen, Verdict } from '../../server/publishing/evidence.ts'
import { judge } from '../../server/publishing/judge.ts'
import { chanceOf } from './strange-texts.ts'
import { play } from './strange-world.ts'

const SEEDS = 120
const MINUTE = 60_000

const worlds = Array.from({ length: SEEDS }, (_, index) => play(1000 + index))
const cases = worlds.flatMap(({ seed, judged }) => judged.map((one) => ({ seed, ...one })))

function holds(
  changed: (evidence: Evidence) => Evidence[],
  check: (before: Verdict, after: Verdict) => void,
) {
  for (const { seed, evidence, verdict } of cases) {
    for (const after of changed(evidence)) {
      try {
        check(verdict, judge(after))
      } catch (error) {
        throw new Error(
          `seed ${seed}: ${JSON.stringify({ ...after, receipts: [...after.receipts] })}`,
          { cause: error },
        )
      }
    }
  }
}

/** A call that would go out, or a post that is called not there. */
const isFinal = ({ is }: Verdict) => is === 'send' || is === 'absent' || is === 'refused'
const kindOf = (verdict: Verdict) => (verdict.is === 'send' ? `send ${verdict.under}` : verdict.is)

const withSeen = (evidence: Evidence, seen: Seen) =>
  evidence.looks.map((_, index): Evidence => ({
    ...evidence,
    looks: evidence.looks.map((look, place) =>
      place === index ? { ...look, seen: [...look.seen, seen] } : look,
    ),
  }))

function stranger(evidence: Evidence, change: Partial<Seen>): Seen {
  return {
    ids: ['somebody'],
    at: (evidence.sends[0]?.at ?? 0) + MINUTE,
    url: null,
    author: undefined,
    app: undefined,
    role: evidence.ours.role,
    parent: evidence.ours.parent,
    words: 'maybe',
    media: undefined,
    key: false,
    contradicts: null,
    ...change,
  }
}

test('one more open entry never makes a post be sent, nor called absent or refused', () => {
  for (const words of ['same', 'alike', 'maybe'] as const) {
    holds(
      (evidence) => withSeen(evidence, stranger(evidence, { words })),
      (before, after) => {
        if (isFinal(after)) assert.equal(kindOf(after), kindOf(before))
      },
    )
  }
})

/** Each explanation by itself: what it needs, and the entry that it explains. */
const EXPLAINED: Record<string, (evidence: Evidence) => Partial<Seen> | undefined> = {
  'its time': () => ({ at: 0, words: 'maybe' }),
  'its author': () => ({ author: 'other' }),
  'its role': () => ({ role: 'repost' }),
  'its parent': ({ ours }) => ({ parent: `not ${ours.parent}` }),
  'its media': ({ ours }) => (ours.media.length > 0 ? { media: 'none' } : undefined),
  'media at all': ({ ours }) =>
    ours.has_media || ours.has_link ? undefined : { media: { ids: ['theirs'], in_full: false } },
  'its fields': () => ({ contradicts: 'topic' }),
  'its words': () => ({ words: 'other' }),
}

for (const [name, changeFor] of Object.entries(EXPLAINED)) {
  test(`one more entry that ${name} explains changes nothing`, () => {
    holds(
      (evidence) => {
        const change = changeFor(evidence)
        return change ? withSeen(evidence, stranger(evidence, change)) : []
      },
      (before, after) => {
        // Told apart by its words alone it keeps a third call from being made, where the last look shows it.
        const isThird = before.rule === 15 && before.is === 'send' && name === 'its words'
        if (isThird && after.is === 'wait') return assert.equal(after.rule, 15)
        assert.deepEqual(after, isThird && after.is === 'ask' ? ASKED : before)
      },
    )
  })
}

const ASKED = { rule: 15, is: 'ask', why: 'second_send', candidates: [] }

test('one more entry that a receipt explains changes nothing', () => {
  holds(
    (evidence) => {
      const receipts = new Set([...evidence.receipts, 'somebody'])
      return withSeen({ ...evidence, receipts }, stranger(evidence, { words: 'same', at: null }))
    },
    (before, after) => assert.deepEqual(after, before),
  )
})

test('one more entry that its app explains changes nothing, where a receipt shows ours', () => {
  holds(
    (evidence) => {
      const { looks } = evidence
      const [send] = evidence.sends
      if (!send?.app || looks.some(({ seen }) => seen.some(({ app }) => app !== undefined)))
        return []
      const receipt = stranger(evidence, { ids: ['ours'], app: send.app, words: 'other' })
      const receipts = new Set([...evidence.receipts, 'ours'])
      const calibrated = looks.map((look) => ({ ...look, seen: [...look.seen, receipt] }))
      return withSeen(
        { ...evidence, receipts, looks: calibrated },
        stranger(evidence, { app: 'other' }),
      )
    },
    (before, after) => assert.deepEqual(after, before),
  )
})

test('less reach never makes a post be sent anew, nor called absent', () => {
  const less: Partial<Look>[] = [{ reach: 'part' }, { canary: false }]
  for (const change of less) {
    holds(
      // A look at nothing has no reach to lose; and what nobody came for is absent without any look.
      (evidence) => {
        if (evidence.sends.every(({ fetched }) => fetched === 'expired')) return []
        const looks = evidence.looks.map((look) =>
          look.reach === 'no_list' ? look : { ...look, ...change },
        )
        return evidence.looks.some(({ reach }) => reach === 'no_list')
          ? []
          : [{ ...evidence, looks }]
      },
      (before, after) => {
        if (after.is === 'send' || after.is === 'absent')
          assert.equal(kindOf(after), kindOf(before))
        assert.ok(!(after.is === 'send' && after.under === 'new_key') && after.is !== 'absent')
      },
    )
  }
})

test('the order in which looks and entries come changes nothing', () => {
  const chance = chanceOf(1)
  const shuffled = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, place: chance.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ item }) => item)
  holds(
    (evidence) => {
      const looks = evidence.looks.map((look) => ({ ...look, seen: shuffled(look.seen) }))
      return [
        {
          ...evidence,
          looks: shuffled(looks),
          sends: shuffled(evidence.sends),
          rivals: shuffled(evidence.rivals),
        },
      ]
    },
    (before, after) => assert.deepEqual(after, before),
  )
})

test('numbers are names: others give the same verdict', () => {
  const renamed = (value: unknown): unknown => {
    if (value instanceof Set) return new Set([...value].map((id) => `n-${String(id)}`))
    if (Array.isArray(value)) return value.map((one: unknown) => renamed(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const isNumbers = name === 'ids' || name === 'twice' || name === 'media'
        if (isNumbers && Array.isArray(one)) return [name, one.map((id) => `n-${String(id)}`)]
        if (name === 'original' && typeof one === 'object' && one !== null && 'id' in one)
          return [name, { ...one, id: `n-${String(one.id)}` }]
        return [name, renamed(one)]
      }),
    )
  }
  holds(
    (evidence) => [renamed(evidence) as Evidence],
    (before, after) => {
      if (before.is !== 'refused') assert.deepEqual(after, renamed(before))
    },
  )
})

test('a clock that is shifted with its offset gives the same verdict at another time', () => {
  const by = 12_345_678
  const shift = (at: number) => at + by
  holds(
    (evidence) => [
      {
        ...evidence,
        now: shift(evidence.now),
        sends: evidence.sends.map((send) => ({
          ...send,
          at: shift(send.at),
          ended_at: send.ended_at === null ? null : shift(send.ended_at),
        })),
        looks: evidence.looks.map((look) => ({
          ...look,
          at: shift(look.at),
          known: shiftedKnown(look.known, shift),
          seen: look.seen.map((seen) => ({
            ...seen,
            at: seen.at === null ? null : shift(seen.at),
          })),
        })),
      },
    ],
    (before, after) => {
      if (before.is === 'ask' && after.is === 'ask') {
        const ids = ({ candidates }: typeof before) => candidates.map((one) => one.ids)
        return assert.deepEqual(
          [after.rule, after.why, ids(after)],
          [before.rule, before.why, ids(before)],
        )
      }
      return assert.deepEqual(
        after,
        before.is === 'wait' ? { ...before, until: shift(before.until) } : before,
      )
    },
  )
})

function shiftedKnown(known: Look['known'], shift: (at: number) => number): Look['known'] {
  if (known?.is === 'working') return { ...known, again: shift(known.again) }
  if (known?.is !== 'twin' || known.original === null) return known
  const { original } = known
  return {
    ...known,
    original: { ...original, at: original.at === null ? null : shift(original.at) },
  }
}

test('it keeps nothing and changes nothing', () => {
  holds(
    (evidence) => [frozen(evidence)],
    (before, after) => assert.deepEqual(after, before),
  )
})

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !(value instanceof Set)) {
    for (const one of Object.values(value)) frozen(one)
    Object.freeze(value)
  }
  return value
}
