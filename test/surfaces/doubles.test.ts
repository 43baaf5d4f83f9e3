/** The same words for the same accounts and the same day: told over REST, refused over MCP unless it is meant. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Body, openService } from '../service.ts'
import { idOf, newKey, newMedia } from './kit.ts'
import { begin, end, type Ending } from './hand.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts
let count = 0
const words = () => ({ content: `Words ${count++}`, social_account_ids: [x, bluesky] })
const inHours = (hours: number) => new Date(clock.getTime() + hours * 3_600_000).toISOString()

/** Too late for a call that a client dispatched twice. */
function soon() {
  clock = new Date(clock.getTime() + 5_500)
}

async function made(args: Body) {
  const { status, body } = await service.rest('POST', '/api/posts', args)
  assert.ok(status === 201 || status === 200, JSON.stringify(body))
  return body
}

async function tool(args: Body) {
  const { result, isError } = await service.tool('schedule_post', args)
  if (!isError) return { code: undefined, body: result }
  const { code, ...body } = result['error'] as Body
  return { code, body }
}

async function countPosts() {
  const { rows } = await service.query('select count(*)::int as n from posts')
  return Number(rows[0]?.['n'])
}

test('the same post again is told of over REST, and refused over MCP', async () => {
  const post = { ...words(), when: inHours(5) }
  const first = await made(post)
  assert.deepEqual([first['duplicate_of'], first['warnings']], [null, []])
  const again = await made({ ...post, when: inHours(5.1) })
  assert.equal(again['duplicate_of'], first['id'])
  assert.match(
    String(again['warnings']),
    new RegExp(`Post ${String(first['id'])} has the same text`),
  )

  const before = await countPosts()
  const refused = await tool({ ...post, when: inHours(4) })
  assert.equal(refused.code, 'duplicate_content')
  assert.equal(refused.body['duplicate_of'], idOf(again))
  assert.match(String(refused.body['message']), /^Go on with post \d+ .*allow_duplicate: true/)
  assert.equal(await countPosts(), before)
  const meant = await tool({ ...post, when: inHours(4), allow_duplicate: true })
  assert.deepEqual(
    [meant.code, meant.body['duplicate_of'], meant.body['warnings']],
    [undefined, null, []],
  )
  assert.equal((await made({ ...post, allow_duplicate: true }))['duplicate_of'], null)
})

test('a rehearsal tells of it too', async () => {
  const post = { ...words(), when: inHours(5) }
  const { id } = await made(post)
  assert.equal((await made({ ...post, dry_run: true }))['duplicate_of'], id)
  assert.equal((await tool({ ...post, dry_run: true })).code, 'duplicate_content')
})

test('the order of accounts makes no other post, and neither does another key', async () => {
  const post = { ...words(), when: inHours(5) }
  const { body } = await tool(post)
  const turned = { ...post, social_account_ids: [bluesky, x] }
  assert.equal((await tool(turned)).body['duplicate_of'], idOf(body))
  assert.equal((await tool({ ...turned, idempotency_key: 'other' })).code, 'duplicate_content')
  const { token } = await newKey(service)
  const headers = { authorization: `Bearer ${token}` }
  const theirs = await service.rest('POST', '/api/posts', turned, headers)
  assert.equal(theirs.body['duplicate_of'], idOf(body))
})

test('five and a half seconds later it is still the same post', async () => {
  const post = { ...words(), when: 'now' }
  await tool(post)
  soon()
  assert.equal((await tool(post)).code, 'duplicate_content')
})

test('other words, other accounts or another day make another post', async () => {
  const post = { ...words(), when: inHours(30) }
  await tool(post)
  for (const other of [
    { content: `${post.content}.` },
    { social_account_ids: [x] },
    { when: inHours(54) },
    { when: inHours(5.9) },
  ]) {
    const { code, body } = await tool({ ...post, ...other })
    assert.deepEqual([code, body['duplicate_of']], [undefined, null], JSON.stringify(other))
  }
})

test('a draft is the same as a post of the last day, whichever came first', async () => {
  const post = words()
  const draft = await tool({ ...post, when: 'draft' })
  const { code, body } = await tool({ ...post, when: inHours(200) })
  assert.deepEqual([code, body['duplicate_of']], ['duplicate_content', idOf(draft.body)])
  const other = { ...words(), when: inHours(200) }
  await tool(other)
  assert.equal((await tool({ ...other, when: 'draft' })).code, 'duplicate_content')
  clock = new Date(clock.getTime() + 25 * 3_600_000)
  assert.equal((await tool({ ...post, when: 'draft' })).code, undefined)
})

test('what was taken back or failed for good may be made anew, and not what may be out', async () => {
  const ended = async (how: Ending) => {
    const post = { ...words(), when: 'now' }
    const { body } = await tool(post)
    await service.db
      .updateTable('deliveries')
      .set({ due_at: new Date() })
      .where('post_id', '=', idOf(body))
      .execute()
    await begin(service, idOf(body))
    await end(service, idOf(body), { [x]: how, [bluesky]: how })
    soon()
    return (await tool(post)).code
  }
  assert.equal(await ended('failed'), undefined)
  assert.equal(await ended('unknown'), 'duplicate_content')
  assert.equal(await ended('published'), 'duplicate_content')
  const post = { ...words(), when: inHours(5) }
  const { body } = await tool(post)
  await service.tool('cancel_post', { id: idOf(body) })
  soon()
  assert.equal((await tool(post)).code, undefined)
})

test('duplicate_post, retry and restore are meant', async () => {
  const post = { ...words(), when: inHours(5) }
  const id = idOf((await tool(post)).body)
  const copy = await service.tool('duplicate_post', { id })
  assert.equal(copy.isError, false)
  const moved = await service.tool('update_post', { id: idOf(copy.result), when: inHours(5) })
  assert.equal(moved.isError, false)
  await service.tool('cancel_post', { id })
  assert.equal((await service.tool('restore_post', { id })).isError, false)
})

test('posts without a text are told apart by their pictures', async () => {
  const [one, two] = [await newMedia(service), await newMedia(service)]
  const post = { content: ' ', social_account_ids: [bluesky], when: 'draft' }
  assert.equal((await tool({ ...post, media_ids: [one] })).code, undefined)
  assert.equal((await tool({ ...post, media_ids: [two] })).code, undefined)
  soon()
  assert.equal((await tool({ ...post, media_ids: [one] })).code, 'duplicate_content')
})

test('of many calls at once, each with its accounts in another order, one makes a post', async () => {
  const post = { ...words(), when: inHours(5) }
  const orders = [
    [x, bluesky],
    [bluesky, x],
  ]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      tool({
        ...post,
        social_account_ids: orders[at % 2],
        idempotency_key: `at-once-${at}`,
      }),
    ),
  )
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1)
  assert.equal(answers.filter(({ code }) => code === 'duplicate_content').length, 7)
})
