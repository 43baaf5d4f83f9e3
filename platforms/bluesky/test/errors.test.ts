import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { call } from '../../kit/http.ts'
import { Failure } from '../../platform.ts'
import { errorRows } from './error-rows.ts'
import { redact } from '../errors.ts'
import { NOW, stub, type Told } from './stub.ts'
import { read } from '../xrpc.ts'

async function failed(told: Told): Promise<Failure> {
  const tools = stub(() => told)
  const answer = await call(tools, { purpose: 'publish', method: 'GET', url: 'https://a.example' })
  try {
    read(answer, z.object({ uri: z.string() }), tools)
  } catch (error) {
    assert(error instanceof Failure)
    return error
  }
  throw new Error('The answer was taken.')
}

for (const { row, status, body, kind, code } of errorRows) {
  test(`${row} is ${kind}: ${code}`, async () => {
    const failure = await failed({ status, body })
    assert.deepEqual([failure.kind, failure.code], [kind, code])
    assert(failure.message.length > 10)
  })
}

test('no two rows have one name', () => {
  assert.equal(new Set(errorRows.map(({ row }) => row)).size, errorRows.length)
})

test('a rate limit says until when, and that the account waits', async () => {
  const reset = { 'ratelimit-reset': String(NOW.getTime() / 1000 + 90), 'retry-after': '10' }
  const at = async (headers: Record<string, string>) =>
    (await failed({ status: 429, headers, body: {} })).retry_at?.getTime()
  assert.equal(await at(reset), NOW.getTime() + 90_000)
  assert.equal(await at({ 'retry-after': '10' }), NOW.getTime() + 10_000)
  assert.equal(await at({ 'retry-after': 'Fri, 20 Nov 2026 12:01:00 GMT' }), NOW.getTime() + 60_000)
  assert.equal(await at({ 'retry-after': 'soon' }), NOW.getTime() + 120_000)
  assert.equal(await at({}), NOW.getTime() + 120_000)
  assert.equal((await failed({ status: 429 })).scope, 'account')
})

test('words never open an account', async () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkaWQ6eCJ9.c2lnbmF0dXJl'
  const spilled = [
    `{"accessJwt":"opaque-secret","refreshJwt":"cut-off-sec`,
    `{"access_token": "opaque-secret", "refresh_token":"opaque-secret"}`,
    `not allowed: ${jwt}`,
    `Authorization: Bearer opaque-secret`,
    `DPoP opaque-secret`,
    `grant_type=refresh_token&refresh_token=opaque-secret&client_id=x`,
    `code=opaque-secret&code_verifier=opaque-secret`,
    `ref-0123456789abcdef0123456789abcdef`,
    `password abcd-efgh-2345-ijkl is wrong`,
  ]
  for (const text of spilled) {
    const words = [redact(text), (await failed({ status: 200, body: text })).words ?? '']
    const refused = await failed({ status: 400, body: { error: 'Odd', message: text } })
    for (const said of [...words, refused.words ?? '', refused.message]) {
      assert.doesNotMatch(said, /secret|cut-off-sec|eyJ|ref-0|abcd-efgh/)
    }
  }
})
