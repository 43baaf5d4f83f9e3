import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { operations } from '#operations/index.ts'
import { Action } from '#rules/leash.ts'
import { type Body, openService } from '../service.ts'
import { surfaces } from './callers.ts'
import { demoWorkspace, idOf, inAnHour, newAccount, newMedia, newPost, stored } from './kit.ts'
import { leashed } from './leashed.ts'
import { moves, postIn, type State } from './states.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts
const post = { content: 'Hello', social_account_ids: [x, bluesky] }
const later = () => inAnHour(clock)

/** What a call turns out to be, told by what comes of it. */
const deeds: [
  what: string,
  action: Action,
  name: string,
  from: State | undefined,
  args: () => Body,
][] = [
  ['a draft', 'draft', 'schedule_post', undefined, () => ({ ...post, when: 'draft' })],
  ['a post for later', 'schedule', 'schedule_post', undefined, () => ({ ...post, when: later() })],
  ['a post for now', 'publish', 'schedule_post', undefined, () => ({ ...post, when: 'now' })],
  ['a changed draft', 'draft', 'update_post', 'draft', () => ({ content: 'New' })],
  ['a scheduled draft', 'schedule', 'update_post', 'draft', () => ({ when: later() })],
  ['a draft sent now', 'publish', 'update_post', 'draft', () => ({ when: 'now' })],
  ['a changed scheduled post', 'schedule', 'update_post', 'scheduled', () => ({ content: 'New' })],
  ['a scheduled post sent now', 'publish', 'update_post', 'scheduled', () => ({ when: 'now' })],
  ['a post off the schedule', 'schedule', 'update_post', 'scheduled', () => ({ when: 'draft' })],
  ['a draft published', 'publish', 'publish_now', 'draft', () => ({})],
  ['a failed post published', 'publish', 'publish_now', 'failed', () => ({})],
  ['a retry', 'publish', 'retry_post', 'partial', () => ({})],
  ['a copy', 'draft', 'duplicate_post', 'published', () => ({})],
  ['a cancellation', 'delete', 'cancel_post', 'scheduled', () => ({})],
  ['a deletion', 'delete', 'delete_post', 'draft', () => ({})],
  ['a draft restored', 'draft', 'restore_post', 'deleted draft', () => ({})],
  ['a schedule restored', 'schedule', 'restore_post', 'cancelled', () => ({})],
  ['a look', 'read', 'get_post', 'draft', () => ({})],
  ['a list', 'read', 'list_posts', undefined, () => ({})],
]

for (const surface of surfaces) {
  test(`a key does what its actions say and nothing else, over ${surface}`, async () => {
    for (const only of Action.options) {
      const call = (await leashed(service, { actions: [only] }))[surface]
      for (const [what, action, name, from, args] of deeds) {
        const id = from && (await postIn(from, service))
        const before = await stored(service)
        const said = await call(name, { ...args(), ...(id && { id }) })
        if (action === only) assert.equal(said.code, undefined, `${only} allows ${what}`)
        else {
          assert.equal(said.code, 'forbidden', `${only} does not allow ${what}`)
          assert.deepEqual(said.body['allowed_actions'], [only])
          assert.deepEqual(await stored(service), before, `${what} changed nothing`)
        }
      }
    }
  })

  test(`every operation is bound by the actions that it declares, over ${surface}`, async () => {
    for (const only of Action.options) {
      const call = (await leashed(service, { actions: [only] }))[surface]
      for (const { name, actions, [surface]: face } of operations) {
        if ('absent' in face) continue
        const { code } = await call(name, { id: 999_999 })
        const reaches = actions !== 'manage' && actions.includes(only)
        assert.equal(code === 'forbidden', !reaches, `${only} and ${name}`)
      }
    }
  })

  test(`a paused key may do nothing from its next request on, and goes on when resumed, over ${surface}`, async () => {
    const key = await leashed(service, { posts_per_day: 5 })
    assert.equal((await key[surface]('get_accounts')).code, undefined)
    await key.adjust({ paused: true })
    for (const { name, [surface]: face } of operations) {
      if ('absent' in face) continue
      const { code, body } = await key[surface](name, { id: 1 })
      assert.equal(code, 'forbidden', name)
      assert.equal(body['paused'], true)
    }
    await key.adjust({ paused: false })
    assert.equal((await key[surface]('get_accounts')).code, undefined)
  })

  test(`accounts outside the leash do not exist for it, over ${surface}`, async () => {
    const third = (await newAccount(service, await demoWorkspace(service))).id
    const theirs = await newPost(service, { when: later() })
    const mixed = await newPost(service, { social_account_ids: [x, third] })
    const key = await leashed(service, { account_ids: [bluesky] })
    const call = key[surface]
    const { body } = await call('get_accounts')
    assert.deepEqual(idsOf(body['accounts']), [bluesky])

    const { code, errors } = await call('schedule_post', { ...post, when: 'draft' })
    assert.deepEqual([code, Object.keys(errors)], ['invalid', ['social_account_ids.0']])
    const mine = await call('schedule_post', {
      content: `Mine over ${surface}`,
      social_account_ids: [bluesky],
      when: 'draft',
    })
    const id = idOf(mine.body)
    const wider = await call('update_post', { id, social_account_ids: [bluesky, x] })
    assert.deepEqual(Object.keys(wider.errors), ['social_account_ids.1'])

    const before = await stored(service)
    for (const hidden of [theirs, mixed]) {
      for (const name of ['get_post', ...moves])
        assert.equal((await call(name, { id: hidden })).code, 'post_not_found', name)
    }
    assert.deepEqual(await stored(service), before)
    const listed = await call('list_posts', { status: 'all', per_page: 200 })
    const ids = idsOf(listed.body['data'])
    assert.ok(ids.includes(id) && !ids.includes(theirs) && !ids.includes(mixed))
    assert.equal(listed.body['total'], ids.length)
    await key.adjust({ account_ids: null })
    assert.equal((await call('get_post', { id: theirs })).code, undefined)
  })
}

