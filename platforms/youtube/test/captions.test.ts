import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clip } from '../../../test/media-place.ts'
import { openBench, openRun } from '../../../test/platform-bench.ts'
import { drive, stepsOf, Stopped } from '../../../test/reference-driver.ts'
import { file } from '../../kit/test/files.ts'
import { manifest, Options } from '../manifest.ts'

const words = { ...file('text/srt', 40), id: 8 }
const german = { ...file('text/vtt', 50), id: 9 }
const captions = [
  { media_id: 8, language: 'en' },
  { media_id: 9, language: 'de', name: 'Für alle' },
]

async function published(options: Record<string, unknown>, arm?: { fault: string }) {
  const bench = await openBench('youtube')
  // Files of captions are fetched by nobody: they stay as they are.
  const run = await openRun(bench, { text: 'A walk', media: [clip()], options })
  run.publication.media = [...run.publication.media, words, german]
  if (arm) bench.emulator.faults.set({ account: '*', fault: arm.fault, on: 'caption' })
  return Object.assign(bench, { run, saw: () => tracks(bench) })
}

/** What YouTube shows of the video's captions, read as its owner. */
async function tracks({ emulator }: Awaited<ReturnType<typeof openBench>>) {
  return emulator.posts()[0]?.extra['captions']
}

test('captions follow the video, each with its language and name, before anything is said below it', async () => {
  await using at = await published({ captions })
  at.run.publication.first_comment = 'Have a look'
  const { warnings } = await drive(at.run)
  assert.deepEqual(warnings, [])
  assert.deepEqual(await at.saw(), ['en', 'de Für alle'])
  const names = stepsOf(at.run).map(({ name }) => name)
  assert.deepEqual(names.slice(-4), ['captions_0', 'captions_1', 'comment', 'check'])
})

for (const fault of ['landed_cut', 'landed_500', 'cut_before', 'refuse_500'])
  test(`captions whose answer is lost (${fault}) are looked for, and are there once`, async () => {
    await using at = await published({ captions }, { fault })
    const { warnings } = await drive(at.run)
    assert.deepEqual(warnings, [])
    assert.deepEqual(await at.saw(), ['en', 'de Für alle'])
  })

test('a worker may stop at any of them, and goes on behind what is there', async () => {
  for (const step of ['captions_0', 'captions_1'])
    for (const behind of ['answer', 'saving'] as const) {
      await using at = await published({ captions })
      await assert.rejects(drive({ ...at.run, stop: { step, behind } }), Stopped)
      const { warnings } = await drive({ ...at.run, journal: structuredClone(at.run.journal) })
      assert.deepEqual(warnings, [])
      assert.deepEqual(await at.saw(), ['en', 'de Für alle'], `${step} ${behind}`)
    }
})

test('captions that are there already are taken for ours, and asked about no more', async () => {
  await using at = await published({ captions })
  await drive(at.run)
  const again = stepsOf(at.run).find(({ name }) => name === 'captions_1')
  assert.deepEqual(await again?.run(at.run.journal.saved), at.run.journal.saved['captions_1'])
})

test('a file without its language, a language without its file, and one twice are told when the post is written', () => {
  const media = [
    { ...file('video/mp4'), id: 7 },
    { ...file('text/srt'), id: 8 },
  ].map((one) => ({ ...one, frame_rate: null, pages: null }))
  const said = (options: Record<string, unknown>) =>
    (manifest.objects?.({ options, text: 'A walk', media }, { settings: {} }) ?? []).map(
      (one) => ['option' in one ? one.option : one.media, one.said({ who: 'It' }).text] as const,
    )
  assert.deepEqual(said({ captions: [{ media_id: 8, language: 'en' }] }), [])
  assert.match(JSON.stringify(said({})), /^\[\[1,"It has to know the language of these captions/)
  const wrong = said({
    captions: [
      { media_id: 8, language: 'en' },
      { media_id: 7, language: 'de' },
      { media_id: 6, language: 'en' },
    ],
  })
  assert.deepEqual(
    wrong.map(([at]) => at),
    ['captions.1.media_id', 'captions.2.media_id', 'captions.2.language'],
  )
  for (const bad of [
    { media_id: 8 },
    { media_id: 8, language: 'english' },
    { media_id: 8, language: 'en', name: 'x'.repeat(151) },
  ])
    assert.equal(Options.safeParse({ captions: [bad] }).success, false)
})
