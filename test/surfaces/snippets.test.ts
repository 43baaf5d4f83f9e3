/** Words that are used again: made, changed, and taken into a post as they are. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { demoWorkspace, idOf, newAccount, newNeighbour } from './kit.ts'
import { leashed } from './leashed.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const { x = 0, bluesky = 0 } = service.accounts

const Listed = z.object({
  snippets: z.array(
    z.looseObject({
      id: z.int(),
      name: z.string(),
      kind: z.string(),
      platform_content: z.array(z.looseObject({ account_id: z.int() })),
    }),
  ),
})
const listed = async (call = rest, input = {}) =>
  Listed.parse((await call('list_snippets', input)).body).snippets

for (const surface of surfaces) {
  const call = both[surface]

  test(`a snippet is made, listed, changed and deleted, over ${surface}`, async () => {
    const name = `Everywhere over ${surface}`
    const { body } = await call('create_snippet', { name, content: 'Yours, Ada' })
    const id = idOf(body)
    assert.deepEqual(
      [body['name'], body['kind'], body['content'], body['first_comment']],
      [name, 'text', 'Yours, Ada', null],
    )
    assert.ok((await listed(call, { kind: 'text' })).some((each) => each.id === id))
    assert.ok((await listed(call, { kind: 'hashtags' })).every((each) => each.id !== id))
    const changed = await call('update_snippet', { id, kind: 'hashtags', content: '#ada #grace' })
    assert.deepEqual([changed.body['name'], changed.body['content']], [name, '#ada #grace'])
    assert.equal((await call('delete_snippet', { id })).code, undefined)
    assert.equal((await call('delete_snippet', { id })).code, 'snippet_not_found')
    assert.equal((await call('update_snippet', { id, name })).code, 'snippet_not_found')
  })

  test(`a template is taken by a post as it is, over ${surface}`, async () => {
    const fields = {
      content: 'Every Monday',
      first_comment: 'More at example.com',
      platform_content: [{ account_id: x, content: 'Every Monday, on X' }],
      platform_options: { x: { reply_settings: 'following' } },
    }
    const template = await call('create_snippet', {
      name: `Monday over ${surface}`,
      kind: 'template',
      ...fields,
    })
    const { content, first_comment, platform_content, platform_options } = template.body
    const taken = { content, first_comment, platform_content, platform_options }
    assert.deepEqual(taken, fields)
    const post = await call('schedule_post', {
      ...taken,
      social_account_ids: [x, bluesky],
      when: 'draft',
    })
    assert.equal(post.code, undefined)
    assert.equal(post.body['first_comment'], fields.first_comment)
    assert.deepEqual(post.body['platform_content'], fields.platform_content)
  })

  test(`what is wrong with a snippet is told all at once, over ${surface}`, async () => {
    await rest('create_snippet', { name: `Taken ${surface}`, content: 'x' })
    const wrong = await call('create_snippet', {
      name: `TAKEN ${surface}`,
      kind: 'hashtags',
      content: '#good bad',
      first_comment: 'never',
      platform_content: [{ account_id: x, content: 'never' }],
      platform_options: { x: {} },
    })
    assert.deepEqual(Object.keys(wrong.errors).toSorted(), [
      'content',
      'first_comment',
      'name',
      'platform_content',
      'platform_options',
    ])
    const template = await call('create_snippet', {
      name: `Wrong ${surface}`,
      kind: 'template',
      platform_content: [{ account_id: x }, { account_id: 987_654, content: 'x' }],
      platform_options: { myspace: {} },
    })
    assert.deepEqual(Object.keys(template.errors).toSorted(), [
      'platform_content.1.account_id',
      'platform_options.myspace',
    ])
    const only = await call('create_snippet', { name: 'A', kind: 'poem' })
    assert.deepEqual(Object.keys(only.errors).toSorted(), ['content', 'kind'])
    const shape = await call('create_snippet', { name: '', kind: 'poem', content: 7 })
    assert.deepEqual(Object.keys(shape.errors).toSorted(), ['content', 'kind', 'name'])
    const large = await call('create_snippet', {
      name: `Large ${surface}`,
      kind: 'template',
      platform_options: { x: { reply_settings: 'x'.repeat(70_000) } },
    })
    assert.deepEqual(Object.keys(large.errors), ['platform_options'])
  })
}

test('what stands there for an account that is gone is not told, and comes back with it', async () => {
  const { id: gone } = await newAccount(service, await demoWorkspace(service), 'threads')
  const made = await rest('create_snippet', {
    name: 'Of one that goes',
    kind: 'template',
    platform_content: [
      { account_id: x, content: 'stays' },
      { account_id: gone, content: 'goes' },
    ],
  })
  const id = idOf(made.body)
  const to = async () =>
    (await listed()).find((each) => each.id === id)?.platform_content.map((one) => one.account_id)
  await service.query(`update accounts set removed_at = now() where id = ${gone}`)
  assert.deepEqual(await to(), [x])
  const renamed = await rest('update_snippet', { id, name: 'Of one that went' })
  assert.equal(renamed.code, undefined)
  await service.query(`update accounts set removed_at = null where id = ${gone}`)
  assert.deepEqual(await to(), [x, gone], 'renaming has not lost it')
})

test('another workspace sees none of it, and a key on a leash sees and changes no more than it may', async () => {
  const made = await rest('create_snippet', {
    name: 'Of both accounts',
    kind: 'template',
    platform_content: [
      { account_id: x, content: 'for X' },
      { account_id: bluesky, content: 'for Bluesky' },
    ],
  })
  const id = idOf(made.body)
  const neighbour = await newNeighbour(service)
  const theirs = callers(service, neighbour.token).rest
  assert.deepEqual(await listed(theirs), [])
  assert.equal((await theirs('update_snippet', { id, name: 'Mine' })).code, 'snippet_not_found')
  assert.equal((await theirs('delete_snippet', { id })).code, 'snippet_not_found')
  const { rest: tied } = await leashed(service, { account_ids: [x] })
  const seen = (await listed(tied)).find((each) => each.id === id)
  assert.deepEqual(seen?.platform_content, [{ account_id: x, content: 'for X' }])
  assert.equal((await tied('delete_snippet', { id })).code, 'forbidden')
})
