/** Account management for programs: by a key that may, on both surfaces. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { callers, surfaces } from '../surfaces/callers.ts'
import {
  demoWorkspace,
  inAnHour,
  newAccount,
  newKey,
  newNeighbour,
  newPost,
} from '../surfaces/kit.ts'
import { openSecret } from '#connecting/secrets.ts'
import { doingOf, openService, type TestService } from '../service.ts'

let service: TestService
let key: string
before(async () => {
  service = await openService()
  key = (await newKey(service, ['accounts:manage', 'posts:read'])).token
})
after(() => service[Symbol.asyncDispose]())

const link = async () => (await newAccount(service, await demoWorkspace(service), 'linkedin')).id
const idsIn = (body: unknown) =>
  z
    .object({ accounts: z.array(z.looseObject({ id: z.number() })) })
    .parse(body)
    .accounts.map(({ id }) => id)

for (const surface of surfaces) {
  test(`a key with accounts:manage disconnects an account, and once more without harm, over ${surface}`, async () => {
    const call = callers(service, key)[surface]
    const id = await link()
    for (const _ of [1, 2]) assert.equal((await call('disconnect_account', { id })).code, undefined)
    assert.ok(!idsIn((await call('get_accounts')).body).includes(id))
    assert.equal((await call('disconnect_account', { id: 999_999 })).code, 'account_not_found')
    assert.equal((await call('reconnect_account', { id })).code, 'account_not_found')
  })

  test(`others may not: neither by their ability, nor on a leash, nor next door, over ${surface}`, async () => {
    const id = await link()
    const leashed = await newKey(service)
    const leash = { account_ids: [id] }
    await callers(service).rest('update_api_key', { id: leashed.id, leash })
    const writer = await newKey(service, ['posts:read', 'posts:write'])
    const neighbour = await newNeighbour(service)
    for (const [token, code] of [
      [writer.token, 'forbidden'],
      [leashed.token, 'forbidden'],
      [neighbour.token, 'account_not_found'],
    ] as const) {
      const call = callers(service, token)[surface]
      for (const name of ['disconnect_account', 'reconnect_account'])
        assert.equal((await call(name, { id })).code, code, `${name} ${code}`)
    }
    assert.ok(idsIn((await callers(service).rest('get_accounts')).body).includes(id))
  })

  test(`the way back is for that account, over ${surface}`, async () => {
    const id = service.accounts['x'] ?? assert.fail('connected')
    const full = await callers(service)[surface]('reconnect_account', { id })
    const { reconnect_url, platform } = full.body
    const url = new URL(String(reconnect_url))
    assert.deepEqual([platform, url.pathname], ['x', '/connect/x'])
    assert.ok(url.searchParams.get('ticket'))
    // A key that may not post gives no way in without signing in.
    const weak = await callers(service, key)[surface]('reconnect_account', { id })
    assert.equal(new URL(String(weak.body['reconnect_url'])).pathname, '/accounts/connect')
  })
}

test('a copy that holds publishing takes the tokens of the original away from nobody', async () => {
  const id = service.accounts['x'] ?? assert.fail('connected')
  const workspace_id = await demoWorkspace(service)
  const { seal } = await doingOf(service)
  const { rows } = await service.query(`select secret from accounts where id = ${id}`)
  const sealed = z.instanceof(Buffer).parse(rows[0]?.['secret'])
  const { access_token } = Tokens.parse(openSecret(sealed, seal, workspace_id))
  const known = async () => {
    const headers = { authorization: `Bearer ${access_token}` }
    return (await fetch(`${service.sandbox_url}/x/api/2/users/me`, { headers })).status
  }
  assert.equal(await known(), 200)
  await service.query('update instance set held_at = now()')
  assert.equal((await callers(service).rest('disconnect_account', { id })).code, undefined)
  assert.equal(await known(), 200, 'the original goes on with it')

  await service.query('update instance set held_at = null')
  await service.db
    .updateTable('accounts')
    .set({ secret: sealed, health: 'healthy', removed_at: null })
    .where('id', '=', id)
    .execute()
  assert.equal((await callers(service).rest('disconnect_account', { id })).code, undefined)
  assert.equal(await known(), 401, 'who is no copy tells the platform')
  await service.db
    .updateTable('accounts')
    .set({ secret: sealed, health: 'healthy', removed_at: null })
    .where('id', '=', id)
    .execute()
})

const Tokens = z.looseObject({ access_token: z.string() })

test('what was planned for it is told over MCP, and waits for a person', async () => {
  const id = service.accounts['x'] ?? assert.fail('connected')
  await newPost(service, { social_account_ids: [id], when: inAnHour() })
  const { body } = await callers(service).mcp('disconnect_account', { id })
  assert.deepEqual(body, { disconnected: true, id, planned_posts: 1 })
  const stored = await service.query(`select secret = '' as gone from accounts where id = ${id}`)
  assert.deepEqual(stored.rows, [{ gone: true }], 'its tokens are forgotten')
})
