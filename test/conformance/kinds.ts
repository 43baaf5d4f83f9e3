import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalog } from '#platforms/catalog.ts'
import { clip, pictures } from '../media-place.ts'
import { doubtsPictures, openBench, openRun, owesNumbers } from '../platform-bench.ts'
import { drive, publishing as asPublishing, save, savedOf, stepsOf } from '../reference-driver.ts'

/** What may happen to the call that publishes; the first time nothing does. */
const FAULTS = [undefined, 'landed_500', 'landed_cut', 'refuse_500', 'cut_before']

/** What a platform promises about posts of another kind: reels, stories. */
export function kinds(platform: string) {
  for (const [kind, rules] of Object.entries(catalog[platform]?.manifest.kinds ?? {})) {
    const families = (['image', 'video'] as const).filter(
      (family) => rules.media[family] && !(family === 'image' && doubtsPictures.has(platform)),
    )
    for (const family of families) {
      const media = () => (family === 'image' ? pictures(1) : [clip()])

      test(`${platform} publishes a ${kind} of one ${family} once, whatever happens to its last call`, async () => {
        await using bench = await openBench(platform)
        for (const fault of FAULTS) {
          bench.emulator.reset()
          const text = `A ${kind} through ${fault ?? 'nothing'}`
          const run = await openRun(bench, { text, media: media(), options: { kind } })
          if (fault) bench.emulator.faults.set({ account: '*', fault, on: 'post' })
          const { receipt } = await drive(run)
          const posts = [...bench.emulator.posts(), ...(bench.emulator.drafts?.() ?? [])]
          const owed = receipt.platform_post_id === null
          assert.ok(!owed || (rules.wordless && owesNumbers.has(platform)), fault)
          const number = owed ? posts[0]?.id : receipt.platform_post_id
          assert.deepEqual(
            posts.map(({ id, ...post }) => [id, post.text, post.media.length]),
            [[number, rules.wordless ? '' : text, 1]],
            fault,
          )
          assert.match(posts[0]?.media[0]?.mime_type ?? '', new RegExp(`^${family}/`))
          // REELS, STORIES
          const shown = String(posts[0]?.extra['kind']).toLowerCase()
          assert.ok(shown.startsWith(kind.slice(0, 4)), shown)
        }
      })

      test(`${platform} finds a ${kind} of one ${family} that landed, and nothing else`, async () => {
        await using bench = await openBench(platform)
        const run = await openRun(bench, { text: '', media: media(), options: { kind } })
        for (const step of stepsOf(run)) {
          const lost = { started_at: run.tools.now(), look: 1 }
          const publishes = step.effect !== 'prepares'
          if (publishes)
            assert.equal(await asPublishing(step).find(savedOf(run), lost), 'absent', step.name)
          const result = await step.run(savedOf(run))
          // Also where the key tells that it is out and not its number: it is the only one that is there.
          if (publishes)
            assert.deepEqual(await asPublishing(step).find(savedOf(run), lost), { found: result })
          save(run, step.name, result)
        }
      })
    }

    if (rules.first_comment === false)
      test(`${platform} has no comment below a ${kind}`, async () => {
        await using bench = await openBench(platform)
        const media = rules.media.image ? pictures(1) : [clip()]
        const content = { media, first_comment: 'Never seen', options: { kind } }
        await drive(await openRun(bench, content))
        assert.equal(bench.emulator.posts().length, 1)
      })
  }
}
