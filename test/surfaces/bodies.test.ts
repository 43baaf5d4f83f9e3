/** What stands around a call: how its body is written, and from where it comes. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openService } from '../service.ts'
import { newPost, stored } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const social_account_ids = Object.values(service.accounts)

test('a field that stands twice in an object is refused, wherever it is and however it is spelled', async () => {
  const before = await stored(service)
  const ids = `"social_account_ids":[${social_account_ids.join()}]`
  const [id] = social_account_ids
  for (const [body, name] of [
    [`{"content":"one",${ids},"content":"two"}`, 'content'],
    [`{"content":"one",${ids},"c\\u006fntent":"two"}`, 'content'],
    [
      `{"content":"x",${ids},"platform_content":[{"account_id":${id},"account_id":${id}}]}`,
      'account_id',
    ],
    [`{"content":"x",${ids},"platform_options":{"x":{},"x":{}}}`, 'x'],
  ] as const) {
    const answer = await service.rest('POST', '/api/posts', body)
    assert.equal(answer.status, 422, body)
    assert.deepEqual(answer.body['errors'], {
      body: [`Send each field once: ${name} stands there twice.`],
    })
  }
  assert.deepEqual(await stored(service), before)
})

test('the same name in different objects, and in texts, is no repetition', async () => {
  const [first, second] = social_account_ids
  const answer = await service.rest('POST', '/api/posts', {
    content: '{"content":"a","content":"b"}, "\\" { [',
    social_account_ids,
    platform_content: [
      { account_id: first, content: 'content' },
      { account_id: second, content: 'content' },
    ],
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
})

test('over MCP a field that stands twice is refused as well', async () => {
  const response = await fetch(`${service.base_url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cancel_post","arguments":{"id":1,"id":2}}}',
  })
  assert.equal(response.status, 400)
  assert.match(await response.text(), /id stands there twice/)
})

test('a compressed body is refused for what it is, and a plain one may say that it is plain', async () => {
  const body = JSON.stringify({ content: 'Zipped', social_account_ids })
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' }
  const send = (content: string | Blob, encoding: string) =>
    fetch(`${service.base_url}/api/posts`, {
      method: 'POST',
      headers: { ...headers, 'content-encoding': encoding },
      body: content,
    })
  for (const encoding of ['gzip', 'br', 'identity, gzip', 'nonsense']) {
    const answer = await send(encoding === 'gzip' ? new Blob([gzipSync(body)]) : body, encoding)
    assert.equal(answer.status, 415, encoding)
    assert.equal(answer.headers.get('accept-encoding'), 'identity')
    assert.match(await answer.text(), /"unsupported_media_type".*without Content-Encoding/)
  }
  for (const encoding of ['identity', 'Identity'])
    assert.equal((await send(body, encoding)).status, 201, encoding)
})

test('a page of another site may call the API with a key, and read refusals too; never with a cookie', async () => {
  const id = await newPost(service)
  const origin = 'https://elsewhere.example'
  const asked = await fetch(`${service.base_url}/api/posts/${id}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization, content-type, idempotency-key',
    },
  })
  assert.equal(asked.status, 204)
  assert.match(asked.headers.get('access-control-allow-methods') ?? '', /\bPUT\b/)
  for (const name of ['authorization', 'content-type', 'idempotency-key'])
    assert.match(
      asked.headers.get('access-control-allow-headers') ?? '',
      new RegExp(`\\b${name}\\b`, 'i'),
    )

  for (const [path, authorization, status] of [
    [`/api/posts/${id}`, `Bearer ${service.token}`, 200],
    ['/api/posts/999999', `Bearer ${service.token}`, 404],
    ['/api/posts', 'Bearer nonsense', 401],
    ['/api/nothing', '', 404],
  ] as const) {
    const answer = await fetch(service.base_url + path, { headers: { origin, authorization } })
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*', path)
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    const readable = answer.headers.get('access-control-expose-headers') ?? ''
    // What a 204 has to say stands in a header alone.
    for (const name of ['X-Request-Id', 'Still-Live']) assert.match(readable, new RegExp(name))
  }
  for (const path of ['/console/session', '/mcp', '/']) {
    const answer = await fetch(service.base_url + path, { headers: { origin } })
    assert.equal(answer.headers.get('access-control-allow-origin'), null, path)
  }
})
