import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import {
  failureOf,
  NOW,
  publication,
  publishingStep,
  type Reply,
  runAll,
  stage,
  stepOf,
} from '../../kit/test/stage.ts'
import type { Account, Publication, Step } from '../../platform.ts'
import { manifest } from '../manifest.ts'
import { madeAt } from '../number.ts'
import { publish } from '../publish.ts'
import { account, page } from './testing.ts'

const TEXT = 'Hello (all) of you out there'
const SHOWN = String.raw`Hello \(all\) of you out there`
const LOST = { started_at: NOW, look: 1 }
const AT = NOW.getTime()
const SAVED = {
  upload_0: { urn: 'urn:li:image:ours' },
  post: { platform_post_id: 'urn:li:share:1', platform_url: null },
}

const post = (id: number, commentary: string, more: object = {}) => ({
  id: `urn:li:share:${id}`,
  author: 'urn:li:organization:99',
  commentary,
  createdAt: AT + 1000,
  ...more,
})
const listed = (elements: object[], paging: object = { total: elements.length }): Reply => ({
  json: { elements, paging },
})
const found = (id: number) => {
  const urn = `urn:li:share:${id}`
  const platform_url = `https://platform.test/web/feed/update/${urn}/`
  return { found: { platform_post_id: urn, platform_url } }
}

interface Asking {
  content?: Partial<Publication>
  who?: Account
  step?: 'post' | 'comment'
}

/** What becomes of a lost call, when LinkedIn answers this to the look. */
async function look(
  replies: Reply[],
  { content = { text: TEXT }, who = page, step = 'post' }: Asking = {},
) {
  const at = stage(manifest, ...replies)
  const steps = publish(publication(content), who, at.tools)
  return { finding: await publishingStep(steps, step).find(SAVED, LOST), asked: at.asked }
}
const finding = async (replies: Reply[], asking?: Asking) => (await look(replies, asking)).finding
const of = async (elements: object[], asking?: Asking) => finding([listed(elements)], asking)

test('a member’s lost text is looked for by sending its twin; pictures and comments by a person', async () => {
  const content = { text: TEXT, first_comment: 'And one more thing' }
  assert.equal(await finding([], { who: account, content }), 'resend')
  const pictured = { text: TEXT, media: [file('image/png')] }
  assert.equal(await finding([], { who: account, content: pictured }), 'unknowable')
  assert.equal(await finding([], { who: account, content, step: 'comment' }), 'unknowable')
})

test('a Page’s lost post is asked for among its newest, and found by its words', async () => {
  const { finding, asked } = await look([
    listed([post(2, 'Quite another story, of rain'), post(1, SHOWN)]),
  ])
  assert.deepEqual(finding, found(1))
  assert.equal(asked[0]?.headers['x-restli-method'], 'FINDER')
  assert.match(asked[0].url.search, /author=urn%3Ali%3Aorganization%3A99/)
  assert.equal(asked[0].url.searchParams.get('sortBy'), 'CREATED')
})

const SAME: [how: string, sent: string, shown: string][] = [
  [
    'with hashtags as templates',
    'Read #news of the day',
    String.raw`Read {hashtag|\#|news} of the day`,
  ],
  ['with two spaces as one', 'Two  spaces and\n\n\nempty lines', 'Two spaces and\nempty lines'],
  ['composed', 'Cafe\u0301 by the old river', 'Café by the old river'],
  ['with entities', 'Salt & pepper, and more of it', 'Salt &amp; pepper, and more of it'],
  [
    'with a mention as a name',
    'Thanks to @Ada for all of this',
    'Thanks to @[Ada](urn:li:person:ada) for all of this',
  ],
  [
    'with a link hidden',
    'Read https://example.com/a/b before you go',
    'Read https://lnkd.in/gX1 before you go',
  ],
]
for (const [how, text, shown] of SAME)
  test(`a Page’s post is recognised ${how}`, async () => {
    assert.deepEqual(await of([post(1, shown)], { content: { text } }), found(1))
  })

test('a lost poll of a Page is known by its text, and never sought among posts with pictures', async () => {
  const options = { poll: { question: 'Tea?', options: ['Yes', 'No'] } }
  const asking = { content: { text: TEXT, options } }
  const with_poll = { content: { poll: { question: 'Tea?' } } }
  assert.deepEqual(await of([post(1, SHOWN, with_poll)], asking), found(1))
  assert.deepEqual(await of([post(1, SHOWN)], asking), found(1), 'its poll may come later')
  const pictured = { content: { media: { id: 'urn:li:image:theirs' } } }
  assert.equal(await of([post(1, SHOWN, pictured)], asking), 'absent')
  assert.equal(await finding([], { ...asking, who: account }), 'unknowable')
})

