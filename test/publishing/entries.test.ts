/** What several looks told of one entry: all of it, and where they differ what leaves it open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf, windowOf } from '../../server/publishing/entries.ts'
import type { Evidence, Seen } from '../../server/publishing/evidence.ts'
import { BEGAN, entry, look, LOOKS, lostCall, MINUTE, send } from './lost-call.ts'

const [FIRST = 0, SECOND = 0] = LOOKS

/** The one entry that comes of two sights, whichever was first. */
function merged(a: Partial<Seen>, b: Partial<Seen>, given: Partial<Evidence> = {}): Seen {
  const both = [a, b].map((change) => entry('a', change))
  const one = entriesOf({
    ...lostCall(),
    ...given,
    looks: [look(FIRST, both.slice(0, 1)), look(SECOND, both.slice(1))],
  })
  const other = entriesOf({
    ...lostCall(),
    ...given,
    looks: [look(FIRST, both.slice(1)), look(SECOND, both.slice(0, 1))],
  })
  assert.equal(one.length, 1)
  assert.deepEqual(other.map(sorted), one.map(sorted))
  assert.ok(one[0])
  return one[0]
}

function sorted({ ids, media, ...rest }: Seen) {
  const isListed = media !== undefined && media !== 'none'
  const told = isListed ? { ...media, ids: media.ids.toSorted() } : media
  return { ...rest, ids: ids.toSorted(), told }
}

test('what began as ours in one look does so, though another look shows less of it', () => {
  assert.equal(merged({ begins: true }, { words: 'maybe' }).begins, true)
  assert.equal('begins' in merged({ words: 'maybe' }, { words: 'maybe' }), false)
})

test('its numbers are all that were told, the one first that was first', () => {
  const [one] = entriesOf(
    lostCall({
      looks: [
        look(SECOND, [entry('z', { ids: ['z', 'a', 'b'] })]),
        look(FIRST, [entry('b', { ids: ['b', 'c'] })]),
      ],
    }),
  )
  assert.deepEqual(one?.ids, ['b', 'c', 'z', 'a'])
  assert.deepEqual(one?.sights, [FIRST, SECOND])
})

test('two entries of one look are one where a third number joins them', () => {
  const joined = entry('x', { ids: ['x', 'y'] })
  const looks = [look(FIRST, [entry('x'), entry('y'), entry('z')]), look(SECOND, [joined])]
  const all = entriesOf(lostCall({ looks })).map(({ ids, sights }) => [ids.join(), sights.length])
  assert.deepEqual(all, [
    ['x,y', 2],
    ['z', 1],
  ])
})

test('it is without words only while no sight showed any', () => {
  assert.equal(merged({ wordless: true }, { wordless: false }).wordless, false)
  assert.equal(merged({ wordless: true }, {}).wordless, true)
  assert.equal(merged({ wordless: true }, { wordless: true }).wordless, true)
  assert.ok(!('wordless' in merged({}, {})))
})

test('a look that shows it twice is one sight', () => {
  const [one] = entriesOf(lostCall({ looks: [look(FIRST, [entry('a'), entry('a')])] }))
  assert.deepEqual(one?.sights, [FIRST])
})

test('what was told once holds: a time, an address, a contradiction', () => {
  assert.equal(merged({ at: null }, { at: BEGAN }).at, BEGAN)
  assert.equal(merged({ at: null }, { at: null }).at, null)
  assert.equal(merged({ at: BEGAN }, { at: BEGAN + MINUTE }).at, BEGAN + MINUTE)
  assert.equal(merged({ url: null }, { url: 'https://a.example' }).url, 'https://a.example')
  assert.equal(merged({ contradicts: null }, { contradicts: 'topic' }).contradicts, 'topic')
})

test('of two authors it is us', () => {
  assert.equal(merged({ author: 'us' }, { author: 'other' }).author, 'us')
  assert.equal(merged({ author: undefined }, { author: 'other' }).author, 'other')
  assert.equal(merged({ author: undefined }, { author: 'us' }).author, 'us')
})

