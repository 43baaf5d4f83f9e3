/** Bytes as they travel: Node's own fetch would unpack them unasked. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, test } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openService } from '../service.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const social_account_ids = Object.values(service.accounts)
for (let n = 0; n < 5; n++) {
  const content = `A post among others ${n}`
  await service.rest('POST', '/api/posts', { content, social_account_ids, when: 'draft' })
}

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(service.base_url + path, {
    method,
    headers: { authorization: `Bearer ${service.token}`, ...headers },
  }).end()
  const [answer] = await once(sent, 'response')
  const message: IncomingMessage = answer
  return { status: message.statusCode, headers: message.headers, body: await buffer(message) }
}

test('a list is compressed for whoever takes it, and says the same', async () => {
  const plain = await get('/api/posts')
  assert.equal(plain.headers['content-encoding'], undefined)
  for (const [encoding, open] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const packed = await get('/api/posts', { 'accept-encoding': encoding })
    assert.equal(packed.headers['content-encoding'], encoding)
    assert.match(String(packed.headers['vary']), /Accept-Encoding/)
    assert.ok(packed.body.length < plain.body.length / 3)
    assert.deepEqual(open(packed.body), plain.body)
    assert.equal(packed.headers['etag'], plain.headers['etag'])
  }
})

test('whoever has a list already is told so without its bytes, until it changes', async () => {
  const { headers } = await get('/api/posts')
  const etag = String(headers.etag)
  const again = await get('/api/posts', { 'if-none-match': etag, 'accept-encoding': 'gzip' })
  assert.equal(again.status, 304)
  assert.equal(again.body.length, 0)
  assert.equal(again.headers.etag, etag)
  await service.rest('POST', '/api/posts', { content: 'New', social_account_ids, when: 'draft' })
  const changed = await get('/api/posts', { 'if-none-match': `"other", ${etag}` })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.etag, etag)
})

test('what is short, refused or no GET travels as it is', async () => {
  const packing = { 'accept-encoding': 'gzip, br' }
  const health = await get('/health', packing)
  assert.equal(health.headers['content-encoding'], undefined)
  const missing = await get('/api/posts/999999', { ...packing, 'if-none-match': '*' })
  assert.equal(missing.status, 404)
  assert.equal(missing.headers.etag, undefined)
  const made = await get('/api/api-keys', packing, 'POST')
  assert.equal(made.headers['content-encoding'], undefined)
})
