import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, newKey, newNeighbour, newPost } from './kit.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const accounts = Object.values(service.accounts)
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}
const countPosts = async () => {
  const rows = await service.db.selectFrom('posts').select('id').execute()
  return rows.length
}
const draft = (content: string) => ({ content, social_account_ids: accounts, when: 'draft' })
const { rest, mcp } = callers(service)

test('an idempotency key makes a call once, and the answer is replayed', async () => {
  const before = await countPosts()
  const options = { idempotency_key: 'order-1' }
  const first = await rest('schedule_post', draft('once'), options)
  const again = await rest('schedule_post', draft('once'), options)
  assert.deepEqual([first.replayed, again.replayed], [false, true])
  assert.deepEqual(again.body, first.body)
  assert.equal(await countPosts(), before + 1)
})

test('the order of fields makes no other call', async () => {
  const options = { idempotency_key: 'order-2' }
  const { content, ...others } = draft('same')
  await rest('schedule_post', { content, ...others }, options)
  const again = await rest('schedule_post', { ...others, content }, options)
  assert.equal(again.replayed, true)
})

for (const surface of surfaces) {
  const call = callers(service)[surface]

  test(`the same key with another call is a conflict, over ${surface}`, async () => {
    const options = { idempotency_key: `conflict-${surface}` }
    await call('schedule_post', draft('one'), options)
    assert.equal((await call('schedule_post', draft('two'), options)).code, 'idempotency_conflict')
    const id = await newPost(service)
    assert.equal((await call('cancel_post', { id }, options)).code, 'idempotency_conflict')
  })

  test(`a refused call uses no key up, over ${surface}`, async () => {
    const options = { idempotency_key: `refused-${surface}` }
    assert.equal(
      (await call('schedule_post', { ...draft('x'), media_ids: [999] }, options)).code,
      'invalid',
    )
    assert.equal(
      (await call('cancel_post', { id: await newPost(service) }, options)).code,
      'post_not_cancelable',
    )
    assert.equal((await call('schedule_post', draft('then'), options)).code, undefined)
  })

  test(`a key has 1 to 255 printable characters, over ${surface}`, async () => {
    // No client can put the others into a header.
    const more = surface === 'mcp' ? ['', 'a\0b', '\ud800', '☂'] : []
    const bad = ['x'.repeat(256), 'a b', 'é', ...more]
    for (const idempotency_key of bad) {
      const { code, errors } = await call('schedule_post', draft('x'), { idempotency_key })
      assert.equal(code, 'invalid', JSON.stringify(idempotency_key))
      assert.match(Object.keys(errors).join(), /^(Idempotency-Key|idempotency_key)$/)
    }
    const longest = { idempotency_key: surface.padEnd(255, '!') }
    assert.equal((await call('schedule_post', draft('x'), longest)).code, undefined)
  })

  test(`every call that changes something takes a key, over ${surface}`, async () => {
    const id = await newPost(service)
    for (const name of [
      'duplicate_post',
      'delete_post',
      'restore_post',
      'update_post',
      'publish_now',
      'cancel_post',
    ]) {
      const options = { idempotency_key: `${surface}-${name}` }
      const first = await call(name, { id }, options)
      assert.equal(first.code, undefined, name)
      const again = await call(name, { id }, options)
      assert.equal(again.code, undefined, name)
      assert.deepEqual(again.body, first.body, name)
    }
  })
}

test('a key belongs to the credential that sent it', async () => {
  const options = { idempotency_key: 'mine' }
  const first = await rest('schedule_post', draft('mine'), options)
  const colleague = callers(service, (await newKey(service)).token)
  const theirs = await colleague.rest('schedule_post', draft('mine'), options)
  assert.notEqual(idOf(theirs.body), idOf(first.body))
  const other = await newNeighbour(service)
  const next = { ...draft('mine'), social_account_ids: [other.account_id] }
  assert.equal(
    (await callers(service, other.token).rest('schedule_post', next, options)).code,
    undefined,
  )
})

test('a key is good for 24 hours', async () => {
  const options = { idempotency_key: 'yesterday' }
  const first = await rest('schedule_post', draft('day'), options)
  pass(24 * 3_600_000 - 1)
  assert.equal(idOf((await rest('schedule_post', draft('day'), options)).body), idOf(first.body))
  pass(2)
  const later = await rest('schedule_post', draft('day'), options)
  assert.notEqual(idOf(later.body), idOf(first.body))
  assert.equal(idOf((await rest('schedule_post', draft('day'), options)).body), idOf(later.body))
})

test('a replayed key shows its token again, and the store keeps it sealed', async () => {
  const options = { idempotency_key: 'new-key' }
  const { body } = await rest('create_api_key', { name: 'Lost answer' }, options)
  assert.equal(
    (await rest('create_api_key', { name: 'Lost answer' }, options)).body['token'],
    body['token'],
  )
  const [, secret = ''] = String(body['token']).split('|')
  const rows = await service.db.selectFrom('replies').select('body').execute()
  assert.ok(rows.every((row) => !row.body.includes(secret)))
})

test('20 connections that send one call with one key at once make one post', async () => {
  const before = await countPosts()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      rest('schedule_post', draft('herd'), { idempotency_key: 'herd' }),
    ),
  )
  assert.equal(new Set(answers.map(({ body }) => idOf(body))).size, 1)
  assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
  assert.equal(await countPosts(), before + 1)
})

test('an MCP client that sends a call twice gets one post, and a warning the second time', async () => {
  for (let round = 0; round < 25; round++) {
    const before = await countPosts()
    const args = draft(`twice ${round}`)
    const first = mcp('schedule_post', args)
    if (round % 2) await new Promise((resolve) => setTimeout(resolve, round % 6))
    const both = await Promise.all([first, mcp('schedule_post', args)])
    assert.equal(new Set(both.map(({ body }) => idOf(body))).size, 1)
    const warned = both.map(({ body }) => JSON.stringify(body['warnings']).includes('twice'))
    assert.notEqual(warned[0], warned[1])
    assert.equal(await countPosts(), before + 1)
  }
})

test('publish_now sent twice is one move', async () => {
  const id = await newPost(service)
  const both = await Promise.all([mcp('publish_now', { id }), mcp('publish_now', { id })])
  assert.deepEqual(
    both.map(({ code }) => code),
    [undefined, undefined],
  )
  assert.equal(
    both.filter(({ body }) => JSON.stringify(body['warnings']).includes('twice')).length,
    1,
  )
})

test('after five seconds, with another text, another key or over REST it is another post', async () => {
  const ids = new Set<number>()
  const add = async (said: ReturnType<typeof mcp>) => ids.add(idOf((await said).body))
  await add(mcp('schedule_post', draft('again')))
  await add(mcp('schedule_post', draft('again!')))
  await add(rest('schedule_post', draft('again')))
  await add(rest('schedule_post', draft('again')))
  await add(mcp('schedule_post', draft('again'), { idempotency_key: 'a' }))
  await add(mcp('schedule_post', draft('again'), { idempotency_key: 'b' }))
  await add(callers(service, (await newKey(service)).token).mcp('schedule_post', draft('again')))
  pass(5_001)
  await add(mcp('schedule_post', draft('again')))
  assert.equal(ids.size, 8)
})

test('a read takes no idempotency key', async () => {
  const { errors } = await mcp('list_posts', { idempotency_key: 'x' })
  assert.deepEqual(Object.keys(errors), ['idempotency_key'])
})
