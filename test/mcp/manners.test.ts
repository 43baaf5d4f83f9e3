/** What clients ask of a server besides answers: what to warn of, what to show, what they may send, whom to send where. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { callers, surfaces } from '../surfaces/callers.ts'
import { newKey, newPost } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'
import { postIn } from '../surfaces/states.ts'
import { connect, openBrowser } from '../oauth/browser.ts'
import { register } from '../oauth/kit.ts'
import { openService } from '../service.ts'
import { answerOf } from './answer.ts'
import { legacy, messageOf, modern, resultOf, type Send, sender } from './rpc.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const send = sender(service)
const { x = 0, bluesky = 0 } = service.accounts

const Tools = z.looseObject({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      inputSchema: z.looseObject({}),
      annotations: z.looseObject({ destructiveHint: z.boolean(), openWorldHint: z.boolean() }),
    }),
  ),
})
const toolsOf = async (by: Send = send) =>
  Tools.parse(await resultOf(by(...modern('tools/list')))).tools

test('what takes away or replaces is announced so, and what leaves the house, and nothing else', async () => {
  const tools = await toolsOf()
  const those = (hint: 'destructiveHint' | 'openWorldHint') =>
    tools.filter(({ annotations }) => annotations[hint]).map(({ name }) => name)
  assert.deepEqual(those('destructiveHint').sort(), [
    'cancel_post',
    'delete_media',
    'delete_post',
    'manage_api_keys',
    'update_media',
    'update_post',
  ])
  assert.deepEqual(those('openWorldHint').sort(), [
    'publish_now',
    'restore_post',
    'retry_post',
    'schedule_post',
    'update_post',
    'upload_media',
  ])
})

test('no input asks for a format that a client refuses the tool for', async () => {
  for (const { name, inputSchema } of await toolsOf()) {
    const formats = JSON.stringify(inputSchema).match(/"format":"[^"]+"/g) ?? []
    assert.deepEqual(
      formats.filter((each) => each !== '"format":"date-time"'),
      [],
      name,
    )
  }
})

test('who takes anything takes our answers, and who takes neither form is told', async () => {
  for (const accept of ['*/*', 'application/*, text/*;q=0.5', 'text/html, */*;q=0.1']) {
    for (const [message, headers] of [modern('tools/list'), legacy('tools/list')]) {
      const said = await send(message, { ...headers, accept })
      assert.equal(said.status, 200, `${accept}: ${said.text.slice(0, 200)}`)
    }
  }
  const [message, headers] = legacy('tools/list')
  for (const accept of ['application/json', 'text/html', '*/*;q=0'])
    assert.equal((await send(message, { ...headers, accept })).status, 406, accept)
})