const OTHERS: [what: string, entry: object][] = [
  ['of another text', post(1, 'Quite another story, of rain and wind')],
  ['from before', post(1, SHOWN, { createdAt: AT - 31_000 })],
  [
    'whose number is from before',
    post(1, SHOWN, { id: 'urn:li:share:7402746945318146049', createdAt: null }),
  ],
  ['that shares another', post(1, SHOWN, { reshareContext: { parent: 'urn:li:share:9' } })],
  ['of somebody else', post(1, SHOWN, { author: 'urn:li:person:ben' })],
  ['with a poll', post(1, SHOWN, { content: { poll: { question: 'Tea?' } } })],
  ['that is a draft', post(1, SHOWN, { lifecycleState: 'DRAFT' })],
  ['with a picture', post(1, SHOWN, { content: { media: { id: 'urn:li:image:theirs' } } })],
]
for (const [what, entry] of OTHERS)
  test(`a post ${what} is not taken for ours`, async () => {
    assert.equal(await of([entry]), 'absent')
  })

test('what is cut off, short, without a time or there twice is a question', async () => {
  assert.equal(await of([post(1, 'Hello')]), 'unknowable')
  assert.equal(await of([post(1, 'Hi')], { content: { text: 'Hi' } }), 'unknowable')
  assert.equal(await of([post(1, SHOWN, { createdAt: null })]), 'unknowable')
  assert.equal(await of([post(2, SHOWN), post(1, SHOWN)]), 'unknowable')
})

test('a platform’s clock that is behind by half a minute at most changes nothing', async () => {
  assert.deepEqual(await of([post(1, SHOWN, { createdAt: AT - 29_000 })]), found(1))
})

const pictured = { content: { text: TEXT, media: [file('image/png')] } }
const showing = (id: number, content: object | undefined, commentary = SHOWN) =>
  post(id, commentary, { content })

test('our upload is in no other post; another file is somebody else’s', async () => {
  const ours = showing(1, { media: { id: 'urn:li:image:ours' } }, 'Reworded altogether by someone')
  const theirs = showing(2, { multiImage: { images: [{ id: 'urn:li:image:theirs' }] } })
  assert.deepEqual(await of([theirs, ours], pictured), found(1))
  assert.equal(await of([theirs], pictured), 'absent')
})

test('a post whose files are not told yet may be ours by its words, one under a foreign name is a question at most', async () => {
  assert.deepEqual(await of([showing(1, undefined)], pictured), found(1))
  const asset = showing(1, { media: { id: 'urn:li:digitalmediaAsset:1' } })
  assert.notEqual(await of([asset], pictured), 'absent')
})

const older = Array.from({ length: 50 }, (_, index) =>
  post(100 + index, 'Quite another story, of rain', { createdAt: AT - 60_000 - index }),
)
const newer = older.map((one) => ({ ...one, createdAt: AT + 5000 }))

test('pages are read until the window is behind, and tell nothing where they end before', async () => {
  const paging = { total: 500 }
  const two = await look([listed(newer, paging), listed([post(1, SHOWN), ...older], paging)])
  assert.deepEqual(two.finding, found(1))
  assert.deepEqual(
    two.asked.map(({ url }) => url.searchParams.get('start')),
    ['0', '50'],
  )
  assert.equal(await finding([listed(older, paging)]), 'absent')
  const endless = Array.from({ length: 5 }, () => listed(newer, paging))
  assert.equal(await finding(endless), 'unknowable')
  const linked = { links: [{ rel: 'next', href: '/rest/posts?start=50' }] }
  assert.deepEqual(await finding([listed(newer, linked), listed([post(1, SHOWN)])]), found(1))
})

test('an empty list is an end only where LinkedIn says zero', async () => {
  assert.equal(await finding([listed([])]), 'absent')
  for (const paging of [{}, { links: [] }, { total: 7 }])
    assert.equal(await finding([listed([], paging)]), 'unknowable')
  assert.equal(await finding([{ json: { elements: [] } }]), 'unknowable')
})

