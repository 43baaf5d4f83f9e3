/**
 * What must hold whatever a platform, strangers, clocks and our own processes do, as long as that holds on which a proof rests.
 * `npm run judge -- --seeds 20000` plays as many worlds as one likes.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assumptions } from './strange-platform.ts'
import { play, type World } from './strange-world.ts'
import type { Invariant } from './truth.ts'

const SEEDS = 500

test('in every world a step is out once, told truly, and comes to an end', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    assert.deepEqual(play(seed).violations, [], `seed ${seed}`)
  }
})

/** Worlds that an invariant once did not hold in, as it was written then. */
const MET = [
  // The clock was set between a call and its repetition, so that nobody knew any more when it had begun; I10 held the judge to
  // what had been known before.
  4107,
]

for (const seed of MET) {
  test(`in the world of seed ${seed} as well`, () => {
    assert.deepEqual(play(seed).violations, [])
  })
}

/** What may fail when one thing does not hold on which a proof rests; the audit (I9) fails only with what tells entries apart. */
const GUARDED: Record<keyof Assumptions, readonly Invariant[]> = {
  shown: ['I1', 'I2'],
  told_truly: ['I1', 'I2', 'I3', 'I7', 'I9'],
  lands_soon: ['I1', 'I2'],
  leaves_in_time: ['I1', 'I2'],
  left_alone: ['I1', 'I2'],
}

for (const [name, guarded] of Object.entries(GUARDED)) {
  test(`where ${name} does not hold, nothing else fails than what rests on it`, () => {
    for (let seed = 1; seed <= SEEDS / 10; seed++) {
      const { violations } = play(seed, { assume: { [name]: false } })
      const others = violations.filter(({ invariant }) => !guarded.includes(invariant))
      assert.deepEqual(others, [], `seed ${seed}`)
    }
  })
}

test('nobody is asked about what another step will soon know', () => {
  for (let seed = 1; seed <= SEEDS / 2; seed++) {
    const { violations } = play(seed, {
      meeting: true,
      nature: { list: true, key: 'none', cuts: 0, empties: 0 },
    })
    assert.deepEqual(violations, [], `seed ${seed}`)
  }
})

/** Apps are told, most calls do not arrive, and the account posts something else within an hour or so. */
function worldsOfThirdCalls(stands_still: number | null) {
  const nature = { key: 'none', apps: true, list: true, fetches: null, twins: 'none' } as const
  const quiet = { cuts: 0, empties: 0, flickers: 0, arrives: 0.3, stands_still }
  return Array.from({ length: SEEDS / 2 }, (_, index) =>
    play(index + 1, { company: true, nature: { ...nature, ...quiet } }),
  )
}

const isCalledThrice = ({ steps }: World) => steps.some(({ sends }) => sends.length > 2)

test('a third call is made where the list shows what came since, and is out once', () => {
  const worlds = worldsOfThirdCalls(null)
  for (const { seed, violations } of worlds) assert.deepEqual(violations, [], `seed ${seed}`)
  assert.ok(worlds.filter(isCalledThrice).length > 10)
})

test('…and never while the list as a whole stands still', () => {
  const before = Date.UTC(2026, 10, 22, 11, 55)
  assert.deepEqual(worldsOfThirdCalls(before).filter(isCalledThrice), [])
})

test('nothing is ours before the platform came for its files, whatever says the same or is named as its twin', () => {
  for (const twins of ['none', 'all'] as const) {
    const nature = { fetches: 30 * 60_000, key: 'none', list: true, arrives: 0.3, twins } as const
    for (let seed = 1; seed <= SEEDS / 2; seed++)
      assert.deepEqual(play(seed, { nature }).violations, [], `seed ${seed}, twins ${twins}`)
  }
})

test('what the platform came for is not sent again, whether it is shown or not', () => {
  for (let seed = 1; seed <= SEEDS / 2; seed++) {
    const nature = { fetches: (1 + (seed % 60)) * 60_000, key: 'none' } as const
    const { violations } = play(seed, { assume: { shown: false }, nature, media: true })
    assert.deepEqual(violations, [], `seed ${seed}`)
  }
})
