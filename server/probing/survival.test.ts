/** Probing goes on, whatever the last file did to it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { probing } from './probe.ts'
import { files, makeAac, makePdf, makeWav, picture } from './testing-files.ts'
import { makeMp4 } from './testing-mp4.ts'
import { makeWebm } from './testing-webm.ts'

test('a file that takes too long is refused, and the next one is served', async () => {
  const limits = [AbortSignal.abort()]
  await using impatient = probing({
    children: 1,
    limit: () => limits.pop() ?? new AbortController().signal,
  })
  await using folder = await files()
  const path = await folder.put('slow.png', await picture().png().toBuffer())
  const declared = { filename: 'slow.png', mime_type: null }
  const [slow, next] = await Promise.all([
    impatient.probe(path, declared),
    impatient.probe(path, declared),
  ])
  assert.equal('refused' in slow && slow.refused.code, 'damaged')
  assert.ok(!('refused' in next))
})

test('whatever is changed in a file, there is an answer', async () => {
  await using folder = await files()
  const kinds = {
    'a.jpg': await picture().jpeg().toBuffer(),
    'a.png': await picture().png().toBuffer(),
    'a.gif': await picture().gif().toBuffer(),
    'a.webp': await picture().webp().toBuffer(),
    'a.mp4': makeMp4(),
    'a.webm': makeWebm(),
    'a.wav': makeWav(1),
    'a.aac': makeAac(9),
    'a.pdf': makePdf(),
  }
  // Some of these may well hang a child; then they are killed a little sooner than usual.
  await using hasty = probing({ limit: () => AbortSignal.timeout(2_000) })
  const random = randomFrom(20_261_121)
  for (const [filename, bytes] of Object.entries(kinds)) {
    await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const copy = Buffer.from(bytes)
        for (let changes = 0; changes < 4; changes++)
          copy[random(Math.min(copy.length, 700))] = random(256)
        const path = await folder.put(`${index}-${filename}`, copy)
        assert.ok(await hasty.probe(path, { filename, mime_type: null }))
      }),
    )
  }
})

/** The same numbers each time, by a linear congruence. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
}