test('a look that fails is a failure, never "absent"', async () => {
  const replies: [Reply, string][] = [
    [{ text: '<html></html>' }, 'unreadable_answer'],
    [{ json: { elements: [{ id: 1 }] } }, 'unreadable_answer'],
    [{ status: 429 }, 'rate_limited'],
    [{ status: 503 }, 'server_error'],
  ]
  for (const [reply, code] of replies) assert.equal((await failureOf(finding([reply]))).code, code)
})

const comment = (more: object = {}) => ({
  id: '12',
  commentUrn: 'urn:li:comment:(urn:li:activity:1,12)',
  actor: 'urn:li:organization:99',
  message: { text: 'And one more thing' },
  created: { time: AT + 1000 },
  ...more,
})
const commented: Asking = {
  content: { text: TEXT, first_comment: 'And one  more thing' },
  step: 'comment',
}
const COMMENT = { found: { platform_post_id: '12', platform_url: null } }

test('a Page’s lost comment is found below its post, by its author, its words and its time', async () => {
  const { finding, asked } = await look([listed([comment()])], commented)
  assert.deepEqual(finding, COMMENT)
  assert.equal(asked[0]?.url.pathname, '/api/rest/socialActions/urn%3Ali%3Ashare%3A1/comments')
  for (const other of [
    { actor: 'urn:li:person:x' },
    { created: { time: AT - 60_000 } },
    { parentComment: 'urn:li:comment:(urn:li:activity:1,11)' },
    { message: { text: 'Quite another thing to say' } },
  ])
    assert.equal(await of([comment(other)], commented), 'absent')
})

test('of comments all pages are read, in whatever order they come', async () => {
  const others = Array.from({ length: 100 }, (_, index) =>
    comment({ id: `${index + 100}`, commentUrn: null, actor: 'urn:li:person:x' }),
  )
  const pages = [listed(others, { total: 101 }), listed([comment()], { total: 101 })]
  assert.deepEqual(await finding(pages, commented), COMMENT)
  const endless = Array.from({ length: 5 }, () => listed(others, { total: 900 }))
  assert.equal(await finding(endless, commented), 'unknowable')
})

test('numbers tell when they were made, where they are such numbers', () => {
  assert.equal(
    madeAt('urn:li:activity:7402746946853253120'),
    Date.parse('2025-12-05T16:33:28.517Z'),
  )
  assert.equal(madeAt('urn:li:comment:(urn:li:activity:1,7402746946853253120)'), 1764952408517)
  for (const urn of ['urn:li:share:7', 'urn:li:share:6000000000000000', 'urn:li:image:C4E'])
    assert.equal(madeAt(urn), null)
})

const urn = 'urn:li:share:7402746945318146049'
const duplicate = {
  status: 422,
  json: { status: 422, code: 'DUPLICATE_POST', message: `Content is a duplicate of ${urn}` },
}
const original = { id: urn, at: Date.parse('2025-12-05T16:33:28.151Z'), there: true }

const TOLD: [what: string, answer: Reply | Error, told: object | undefined][] = [
  [
    'that is there',
    { json: { author: 'urn:li:person:ada', createdAt: 1764952408517 } },
    { ...original, at: 1764952408517 },
  ],
  [
    'that a member may not read',
    { status: 403, json: { message: 'Not enough permissions' } },
    original,
  ],
  ['that cannot be read now', { status: 503 }, original],
  ['whose reading is cut off', new Error('cut'), original],
  [
    'that is not there',
    { status: 404, json: { status: 404, message: 'Not found' } },
    { ...original, there: false },
  ],
  ['of somebody else', { json: { author: 'urn:li:person:ben' } }, undefined],
]
for (const [what, answer, told] of TOLD)
  test(`a refused twin tells of the post that it names: one ${what}`, async () => {
    const { tools, asked } = stage(manifest, duplicate, answer)
    const failure = await failureOf(runAll(publish(publication(), account, tools)))
    assert.equal(failure.code, 'duplicate_content')
    assert.deepEqual(failure.original, told)
    assert.equal(asked[1]?.url.pathname, `/api/rest/posts/${encodeURIComponent(urn)}`)
  })

test('a found twin is answered as the step would have', async () => {
  const { tools } = stage(manifest)
  const step: Step = stepOf(publish(publication(), account, tools), 'post')
  assert.ok(step.effect !== 'prepares' && step.look)
  assert.deepEqual(await step.result({ ids: ['urn:li:share:1'], url: null }, {}), found(1).found)
})
