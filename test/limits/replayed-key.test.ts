/** An answer that is repeated is free; nothing else is that only shows the key of one. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { legacy, sender } from '../mcp/rpc.ts'
import { inAnHour } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'

let clock = new Date('2997-03-05T12:00:00Z')
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const account = service.accounts['x'] ?? 0
const draft = (content: string) => ({ content, social_account_ids: [account], when: 'draft' })
const known = { 'idempotency-key': 'sent-before' }

/** A key that may send three requests a minute, of which it has sent three: one with a key for repetitions. */
async function atItsLimit() {
  clock = new Date(clock.getTime() + 120_000)
  const key = await leashed(service, { requests_per_minute: 3 })
  const { token } = key
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    service.rest(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  assert.equal((await call('POST', '/api/posts', draft('Once'), known)).status, 201)
  for (let sent = 1; sent < 3; sent++) assert.equal((await call('GET', '/api/posts')).status, 200)
  assert.equal((await call('GET', '/api/posts')).status, 429)
  return { ...key, call }
}

test('reads are none', async () => {
  const { call } = await atItsLimit()
  const told = []
  for (let sent = 0; sent < 10; sent++)
    told.push((await call('GET', '/api/posts', undefined, known)).status)
  assert.deepEqual([...new Set(told)], [429])
})

test('rehearsals are none', async () => {
  const { call } = await atItsLimit()
  const told = []
  for (let sent = 0; sent < 10; sent++) {
    const body = { ...draft(`Perhaps ${sent}`), when: inAnHour(clock), dry_run: true }
    told.push((await call('POST', '/api/posts', body, known)).status)
  }
  assert.deepEqual([...new Set(told)], [429])
})

test('other calls under the same key are none, however often they are refused', async () => {
  const { call } = await atItsLimit()
  const told = []
  for (let sent = 0; sent < 10; sent++)
    told.push((await call('POST', '/api/posts', draft(`Another ${sent}`), known)).status)
  assert.ok(told.includes(429), told.join())
})

test('reading resources over MCP is none', async () => {
  const { token } = await atItsLimit()
  const send = sender(service, '/mcp', token)
  const told = []
  for (let sent = 0; sent < 5; sent++) {
    const params = { uri: 'crier://accounts', arguments: { idempotency_key: 'sent-before' } }
    told.push((await send(...legacy('resources/read', params))).text.includes('too_many_requests'))
  }
  assert.deepEqual([...new Set(told)], [true])
})

test('over MCP the same call is one, and another is none', async () => {
  clock = new Date(clock.getTime() + 120_000)
  const { mcp } = await leashed(service, { requests_per_minute: 1 })
  const options = { idempotency_key: 'sent-before' }
  const first = await mcp('schedule_post', draft('Once'), options)
  assert.equal(first.code, undefined)
  const again = await mcp('schedule_post', draft('Once'), options)
  assert.equal(again.body['id'], first.body['id'])
  const others = [
    await mcp('schedule_post', draft('Another'), options),
    await mcp('publish_now', draft('Once'), options),
    await mcp('list_posts', {}, options),
  ]
  assert.deepEqual(
    others.map(({ code }) => code),
    others.map(() => 'too_many_requests'),
  )
})

test('of many repetitions at once ten are free', async () => {
  const { call } = await atItsLimit()
  const sent = Array.from({ length: 16 }, () => call('POST', '/api/posts', draft('Once'), known))
  const told = (await Promise.all(sent)).map(({ status }) => status)
  const passed = told.filter((status) => status === 201)
  const refused = told.filter((status) => status === 429)
  assert.deepEqual([passed.length, refused.length], [10, 6])
})

test('a repetition that is refused by now is one of the ten', async () => {
  const { call, adjust } = await atItsLimit()
  await adjust({ requests_per_minute: 3, actions: ['read'] })
  const told = []
  for (let sent = 0; sent < 12; sent++)
    told.push((await call('POST', '/api/posts', draft('Once'), known)).status)
  assert.deepEqual(told, [...Array<number>(10).fill(403), 429, 429])
})
