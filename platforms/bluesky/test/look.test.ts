import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json, PublishingStep } from '../../platform.ts'
import { publication } from '../../kit/test/stage.ts'
import { bluesky } from '../connector.ts'
import { account, did, NOW, pds, stub, type Told } from './stub.ts'

const RKEY = '3m64k5zc3wk2a'
const POST = `at://${did}/app.bsky.feed.post/${RKEY}`
const key = { rkey: RKEY, created_at: NOW.toISOString(), mentions: {} }
const comment_key = { ...key, rkey: '3m64k5zc3wk2b' }
const post = { platform_post_id: POST, platform_url: null, cid: 'bafyreib' }
const window = { from: NOW, look: 1 }

const there = (uri: string, value: object = {}): Told => ({ body: { uri, cid: 'bafyreic', value } })
const missing: Told = { status: 400, body: { error: 'RecordNotFound', message: 'Gone.' } }

function step(name: string, tools = stub(() => undefined)): PublishingStep {
  const given = publication({
    text: 'hello',
    first_comment: 'more',
    options: { reply_control: 'nobody', quote_control: 'nobody' },
  })
  const found = bluesky.publish(given, account, tools).find((each) => each.name === name)
  assert(found && found.effect !== 'prepares' && found.look)
  return found
}

const looked = async (told: Told, name = 'post', saved: Record<string, Json> = { key }) =>
  step(
    name,
    stub(() => told),
  ).look(saved, window)

test('a look asks the server of the account for the record under the chosen key, without a token', async () => {
  const tools = stub(() => missing)
  await step('post', tools).look({ key }, window)
  const { url, headers } = tools.asked[0] ?? assert.fail()
  const { origin, pathname, searchParams } = new URL(url)
  assert.equal(origin + pathname, `${pds}/xrpc/com.atproto.repo.getRecord`)
  assert.deepEqual(Object.fromEntries(searchParams), {
    repo: did,
    collection: 'app.bsky.feed.post',
    rkey: RKEY,
  })
  assert.equal('authorization' in headers, false)
  assert.equal(tools.asked.length, 1)
})

test('a record under the key has landed, whatever it says by now: it is not written over', async () => {
  const edited = there(POST, { text: 'quite another text', createdAt: '2020-01-01T00:00:00.000Z' })
  for (const told of [there(POST), edited]) {
    const { known, seen, reach } = await looked(told)
    assert.deepEqual(known, { is: 'landed', ids: [POST], url: null })
    assert.deepEqual([seen, reach], [[], 'end_told'])
  }
  assert.deepEqual(await step('post').result({ ids: [POST], url: null }, { key }), {
    platform_post_id: POST,
    platform_url: `https://web.example/profile/${did}/post/${RKEY}`,
  })
})

test('a key under which the server has no record is open, and the one place was read whole', async () => {
  const words = {
    status: 400,
    body: { error: 'InvalidRequest', message: `Could not locate record: ${POST}` },
  }
  for (const told of [missing, words]) {
    assert.deepEqual(await looked(told), { known: { is: 'open' }, seen: [], reach: 'end_told' })
  }
})

test('any other answer is no look: never "not landed"', async () => {
  const replies: [Told, object][] = [
    [
      { status: 404, body: '<h1>Not Found</h1>' },
      { kind: 'later', code: 'gateway_page' },
    ],
    [
      { status: 403, body: '<h1>Forbidden</h1>' },
      { kind: 'later', code: 'gateway_page' },
    ],
    [{ status: 502, body: { error: 'UpstreamFailure' } }, { code: 'server_error' }],
    [
      { status: 429, body: '' },
      { kind: 'later', code: 'rate_limited' },
    ],
    [{ status: 400, body: { error: 'RepoNotFound' } }, { code: 'invalid_request' }],
    [{ status: 400, body: { error: 'RepoDeactivated' } }, { kind: 'reconnect' }],
    [{ body: '' }, { code: 'unreadable_answer' }],
    [{ body: { uri: POST } }, { code: 'unreadable_answer' }],
  ]
  for (const [told, failure] of replies) await assert.rejects(looked(told), failure)
})

test('who may reply, who may quote and a comment are records of their own, each under its key', async () => {
  const saved = { key, comment_key, post }
  const asked: string[] = []
  for (const name of ['gate', 'quote_gate', 'comment']) {
    const tools = stub(() => missing)
    const { known } = await step(name, tools).look(saved, window)
    assert.deepEqual(known, { is: 'open' })
    const { searchParams } = new URL(tools.asked[0]?.url ?? '')
    asked.push(`${searchParams.get('collection')}/${searchParams.get('rkey')}`)
  }
  assert.deepEqual(asked, [
    `app.bsky.feed.threadgate/${RKEY}`,
    `app.bsky.feed.postgate/${RKEY}`,
    'app.bsky.feed.post/3m64k5zc3wk2b',
  ])
  const { role, parent, text } = step('comment').ours(saved)
  assert.deepEqual([role, parent, text], ['reply', POST, 'more'])
})

test('a comment without a key was never sent, and is refused without a call', async () => {
  const tools = stub(() => undefined)
  const { known } = await step('comment', tools).look({ key, post }, window)
  assert.deepEqual(known, {
    is: 'dead',
    code: 'not_prepared',
    words: 'It could not be prepared.',
  })
  await assert.rejects(step('comment', tools).run({ key, post }), { code: 'not_prepared' })
  assert.equal(tools.asked.length, 0)
})

test('a comment on a post that was looked for asks for its hash first', async () => {
  const { cid: _, ...found } = post
  const tools = stub(({ url }) =>
    url.includes('getRecord') ? there(POST) : { body: { uri: `${POST}-comment`, cid: 'bafyreid' } },
  )
  await step('comment', tools).run({ comment_key, post: found })
  assert.match(tools.asked[1]?.body ?? '', new RegExp(`"root":{"uri":"${POST}","cid":"bafyreic"}`))
})

test('what one reading does not show is gone only where the list does not show it either', async () => {
  const { cid: _, ...found } = post
  const below = (records: object[], cursor?: string) => {
    const list = { body: { records, ...(cursor !== undefined && { cursor }) } }
    const tools = stub(({ url, method }) => {
      if (url.includes('getRecord')) return missing
      return method === 'GET' ? list : { body: { uri: `${POST}-comment`, cid: 'bafyreid' } }
    })
    return { tools, sent: step('comment', tools).run({ comment_key, post: found }) }
  }
  const at = (rkey: string) => ({
    uri: POST.replace(RKEY, rkey),
    cid: 'bafyreic',
    value: { text: '', createdAt: '' },
  })
  const shown = below([at('3zzzzzzzzzz2b'), at(RKEY)])
  await shown.sent
  assert.match(
    shown.tools.asked.at(-1)?.body ?? '',
    new RegExp(`"root":{"uri":"${POST}","cid":"bafyreic"}`),
  )
  const gone = { kind: 'rejected', code: 'not_found' }
  await assert.rejects(below([at('3zzzzzzzzzz2b')]).sent, gone)
  await assert.rejects(below([at('2zzzzzzzzzz2b')], 'more').sent, gone)
  const untold = { kind: 'later', code: 'parent_gone' }
  await assert.rejects(below([at('3zzzzzzzzzz2b')], 'more').sent, untold)
})
