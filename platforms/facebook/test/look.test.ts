import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { failureOf, NOW, publication, type Reply } from '../../kit/test/stage.ts'
import { account, json, publishing, refused } from './testing.ts'

const HELLO = 'Hello to everybody out there'
const OTHER = 'Quite another story, of something else'

interface Shown {
  id: string
  message?: string
  seconds?: number
  photos?: readonly string[]
  [field: string]: unknown
}

const at = (seconds: number) =>
  new Date(NOW.getTime() + seconds * 1000).toISOString().replace('.000Z', '+0000')

function shown({ id, message = HELLO, seconds = 1, photos, ...more }: Shown) {
  const [first, ...others] = photos ?? []
  const subattachments = { data: others.map((photo) => ({ target: { id: photo } })) }
  const attachment = { type: 'photo', target: { id: first }, subattachments }
  return {
    id,
    message,
    created_time: at(seconds),
    permalink_url: `https://www.facebook.com/${id}`,
    ...(first && { attachments: { data: [attachment] } }),
    ...more,
  }
}
const list = (...posts: Shown[]): Reply =>
  json({ data: posts.map(shown), summary: { total_count: posts.length } })

interface Sent {
  text?: string
  photos?: readonly string[]
  options?: Record<string, unknown>
}

async function find({ text = HELLO, photos = [], options = {} }: Sent, ...replies: Reply[]) {
  const media = photos.map(() => file('image/jpeg'))
  const saved = Object.fromEntries(photos.map((id, index) => [`upload_${index}`, { id }]))
  const stage = publishing(publication({ text, media, options }), ...replies)
  const finding = await stage.finder('post').find(saved, { started_at: NOW, look: 1 })
  const found = typeof finding === 'object' ? Object(finding.found).platform_post_id : finding
  return { found, asked: stage.asked }
}

test('the words and the time name the post; older and other ones do not', async () => {
  const posts = list({ id: '1_3', message: OTHER }, { id: '1_2' }, { id: '1_1', seconds: -7200 })
  const { found, asked } = await find({}, posts)
  assert.equal(found, '1_2')
  assert.equal(asked[0]?.url.searchParams.has('since'), false, 'older ones tell the reach')
  assert.equal((await find({}, list({ id: '1_3', message: OTHER }))).found, 'absent')
})

test('our own photos decide between posts of the same words', async () => {
  const posts = list({ id: '1_3', photos: ['50', '51'] }, { id: '1_2', photos: ['60', '61'] })
  assert.equal((await find({ photos: ['60', '61'] }, posts)).found, '1_2')
  assert.equal((await find({ photos: ['61'] }, posts)).found, '1_2', 'any of them')
  assert.equal((await find({ photos: ['70'] }, posts)).found, 'absent', 'photos of somebody else')
})

test('where no photos are told yet the words decide, and without words nothing can', async () => {
  assert.equal((await find({ photos: ['60'] }, list({ id: '1_2' }))).found, '1_2')
  const wordless = list({ id: '1_2', message: '' })
  assert.equal((await find({ text: '', photos: ['60'] }, wordless)).found, 'unknowable')
})

test('a Page that was mentioned by its number stands there as its name, and is ours', async () => {
  const text = 'Baked together with @[104000000001000] this very morning'
  const message = 'Baked together with Bruno Bakes this very morning'
  const message_tags = [{ id: '104000000001000', name: 'Bruno Bakes', type: 'page' }]
  const between = { id: '1_3', message: OTHER }
  assert.equal(
    (await find({ text }, list(between, { id: '1_2', message, message_tags }))).found,
    '1_2',
  )
  const another = [{ id: '104000000002000', name: 'Bruno Bakes', type: 'page' }]
  const others = list({ id: '1_2', message, message_tags: another })
  assert.equal((await find({ text }, others)).found, 'unknowable', 'of that name may be two')
})

test('a post is known with other white space, entities and decomposed letters', async () => {
  const text = 'Two  spaces &\ncaf\u00e9 by the river\u200b'
  const message = 'Two spaces &amp; cafe\u0301 by the river'
  assert.equal((await find({ text }, list({ id: '1_2', message }))).found, '1_2')
})

test('what is cut off, short or without a time is a question, neither ours nor absent', async () => {
  const long = 'A long story of many words '.repeat(20)
  const cut = list({ id: '1_2', message: `${long.slice(0, 200)}…` })
  assert.equal((await find({ text: long }, cut)).found, 'unknowable')
  assert.equal((await find({ text: 'Hi' }, list({ id: '1_2', message: 'Hi' }))).found, 'unknowable')
  const timeless = list({ id: '1_2', created_time: null })
  assert.equal((await find({}, timeless)).found, 'unknowable')
})

test('a link is known by where its card leads, through Facebook’s own address too', async () => {
  const link = 'https://bakery.example/news/42'
  const card = (url: string) => ({ attachments: { data: [{ type: 'share', url }] } })
  const shim = `https://l.facebook.com/l.php?u=${encodeURIComponent(link)}&h=AT1`
  for (const url of [link, shim]) {
    const posts = list({ id: '1_2', ...card(url) })
    assert.equal((await find({ options: { link } }, posts)).found, '1_2')
  }
  const elsewhere = list({ id: '1_2', ...card('https://bakery.example/news/43') })
  assert.equal((await find({ options: { link } }, elsewhere)).found, 'unknowable')
})

test('a new cover photo is never taken for a link without words', async () => {
  const target = { id: '88' }
  const attachments = { data: [{ type: 'cover_photo', target }] }
  const posts = list({ id: '1_2', message: '', attachments })
  const options = { link: 'https://bakery.example/' }
  assert.equal((await find({ text: '', options }, posts)).found, 'absent')
})

