import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { openBrowser, opens } from './browser.ts'
import { documentHost } from './document-host.ts'
import { plainClient, sendForm } from './kit.ts'
import { connectSdk, type Kept } from './sdk-client.ts'

let clock = new Date()
const host = await documentHost((request, response) => {
  const client_id = `${host.origin}${request.url}`
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...plainClient, client_id, client_name: 'By document' }))
})
const service = await openService({ ROLE: 'api' }, { now: () => clock, reachable: [host.origin] })
after(async () => {
  await service[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})

test('the official client finds its way from a 401 to a tool result, refreshes, and gives its tokens back', async () => {
  const kept: Kept = {}
  const browser = await openBrowser(service)
  const client = await connectSdk(service, browser, kept)

  const { tools } = await client.listTools()
  const withKey = await (await service.client()).listTools()
  const names = new Set(tools.map(({ name }) => name))
  const same = withKey.tools.filter(({ name }) => names.has(name))
  assert.deepEqual(tools, same, 'the same surface as behind a key')
  assert.ok(tools.length >= 22)
  const { structuredContent, isError } = await client.callTool({ name: 'get_accounts' })
  assert.notEqual(isError, true)
  assert.ok(JSON.stringify(structuredContent).includes('"platform":"x"'))

  const before = kept.tokens?.access_token ?? ''
  clock = new Date(clock.getTime() + 3601_000)
  assert.notEqual((await client.callTool({ name: 'get_accounts' })).isError, true)
  const refreshed = kept.tokens?.access_token ?? ''
  assert.notEqual(refreshed, before, 'it refreshed by itself')

  const client_id = kept.information?.client_id ?? ''
  await sendForm(`${service.base_url}/oauth/revoke`, { client_id, token: refreshed })
  assert.equal(await opens(service, refreshed), 401)
  await client.close()
})

test('a client that publishes its metadata does not register', async () => {
  const kept: Kept = {}
  const browser = await openBrowser(service)
  const client = await connectSdk(service, browser, kept, `${host.origin}/client.json`)
  assert.equal(kept.information?.client_id, `${host.origin}/client.json`)
  assert.notEqual((await client.callTool({ name: 'get_stats' })).isError, true)
  const { body } = await browser.call('GET', `/console/workspaces/${browser.workspace_id}/grants`)
  assert.ok(JSON.stringify(body).includes('"name":"By document"'))
  await client.close()
})

test('a person who ends it ends it at once: the client has to ask again', async () => {
  const kept: Kept = {}
  const browser = await openBrowser(service, { role: 'editor' })
  const client = await connectSdk(service, browser, kept)
  const path = `/console/workspaces/${browser.workspace_id}/grants`
  const { body } = await browser.call('GET', path)
  const [grant] = (body['grants'] ?? []) as { id: number }[]
  assert.equal((await browser.call('DELETE', `${path}/${grant?.id}`)).status, 204)
  delete kept.asked
  await assert.rejects(client.callTool({ name: 'get_accounts' }))
  assert.ok(kept.asked, 'it sends its person to allow it again')
  await client.close()
})