test('of two apps it is ours', () => {
  const given = { receipts: new Set(['r']) }
  const beside = entry('r', { app: 'Crier' })
  const apps = (a: Seen['app'], b: Seen['app']) => {
    const seen = [a, b].map((app) => entry('a', { app }))
    const looks = [
      look(FIRST, [beside, ...seen.slice(0, 1)]),
      look(SECOND, [beside, ...seen.slice(1)]),
    ]
    return entriesOf({ ...lostCall(), ...given, looks }).find(({ ids }) => ids[0] === 'a')?.app
  }
  for (const [a, b] of [
    ['Crier', 'Other'],
    ['Crier', null],
    ['Crier', undefined],
  ] as const) {
    assert.equal(apps(a, b), 'Crier')
    assert.equal(apps(b, a), 'Crier')
  }
  assert.equal(apps(undefined, null), null)
  assert.equal(apps(null, undefined), null)
})

test('of two roles and parents it is ours', () => {
  const ours = { ...lostCall().ours, role: 'comment' as const, parent: 'p' }
  const given = { ours }
  assert.equal(merged({ role: 'comment' }, { role: 'reply' }, given).role, 'comment')
  assert.equal(merged({ parent: 'p' }, { parent: 'q' }, given).parent, 'p')
  assert.equal(merged({ parent: 'p' }, { parent: null }, given).parent, 'p')
  assert.equal(merged({ parent: null }, { parent: 'q' }, given).parent, 'q')
})

test('of two grades it is the better', () => {
  const grades = ['same', 'alike', 'maybe', 'other'] as const
  for (const [place, better] of grades.entries()) {
    for (const worse of grades.slice(place))
      assert.equal(merged({ words: better }, { words: worse }).words, better)
  }
})

test('media are all that were told, and in full if they were in full once', () => {
  const some = (ids: string[], in_full: boolean) => ({ media: { ids, in_full } })
  assert.deepEqual(merged({}, { media: 'none' }).media, 'none')
  assert.deepEqual(merged({}, {}).media, undefined)
  assert.deepEqual(merged({ media: 'none' }, some(['m'], false)).media, {
    ids: ['m'],
    in_full: false,
  })
  assert.deepEqual(merged({}, some(['m'], true)).media, { ids: ['m'], in_full: true })
  assert.deepEqual(merged(some(['m'], true), some(['m'], false)).media, {
    ids: ['m'],
    in_full: true,
  })
  const { media } = merged(some(['m'], false), some(['n'], false))
  assert.ok(media && media !== 'none')
  assert.deepEqual([[...media.ids].toSorted(), media.in_full], [['m', 'n'], false])
})

test('a key of ours outweighs a size, and a size nothing', () => {
  assert.equal(merged({ key: 'size' }, { key: true }).key, true)
  assert.equal(merged({ key: 'size' }, { key: false }).key, 'size')
  assert.equal(merged({ key: false }, { key: true }).key, true)
  assert.equal(merged({ key: false }, { key: false }).key, false)
})

test('entries come by time, those without one last, and of one time by number', () => {
  const seen = [
    entry('none', { at: null }),
    entry('late', { at: BEGAN + MINUTE }),
    entry('b'),
    entry('a'),
    entry('also none', { at: null }),
  ]
  const all = entriesOf(lostCall({ looks: [look(FIRST, seen)] })).map(({ ids }) => ids[0])
  assert.deepEqual(all, ['a', 'b', 'late', 'also none', 'none'])
})

test('the window is that of the first send', () => {
  const sends = [send({ at: BEGAN + MINUTE, error: 1 }), send({ error: 7 })]
  assert.deepEqual(windowOf(lostCall({ sends })), { from: BEGAN - 7, sure: BEGAN + 7 })
  const blurred = [send({ at: BEGAN + MINUTE, error: 10 * MINUTE }), send({ error: 7 })]
  assert.deepEqual(windowOf(lostCall({ sends: blurred })), {
    from: BEGAN - 9 * MINUTE,
    sure: BEGAN + 7,
  })
})
