import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { appNotAccepted, codeOf, credentialsOf, pkce, tokens } from '../oauth.ts'
import { Failure } from '../../platform.ts'
import { redactor } from '../redaction.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const redacted = redactor(/never/g)

test('PKCE: a new verifier each time, of the length and the letters of RFC 7636, and its SHA-256', () => {
  const { keep, asked } = pkce()
  assert.match(keep.verifier, /^[\w.~-]{43,128}$/)
  const hash = createHash('sha256').update(keep.verifier).digest('base64url')
  assert.deepEqual(asked, { code_challenge: hash, code_challenge_method: 'S256' })
  assert.notEqual(pkce().keep.verifier, keep.verifier)
})

test('a callback brings a code, without what browsers hang on to it', () => {
  assert.equal(codeOf({ code: 'abc', state: 's' }, 'X', redacted), 'abc')
  assert.equal(codeOf({ code: 'abc#_' }, 'Threads', redacted), 'abc')
})

test('a callback without a code is a Failure that says whose no it is', () => {
  const failed = (answer: Record<string, string>) => {
    try {
      return codeOf(answer, 'X', redacted)
    } catch (error) {
      assert.ok(error instanceof Failure)
      return [error.kind, error.code, error.words]
    }
  }
  const denied = { error: 'access_denied', code: 'abc' }
  assert.deepEqual(failed(denied), ['rejected', 'access_denied', undefined])
  const spilled = { error: 'server_error', error_description: 'access_token=opaque-secret' }
  const words = 'server_error – access_token=***'
  assert.deepEqual(failed(spilled), ['rejected', 'authorization_failed', words])
  assert.deepEqual(failed({}), ['rejected', 'authorization_failed', ''])
})

test('a wrong app ends a connection that is being made, and holds up one that is made', () => {
  assert.equal(appNotAccepted('X', false, '').kind, 'rejected')
  const { kind, scope } = appNotAccepted('X', true, '')
  assert.deepEqual([kind, scope], ['later', 'app'])
})

test('what a token endpoint grants, defensively read', () => {
  const read = (answer: object) => tokens(7200).parse(answer)
  const access_token = 'a'
  assert.equal(read({ access_token, expires_in: '3600' }).expires_in, 3600)
  for (const expires_in of [undefined, null, 0, -5, 'soon'])
    assert.equal(read({ access_token, expires_in }).expires_in, 7200)
  assert.equal(read({ access_token, refresh_token: null }).refresh_token, null)
  assert.equal(tokens(7200).safeParse({ access_token: '' }).success, false)
})

test('the refresh token that was there stays where no other is granted', () => {
  const granted = tokens(7200).parse({ access_token: 'a', expires_in: 60 })
  const credentials = credentialsOf(granted, 'before', NOW)
  assert.deepEqual(credentials, {
    secret: { access_token: 'a', refresh_token: 'before' },
    expires_at: new Date('2026-11-20T12:01:00Z'),
    refreshable: true,
  })
  assert.equal(credentialsOf(granted, null, NOW).refreshable, false)
  const turned = credentialsOf({ ...granted, refresh_token: 'next' }, 'before', NOW)
  assert.equal(turned.secret['refresh_token'], 'next')
})
