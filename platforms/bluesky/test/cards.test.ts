/** Previews of links and languages, against the emulator, which holds records to their lexicons. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bench, openBench, openRun } from '../../../test/platform-bench.ts'
import { drive } from '../../../test/reference-driver.ts'
import { pictures } from '../../../test/media-place.ts'
import { makePng } from '../../../test/png.ts'
import type { CardAnswer } from '../../platform.ts'

const bytes = new Uint8Array(makePng({ width: 32, height: 24, seed: 1 }))
const CARD = {
  url: 'https://example.com/a',
  title: 'A page',
  description: '',
  picture: { bytes, width: 32, height: 24 },
}

function reading(bench: Bench, answer: CardAnswer) {
  const asked: string[] = []
  bench.tools.card = async (url) => {
    asked.push(url)
    return 'refused' in answer ? answer : { ...answer, url }
  }
  return asked
}

async function posted(bench: Bench, content: Parameters<typeof openRun>[1]) {
  const { receipt, warnings } = await drive(await openRun(bench, content))
  const post = bench.emulator.posts().find(({ id }) => id === receipt.platform_post_id)
  return { post, warnings: warnings.map(({ message }) => message) }
}

test('a text with a link goes out with its preview, also of an address without its scheme', async () => {
  for (const text of ['See https://example.com/a.', 'See example.com/a and https://example.org']) {
    await using bench = await openBench('bluesky')
    const asked = reading(bench, CARD)
    const { post, warnings } = await posted(bench, { text })
    assert.deepEqual([asked, warnings, post?.text], [[CARD.url], [], text])
    const card = post?.extra?.['card']
    assert.ok(typeof card === 'object' && card !== null && 'thumb' in card)
    const { thumb, ...told } = card
    assert.deepEqual(told, { uri: CARD.url, title: 'A page', description: '' })
    assert.ok(typeof thumb === 'object' && thumb !== null && 'size' in thumb)
    assert.equal(thumb.size, bytes.length)
  }
})

test('a page that cannot be read is a warning, and the post goes out', async () => {
  await using bench = await openBench('bluesky')
  reading(bench, { refused: 'There is no preview of it.' })
  const { post, warnings } = await posted(bench, { text: CARD.url })
  assert.deepEqual([warnings, post?.extra?.['embed']], [['There is no preview of it.'], undefined])
})

test('a picture that the server does not take leaves the preview without it', async () => {
  await using bench = await openBench('bluesky')
  reading(bench, CARD)
  bench.emulator.faults.set({ account: '*', fault: 'rate_limited', on: 'upload' })
  const { post, warnings } = await posted(bench, { text: CARD.url })
  const { url: uri, title, description } = CARD
  assert.deepEqual([warnings, post?.extra?.['card']], [[], { uri, title, description }])
})

test('no page is read for a post with pictures', async () => {
  await using bench = await openBench('bluesky')
  const asked = reading(bench, CARD)
  const { post } = await posted(bench, { text: CARD.url, media: pictures(1) })
  assert.deepEqual([asked, post?.extra?.['embed']], [[], 'app.bsky.embed.images'])
})

test('a post without languages has those of the last one that named any', async () => {
  await using bench = await openBench('bluesky')
  const langs = async (text: string, options = {}) =>
    (await posted(bench, { delivery_id: text.length, text, options })).post?.extra?.['langs']
  assert.equal(await langs('A'), undefined)
  assert.deepEqual(await langs('Zwei', { langs: ['de', 'en'] }), ['de', 'en'])
  await bench.tools.sleep(1000)
  assert.deepEqual(await langs('Drittens'), ['de', 'en'])
  assert.deepEqual(await langs('Quatrième!', { langs: ['fr'] }), ['fr'])
  await bench.tools.sleep(1000)
  assert.deepEqual(await langs('Cinquièmement'), ['fr'])
})
