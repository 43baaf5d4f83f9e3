import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { catalog } from '#platforms/catalog.ts'
import type { Received } from '#sandbox/kit/emulator.ts'
import { commentsInDoubt, openBench, openRun } from '../platform-bench.ts'
import {
  drive,
  publishing as asPublishing,
  save,
  savedOf,
  stepsOf,
  Stopped,
} from '../reference-driver.ts'

const Numbered = z.object({ platform_post_id: z.string().min(1) })
const numberIn = (saved: unknown) => Numbered.parse(saved).platform_post_id

const TEXT = 'It begins here with a bridge over the river'
const SECOND = 'Then it goes on along the northern bank for hours'
const THIRD = 'Finally everybody rests below an old chestnut tree'
const SAID = {
  text: TEXT,
  thread: [SECOND, THIRD].map((text) => ({ text, media: [] })),
  first_comment: 'Bring good shoes, and somebody who sings',
}

/** What every platform promises of what follows a post, as a chain or as comments. */
export function threads(platform: string) {
  const as = catalog[platform]?.manifest.thread?.as
  if (!as) return

  /** Each text with the place of what it stands below. */
  const standing = (posts: readonly Received[]) =>
    posts.map(({ text, reply_to }) => [text, posts.findIndex(({ id }) => id === reply_to)])
  const whole = [
    [TEXT, -1],
    [SECOND, 0],
    [THIRD, as === 'chain' ? 1 : 0],
    [SAID.first_comment, 0],
  ]

  test(`${platform} says the parts of a thread below the post, in their order, and tells the number of each`, async () => {
    await using bench = await openBench(platform)
    const run = await openRun(bench, SAID)
    const { warnings } = await drive(run)
    const posts = bench.emulator.posts()
    assert.deepEqual(standing(posts), whole)
    assert.deepEqual(warnings, [])
    for (const [index, name] of ['post', 'part_2', 'part_3'].entries())
      // LinkedIn's own lists show a comment's number within its URN.
      assert.ok(posts[index]?.id.includes(numberIn(run.journal.saved[name])), name)
  })

  test(`${platform} finds the part of a thread that landed, and not the one that says the same below another post`, async () => {
    await using bench = await openBench(platform)
    // X takes no text twice.
    if (as === 'comments') await drive(await openRun(bench, { ...SAID, text: 'Another one' }))
    const run = await openRun(bench, SAID)
    for (const step of stepsOf(run)) {
      const isPart = /^part_\d$/.test(step.name)
      const lost = { started_at: run.tools.now(), look: 1 }
      const find = async () => asPublishing(step).find(savedOf(run), lost)
      const blind = commentsInDoubt.has(platform)
      if (isPart) assert.equal(await find(), blind ? 'unknowable' : 'absent', step.name)
      const result = await step.run(savedOf(run))
      if (isPart && blind) assert.equal(await find(), 'unknowable', step.name)
      // What a list does not tell of it is not needed to go on.
      if (isPart && !blind)
        assert.partialDeepStrictEqual({ found: result }, await find(), step.name)
      save(run, step.name, result)
    }
  })

  test(`${platform} goes on with a thread behind the last saved part after a stop anywhere`, async () => {
    await using bench = await openBench(platform)
    const names = stepsOf(await openRun(bench, SAID)).map(({ name }) => name)
    for (const step of names) {
      // Where nobody can look, a person is asked about a lost answer.
      const behind = commentsInDoubt.has(platform) ? 'saving' : 'answer'
      bench.emulator.reset()
      const run = await openRun(bench, SAID)
      await assert.rejects(drive({ ...run, stop: { step, behind } }), Stopped)
      await drive({ ...run, journal: structuredClone(run.journal) })
      assert.deepEqual(standing(bench.emulator.posts()), whole, step)
    }
  })
}
