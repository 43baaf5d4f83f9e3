import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { documentHost } from './document-host.ts'
import { authorizeUrl, pkce, send } from './kit.ts'

type Page = (id: string, response: ServerResponse) => void

const json =
  (document: (id: string) => unknown, headers = {}): Page =>
  (id, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(document(id)))

const claudeCode = (client_id: string) => ({
  client_id,
  client_name: 'Claude Code',
  client_uri: 'https://claude.ai',
  redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

const pages: Record<string, Page> = {
  '/claude-code': json(claudeCode, { 'cache-control': 'max-age=600' }),
  '/web': json((client_id) => ({ client_id, redirect_uris: ['https://chatgpt.com/connector/x'] })),
  '/jwt': json((client_id) => ({
    ...claudeCode(client_id),
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: 'https://10.0.0.1/keys',
  })),
  '/other-id': json(() => claudeCode('https://claude.ai/oauth/claude-code-client-metadata')),
  '/secret': json((client_id) => ({ ...claudeCode(client_id), client_secret: 'shared' })),
  '/evil-redirect': json((client_id) => ({
    ...claudeCode(client_id),
    redirect_uris: ['http://evil.example/'],
  })),
  '/no-redirect': json((client_id) => ({ client_id })),
  '/list': json(() => []),
  '/html': (_, response) => void response.writeHead(200).end('<!doctype html>'),
  '/error': (_, response) => void response.writeHead(503).end(),
  '/moved': (_, response) => void response.writeHead(302, { location: '/claude-code' }).end(),
  '/large': (_, response) => void response.writeHead(200).end('x'.repeat(100_000)),
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{')
    setTimeout(() => response.destroy(), 20)
  },
}

const host = await documentHost((request, response) => {
  const page = pages[request.url ?? '']
  if (page) page(`${host.origin}${request.url}`, response)
  else response.writeHead(404).end()
})
const inside = await documentHost((_, response) => void response.end('{}'))
const service = await openService({ ROLE: 'api' }, { reachable: [host.origin] })
after(async () => {
  await service[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
  await inside[Symbol.asyncDispose]()
})

const ask = (client_id: string, redirect_uri = 'http://localhost:51999/callback') =>
  send(authorizeUrl(service, client_id, pkce().challenge, { redirect_uri }))

test('Claude Code is known by its document, whatever port it listens on', async () => {
  for (const redirect of ['http://localhost:51999/callback', 'http://127.0.0.1:3/callback']) {
    const { status, text } = await ask(`${host.origin}/claude-code`, redirect)
    assert.equal(status, 303, text)
  }
  const fetched = host.asked.filter((path) => path === '/claude-code')
  assert.equal(fetched.length, 1, 'the document is kept for as long as it says')
})

test('a document may leave out what has a default', async () => {
  const { status } = await ask(`${host.origin}/web`, 'https://chatgpt.com/connector/x')
  assert.equal(status, 303)
})

test('a client that could sign is taken as the public one that it also is', async () => {
  assert.equal((await ask(`${host.origin}/jwt`)).status, 303)
})

test('another path, host or scheme than the document has is no redirect of the client', async () => {
  for (const redirect of [
    'http://localhost:51999/other',
    'http://evil.example:51999/callback',
    'https://localhost:51999/callback',
  ]) {
    const { status, headers } = await ask(`${host.origin}/claude-code`, redirect)
    assert.deepEqual([status, headers.get('location')], [400, null], redirect)
  }
})

for (const path of Object.keys(pages).slice(3)) {
  test(`a document that is wrong in the way of ${path} makes no client`, async () => {
    const { status, headers, text } = await ask(`${host.origin}${path}`)
    assert.deepEqual([status, headers.get('location')], [400, null])
    assert.match(text, /<p role="alert">/)
  })
}

test('a document that points inside is not fetched', async () => {
  const { port } = new URL(inside.origin)
  for (const address of [
    inside.origin,
    `https://127.0.0.1:${port}`,
    `https://[::1]:${port}`,
    'https://127.0.0.1',
    'https://10.0.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254',
    'https://[fd00::1]',
    'https://[::ffff:127.0.0.1]',
    'https://2130706433',
  ]) {
    const { status, headers } = await ask(`${address}/client`)
    assert.deepEqual([status, headers.get('location')], [400, null], address)
  }
  assert.equal(inside.connections(), 0)
})

test('an id that only looks like an address is not fetched', async () => {
  const before = host.asked.length
  const { host: name } = new URL(host.origin)
  for (const id of [
    `http://${name}/claude-code`,
    `https://user@${name}/claude-code`,
    `https://${name}/a/../claude-code`,
    `${host.origin}/claude-code#here`,
    'https://',
  ]) {
    assert.equal((await ask(id)).status, 400, id)
  }
  assert.equal(host.asked.length, before)
})