test('an older version is not agreed to when it has what we do not take', async () => {
  const hello = { capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const agreed = async (protocolVersion: string) => {
    const [message] = legacy('initialize', { ...hello, protocolVersion })
    return messageOf(await send(message)).result?.['protocolVersion']
  }
  for (const older of ['2025-03-26', '2024-11-05']) assert.equal(await agreed(older), '2025-11-25')
  for (const version of ['2025-06-18', '2025-11-25']) assert.equal(await agreed(version), version)
  // Before it has agreed to any, a client says none.
  const [message] = legacy('tools/list')
  assert.equal((await send(message)).status, 200)
})

test('a credential is shown the tools that it may use, and refused those that it is not shown', async () => {
  const all = (await toolsOf()).map(({ name }) => name)
  const reader = (await newKey(service, ['posts:read', 'analytics:read'])).token
  const drafter = (await leashed(service, { actions: ['read', 'draft'] })).token
  const paused = (await leashed(service, { paused: true })).token
  const shown = async (token: string) =>
    (await toolsOf(sender(service, '/mcp', token))).map(({ name }) => name)
  assert.deepEqual(await shown(reader), [
    'get_post',
    'list_posts',
    'list_scheduled',
    'get_queue_slots',
    'get_accounts',
    'get_capabilities',
    'get_stats',
    'get_analytics',
  ])
  const drafts = await shown(drafter)
  assert.ok(drafts.includes('schedule_post') && drafts.includes('upload_media'))
  for (const name of ['publish_now', 'delete_post', 'cancel_post', 'delete_media'])
    assert.ok(!drafts.includes(name), name)
  // Somebody may resume it while the client keeps its list.
  assert.ok((await shown(paused)).length > drafts.length)
  for (const token of [reader, drafter]) {
    const visible = await shown(token)
    const call = callers(service, token).mcp
    for (const name of all) {
      const args = name === 'list_scheduled' ? {} : { no_such_field: 1 }
      const { code } = await call(name, args)
      assert.equal(code === 'forbidden', !visible.includes(name), `${name}: ${code}`)
    }
  }
})

const opens = { elicitation: { url: {} } }
const Asked = z.looseObject({
  resultType: z.literal('input_required'),
  inputRequests: z.record(
    z.string(),
    z.looseObject({ params: z.looseObject({ mode: z.literal('url'), url: z.string() }) }),
  ),
})

test('a person is sent to the settings, and to what only a person may do', async () => {
  const wished = { content: 'x', social_account_ids: [x], when: 'next_slot' }
  const slots = modern('tools/call', { name: 'schedule_post', arguments: wished }, opens)
  const { inputRequests } = Asked.parse(await resultOf(send(...slots)))
  assert.equal(inputRequests['no_queue_slots']?.params.url, `${service.base_url}/settings/schedule`)

  const { client_id } = await register(service)
  const { access_token } = await connect(service, await openBrowser(service), client_id)
  const app = sender(service, '/mcp-oauth', access_token)
  const create = { name: 'manage_api_keys', arguments: { action: 'create', name: 'Mine' } }
  const asked = Asked.parse(await resultOf(app(...modern('tools/call', create, opens))))
  assert.equal(asked.inputRequests['human_required']?.params.url, `${service.base_url}/keys`)
  const plain = answerOf(await resultOf(app(...modern('tools/call', create))))
  assert.match(JSON.stringify(plain.body), /"code":"human_required".*"url":/)
})

for (const surface of surfaces) {
  const call = callers(service)[surface]

  test(`what is on its way is waited for: cancelling and deleting do not send each other round, over ${surface}`, async () => {
    const id = await postIn('publishing', service)
    for (const name of ['cancel_post', 'delete_post']) {
      const { code, body } = await call(name, { id })
      assert.equal(code, 'post_not_cancelable')
      assert.match(String(body['message']), /^Wait until it has settled/, name)
    }
    const scheduled = await newPost(service, { when: '2998-01-01T00:00:00Z' })
    assert.match(String((await call('delete_post', { id: scheduled })).body['message']), /^Cancel/)
  })
}

test('deleting what is out says that it is public still, and where', async () => {
  const { rest, mcp } = callers(service)
  const live = [{ account_id: bluesky, platform: 'bluesky', url: 'https://example.com/1' }]
  const told = await mcp('delete_post', { id: await postIn('partial', service) })
  assert.deepEqual(told.body['still_live'], live)
  const id = await postIn('partial', service)
  assert.equal((await rest('get_post', { id })).body['still_live'], undefined)
  const answer = await service.rest('DELETE', `/api/posts/${id}`)
  assert.equal(answer.status, 204)
  assert.equal(answer.headers.get('still-live'), `${bluesky};url="https://example.com/1"`)
  for (const call of [rest, mcp])
    assert.deepEqual((await call('get_post', { id })).body['still_live'], live)

  const draft = await newPost(service)
  assert.deepEqual((await mcp('delete_post', { id: draft })).body, { deleted: true, id: draft })
  const silent = await service.rest('DELETE', `/api/posts/${await newPost(service)}`)
  assert.equal(silent.headers.get('still-live'), null)
})
