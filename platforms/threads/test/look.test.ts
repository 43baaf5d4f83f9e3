import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNNUMBERED } from '../../../test/finding.ts'
import { file } from '../../kit/test/files.ts'
import {
  failureOf,
  lookingStep,
  NOW,
  publication,
  publishingStep,
  type Reply,
  stage,
} from '../../kit/test/stage.ts'
import type { Publication } from '../../platform.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, graph, LINK } from './testing.ts'

const HELLO = 'Hello to everybody out there'
const OTHER = 'Quite another story, of something else'
const { permalink } = LINK.json

const at = (seconds: number) =>
  new Date(NOW.getTime() + seconds * 1000).toISOString().replace('.000Z', '+0000')
const is = (status: string, error_message?: string): Reply => ({
  json: { id: '900', status, error_message },
})
const listed = (...posts: object[]): Reply => ({
  json: {
    data: posts.map((post) => ({ id: '77', text: HELLO, timestamp: at(1), permalink, ...post })),
  },
})
const OLDER = { id: '1', text: OTHER, timestamp: at(-7200) }
const GONE = graph(100, 33, 'Object does not exist')
const saved = {
  container: { id: '900', made_at: NOW.toISOString() },
  comment_container: { id: '900', made_at: NOW.toISOString() },
  post: { platform_post_id: '70', platform_url: null },
}
const found = { found: { platform_post_id: '77', platform_url: permalink } }
const picture = { ...file('image/png'), url: 'https://crier.example/m/1' }

function steps(content: Partial<Publication>, ...replies: Reply[]) {
  const { tools, asked } = stage(manifest, ...replies)
  return { all: publish(publication({ text: HELLO, ...content }), account, tools), asked }
}
async function find(content: Partial<Publication>, ...replies: Reply[]) {
  const { all } = steps(content, ...replies)
  return publishingStep(all).find(saved, { started_at: NOW, look: 1 })
}
async function look(...replies: Reply[]) {
  return lookingStep(steps({}, ...replies).all).look(saved, { from: NOW, look: 2 })
}

test('what the container says of itself is what is known', async () => {
  const known = async (reply: Reply) => (await look(reply, listed(OLDER))).known
  const unused = { is: 'dead', code: 'unused', words: '' }
  assert.deepEqual(await known(is('PUBLISHED')), { is: 'landed', ids: [], url: null })
  assert.deepEqual(await known(is('FINISHED')), { is: 'open' })
  const again = NOW.getTime() + 20_000
  assert.deepEqual(await known(is('IN_PROGRESS')), { is: 'working', again })
  assert.deepEqual(await known(is('EXPIRED')), unused)
  assert.deepEqual(await known(is('ERROR', 'UNKNOWN')), { ...unused, words: 'UNKNOWN' })
  const dead = await known(is('ERROR', 'INVALID_DURATION'))
  assert.equal(dead?.is === 'dead' && dead.code, 'media_rejected')
  assert.deepEqual(await known(is('A_NEW_WORD')), { is: 'unknown' })
  assert.deepEqual(await known(GONE), { is: 'unknown' })
})

test('a lost answer is settled by what became of the container', async () => {
  assert.equal(await find({}, is('FINISHED'), listed()), 'absent')
  assert.deepEqual(await find({}, is('PUBLISHED'), listed({}, OLDER)), found)
  assert.deepEqual(await find({}, GONE, listed({}, OLDER)), found)
  assert.equal(await find({}, is('EXPIRED'), listed(OLDER)), 'absent')
  assert.equal(await find({}, GONE, listed(OLDER)), 'absent')
  assert.equal(await find({}, GONE, listed()), 'unknowable', 'an empty list says nothing')
})

test('published and not shown yet, or shown twice, is out without a number, never guessed at', async () => {
  const refused = graph(100, undefined, 'Invalid parameter')
  for (const list of [listed(OLDER), listed({}, { id: '78' }), refused]) {
    assert.deepEqual(await find({}, is('PUBLISHED'), list), { found: UNNUMBERED })
  }
})

test('a picture without words has the number of the only one there may be, and never one of two', async () => {
  const content = { text: '', media: [picture] }
  const image = { text: undefined, media_type: 'IMAGE' }
  assert.deepEqual(await find(content, is('PUBLISHED'), listed(image)), found)
  const two = listed(image, { ...image, id: '78' })
  assert.deepEqual(await find(content, is('PUBLISHED'), two), { found: UNNUMBERED })
  assert.equal(await find(content, GONE, listed(image)), 'unknowable')
})

