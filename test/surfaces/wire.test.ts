import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { text } from 'node:stream/consumers'
import { operations } from '#operations/index.ts'
import { limits } from '#rules/limits.ts'
import { openService } from '../service.ts'
import { refusal } from './callers.ts'
import { newPost } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const json = { 'content-type': 'application/json' }

async function refused(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) {
  const answer = await service.rest(method, path, body, headers)
  assert.ok(answer.headers.get('x-request-id'), `${method} ${path} has a request id`)
  return { ...answer, ...refusal(answer.status, answer.body), said: JSON.stringify(answer.body) }
}

test('an unknown address is a 404 of ours, whatever the method', async () => {
  for (const path of [
    '/',
    '/api/nothing',
    '/api/posts/1/nothing',
    '/.well-known/oauth-authorization-server/mcp',
  ]) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      assert.equal((await refused(method, path)).code, 'not_found', `${method} ${path}`)
    }
  }
})

test('an address that is no address is a 404 too', async () => {
  assert.equal((await refused('GET', '/api/posts/%zz')).code, 'not_found')
  assert.equal((await refused('GET', `/api/posts/${'1'.repeat(400)}`)).code, 'not_found')
})

test('another method of a known address is a 405 that says which ones there are', async () => {
  const known = new Map<string, string[]>()
  for (const { rest } of operations) {
    if (!('absent' in rest)) known.set(rest.path, [...(known.get(rest.path) ?? []), rest.method])
  }
  for (const [path, methods] of known) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (methods.includes(method)) continue
      const answer = await refused(method, path.replace(':id', '1'))
      assert.equal(answer.code, 'method_not_allowed')
      assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), methods.toSorted())
    }
  }
})

test('a body over the limit is a 413 that names the limit, with or without a length', async () => {
  const big = JSON.stringify({ content: 'x'.repeat(limits.body_bytes) })
  const answer = await refused('POST', '/api/posts', big)
  assert.equal(answer.code, 'payload_too_large')
  assert.match(JSON.stringify(answer.body), new RegExp(String(limits.body_bytes)))

  const chunked = await fetch(`${service.base_url}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, ...json },
    body: new Blob([big]).stream(),
    duplex: 'half',
  })
  assert.equal(chunked.status, 413)
})

test('anything but JSON is a 415', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ]) {
    const answer = await refused('POST', '/api/posts', '{"content":"x"}', { 'content-type': type })
    assert.equal(answer.code, 'unsupported_media_type', type)
    assert.match(answer.said, /"Send Content-Type: application\/json\."/, type)
  }
})

test('a 415 names what that address takes', async () => {
  for (const [method, path, type, wanted] of [
    ['POST', '/api/media', 'image/png', /multipart\/form-data with the file as its part “file”/],
    ['POST', '/api/media', 'application/octet-stream', /multipart\/form-data/],
    ['POST', '/api/media', 'text/csv', /multipart\/form-data/],
    ['PATCH', `/api/media/uploads/${randomUUID()}?offset=0`, 'video/mp4', /octet-stream\."/],
    ['POST', '/api/posts/import', 'multipart/form-data; boundary=x', /: text\/csv, or/],
  ] as const) {
    const answer = await refused(method, path, 'x', { 'content-type': type })
    assert.equal(answer.code, 'unsupported_media_type', `${path} ${type}`)
    assert.match(answer.said, wanted, `${path} ${type}`)
  }
})

test('a body that is no JSON object is a 422 of the body', async () => {
  const id = await newPost(service)
  for (const body of [
    '{',
    '{"content": "x"',
    "{'content': 'x'}",
    '[]',
    '[{"content":"x"}]',
    '"text"',
    '7',
    'true',
    'NaN',
    '[['.repeat(100_000),
  ]) {
    for (const [method, path] of [
      ['POST', '/api/posts'],
      ['PUT', `/api/posts/${id}`],
      ['POST', `/api/posts/${id}/cancel`],
    ] as const) {
      const { code, errors } = await refused(method, path, body)
      assert.equal(code, 'invalid', body.slice(0, 20))
      assert.deepEqual(Object.keys(errors), ['body'], body.slice(0, 20))
    }
  }
})

test('bytes that are no text are refused', async () => {
  const response = await fetch(`${service.base_url}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, ...json },
    body: Buffer.concat([
      Buffer.from('{"content":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('","social_account_ids":[1]}'),
    ]),
  })
  assert.equal(response.status, 422)
})

test('no body and null say nothing, which is enough for a move', async () => {
  for (const body of ['', '  ', 'null', undefined]) {
    const id = await newPost(service)
    const { status } = await service.rest('DELETE', `/api/posts/${id}`, body)
    assert.equal(status, 204)
  }
})

test('a request id of the caller is kept when it is harmless, and comes with every kind of answer', async () => {
  for (const [method, path] of [
    ['GET', '/health'],
    ['GET', '/ready'],
    ['GET', '/api/posts'],
    ['GET', '/api/nothing'],
    ['PATCH', '/api/posts'],
    ['POST', '/api/posts'],
    ['GET', '/media/nothing'],
    ['GET', '/mcp'],
  ] as const) {
    const { headers } = await service.rest(method, path, undefined, { 'x-request-id': 'abc-1.2:3' })
    assert.equal(headers.get('x-request-id'), 'abc-1.2:3', `${method} ${path}`)
  }
  for (const id of ['a b', 'x'.repeat(101), '<script>', '']) {
    const { headers } = await service.rest('GET', '/health', undefined, { 'x-request-id': id })
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  }
})

test('an answer over MCP carries a request id as well', async () => {
  const response = await fetch(`${service.base_url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.token}`,
      ...json,
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_accounts', arguments: {} },
    }),
  })
  assert.equal(response.status, 200)
  assert.ok(response.headers.get('x-request-id'))
  assert.match(await response.text(), /reconnect_url/)
})

test('what is not even HTTP is refused in the same shape', async () => {
  for (const [bytes, status] of [
    ['GARBAGE\r\n\r\n', 400],
    [`GET /api/posts HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(Number(new URL(service.base_url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(bytes)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
    assert.match(head, /x-request-id: /i)
    assert.match(body, /^\{"error":\{"code":"[a-z_]+","message":"[^"]+"/)
  }
})

test('a page on another site cannot reach the tools', async () => {
  const { code } = await refused('POST', '/mcp', {}, { origin: 'https://evil.example' })
  assert.equal(code, 'forbidden')
})