test('the app of each post is told, and nothing is said where Graph leaves it out', async () => {
  const posts = list({ id: '1_3', application: { id: '350' } }, { id: '1_2' })
  const { looker } = publishing(publication({ text: HELLO }), posts)
  const { ours, look } = looker('post')
  assert.equal(ours({}).app, 'client')
  const { seen } = await look({}, { from: NOW, look: 1 })
  assert.deepEqual(
    seen.map(({ app }) => app),
    ['350', undefined],
  )
})

test('what the platform’s clock calls older is told with its time, for whoever knows that clock', async () => {
  const { looker } = publishing(publication({ text: HELLO }), list({ id: '1_2', seconds: -75 }))
  const { seen, reach } = await looker('post').look({}, { from: NOW, look: 1 })
  assert.deepEqual(
    seen.map((sight) => [sight.at, reach]),
    [[NOW.getTime() - 75_000, 'end_told']],
  )
})

test('the list is read to its end; one that does not end says nothing', async () => {
  const page = (id: string): Reply =>
    json({
      data: [shown({ id, message: OTHER })],
      paging: { cursors: { after: `behind-${id}` }, next: 'https://graph.facebook.com/next' },
    })
  const found = await find({}, page('1_9'), list({ id: '1_2' }))
  assert.equal(found.found, '1_2')
  assert.equal(found.asked[1]?.url.searchParams.get('after'), 'behind-1_9')
  const endless = Array.from({ length: 8 }, (_, index) => page(`1_${90 - index}`))
  assert.equal((await find({}, ...endless)).found, 'unknowable')
})

test('ten posts in order, the last of them older than the call, are enough; fewer, or in disorder, are not', async () => {
  const paging = { cursors: { after: 'x' }, next: 'https://platform.test/next' }
  const posts = (times: readonly number[]) =>
    json({
      data: times.map((seconds, index) => shown({ id: `1_${index}`, message: OTHER, seconds })),
      paging,
    })
  const times = [9, 8, 7, 6, 5, 4, 3, 2, 1, -7200]
  const enough = await find({}, posts(times))
  assert.deepEqual([enough.found, enough.asked.length], ['absent', 1])
  const disorder = [posts(times.toReversed()), list({ id: '1_99', message: OTHER })]
  const read = await find({}, ...disorder)
  assert.equal(read.asked.length, 2)
})

test('an empty list is an end only where it says zero', async () => {
  assert.equal((await find({}, list())).found, 'absent')
  assert.equal((await find({}, json({ data: [] }))).found, 'unknowable')
})

test('a look that fails is a failure, never “absent”', async () => {
  const replies: [Reply, string][] = [
    [{ text: '' }, 'unreadable_answer'],
    [{ text: '{"data":[{"id":"1_1"' }, 'unreadable_answer'],
    [json({ data: [{ id: 1.5 }] }), 'unreadable_answer'],
    [{ status: 503, text: '<html></html>' }, 'server_error'],
    [refused(4), 'rate_limited'],
    [refused(190, 463), 'token_expired'],
  ]
  for (const [reply, code] of replies) {
    assert.equal((await failureOf(find({}, reply))).code, code)
  }
})

const COMMENT = 'Nice to have you here, all of you'

async function comment(...replies: Reply[]) {
  const stage = publishing(publication({ first_comment: COMMENT }), ...replies)
  const saved = { post: { platform_post_id: '1055_77' } }
  const finding = await stage.finder('comment').find(saved, { started_at: NOW, look: 1 })
  return { finding, asked: stage.asked }
}
const comments = (...all: object[]): Reply =>
  json({
    data: all.map((one) => ({ message: COMMENT, created_time: at(1), ...one })),
    summary: { total_count: all.length },
  })
const us = { id: account.platform_account_id }

test('a comment is found below its post by its words, on whatever page of the list', async () => {
  const more = { cursors: { after: 'x' }, next: 'https://platform.test/next' }
  const first = json({ data: [{ id: '77_1', message: OTHER, from: { id: '9' } }], paging: more })
  const { finding, asked } = await comment(first, comments({ id: '77_2', from: us }))
  assert.deepEqual(finding, { found: { platform_post_id: '77_2', platform_url: null } })
  assert.equal(asked[1]?.url.searchParams.get('after'), 'x')
})

test('a comment is known with other white space than it was sent with', async () => {
  const message = 'Nice to have  you here,\nall of you'
  assert.deepEqual((await comment(comments({ id: '77_2', message }))).finding, {
    found: { platform_post_id: '77_2', platform_url: null },
  })
})

test('a long comment of ours is known by its beginning, where it is shown cut off', async () => {
  const shown = (message: string, from: object) => comments({ id: '77_2', message, from })
  const text = 'Nice to have you here, all of you, and to see how many came this time'
  const find = async (reply: Reply) => {
    const stage = publishing(publication({ first_comment: text }), reply)
    const saved = { post: { platform_post_id: '1055_77' } }
    return stage.finder('comment').find(saved, { started_at: NOW, look: 1 })
  }
  const cut = `${text.slice(0, 60)}…`
  assert.deepEqual(await find(shown(cut, us)), {
    found: { platform_post_id: '77_2', platform_url: null },
  })
  assert.equal(await find(shown(`${text.slice(0, 30)}…`, us)), 'unknowable')
})

test('comments of others, answers to comments, and a list that says zero are not ours', async () => {
  const others = comments({ id: '77_2', from: { id: '9' } })
  const answer = comments({ id: '77_2', from: us, parent: { id: '77_1' } })
  for (const reply of [others, answer, comments()]) {
    assert.equal((await comment(reply)).finding, 'absent')
  }
  assert.equal((await comment(json({ data: [] }))).finding, 'unknowable')
})
