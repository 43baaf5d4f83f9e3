import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { z } from 'zod'
import { newKey, proof, send } from '../dpop.ts'
import { NOW, stub } from './stub.ts'

const Proof = z.object({
  jti: z.string(),
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  nonce: z.string().optional(),
  ath: z.string().optional(),
})

function opened(jwt: string | undefined) {
  const [header = '', payload = '', signature = ''] = (jwt ?? '').split('.')
  const json = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  return {
    header: json(header),
    payload: Proof.parse(json(payload)),
    signed: `${header}.${payload}`,
    signature,
  }
}

test('a proof is signed by the key it shows, and shows nothing private', () => {
  const key = newKey()
  const url = 'https://pds.example/xrpc/a.b.c?secret=1#part'
  const { header, payload, signed, signature } = opened(
    proof(key, { method: 'GET', url, now: NOW, nonce: 'n', token: 'the token' }),
  )
  const { kty, crv, x, y } = key
  assert.deepEqual(header, { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })
  const ath = createHash('sha256').update('the token').digest('base64url')
  const { jti, ...rest } = payload
  assert(jti.length > 20)
  assert.deepEqual(rest, {
    htm: 'GET',
    htu: 'https://pds.example/xrpc/a.b.c',
    iat: NOW.getTime() / 1000,
    nonce: 'n',
    ath,
  })
  const publicKey = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
  const raw = Buffer.from(signature, 'base64url')
  assert.equal(raw.length, 64)
  assert(verify('sha256', Buffer.from(signed), { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw))
})

test('a proof without token and nonce leaves both claims out', () => {
  const { payload } = opened(
    proof(newKey(), { method: 'POST', url: 'https://a.example', now: NOW }),
  )
  assert(!('ath' in payload) && !('nonce' in payload))
})

const challenges = {
  'an authorization server': { status: 400, body: { error: 'use_dpop_nonce' } },
  'a PDS': { status: 401, headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"' } },
}
for (const [who, told] of Object.entries(challenges)) {
  test(`when ${who} asks for a nonce, the call is sent once more with it, under a new id`, async () => {
    const challenge = {
      body: {},
      ...told,
      headers: { ...('headers' in told && told.headers), 'dpop-nonce': 'new' },
    }
    const tools = stub(() => (tools.asked.length === 1 ? challenge : { body: { fine: true } }))
    const nonce = { value: undefined }
    const make = () => ({
      purpose: 'sign_in' as const,
      method: 'POST' as const,
      url: 'https://a.example/token',
      form: { a: 'b' },
    })
    const answer = await send(tools, make, { key: newKey(), nonce })
    assert.deepEqual(answer.json, { fine: true })
    const [first, second] = tools.asked.map(({ headers }) => opened(headers['dpop']).payload)
    assert.equal(first?.nonce, undefined)
    assert.equal(second?.nonce, 'new')
    assert.notEqual(first?.jti, second?.jti)
    assert.equal(nonce.value, 'new')
  })
}

test('a server that never takes a nonce is asked twice, not for ever', async () => {
  const tools = stub(() => ({
    status: 400,
    headers: { 'dpop-nonce': 'n' },
    body: { error: 'use_dpop_nonce' },
  }))
  const make = () => ({
    purpose: 'read' as const,
    method: 'POST' as const,
    url: 'https://a.example/token',
  })
  const answer = await send(tools, make, { key: newKey(), nonce: { value: undefined } })
  assert.equal(answer.status, 400)
  assert.equal(tools.asked.length, 2)
})
