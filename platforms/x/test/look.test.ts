import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from '../../../test/finding.ts'
import type { Json } from '../../platform.ts'
import { file } from '../../kit/test/files.ts'
import {
  failureOf,
  lookingStep,
  NOW,
  publication,
  publishingStep,
  type Reply,
  type Stage,
} from '../../kit/test/stage.ts'
import { publish } from '../publish.ts'
import { account, problem, xStage } from './testing.ts'

const HELLO = 'Hello to everybody out there'
const ID = '1991234567890123456'
const FOUND = {
  found: { platform_post_id: ID, platform_url: `https://platform.test/web/ada/status/${ID}` },
}

interface Read {
  id?: string
  text: string
  created_at?: string | undefined
  [field: string]: unknown
}

const read = (post: Read) => ({ id: ID, created_at: '2026-11-20T12:00:01.000Z', ...post })
const page = (...posts: Read[]): Reply => ({
  json: { data: posts.map(read), meta: { result_count: posts.length } },
})
const url = (short: string, expanded: string, more: object = {}) => ({
  start: 0,
  end: 23,
  url: short,
  expanded_url: expanded,
  ...more,
})
const uploaded = (media_id: string) => ({
  media_id,
  media_key: `3_${media_id}`,
  expires_at: '2026-11-21T12:00:00.000Z',
})

/** Looks for a post of that text. */
async function look(
  at: Stage,
  text: string,
  { media = false, comment = false } = {},
): Promise<Finding<Json>> {
  const post = publication({
    text: comment ? 'Post' : text,
    first_comment: comment ? text : null,
    media: media ? [file('image/png')] : [],
  })
  const name = comment ? 'comment' : 'post'
  const saved = { upload_0: uploaded('77'), post: { platform_post_id: '500' } }
  return publishingStep(publish(post, account, at.tools), name).find(saved, {
    started_at: NOW,
    look: 1,
  })
}

test('it asks for the own posts since half a minute before the lost call', async () => {
  const at = xStage({ json: { meta: { result_count: 0 } } })
  assert.equal(await look(at, HELLO), 'absent')
  const { url: asked, headers } = at.asked[0] ?? assert.fail()
  assert.equal(asked.pathname, '/api/2/users/2244994945/tweets')
  assert.equal(asked.searchParams.get('start_time'), '2026-11-20T11:59:30Z')
  assert.match(
    asked.searchParams.get('tweet.fields') ?? '',
    /created_at,entities,referenced_tweets/,
  )
  assert.equal(asked.searchParams.has('exclude'), false)
  assert.equal(headers['authorization'], 'Bearer access-1')
})

const SAME: { name: string; sent: string; read: Read; media?: true }[] = [
  { name: 'as it is', sent: HELLO, read: { text: HELLO } },
  {
    name: 'escaped',
    sent: 'Alpha < beta && gamma > delta &lt;',
    read: { text: 'Alpha &lt; beta &amp;&amp; gamma &gt; delta &amp;lt;' },
  },
  {
    name: 'decomposed',
    sent: 'Cafe\u0301 by the old river',
    read: { text: 'Café by the old river' },
  },
  {
    name: 'trimmed',
    sent: '  Hello again\n\n\nwide world ',
    read: { text: 'Hello again\n\nwide world' },
  },
  {
    name: 'with its links shortened',
    sent: 'See https://example.com/a?b=1&c=2 and example.org/, $1',
    read: {
      text: 'See https://t.co/aaa and https://t.co/bbb, $1',
      entities: {
        urls: [
          url('https://t.co/aaa', 'https://example.com/a?b=1&c=2'),
          url('https://t.co/bbb', 'http://example.org/'),
        ],
      },
    },
  },
  {
    name: 'with a link to its media behind',
    sent: 'Look at this one here',
    media: true,
    read: {
      text: 'Look at this one here https://t.co/ccc',
      entities: { urls: [url('https://t.co/ccc', `https://x.com/ada/status/${ID}/photo/1`)] },
    },
  },
  {
    name: 'with a link to its media that has a key only',
    sent: 'Look at this one here',
    media: true,
    read: {
      text: 'Look at this one here https://t.co/ccc',
      entities: { urls: [url('https://t.co/ccc', 'https://pic.example', { media_key: '3_77' })] },
    },
  },
  {
    name: 'with a link to its media and no entities',
    sent: 'Look at this one here',
    media: true,
    read: { text: 'Look at this one here https://t.co/ccc' },
  },
  {
    name: 'long, in the old dialect',
    sent: 'long '.repeat(100),
    read: {
      text: `${'long '.repeat(50)}… https://t.co/d`,
      note_tweet: { text: 'long '.repeat(100) },
    },
  },
  {
    name: 'long, in the new dialect',
    sent: 'long '.repeat(100),
    read: { text: `${'long '.repeat(50)}…`, note_post: { text: 'long '.repeat(100) } },
  },
]

