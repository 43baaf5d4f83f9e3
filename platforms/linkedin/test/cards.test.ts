/** Previews of links, against the emulator, which takes no article but as it is documented. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bench, openBench, openRun } from '../../../test/platform-bench.ts'
import { drive } from '../../../test/reference-driver.ts'
import { makePng } from '../../../test/png.ts'
import { pictures } from '../../../test/media-place.ts'
import type { CardAnswer } from '../../platform.ts'
import { publish } from '../publish.ts'

const bytes = new Uint8Array(makePng({ width: 32, height: 24, seed: 1 }))
const CARD = {
  url: 'https://example.com/a_(b)?x=1',
  title: 'A page',
  description: 'What it is of',
  picture: { bytes, width: 32, height: 24 },
}

function reading(bench: Bench, answer: CardAnswer) {
  const asked: string[] = []
  bench.tools.card = async (url) => {
    asked.push(url)
    return answer
  }
  return asked
}

async function posted(bench: Bench, content: Parameters<typeof openRun>[1]) {
  const run = await openRun(bench, content)
  const { receipt, warnings } = await drive(run)
  const [post, ...others] = bench.emulator.posts()
  assert.deepEqual([post?.id, others], [receipt.platform_post_id, []])
  return { post, warnings: warnings.map(({ message }) => message), run }
}

test('a text with a link goes out with its preview, of the first link as it was written', async () => {
  await using bench = await openBench('linkedin')
  const asked = reading(bench, CARD)
  const text = `Read (${CARD.url}), and https://example.org/too.`
  const { post, warnings } = await posted(bench, { text })
  assert.deepEqual([asked, warnings, post?.text], [[CARD.url], [], text])
  const { url: source, title, description } = CARD
  const article = post?.extra?.['article']
  assert.ok(typeof article === 'object' && article !== null && 'thumbnail' in article)
  const { thumbnail, ...told } = article
  assert.deepEqual(told, { source, title, description })
  assert.match(String(thumbnail), /^urn:li:image:/)
  assert.deepEqual(
    post?.media.map((each) => each.bytes),
    [bytes.length],
  )
})

test('a page without picture or description makes a preview without them', async () => {
  await using bench = await openBench('linkedin')
  reading(bench, { ...CARD, description: '', picture: undefined })
  const { post } = await posted(bench, { text: CARD.url })
  assert.deepEqual(post?.extra?.['article'], { source: CARD.url, title: CARD.title })
})

test('a page that cannot be read is a warning, and the post goes out', async () => {
  await using bench = await openBench('linkedin')
  reading(bench, { refused: 'There is no preview of it: its page could not be read.' })
  const { post, warnings } = await posted(bench, { text: `See ${CARD.url}` })
  assert.deepEqual(warnings, ['There is no preview of it: its page could not be read.'])
  assert.equal(post?.extra?.['article'], undefined)
})

test('a picture that LinkedIn does not take leaves the preview without it', async () => {
  for (const fault of ['rate_limited', 'media_failed']) {
    await using bench = await openBench('linkedin')
    reading(bench, CARD)
    bench.emulator.faults.set({ account: '*', fault, on: 'upload' })
    const { post, warnings } = await posted(bench, { text: CARD.url })
    const { url: source, title, description } = CARD
    assert.deepEqual([warnings, post?.extra?.['article']], [[], { source, title, description }])
  }
})

test('no page is read for a post with media, or without a link', async () => {
  for (const content of [
    { text: CARD.url, media: pictures(1) },
    { text: 'No link: example.com/x, me@https://x, http:// and ftp://example.com' },
  ]) {
    await using bench = await openBench('linkedin')
    const asked = reading(bench, CARD)
    await posted(bench, content)
    assert.deepEqual(asked, [])
  }
})

test('what is looked for after a lost answer names the link and the picture', async () => {
  await using bench = await openBench('linkedin')
  reading(bench, CARD)
  const { run } = await posted(bench, { text: CARD.url })
  const post = publish(run.publication, run.account, run.tools).find(({ name }) => name === 'post')
  assert.ok(post && 'ours' in post)
  const { link, media, has_media } = post.ours(run.journal.saved)
  assert.deepEqual([link, media.length, has_media], [CARD.url, 1, true])
})
