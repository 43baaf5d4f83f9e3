import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openWorld } from '../world.ts'
import { callers } from './callers.ts'
import { newKey, newNeighbour } from './kit.ts'

let clock = new Date()
const world = await openWorld({ ROLE: 'api' }, { now: () => clock })
after(() => world[Symbol.asyncDispose]())
const { rest } = callers(world)

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
    'name',
  ])
  const [, secret = ''] = token.split('|')
  assert.ok(!JSON.stringify(await list()).includes(secret))
  assert.ok((listed?.key_preview.length ?? 99) < 20)
  assert.equal((await callers(world, token).rest('get_accounts')).code, undefined)
})

test('no secret is stored', async () => {
  const { token } = await create({ name: 'Stored' })
  const [, secret = ''] = token.split('|')
  const rows = await world.db.selectFrom('keys').selectAll().execute()
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
  await callers(world, token).rest('get_accounts')
  assert.equal(await seen(), first)
  clock = new Date(clock.getTime() + 30_000)
  await callers(world, token).rest('get_accounts')
  assert.equal(await seen(), first)
  clock = new Date(clock.getTime() + 31_000)
  await callers(world, token).rest('get_accounts')
  assert.equal(await seen(), clock.toISOString())
})

test('a revoked key is invalid from the next request on, on both surfaces', async () => {
  const { id, token } = await create({ name: 'Short-lived' })
  const mine = callers(world, token)
  assert.equal((await mine.mcp('get_accounts')).code, undefined)
  assert.equal((await rest('revoke_api_key', { id })).code, undefined)
  assert.equal((await mine.rest('get_accounts')).code, 'unauthenticated')
  await assert.rejects(mine.mcp('get_accounts'))
  assert.equal((await rest('revoke_api_key', { id })).code, 'key_not_found')
  assert.ok((await list()).every((key) => key.id !== id))
})

test('a key may revoke itself', async () => {
  const { id, token } = await create({ name: 'Enough' })
  const mine = callers(world, token)
  assert.equal((await mine.rest('revoke_api_key', { id })).code, undefined)
  assert.equal((await mine.rest('list_api_keys')).code, 'unauthenticated')
})

test('a restricted key cannot make a stronger one', async () => {
  const { token } = await newKey(world, ['keys:manage', 'posts:read'])
  const mine = callers(world, token)
  for (const abilities of [undefined, ['*'], ['posts:write'], ['posts:read', 'media:read']]) {
    const { code, errors } = await mine.rest('create_api_key', {
      name: 'More',
      ...(abilities && { abilities }),
    })
    assert.equal(code, 'invalid')
    assert.deepEqual(Object.keys(errors), ['abilities'])
  }
  const { body } = await mine.rest('create_api_key', { name: 'Less', abilities: ['posts:read'] })
  const less = callers(world, Created.parse(body).token)
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
  const other = await newNeighbour(world)
  const { body } = await callers(world, other.token).rest('list_api_keys')
  assert.deepEqual(
    Listed.parse(body['list']).map(({ id }) => id),
    [other.id],
  )
  assert.equal((await rest('revoke_api_key', { id: other.id })).code, 'key_not_found')
  assert.equal((await callers(world, other.token).rest('get_accounts')).code, undefined)
})
