import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Manifest, Step } from '#platforms/platform.ts'
import {
  bytesOf,
  commentsInDoubt,
  failureOf,
  longest,
  looksByTwin,
  mediaFor,
  oneAltText,
  openBench,
  openRun,
  settledMedia,
} from '../platform-bench.ts'
import { pictures, bytesOf as bytesOfMedia } from '../media-place.ts'
import {
  drive,
  publishing as asPublishing,
  runOnce,
  save,
  savedOf,
  stepsOf,
  Stopped,
} from '../reference-driver.ts'

/** Words, scripts and signs that platforms count in different ways. */
const COUNTED = {
  letters: 'a',
  lines: 'x\n',
  'CJK characters': '日',
  'combining accents': 'e\u0301',
  families: '👩‍👩‍👧‍👦',
  flags: '🇩🇪',
  keycaps: '1️⃣',
  'skin tones': '👍🏽',
  arrows: '→',
  'curly quotes': '“',
  Hindi: 'क्षि',
  'ampersands and brackets': '&<>',
  'web addresses': 'https://example.com/a/rather/long/path?with=a&query=too ',
  'bare domains': 'example.com ',
  hashtags: '#tag ',
}

/** What every platform promises about content that is fine, or is not. */
export function publishing(platform: string) {
  test(`${platform} publishes a text and says where it is`, async () => {
    await using bench = await openBench(platform)
    const wanted = 'Good morning!\n\nTwo lines & <three> signs — “quoted”, ünïcode 🌅'
    const { manifest } = bench.connector
    const text = takes(manifest, '<>') ? wanted : wanted.replace(/[<>]/g, '')
    const { receipt, warnings } = await drive(await openRun(bench, { text }))
    const [post, ...others] = bench.emulator.posts(bench.person.username)
    assert.ok(post && others.length === 0)
    assert.deepEqual([post.id, post.text], [receipt.platform_post_id, text])
    assert.deepEqual(warnings, [])
    const page = await bench.tools.fetch(receipt.platform_url ?? assert.fail('an address is known'))
    assert.equal(page.status, 200)
    assert.match((await bytesOf(page.body)).toString(), /Good morning!/)
  })

  test(`${platform} publishes pictures with their alternative texts, in their order`, async (t) => {
    await using bench = await openBench(platform)
    const { image } = bench.connector.manifest.media
    if (!image) return t.skip('no pictures there')
    for (const count of new Set([1, Math.min(4, image.max)])) {
      const run = await openRun(
        bench,
        { text: `${count} of them`, media: pictures(count) },
        'pictures',
      )
      const { media } = run.publication
      await drive(run)
      const post = bench.emulator.posts().at(-1)
      const url = post?.media.at(-1)?.url ?? assert.fail('pictures can be looked at')
      const shown = await bytesOf((await bench.tools.fetch(url)).body)
      const sent = media.at(-1) ?? assert.fail('a picture was sent')
      assert.deepEqual(shown, await bytesOfMedia(sent))
      assert.deepEqual(
        post?.media.map(({ mime_type, bytes, alt_text }) => ({ mime_type, bytes, alt_text })),
        media.map(({ mime_type, size_bytes: bytes, alt_text }, index) => {
          const told = bench.connector.manifest.alt_text && !(index && oneAltText.has(platform))
          return { mime_type, bytes, alt_text: told ? alt_text : null }
        }),
      )
    }
  })

  test(`${platform} publishes a picture without words where it says so`, async (t) => {
    await using bench = await openBench(platform)
    if (!bench.connector.manifest.text_optional) return t.skip('needs a text')
    await drive(await openRun(bench, { text: '', media: mediaFor(bench, 1) }, 'pictures'))
    assert.deepEqual(
      bench.emulator.posts().map(({ text }) => text),
      [''],
    )
  })

  test(`${platform} puts the first comment under the post`, async (t) => {
    await using bench = await openBench(platform)
    if (!bench.connector.manifest.first_comment) return t.skip('no comments there')
    const run = await openRun(bench, { first_comment: 'And one more thing' })
    const { receipt } = await drive(run)
    const [, comment, ...others] = bench.emulator.posts()
    assert.ok(comment && others.length === 0)
    assert.deepEqual(
      [comment.reply_to, comment.text],
      [receipt.platform_post_id, 'And one more thing'],
    )
  })

  for (const [what, unit] of Object.entries(COUNTED)) {
    test(`${platform} and its manifest agree on how many ${what} fit`, async () => {
      await using bench = await openBench(platform)
      const run = await openRun(bench)
      const { manifest } = bench.connector
      if (!takes(manifest, unit)) {
        const refused = { ...run, publication: { ...run.publication, text: `So: ${unit}` } }
        assert.equal((await failureOf(runOnce(refused), run.account)).kind, 'rejected')
        assert.equal(bench.emulator.posts().length, 0)
        return
      }
      const most = longest(manifest, run.account, unit)
      assert.ok(most > 1)
      const fitting = { ...run.publication, text: unit.repeat(most).trimEnd() }
      await drive({ ...run, publication: fitting })
      assert.equal(bench.emulator.posts().length, 1)

      const tooLong = { ...run.publication, text: unit.repeat(most + 1).trimEnd() }
      const again = { ...run, publication: tooLong, journal: { saved: {}, begun: {} } }
      assert.equal((await failureOf(runOnce(again), run.account)).kind, 'rejected')
      assert.equal(bench.emulator.posts().length, 1)
    })
  }

  test(`${platform} finds what landed, and nothing else`, async () => {
    await using bench = await openBench(platform)
    const content = {
      text: 'Look & find: https://example.com/?a=1&b=2',
      first_comment: 'Found, and nothing else?',
    }
    const run = await openRun(bench, { ...content, media: settledMedia(bench, 2) })
    let found = 0
    for (const step of stepsOf(run)) {
      const lost = { started_at: run.tools.now(), look: 1 }
      const blind: unknown[] = step.follow_up ? ['resend', 'unknowable'] : ['resend']
      if (step.effect !== 'prepares') {
        const finding = await asPublishing(step).find(savedOf(run), lost)
        assert.ok(['absent', ...blind].includes(finding), step.name)
      }
      const result = await step.run(savedOf(run))
      if (step.effect !== 'prepares') {
        const finding = await asPublishing(step).find(savedOf(run), lost)
        // What the page of all platforms says of looking is what is found here.
        if (step.follow_up) assert.equal(finding === 'unknowable', commentsInDoubt.has(platform))
        else assert.equal(finding === 'resend', looksByTwin.has(platform))
        if (finding === 'resend') {
          const twin = await failureOf(step.run(savedOf(run)))
          assert.equal(twin.code, 'duplicate_content')
          const { original } = twin
          assert.ok(
            original?.there && JSON.stringify(result).includes(`"${original.id}"`),
            step.name,
          )
        } else if (!blind.includes(finding)) {
          // What the platform's lists do not tell is asked for when it is needed.
          assert.partialDeepStrictEqual({ found: result }, finding, step.name)
        }
        found += 1
      }
      save(run, step.name, result)
    }
    assert.ok(found >= (bench.connector.manifest.first_comment ? 2 : 1))
  })

  test(`${platform} does not take a post for the comment of the same words below it`, async (t) => {
    await using bench = await openBench(platform)
    if (!bench.connector.manifest.first_comment) return t.skip('no comments there')
    const run = await openRun(bench, { text: 'Same words', first_comment: 'Same words' })
    const lost = { started_at: run.tools.now(), look: 1 }
    const isComment = ({ effect }: Step) => effect !== 'prepares' && 'post' in run.journal.saved
    for (const step of stepsOf(run)) {
      if (isComment(step)) {
        const finding = await asPublishing(step).find(savedOf(run), lost)
        assert.ok(finding === 'absent' || finding === 'unknowable')
        return
      }
      save(run, step.name, await step.run(savedOf(run)))
    }
    assert.fail('there is a step for the comment')
  })

  test(`${platform} continues behind the last saved step after a stop anywhere`, async () => {
    await using bench = await openBench(platform)
    const content = { first_comment: 'A comment', media: settledMedia(bench, 2) }
    const names = stepsOf(await openRun(bench, content)).map(({ name }) => name)
    for (const step of names) {
      for (const behind of ['answer', 'saving'] as const) {
        bench.emulator.reset()
        const run = await openRun(bench, {
          ...content,
          text: `Stopped at ${step}, behind its ${behind}`,
        })
        await assert.rejects(drive({ ...run, stop: { step, behind } }), Stopped)
        const journal = structuredClone(run.journal)
        const rerun: string[] = []
        const before = ({ name }: { name: string }) => rerun.push(name)
        await drive({ ...run, journal, before: (next) => void before(next) })

        const [post, comment, ...others] = bench.emulator.posts()
        assert.ok(post && others.length === 0, `one post after a stop ${behind} ${step}`)
        assert.equal(comment?.reply_to ?? post.id, post.id)
        const done = names.slice(0, names.indexOf(step) + (behind === 'saving' ? 1 : 0))
        assert.deepEqual(
          rerun.filter((name) => done.includes(name)),
          [],
        )
      }
    }
  })
}

/** Some signs are not taken even once. */
function takes(manifest: Manifest, text: string) {
  return manifest.text().every(({ max, measure }) => measure(text) <= max)
}