for (const { name, sent, read: text, media } of SAME) {
  test(`a post is recognised ${name}`, async () => {
    const other = { id: '1', text: 'Something else' }
    const found = await look(xStage(page(other, text)), sent, { media: media ?? false })
    assert.deepEqual(found, FOUND)
  })
}

const OTHERS: { name: string; read: Read }[] = [
  { name: 'of another text', read: { text: 'Quite another story, of something else' } },
  { name: 'from before', read: { text: HELLO, created_at: '2026-11-20T11:59:29.000Z' } },
  {
    name: 'that is a reply',
    read: { text: HELLO, referenced_tweets: [{ type: 'replied_to', id: '3' }] },
  },
  {
    name: 'that is a repost',
    read: { text: HELLO, referenced_posts: [{ type: 'retweeted', id: '3' }] },
  },
]

for (const { name, read: text } of OTHERS) {
  test(`a post ${name} is not taken for ours`, async () => {
    assert.equal(await look(xStage(page(text)), HELLO), 'absent')
  })
}

for (const dialect of ['referenced_tweets', 'referenced_posts']) {
  test(`a comment is known by its text and what it answers (${dialect})`, async () => {
    const elsewhere = {
      id: '1',
      text: 'Nice to have you here',
      [dialect]: [{ type: 'replied_to', id: '499' }],
    }
    const ours = {
      text: '@Ada Nice to have you here',
      [dialect]: [{ type: 'replied_to', id: '500' }],
    }
    const found = await look(
      xStage(page({ id: '2', text: 'Nice to have you here' }, elsewhere, ours)),
      'Nice to have you here',
      {
        comment: true,
      },
    )
    assert.deepEqual(found, FOUND)
    const none = await look(
      xStage(page({ text: 'Nice to have you here' }, elsewhere)),
      'Nice to have you here',
      { comment: true },
    )
    assert.equal(none, 'absent')
  })
}

test('what is cut off, short or without a time is a question, neither ours nor absent', async () => {
  const bare = page({ text: HELLO, created_at: undefined })
  const cut = page({ text: `${'long '.repeat(50).trim()}…` })
  assert.equal(await look(xStage(cut), 'long '.repeat(100)), 'unknowable')
  assert.equal(await look(xStage(page({ text: 'Hi' })), 'Hi'), 'unknowable')
  assert.equal(await look(xStage(bare, bare), HELLO), 'unknowable')
})

test('without a text our own media decide', async () => {
  const media = { media: true }
  const picture = { text: 'https://t.co/ccc', attachments: { media_keys: ['3_77'] } }
  const other = { id: '1', text: 'https://t.co/ddd', attachments: { media_keys: ['3_78'] } }
  assert.deepEqual(await look(xStage(page(other, picture)), '', media), FOUND)
  assert.equal(await look(xStage(page(other)), '', media), 'absent')
  assert.equal(await look(xStage(page({ text: 'https://t.co/ccc' })), '', media), 'unknowable')
  assert.equal(await look(xStage({ json: { meta: { result_count: 0 } } }), '', media), 'absent')
})

