import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { newKey, newNeighbour } from './kit.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)

const Created = z.object({ id: z.string(), token: z.string() })
const Listed = z.array(
  z.looseObject({ id: z.string(), key_preview: z.string(), last_used_at: z.string().nullable() }),
)
const create = async (body: Record<string, unknown>) =>
  Created.parse((await rest('create_api_key', body)).body)
const list = async () => Listed.parse((await rest('list_api_keys')).body['list'])

test('the token is shown once: the list has a preview that does not give it away', async () => {
  const { id, token } = await create({ name: 'CI' })
  assert.match(token, /^\d+\|[\w-]{43}$/)
  assert.ok(token.startsWith(`${id}|`))
  const listed = (await list()).find((key) => key.id === id)
  assert.deepEqual(Object.keys(listed ?? {}).sort(), [
    'abilities',
    'created_at',
    'id',
    'key_preview',
    'last_used_at',
    'leash',
    'limits',
    'name',
  ])
  const [, secret = ''] = token.split('|')
  assert.ok(!JSON.stringify(await list()).includes(secret))
  assert.ok((listed?.key_preview.length ?? 99) < 20)
  assert.equal((await callers(service, token).rest('get_accounts')).code, undefined)
})

test('no secret is stored', async () => {
  const { token } = await create({ name: 'Stored' })
  const [, secret = ''] = token.split('|')
  const rows = await service.db.selectFrom('keys').selectAll().execute()
  const kept = rows
    .map((row) => `${row.secret_hash.toString('utf8')} ${JSON.stringify(row)}`)
    .join()
  assert.ok(!kept.includes(secret))
})

test('last_used_at says when a key was last seen, to the minute', async () => {
  const { id, token } = await create({ name: 'Seen' })
  const seen = async () => (await list()).find((key) => key.id === id)?.last_used_at
  assert.equal(await seen(), null)
  const first = clock.toISOString()
  await callers(service, token).rest('get_accounts')
  assert.equal(await seen(), first)
  clock = new Date(clock.getTime() + 30_000)
  await callers(service, token).rest('get_accounts')
  assert.equal(await seen(), first)
  clock = new Date(clock.getTime() + 31_000)
  await callers(service, token).rest('get_accounts')
  assert.equal(await seen(), clock.toISOString())
})

test('a revoked key is invalid from the next request on, on both surfaces', async () => {
  const { id, token } = await create({ name: 'Short-lived' })
  const mine = callers(service, token)
  assert.equal((await mine.mcp('get_accounts')).code, undefined)
  assert.equal((await rest('revoke_api_key', { id })).code, undefined)
  assert.equal((await mine.rest('get_accounts')).code, 'unauthenticated')
  await assert.rejects(mine.mcp('get_accounts'))
  assert.equal((await rest('revoke_api_key', { id })).code, 'key_not_found')
  assert.ok((await list()).every((key) => key.id !== id))
})

test('a key may revoke itself', async () => {
  const { id, token } = await create({ name: 'Enough' })
  const mine = callers(service, token)
  assert.equal((await mine.rest('revoke_api_key', { id })).code, undefined)
  assert.equal((await mine.rest('list_api_keys')).code, 'unauthenticated')
})

test('a restricted key cannot make a stronger one', async () => {
  const { token } = await newKey(service, ['keys:manage', 'posts:read'])
  const mine = callers(service, token)
  for (const abilities of [undefined, ['*'], ['posts:write'], ['posts:read', 'media:read']]) {
    const { code, errors } = await mine.rest('create_api_key', {
      name: 'More',
      ...(abilities && { abilities }),
    })
    assert.equal(code, 'invalid')
    assert.deepEqual(Object.keys(errors), ['abilities'])
  }
  const { body } = await mine.rest('create_api_key', { name: 'Less', abilities: ['posts:read'] })
  const less = callers(service, Created.parse(body).token)
  assert.equal((await less.rest('list_posts')).code, undefined)
  assert.equal((await less.rest('list_api_keys')).code, 'forbidden')
})

test('a name has 1 to 255 characters, and abilities are known words', async () => {
  const refused: Record<string, unknown>[] = [
    {},
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(256) },
    { name: 7 },
    { name: null },
  ]
  for (const body of refused) {
    const { errors } = await rest('create_api_key', body)
    assert.deepEqual(Object.keys(errors), ['name'], JSON.stringify(body))
  }
  assert.ok((await create({ name: '🔑'.repeat(255) })).id)
  const { errors } = await rest('create_api_key', { name: 'x', abilities: ['posts:admin', '*'] })
  assert.deepEqual(Object.keys(errors), ['abilities.0'])
  assert.deepEqual(
    Object.keys((await rest('create_api_key', { name: 'x', abilities: [] })).errors),
    ['abilities'],
  )
})

test('another workspace sees and revokes its own keys only', async () => {
  const other = await newNeighbour(service)
  const { body } = await callers(service, other.token).rest('list_api_keys')
  assert.deepEqual(
    Listed.parse(body['list']).map(({ id }) => id),
    [other.id],
  )
  assert.equal((await rest('revoke_api_key', { id: other.id })).code, 'key_not_found')
  assert.equal((await callers(service, other.token).rest('get_accounts')).code, undefined)
})