test('posts of another kind or topic, and what was only passed on, are not ours', async () => {
  assert.equal(await find({}, GONE, listed({ media_type: 'VIDEO' })), 'absent')
  assert.equal(await find({}, GONE, listed({ media_type: 'REPOST_FACADE' })), 'absent')
  const options = { topic_tag: 'Bread Baking' }
  assert.equal(await find({ options }, GONE, listed({ topic_tag: 'Cars' })), 'absent')
  assert.deepEqual(await find({ options }, GONE, listed({ topic_tag: 'bread baking' })), found)
})

test('a text is known with other white space, entities and decomposed letters; a card by where it leads', async () => {
  const text = 'Two  spaces &\ncaf\u00e9 by the river\u200b'
  const shown = listed({ text: 'Two spaces &amp; cafe\u0301 by the river' })
  assert.deepEqual(await find({ text }, GONE, shown), found)
  const card = (link_attachment_url: string) => listed({ link_attachment_url })
  const options = { link_attachment: 'https://bakery.example/42' }
  assert.deepEqual(await find({ options }, GONE, card('https://bakery.example/42')), found)
  assert.equal(await find({ options }, GONE, card('https://bakery.example/43')), 'unknowable')
})

test('what is cut off, short or without a time is a question', async () => {
  const text = 'A long story of many words '.repeat(10).trim()
  assert.equal(await find({ text }, GONE, listed({ text: `${text.slice(0, 99)}…` })), 'unknowable')
  assert.equal(await find({ text: 'Hi' }, GONE, listed({ text: 'Hi' })), 'unknowable')
  assert.equal(await find({}, GONE, listed({ timestamp: undefined })), 'unknowable')
})

test('all pages are read until ten in order reach back behind the call', async () => {
  const paging = { cursors: { after: 'x' }, next: 'https://platform.test/next' }
  const page = (...posts: object[]): Reply => ({
    json: { ...Object(listed(...posts).json), paging },
  })
  const { all, asked } = steps({}, GONE, page({ text: OTHER }), listed({ id: '77' }))
  assert.deepEqual(await publishingStep(all).find(saved, { started_at: NOW, look: 1 }), found)
  assert.equal(asked[2]?.url.searchParams.get('after'), 'x')
  const endless = Array.from({ length: 8 }, () => page({ text: OTHER }))
  assert.equal((await look(GONE, ...endless)).reach, 'part')
  const ten = Array.from({ length: 10 }, (_, index) => ({
    id: String(index),
    timestamp: at(5 - index * 1000),
  }))
  assert.equal((await look(GONE, page(...ten))).reach, 'past_window')
})

test('a look that fails is a failure, never “absent”', async () => {
  assert.equal((await failureOf(look({ status: 503, text: '' }))).kind, 'later')
  assert.equal((await failureOf(look(GONE, { text: '{"data":[' }))).kind, 'later')
  assert.equal((await failureOf(look(GONE, graph(4, undefined, 'Slowly')))).kind, 'later')
})

test('a reply is known by its words and what it answers', async () => {
  const reply = async (...replies: Reply[]) => {
    const { all, asked } = steps({ first_comment: HELLO }, ...replies)
    const finding = await publishingStep(all, 'comment').find(saved, { started_at: NOW, look: 1 })
    assert.equal(asked[1]?.url.pathname, '/api/v1.0/me/replies')
    return finding
  }
  assert.deepEqual(await reply(GONE, listed({ replied_to: { id: '70' } })), found)
  assert.equal(await reply(GONE, listed({ replied_to: { id: '71' } })), 'absent')
})

test('below a post whose number is not known yet nothing is prepared', async () => {
  const { all, asked } = steps({ first_comment: HELLO })
  const pending = { post: { platform_post_id: null, platform_url: null } }
  const prepare = all.find(({ name }) => name === 'comment_container')
  const failure = await failureOf(prepare?.run(pending) ?? assert.fail())
  assert.equal(failure.code, 'not_shown_yet')
  assert.equal(lookingStep(all, 'comment').ours(pending).parent, null)
  assert.equal(asked.length, 0)
})