test('all pages are read; a timeline without an end tells nothing', async () => {
  const more = (posts: Read[]): Reply => ({
    json: { data: posts.map(read), meta: { result_count: 1, next_token: 'next' } },
  })
  const two = xStage(more([{ text: 'Other' }]), page({ text: HELLO }))
  assert.deepEqual(await look(two, HELLO), FOUND)
  assert.equal(two.asked[1]?.url.searchParams.get('pagination_token'), 'next')
  const endless = xStage(...Array.from({ length: 5 }, () => more([{ text: 'Other' }])))
  assert.equal(await look(endless, HELLO), 'unknowable')
})

test('a look that fails is a failure, never "absent"', async () => {
  const replies: [Reply, string][] = [
    [{ text: '<html></html>' }, 'unreadable_answer'],
    [{ text: '{"data":[{"id":"1"' }, 'unreadable_answer'],
    [{ text: '' }, 'unreadable_answer'],
    [{ json: { data: [{ id: 1, text: HELLO }] } }, 'unreadable_answer'],
    [{ json: { errors: [{ title: 'Forbidden' }] } }, 'success_with_errors'],
    [{ status: 429 }, 'rate_limited'],
    [{ status: 503 }, 'server_error'],
    [{ status: 401 }, 'gateway_page'],
    [problem(401, 'Unauthorized'), 'token_expired'],
  ]
  for (const [reply, code] of replies) {
    assert.equal((await failureOf(look(xStage(reply), HELLO))).code, code)
  }
})

const APP = { source: 'The app of ours' }
const step = (at: Stage) => lookingStep(publish(publication({ text: HELLO }), account, at.tools))
const from = new Date(NOW.getTime() - 30_000)

test('where X tells apps, posts that are known to be ours are read as well, for the name that it gives our app', async () => {
  const theirs = { id: '1001', text: 'By hand', source: 'X for iPhone' }
  const at = xStage(page(theirs), page({ id: '500', text: 'Old', ...APP }))
  const looked = await step(at).look({}, { from, look: 1, own: ['500'] })
  assert.deepEqual(
    looked.seen.map(({ ids, app }) => [ids[0], app]),
    [['1001', 'X for iPhone']],
  )
  assert.deepEqual(
    looked.own?.map(({ ids, app }) => [ids[0], app]),
    [['500', 'The app of ours']],
  )
  const { pathname, searchParams } = at.asked[1]?.url ?? assert.fail()
  assert.equal(pathname, '/api/2/tweets')
  assert.equal(searchParams.get('ids'), '500')
})

test('…but not those that the list shows, nor where it tells no app or nothing else', async () => {
  const listed = xStage(
    page({ id: '500', text: 'Ours', ...APP }, { id: '1001', text: 'B', ...APP }),
  )
  const looked = await step(listed).look({}, { from, look: 1, own: ['500'] })
  assert.deepEqual(
    looked.own?.map(({ ids }) => ids[0]),
    ['500'],
  )
  for (const list of [page({ id: '1001', text: 'B' }), page({ id: '500', text: 'A', ...APP })]) {
    const at = xStage(list)
    await step(at).look({}, { from, look: 1, own: ['500', '501'] })
    assert.equal(at.asked.length, 1)
  }
})

test('a look stands without the posts that were known, and without the field that tells apps', async () => {
  const theirs = page({ id: '1001', text: 'By hand', source: 'X for iPhone' })
  const without = xStage(theirs, { status: 503, text: '' })
  const looked = await step(without).look({}, { from, look: 1, own: ['500'] })
  assert.deepEqual([looked.seen.length, looked.own], [1, []])

  const refused = problem(400, 'One or more parameters to your request was invalid.', {
    type: 'https://api.twitter.com/2/problems/invalid-request',
    errors: [{ message: 'The `tweet.fields` query parameter value [source] is not one of [id]' }],
  })
  const at = xStage(refused, page({ id: '1001', text: HELLO }))
  assert.equal((await step(at).look({}, { from, look: 1 })).seen.length, 1)
  const [first, second] = at.asked.map(({ url: { searchParams } }) =>
    searchParams.get('tweet.fields'),
  )
  assert.equal(first, `${second},source`)
})