const leash = (part: Record<string, unknown>) => ({ name: 'Leashed', leash: part })
const free = {
  account_ids: null,
  actions: null,
  posts_per_day: null,
  requests_per_minute: null,
  needs_approval: false,
  expires_at: null,
  paused: false,
}

test('a key says how far it goes, and parts of that change without the others', async () => {
  const { body } = await rest('create_api_key', { name: 'Plain' })
  assert.deepEqual(body['leash'], free)
  const id = body['id']
  const shown = async () => (await list()).find((key) => key.id === id)
  const one = await rest('update_api_key', { id, name: 'Renamed', leash: { posts_per_day: 3 } })
  assert.deepEqual(
    [one.body['name'], one.body['leash']],
    ['Renamed', { ...free, posts_per_day: 3 }],
  )
  const at = '2998-01-01T01:00:00+01:00'
  await rest('update_api_key', { id, leash: { expires_at: at, actions: ['read'] } })
  const two = {
    ...free,
    posts_per_day: 3,
    actions: ['read'],
    expires_at: '2998-01-01T00:00:00.000Z',
  }
  assert.deepEqual((await shown())?.['leash'], two)
  await rest('update_api_key', { id, leash: { posts_per_day: null, actions: null } })
  assert.deepEqual((await shown())?.['leash'], { ...free, expires_at: two.expires_at })
  const { body: same } = await rest('update_api_key', { id })
  assert.deepEqual({ ...same, limits: [] }, await shown())
})

test('every mistake in a leash is told at once, by its field', async () => {
  const { errors } = await rest(
    'create_api_key',
    leash({
      account_ids: [],
      actions: ['read', 'fly'],
      posts_per_day: 0,
      needs_approval: 'perhaps',
      expires_at: 'soon',
      paused: 7,
      owner: 1,
    }),
  )
  assert.deepEqual(Object.keys(errors).sort(), [
    'leash.account_ids',
    'leash.actions.1',
    'leash.expires_at',
    'leash.needs_approval',
    'leash.owner',
    'leash.paused',
    'leash.posts_per_day',
  ])
  const { account_id } = await newNeighbour(service)
  const [x = 0] = Object.values(service.accounts)
  const wrong = { account_ids: [x, account_id], expires_at: clock.toISOString() }
  const { id } = await create({ name: 'Fine' })
  for (const said of [
    await rest('create_api_key', leash(wrong)),
    await rest('update_api_key', { id, leash: wrong }),
  ])
    assert.deepEqual(Object.keys(said.errors), ['leash.account_ids.1', 'leash.expires_at'])
})

test('a key changes none that is stronger than itself, none of another workspace, and none that is revoked', async () => {
  const strong = await create(leash({ paused: true }))
  const weak = callers(service, (await newKey(service, ['keys:manage', 'posts:read'])).token)
  const resume = { id: strong.id, leash: { paused: false } }
  const { code, body } = await weak.rest('update_api_key', resume)
  assert.deepEqual([code, body['abilities']], ['forbidden', ['*']])
  const equal = await create({ name: 'Equal', abilities: ['posts:read'] })
  const change = { id: equal.id, leash: { paused: true } }
  assert.equal((await weak.rest('update_api_key', change)).code, undefined)
  const next = callers(service, (await newNeighbour(service)).token)
  assert.equal((await next.rest('update_api_key', resume)).code, 'key_not_found')
  await rest('revoke_api_key', { id: strong.id })
  assert.equal((await rest('update_api_key', resume)).code, 'key_not_found')
})

for (const surface of surfaces) {
  test(`a key revokes none that is stronger than itself, over ${surface}`, async () => {
    const revoke = (id: string) =>
      surface === 'rest'
        ? weak.rest('revoke_api_key', { id })
        : weak.mcp('manage_api_keys', { action: 'revoke', id })
    const weak = callers(service, (await newKey(service, ['keys:manage', 'posts:read'])).token)
    const strong = await create({ name: 'Strong' })
    const { code, body } = await revoke(strong.id)
    assert.equal(code, 'forbidden')
    assert.deepEqual(body['abilities'], ['*'])
    assert.equal((await callers(service, strong.token).rest('get_accounts')).code, undefined)
    const equal = await create({ name: 'Equal', abilities: ['posts:read'] })
    assert.equal((await revoke(equal.id)).code, undefined)
  })
}

test('of many requests at once one writes down that the key was seen', async () => {
  for (const statement of [
    'create table seen (key_id bigint)',
    `create function note_seen() returns trigger language plpgsql as
      'begin insert into seen values (new.id); return new; end'`,
    `create trigger note_seen after update of last_used_at on keys
      for each row execute function note_seen()`,
  ])
    await service.query(statement)
  const { id, token } = await create({ name: 'Busy' })
  const call = callers(service, token).rest
  const seen = async () =>
    (await service.query(`select count(*)::int as times from seen where key_id = ${id}`)).rows
  await Promise.all(Array.from({ length: 50 }, () => call('get_accounts')))
  assert.deepEqual(await seen(), [{ times: 1 }])
  clock = new Date(clock.getTime() + 61_000)
  await Promise.all(Array.from({ length: 50 }, () => call('get_accounts')))
  assert.deepEqual(await seen(), [{ times: 2 }])
})