test('what a media item is needed for is not told of posts outside the leash', async () => {
  const media = await newMedia(service)
  await newPost(service, { social_account_ids: [x], media_ids: [media] })
  const seen = await newPost(service, { social_account_ids: [bluesky], media_ids: [media] })
  const { rest } = await leashed(service, { account_ids: [bluesky] })
  const { code, body } = await rest('delete_media', { id: media })
  assert.deepEqual([code, body['post_ids']], ['media_in_use', [seen]])
  assert.match(String(body['message']), new RegExp(`: ${seen}, and more\\.$`))
})

test('an expired key is refused like one that never was, at every door', async () => {
  const key = await leashed(service, { expires_at: later() })
  const never = await service.rest('GET', '/api/posts', undefined, {
    authorization: 'Bearer 1|nothing',
  })
  assert.equal((await key.mcp('get_accounts')).code, undefined)
  clock = new Date(clock.getTime() + 3_600_000)
  const authorization = `Bearer ${key.token}`
  const answer = await service.rest('GET', '/api/posts', undefined, { authorization })
  assert.deepEqual([answer.status, answer.body], [401, never.body])
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
  await assert.rejects(key.mcp('get_accounts'))
  await key.adjust({ expires_at: null })
  assert.equal((await key.rest('get_accounts')).code, undefined)
})

test('no leash can be widened through a key that is on one', async () => {
  const wishes: Parameters<typeof leashed>[1][] = [
    { account_ids: [bluesky] },
    { actions: [...Action.options] },
    { posts_per_day: 1 },
    { needs_approval: true },
    { expires_at: later() },
  ]
  const other = await leashed(service, { paused: true })
  for (const leash of wishes) {
    const key = await leashed(service, leash)
    const before = await stored(service)
    for (const [name, args] of [
      ['update_api_key', { id: key.id, leash: { paused: false } }],
      ['update_api_key', { id: other.id, leash: { paused: false } }],
      ['create_api_key', { name: 'Free' }],
      ['create_api_key', { name: 'Same', leash }],
      ['revoke_api_key', { id: other.id }],
    ] as const) {
      assert.equal((await key.rest(name, args)).code, 'forbidden', JSON.stringify(leash))
    }
    assert.deepEqual(await stored(service), before)
    assert.equal((await key.rest('list_api_keys')).code, undefined)
  }
})

test('a leash and abilities bind together, and neither stands in for the other', async () => {
  const key = await leashed(service, { actions: ['publish'] }, ['posts:read', 'media:write'])
  assert.equal((await key.rest('publish_now', { id: 1 })).body['ability'], 'posts:write')
  assert.deepEqual((await key.rest('list_posts')).body['allowed_actions'], ['publish'])
  const chunk = await key.rest('upload_chunk', { id: '00000000-0000-4000-8000-000000000000' })
  assert.equal(chunk.code, 'unauthenticated')
})

function idsOf(list: unknown) {
  assert.ok(Array.isArray(list))
  return list.map((each: Body) => idOf(each))
}
