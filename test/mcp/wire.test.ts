import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import { openService } from '../service.ts'
import { newNeighbour, newPost, stored } from '../surfaces/kit.ts'
import { answerOf } from './answer.ts'
import { legacy, messageOf, modern, sender } from './rpc.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const send = sender(service)
const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'x', version: '1' },
}

async function refused(body: Parameters<typeof send>[0], headers?: Record<string, string>) {
  const said = await send(body, headers)
  assert.ok(said.headers.get('x-request-id'))
  assert.doesNotMatch(said.text, /node_modules|\.ts:|\\n +at /, 'no stack leaks')
  const { error, id } = messageOf(said)
  return { status: said.status, code: error?.code, id }
}

test('what is not JSON is the parse error of the protocol', async () => {
  for (const body of ['{', '', 'null,', '{"jsonrpc":"2.0",}', `${'['.repeat(70)}${']'.repeat(70)}`])
    assert.deepEqual(await refused(body), { status: 400, code: -32_700, id: null }, body)
})

test('JSON that is no message is an invalid request', async () => {
  for (const body of ['1', '"x"', 'null', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'])
    assert.equal((await refused(body)).status, 400, body)
  const ids = ['{"jsonrpc":"2.0","id":{},"method":"ping"}', '{"jsonrpc":"2.0","id":1,"method":7}']
  for (const body of ids) assert.equal((await refused(body)).status, 400, body)
})

test('a batch is refused before any of it is carried out, however long', async () => {
  const before = await stored(service)
  const call = {
    name: 'schedule_post',
    arguments: { content: 'x', social_account_ids: [1], when: 'draft' },
  }
  const [message] = legacy('tools/call', call)
  for (const length of [0, 1, 10_000]) {
    const batch = JSON.stringify(Array(length).fill(message))
    assert.deepEqual(await refused(batch), { status: 400, code: -32_600, id: null })
  }
  assert.deepEqual(await stored(service), before)
})

test('a body of more than 4 MiB is refused by its size, and one of less is read', async () => {
  const padded = (bytes: number) => {
    const [message] = legacy('tools/call', {
      name: 'get_stats',
      arguments: { x: 'x'.repeat(bytes) },
    })
    return send(message)
  }
  const fits = messageOf(await padded(2 * limits.body_bytes))
  assert.equal(fits.result?.['isError'], true)
  const said = await padded(5 * limits.body_bytes)
  assert.equal(said.status, 413)
  assert.match(messageOf(said).error?.message ?? '', new RegExp(String(limits.mcp_body_bytes)))
})

test('a body of another type is a 415', async () => {
  for (const type of [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
  ]) {
    const [message] = legacy('tools/list')
    assert.equal((await send(message, { 'content-type': type })).status, 415, type)
  }
})

test('sessions are not had: GET and DELETE are a 405', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    const headers = { authorization: `Bearer ${service.token}`, accept: 'text/event-stream' }
    const response = await fetch(`${service.base_url}/mcp`, { method, headers })
    assert.equal(response.status, 405, method)
    await response.body?.cancel()
  }
})

test('an unknown method, tool, prompt or resource is an error of the protocol, in both eras', async () => {
  const cases = [
    ['tools/publish', {}, -32_601],
    ['tools/call', { name: 'publish_everything' }, -32_602],
    ['prompts/get', { name: 'plan_year' }, -32_602],
    ['resources/read', { uri: 'crier://passwords' }, -32_602],
    ['resources/read', { uri: 'file:///etc/passwd' }, -32_602],
    ['resources/read', { uri: 'crier://posts/0' }, -32_602],
  ] as const
  for (const [method, params, code] of cases) {
    assert.equal((await refused(...modern(method, params))).code, code, method)
    const old = await refused(...legacy(method, params))
    assert.ok(old.code === code || (method === 'resources/read' && old.code === -32_002), method)
  }
})

test('versions: known ones are spoken, an unknown one is met with those that are', async () => {
  for (const version of ['2025-11-25', '2025-06-18']) {
    const [message] = legacy('initialize', { ...initialize, protocolVersion: version })
    assert.equal(messageOf(await send(message)).result?.['protocolVersion'], version)
  }
  const [older] = legacy('initialize', { ...initialize, protocolVersion: '1999-01-01' })
  assert.match(String(messageOf(await send(older)).result?.['protocolVersion']), /^2025-/)
  const [message, headers] = modern('tools/list')
  const meta = { ...z.looseObject({ _meta: z.looseObject({}) }).parse(message['params'])._meta }
  meta['io.modelcontextprotocol/protocolVersion'] = '2999-01-01'
  const body = { ...message, params: { _meta: meta } }
  const said = await send(body, { ...headers, 'mcp-protocol-version': '2999-01-01' })
  const { error } = messageOf(said)
  assert.deepEqual([said.status, error?.code], [400, -32_022])
  assert.deepEqual(z.looseObject({ supported: z.array(z.string()) }).parse(error?.data).supported, [
    '2026-07-28',
  ])
})

test('headers that contradict the body are refused', async () => {
  const [message, headers] = modern('tools/call', { name: 'get_stats', arguments: {} })
  for (const wrong of [
    { 'mcp-method': 'tools/list' },
    { 'mcp-name': 'get_post' },
    { 'mcp-protocol-version': '2025-11-25' },
  ])
    assert.equal(
      (await refused(message, { ...headers, ...wrong })).code,
      -32_020,
      JSON.stringify(wrong),
    )
})

test('wrong arguments are an answer of the tool, which names the fields', async () => {
  const wrong = [
    [
      'schedule_post',
      { content: 7, social_account_ids: 'x', when: {} },
      ['content', 'social_account_ids', 'when'],
    ],
    ['get_post', {}, ['id']],
    ['get_queue_slots', { count: 51 }, ['count']],
    ['manage_api_keys', { action: 'burn' }, ['action']],
  ] as const
  for (const [name, args, fields] of wrong) {
    const { result } = messageOf(await send(...modern('tools/call', { name, arguments: args })))
    assert.equal(result?.['isError'], true)
    const shape = z.object({
      error: z.object({
        code: z.literal('invalid'),
        message: z.string(),
        errors: z.record(z.string(), z.unknown()),
      }),
    })
    const { errors } = shape.parse(answerOf(result).body).error
    assert.deepEqual(new Set(Object.keys(errors)), new Set<string>(fields), name)
  }
  for (const args of [[], 'x', 7]) {
    const said = await send(...modern('tools/call', { name: 'get_stats', arguments: args }))
    const { error, result } = messageOf(said)
    assert.ok(error?.code === -32_602 || result?.['isError'] === true, JSON.stringify(args))
  }
})

test('a resource of another workspace is not there', async () => {
  const next = await newNeighbour(service)
  const theirs = sender(service, '/mcp', next.token)
  const id = await newPost(service)
  for (const uri of [`crier://posts/${id}`, `crier://posts/${id + 1000}`]) {
    const { error } = messageOf(await theirs(...modern('resources/read', { uri })))
    assert.deepEqual([error?.code, error?.data], [-32_602, { uri }])
  }
})

test('another site can not use the browser of somebody who may', async () => {
  const [message] = legacy('tools/list')
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'nonsense' },
  ])
    assert.equal((await send(message, headers)).status, 403)
  assert.equal((await send(message, { origin: service.base_url })).status, 200)
})
