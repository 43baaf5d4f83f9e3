/** Quotes, labels and galleries, against the emulator, which holds records to their lexicons; and against those of Bluesky's own library. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppBskyFeedPost, jsonStringToLex } from '@atproto/api'
import { type Bench, openBench, openRun } from '../../../test/platform-bench.ts'
import { drive } from '../../../test/reference-driver.ts'
import { pictures } from '../../../test/media-place.ts'
import { postRecord } from '../record.ts'
import { quotedIn } from '../quote.ts'

const KEY = { rkey: '3n2qlx6kzms2g', created_at: '2026-11-20T12:00:00.000Z', mentions: {} }
const CID = 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua'
const DID = 'did:plc:z72i7hdynmk6r22z27h6tvur'

/** What the library reads of it from JSON. */
const asArrived = (record: object) => jsonStringToLex(JSON.stringify(record))

async function posted(bench: Bench, content: Parameters<typeof openRun>[1]) {
  const { receipt } = await drive(await openRun(bench, content))
  const post = bench.emulator.posts().find(({ id }) => id === receipt.platform_post_id)
  assert.ok(post)
  return post
}

test('a post quotes another by the address of its page, by its handle or its number', async () => {
  await using bench = await openBench('bluesky')
  const first = await posted(bench, { delivery_id: 1, text: 'First' })
  const did = first.id.split('/')[2] ?? ''
  const addresses = [first.url, first.url.replace(did, first.account), first.id]
  for (const [index, quote] of addresses.entries()) {
    const content = { delivery_id: 2 + index, text: `Quote ${index}`, options: { quote } }
    const { extra } = await posted(bench, content)
    assert.deepEqual([extra['embed'], extra['quotes']], ['app.bsky.embed.record', first.id], quote)
  }
  const media = pictures(1)
  const quote = first.url
  const both = await posted(bench, { delivery_id: 9, text: 'Both', media, options: { quote } })
  assert.equal(both.extra['embed'], 'app.bsky.embed.recordWithMedia')
  assert.deepEqual([both.extra['quotes'], both.media.length], [first.id, 1])
})

test('of a thread the first part quotes, and all of them are labelled', async () => {
  await using bench = await openBench('bluesky')
  const first = await posted(bench, { delivery_id: 1, text: 'First' })
  const options = { quote: first.url, adult_content: 'nudity', graphic_media: true }
  const thread = [{ text: 'More', media: [] }]
  await posted(bench, { delivery_id: 2, text: 'Thread', thread, first_comment: 'And', options })
  const [, post, part, comment] = bench.emulator.posts()
  const labels = ['nudity', 'graphic-media']
  assert.deepEqual([post?.extra['labels'], part?.extra['labels']], [labels, labels])
  assert.equal(part?.extra['quotes'], undefined)
  assert.deepEqual([comment?.text, comment?.extra['labels']], ['And', undefined])
})

test('what is quoted must be there, and nothing is written when it is not', async () => {
  await using bench = await openBench('bluesky')
  const first = await posted(bench, { delivery_id: 1, text: 'First' })
  const gone = first.url.replace(/\w{13}$/, '3n2qlx6kzms2g')
  const nobody = `https://bsky.app/profile/nobody.sandbox.test/post/${KEY.rkey}`
  for (const quote of [gone, nobody]) {
    const run = await openRun(bench, { delivery_id: 2, text: 'Quote', options: { quote } })
    await assert.rejects(drive(run), { code: 'not_found' })
  }
  assert.equal(bench.emulator.posts().length, 1)
})

test('an address is that of a post, or none', () => {
  const rkey = KEY.rkey
  const ada = { author: 'ada.example', rkey }
  const known: [string, { author: string; rkey: string } | undefined][] = [
    [`https://bsky.app/profile/ada.example/post/${rkey}`, ada],
    [`https://bsky.app/profile/Ada.example/post/${rkey}/?ref=a#b`, ada],
    [`https://bsky.app/profile/${encodeURIComponent(DID)}/post/${rkey}`, { author: DID, rkey }],
    [`at://${DID}/app.bsky.feed.post/${rkey}`, { author: DID, rkey }],
    [`at://${DID}/app.bsky.feed.like/${rkey}`, undefined],
    [`https://bsky.app/profile/ada.example`, undefined],
    [`https://bsky.app/profile/ada/post/${rkey}`, undefined],
    [`https://bsky.app/profile/ada.example/post/1`, undefined],
    [`https://bsky.app/profile/%E0/post/${rkey}`, undefined],
    ['a post', undefined],
  ]
  for (const [text, expected] of known) assert.deepEqual(quotedIn(text), expected, text)
})

test('five pictures make a gallery, four do not', async () => {
  await using bench = await openBench('bluesky')
  for (const [count, embed] of [
    [4, 'app.bsky.embed.images'],
    [5, 'app.bsky.embed.gallery'],
    [10, 'app.bsky.embed.gallery'],
  ] as const) {
    const content = { delivery_id: count, text: `${count}`, media: pictures(count) }
    const post = await posted(bench, content)
    assert.deepEqual([post.extra['embed'], post.media.length], [embed, count])
  }
})

test('records are what Bluesky’s own library takes for posts', () => {
  const blob = {
    $type: 'blob' as const,
    ref: { $link: 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e' },
    mimeType: 'image/png',
    size: 70,
  }
  const image = { mime_type: 'image/png', width: null, height: 3, alt_text: 'A loaf' }
  const quoted = { uri: `at://${DID}/app.bsky.feed.post/${KEY.rkey}`, cid: CID }
  const card = { url: 'https://example.com/', title: 'A', description: '', picture: null }
  const labels = ['porn', 'graphic-media']
  const many = Array.from({ length: 10 }, () => image)
  for (const more of [
    { quoted },
    { quoted, card },
    { quoted, labels, media: [image], blobs: [blob] },
    { labels, media: many, blobs: many.map(() => blob) },
    { quoted, media: many, blobs: many.map(() => blob) },
  ]) {
    const record = asArrived(postRecord({ text: 'Look', key: KEY, ...more }))
    const checked = AppBskyFeedPost.validateRecord(record)
    assert.ok(checked.success, checked.success ? '' : String(checked.error))
  }
  const wrong = postRecord({ text: 'Look', key: KEY, quoted: { ...quoted, cid: '' } })
  assert.equal(AppBskyFeedPost.validateRecord(asArrived(wrong)).success, false)
})
