/**
 * How often a person is asked about a post that landed unheard, with other people's posts in one window of ten. Never where a key,
 * numbers of media or a calibrated app are shown; by words alone seldom.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from './engine-evidence.ts'
import { run } from './engine-loop.ts'
import { ALL, type Nature, strangePlatform } from './strange-platform.ts'
import { chanceOf, type Manner, POOL } from './strange-texts.ts'

const SEEDS = 400
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 10, 22, 12)

const TOLD: Manner = {
  links: 'told',
  mentions: 'names',
  changes: ['entities', 'white space', 'zero width'],
  cuts: 0,
}

/** A platform that shows words, times and nothing else, whose answers are all lost. */
const PLAIN: Nature = {
  key: 'none',
  names_landed: true,
  slow: false,
  forgets: 0,
  media_numbers: false,
  file_sizes: false,
  apps: false,
  authors: false,
  twins: 'none',
  names_original: false,
  remembers: 24 * HOUR,
  list: true,
  says_zero: true,
  fetches: null,
  times: 'exact',
  settle: 5 * MINUTE,
  flickers: 0.1,
  cuts: 0,
  empties: 0,
  media_late: false,
  stands_still: null,
  arrives: 3,
  refuses: 0,
  hears: 0,
  manner: TOLD,
}

interface Kind {
  nature: Partial<Nature>
  media: boolean
  /** Of a hundred. */
  most: number
}

const KINDS: Record<string, Kind> = {
  'a container (Instagram, Threads)': { nature: { key: 'container' }, media: true, most: 0 },
  'a record (Bluesky)': { nature: { key: 'record' }, media: false, most: 0 },
  'numbers of media (X, LinkedIn, Facebook)': {
    nature: { media_numbers: true },
    media: true,
    most: 0,
  },
  'a file’s size (YouTube)': { nature: { file_sizes: true }, media: true, most: 0 },
  'the app (Facebook)': { nature: { apps: true }, media: false, most: 0 },
  'words, with links told (X)': { nature: {}, media: false, most: 3 },
  'words, with links hidden (LinkedIn)': {
    nature: { manner: { ...TOLD, links: 'hidden' }, settle: 10 * MINUTE },
    media: false,
    most: 3,
  },
  'words and pictures without numbers (Pinterest, Google)': {
    nature: { flickers: 0.3, times: 'seconds' },
    media: true,
    most: 15,
  },
}

for (const [name, { nature, media, most }] of Object.entries(KINDS)) {
  test(`with ${name} at most ${most} of a hundred lost answers are a question`, () => {
    let asked = 0
    for (let seed = 1; seed <= SEEDS; seed++)
      if (isAsked(seed, { ...PLAIN, ...nature }, media)) asked++
    assert.ok((asked / SEEDS) * 100 <= most, `${asked} of ${SEEDS}`)
  })
}

test('of wordless pictures whose container has landed nearly all have their number in the end, and it is theirs', () => {
  let without = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { steps } = lose(seed, { ...PLAIN, key: 'container', names_landed: false }, true, '')
    if (steps.some(({ end }) => end?.is !== 'published')) without++
  }
  assert.ok(without <= SEEDS / 20, `${without} of ${SEEDS}`)
})

function isAsked(seed: number, nature: Nature, media: boolean) {
  return lose(seed, nature, media).steps.some(({ asked }) => asked)
}

function lose(seed: number, nature: Nature, media: boolean, words?: string) {
  const chance = chanceOf(seed)
  const platform = strangePlatform(chance, nature, ALL)
  const { text } = chance.pick(POOL)
  const ours = words ?? (text.length < 10 ? POOL[0].text : text)
  const before = {
    author: 'us',
    role: 'post',
    parent: null,
    topic: null,
    media: [],
    app: 'Crier',
  } as const
  const receipt = platform.publish(
    { ...before, by: 'receipt', text: 'Yesterday’s news, and it was good news' },
    NOON - 24 * HOUR,
  )
  if (chance.odds(0.1)) {
    const theirs = chance.odds(0.3) ? ours : chance.pick(POOL).text
    const picture = chance.odds(0.5) ? ['theirs'] : []
    const at = NOON + chance.whole(-3 * 60, 6 * 60) * SECOND
    platform.publish({ ...before, by: 'stranger', text: theirs, media: picture, app: 'Other' }, at)
  }
  const plans: Plan[] = [
    {
      ...before,
      name: 'ours',
      text: ours,
      media: media ? ['file-ours'] : [],
      app: 'Crier',
      later_app: 'Crier',
      starts_at: NOON,
      error: 6 * SECOND,
      policy: 'look_then_send',
      deleted_at: null,
      races: false,
    },
  ]
  const course = run({ platform, plans, chance, assume: ALL, receipts: receipt.ids })
  assert.deepEqual(course.violations, [], `seed ${seed}`)
  return course
}
