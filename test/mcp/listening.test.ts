/** The official client listens: it hears of what its key may see, and of nothing else. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { setTimeout as pause } from 'node:timers/promises'
import { openService } from '../service.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const later = '2999-01-01T09:00:00Z'
const social_account_ids = Object.values(service.accounts)

/** A modern client, and what it was told so far. */
async function listening(token = service.token) {
  const client = new Client(
    { name: 'listener', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  )
  const told: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params: { uri } }) => {
    told.push(uri)
  })
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    told.push('tools')
  })
  const transport = new StreamableHTTPClientTransport(new URL(`${service.base_url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return { client, told, [Symbol.asyncDispose]: () => client.close() }
}

async function keyWith(leash: object) {
  const { body } = await service.rest('POST', '/api/api-keys', {
    name: 'Listener',
    abilities: ['*'],
    leash,
  })
  return z.object({ id: z.string(), token: z.string() }).parse(body)
}

async function post(content: string, fields: object = {}) {
  const { body } = await service.rest('POST', '/api/posts', {
    content,
    social_account_ids,
    scheduled_at: later,
    ...fields,
  })
  return z.int().parse(body['id'])
}

test('who listens for a post hears that it changed, and of no other post', async () => {
  await using listener = await listening()
  const [id, other] = [await post('Listened for'), await post('Not listened for')]
  const uri = `crier://posts/${id}`
  const subscription = await listener.client.listen({ resourceSubscriptions: [uri] })
  assert.deepEqual(subscription.honoredFilter, { resourceSubscriptions: [uri] })
  await service.rest('PUT', `/api/posts/${other}`, { content: 'Changed' })
  await service.rest('PUT', `/api/posts/${id}`, { content: 'Changed as well' })
  await until(() => listener.told.length > 0)
  assert.deepEqual(new Set(listener.told), new Set([uri]))
  await subscription.close()
  assert.equal(await subscription.closed, 'local')
})

test('lists of posts, accounts and slots are told as they change', async () => {
  await using listener = await listening()
  const uris = ['crier://posts/upcoming', 'crier://queue', 'crier://accounts']
  await listener.client.listen({ resourceSubscriptions: uris })
  await post('For the lists')
  await until(() => new Set(listener.told).size === 2)
  await service.query(`update accounts set health = 'needs_reconnect' where platform = 'x'`)
  await until(() => listener.told.includes('crier://accounts'))
  await service.query(`update accounts set health = 'healthy' where platform = 'x'`)
})

test('a key on a leash hears of its own accounts only, and nothing any more when it is revoked', async () => {
  const [mine, other] = social_account_ids
  const { id, token } = await keyWith({ account_ids: [mine] })
  await using listener = await listening(token)
  const [seen, hidden] = [
    await post('Within reach', { social_account_ids: [mine] }),
    await post('Out of reach', { social_account_ids: [other] }),
  ]
  const uris = [seen, hidden].map((post_id) => `crier://posts/${post_id}`)
  const subscription = await listener.client.listen({ resourceSubscriptions: uris })
  for (const post_id of [hidden, seen])
    await service.rest('PUT', `/api/posts/${post_id}`, { content: 'Changed' })
  await until(() => listener.told.length > 0)
  assert.deepEqual(new Set(listener.told), new Set([`crier://posts/${seen}`]))
  await service.rest('DELETE', `/api/api-keys/${id}`)
  await service.rest('PUT', `/api/posts/${seen}`, { content: 'Changed once more' })
  assert.notEqual(await subscription.closed, 'local')
})

for (const leash of [{ paused: true }, { actions: ['draft'] }])
  test(`a key with ${JSON.stringify(leash)} hears of no post`, async () => {
    const { token } = await keyWith(leash)
    await using listener = await listening(token)
    await using witness = await listening()
    const uri = `crier://posts/${await post('Listened for')}`
    const resourceSubscriptions = [uri, 'crier://posts/upcoming']
    for (const { client } of [listener, witness]) await client.listen({ resourceSubscriptions })
    await service.rest('PUT', uri.replace('crier://', '/api/'), { content: 'Changed' })
    await until(() => witness.told.includes(uri))
    await pause(500)
    assert.deepEqual(listener.told, [])
  })

test('what comes while a key is paused is told when it is resumed', async () => {
  const { id, token } = await keyWith({})
  await using listener = await listening(token)
  await using witness = await listening()
  const uri = `crier://posts/${await post('Listened for')}`
  const last = `crier://posts/${await post('Changed last')}`
  const resourceSubscriptions = [uri, last]
  for (const { client } of [listener, witness]) await client.listen({ resourceSubscriptions })
  const put = (leash: object) => service.rest('PUT', `/api/api-keys/${id}`, { leash })
  const change = (it: string, content: string) =>
    service.rest('PUT', it.replace('crier://', '/api/'), { content })
  // That a post was made may be told behind the begin of the stream, but not behind a later change.
  await change(last, 'Changed')
  await until(() => [listener, witness].every(({ told }) => told.includes(last)))
  for (const { told } of [listener, witness]) told.length = 0
  await put({ paused: true })
  await change(uri, 'Changed')
  await until(() => witness.told.includes(uri))
  await pause(500)
  assert.deepEqual(listener.told, [])
  await put({ paused: false })
  await until(() => listener.told.includes(uri))
})

test('a key that may do less is told that its tools are others', async () => {
  const { id, token } = await keyWith({})
  await using listener = await listening(token)
  await listener.client.listen({ toolsListChanged: true })
  await service.query(`update keys set abilities = '["posts:read"]' where id = ${id}`)
  await until(() => listener.told.includes('tools'))
})

test('a sixth stream of one key takes the place of its first', async () => {
  const { token } = await keyWith({})
  const streams = []
  const clients = []
  for (let n = 0; n < 6; n++) {
    const { client } = await listening(token)
    clients.push(client)
    streams.push(await client.listen({ toolsListChanged: true }))
  }
  assert.notEqual(await streams[0]?.closed, 'local')
  const open = await Promise.race([streams[1]?.closed, Promise.resolve('open')])
  assert.equal(open, 'open')
  for (const client of clients) await client.close()
})

/** What is not heard within 30 s is not told. */
async function until(true_: () => boolean) {
  for (let left = 600; !true_(); left--) {
    assert.ok(left > 0, 'It was not told.')
    await pause(50)
  }
}
