import assert from 'node:assert/strict'
import { test } from 'node:test'
import { broken, type Limits, type Measures, unadvised } from './measure.ts'

const of = { who: { who: 'X' }, file: 'a' }
const picture: Measures = { size_bytes: 1000, duration: null, width: 1080, height: 1350 }
const clip: Measures = { size_bytes: 1000, duration: 12.5, width: 1080, height: 1920 }

/** What is measured, the limits, and the ends of the sentences. */
const CASES: [string, Measures, Limits, string[]][] = [
  ['nothing is limited', clip, {}, []],
  [
    'everything is at its limit',
    clip,
    {
      min_bytes: 1000,
      min_duration: 12.5,
      max_duration: 12.5,
      min_width: 1080,
      max_width: 1080,
      min_height: 1920,
      max_height: 1920,
      max_pixels: 1080 * 1920,
    },
    [],
  ],
  ['too few bytes', picture, { min_bytes: 1001 }, ['at least 1001 bytes; a has 1000 bytes']],
  ['too short', clip, { min_duration: 13 }, ['at least 13 s; a has 12.5 s']],
  ['too long', clip, { max_duration: 12 }, ['at most 12 s; a has 12.5 s']],
  [
    'not measured',
    { ...clip, duration: null, width: null },
    { min_duration: 90, max_duration: 1, max_width: 1, ratio: { min: '1:1', max: '1:1' } },
    [],
  ],
  [
    'too narrow, and high enough',
    picture,
    { min_width: 1081, min_height: 9 },
    ['at least 1081 pixels wide and 9 pixels high; a has 1080 × 1350'],
  ],
  ['too wide', picture, { max_width: 1000 }, ['at most 1000 pixels wide; a has 1080 × 1350']],
  [
    'too many pixels',
    picture,
    { max_pixels: 1_000_000 },
    ['at most 1000000 pixels; a has 1458000 (1080 × 1350)'],
  ],
  [
    'too tall a ratio',
    clip,
    { ratio: { min: '4:5', max: '1.91:1' } },
    ['width to height from 4:5 to 1.91:1; a has 0.563:1 (1080 × 1920). Crop it'],
  ],
  [
    'several at once',
    clip,
    { min_duration: 13, max_width: 1000 },
    ['at least 13 s; a has 12.5 s', 'at most 1000 pixels wide; a has 1080 × 1920'],
  ],
]

for (const [name, measures, limits, sentences] of CASES) {
  test(name, () =>
    assert.deepEqual(
      broken(measures, of, limits).map(({ text }) => text),
      sentences.map((end) => `X takes ${end}.`),
    ),
  )
}

test('a pixel more or less is within a ratio, two are not', () => {
  const ratio = { min: '4:5', max: '1:1' } as const
  const within = (width: number, height: number) =>
    broken({ ...picture, width, height }, of, { ratio }).length === 0
  // 4:5 of 1351 is 1080.8.
  for (const [width, height] of [
    [1080, 1350],
    [1080, 1351],
    [1001, 1000],
    [1, 1],
  ] as const)
    assert.ok(within(width, height), `${width} × ${height}`)
  for (const [width, height] of [
    [1080, 1354],
    [1004, 1000],
    [1000, 1260],
  ] as const)
    assert.ok(!within(width, height), `${width} × ${height}`)
})

test('what a platform advises is told where it is not there, and only where it was measured', () => {
  assert.equal(
    unadvised(picture, of, { best_ratio: '9:16' })?.text,
    'X is best at 9:16; a has 0.8:1.',
  )
  assert.equal(unadvised(clip, of, { best_ratio: '9:16' }), undefined)
  assert.equal(unadvised(picture, of, {}), undefined)
  assert.equal(unadvised({ ...picture, height: null }, of, { best_ratio: '9:16' }), undefined)
})
