import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { base_url } = service

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(base_url + path, init)
  const text = await response.text()
  const body: unknown =
    text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body }
}

const protectedResource = '/.well-known/oauth-protected-resource/mcp-oauth'

test('without a token /mcp-oauth says where its metadata is, and which scope it needs', async () => {
  const { status, headers } = await get('/mcp-oauth', { method: 'POST' })
  assert.equal(status, 401)
  assert.equal(
    headers.get('www-authenticate'),
    `Bearer resource_metadata="${base_url}${protectedResource}", scope="mcp:use"`,
  )
})

test('with a token that is not valid here it says so', async () => {
  for (const token of [service.token, 'x'.repeat(43), 'eyJhbGciOiJub25lIn0.e30.', 'nonsense']) {
    const { status, headers } = await get('/mcp-oauth', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(status, 401)
    assert.equal(
      headers.get('www-authenticate'),
      `Bearer resource_metadata="${base_url}${protectedResource}", scope="mcp:use", error="invalid_token"`,
    )
  }
})

test('key clients are not pulled into OAuth: /mcp names no metadata', async () => {
  const { status, headers } = await get('/mcp', { method: 'POST' })
  assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Bearer'])
})

test('the protected resource names its authorization server', async () => {
  const { status, headers, body } = await get(protectedResource)
  assert.equal(status, 200)
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.deepEqual(body, {
    resource: `${base_url}/mcp-oauth`,
    authorization_servers: [base_url],
    scopes_supported: ['mcp:use'],
    bearer_methods_supported: ['header'],
    resource_name: 'Crier',
  })
})

test('the authorization server says what it offers, under both names', async () => {
  const answers = await Promise.all([
    get('/.well-known/oauth-authorization-server'),
    get('/.well-known/openid-configuration'),
  ])
  assert.deepEqual(answers[0].body, answers[1].body)
  assert.deepEqual(answers[0].body, {
    issuer: base_url,
    authorization_endpoint: `${base_url}/oauth/authorize`,
    token_endpoint: `${base_url}/oauth/token`,
    registration_endpoint: `${base_url}/oauth/register`,
    revocation_endpoint: `${base_url}/oauth/revoke`,
    jwks_uri: `${base_url}/oauth/jwks`,
    scopes_supported: ['mcp:use', 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    request_uri_parameter_supported: false,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['EdDSA'],
  })
})

test('what clients look for and is not there is a real 404', async () => {
  for (const path of [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server/mcp-oauth',
    '/.well-known/oauth-authorization-server/mcp',
    '/mcp-oauth/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration/mcp',
    '/oauth/request',
    '/oauth/me',
    '/session/end/confirm',
    '/.well-known/anything',
  ]) {
    const { status } = await get(path)
    assert.equal(status, 404, path)
  }
})
