import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { callers } from '../surfaces/callers.ts'
import { demoWorkspace, inAnHour, newKey, newNeighbour, setAccountHealth } from '../surfaces/kit.ts'
import { openService } from '../service.ts'
import { modern, resultOf, sender } from './rpc.ts'

const service = await openService({ ROLE: 'api', PLAN: 'free' })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts

test('recovery data is the same on both surfaces, and messages lead with what to do', async () => {
  const next = await newNeighbour(service, 'free')
  await service.query(`delete from accounts where workspace_id = ${next.workspace_id}`)
  await setAccountHealth(service, x, 'needs_reconnect')
  const wished = { content: 'x', social_account_ids: [x], when: inAnHour() }
  const cases = [
    [
      next.token,
      { ...wished, social_account_ids: [next.account_id] },
      'no_connected_accounts',
      ['alternatives', 'connect_url'],
    ],
    [
      service.token,
      wished,
      'account_inactive',
      ['account_id', 'alternatives', 'check', 'reconnect_url', 'values'],
    ],
    [
      service.token,
      { ...wished, when: 'next_slot', social_account_ids: [bluesky] },
      'no_queue_slots',
      ['settings_url'],
    ],
    [service.token, { ...wished, when: '' }, 'no_timing_specified', []],
  ] as const
  for (const [token, args, code, data] of cases) {
    const { rest, mcp } = callers(service, token)
    const answers = [await rest('schedule_post', args), await mcp('schedule_post', args)]
    for (const { code: said, body } of answers) {
      assert.equal(said, code)
      assert.match(String(body['message']), /^(Connect|Reconnect|Set up|Say|Upgrade) /)
      assert.deepEqual(Object.keys(body).sort(), ['code', 'message', ...data].sort())
    }
    // Addresses are signed, with a time.
    const plain = answers.map(({ body }) => JSON.stringify(body).replace(/ticket=[^"]+/g, ''))
    assert.equal(plain[0], plain[1])
  }
  await setAccountHealth(service, x, 'healthy')
})

test('keys are managed by one tool: list, create, update, revoke', async () => {
  const { mcp, rest } = callers(service)
  const made = await mcp('manage_api_keys', {
    action: 'create',
    name: 'Robot',
    leash: { posts_per_day: 3 },
  })
  const { id, token } = z.looseObject({ id: z.string(), token: z.string() }).parse(made.body)
  assert.ok(token.startsWith(`${id}|`))
  const Keys = z.array(z.looseObject({ id: z.string(), name: z.string() }))
  const listed = await mcp('manage_api_keys', { action: 'list' })
  assert.deepEqual(listed.body['keys'], (await rest('list_api_keys')).body['list'])
  assert.ok(!JSON.stringify(listed.body).includes(token.split('|')[1] ?? token))
  await mcp('manage_api_keys', { action: 'update', id, name: 'Robot 2' })
  assert.equal(
    Keys.parse((await mcp('manage_api_keys', { action: 'list' })).body['keys']).find(
      (key) => key.id === id,
    )?.name,
    'Robot 2',
  )
  const revoked = await mcp('manage_api_keys', { action: 'revoke', id })
  assert.deepEqual(revoked.body, { revoked: true, id })
  for (const action of ['update', 'revoke'])
    assert.equal((await mcp('manage_api_keys', { action, id })).code, 'key_not_found', action)
})

test('managing keys refuses what its REST operations refuse, field by field', async () => {
  const { mcp, rest } = callers(service)
  for (const [action, name, args] of [
    ['create', 'create_api_key', {}],
    ['create', 'create_api_key', { name: 'x', abilities: ['fly'] }],
    ['create', 'create_api_key', { name: 'x', leash: { account_ids: [999_999] } }],
    ['revoke', 'revoke_api_key', { id: '987654' }],
  ] as const) {
    const one = await mcp('manage_api_keys', { action, ...args })
    const other = await rest(name, args)
    assert.equal(one.code, other.code)
    assert.deepEqual(Object.keys(one.errors), Object.keys(other.errors))
  }
  assert.deepEqual(
    Object.keys((await mcp('manage_api_keys', { action: 'list', name: 'x' })).errors),
    ['name'],
  )
  assert.deepEqual(Object.keys((await mcp('manage_api_keys', { action: 'revoke' })).errors), ['id'])
  const { token } = await newKey(service, ['posts:read'], await demoWorkspace(service))
  assert.equal(
    (await callers(service, token).mcp('manage_api_keys', { action: 'list' })).code,
    'forbidden',
  )
})

test('get_analytics is the same on both surfaces, to the byte', async () => {
  const query = { from: '2026-01-01', to: '2026-01-31' }
  const response = await fetch(
    `${service.base_url}/api/analytics?${new URLSearchParams(query).toString()}`,
    {
      headers: { authorization: `Bearer ${service.token}` },
    },
  )
  const { content } = await resultOf(
    sender(service)(...modern('tools/call', { name: 'get_analytics', arguments: query })),
  )
  const [said] = z.array(z.looseObject({ text: z.string() })).parse(content)
  assert.equal(said?.text, await response.text())
})
