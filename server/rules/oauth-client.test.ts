import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientMetadata, knownScopes, redirectOf } from './oauth-client.ts'

const there = { redirect_uris: ['https://app.example/callback'] }

const taken = (said: Record<string, unknown>) => {
  const answer = clientMetadata({ ...there, ...said }, 'client_secret_basic')
  return 'metadata' in answer ? answer.metadata : assert.fail(answer.refusal.error_description)
}
const refusal = (said: Record<string, unknown>) => {
  const answer = clientMetadata({ ...there, ...said }, 'none')
  return 'refusal' in answer ? answer.refusal : assert.fail('It was taken.')
}

for (const uri of [
  'https://claude.ai/api/mcp/auth_callback',
  'https://app.example:8443/callback?from=here',
  'http://localhost/callback',
  'http://127.0.0.1:33418/',
  'http://[::1]:9/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'vscode-insiders://vscode.github-authentication/did-authenticate',
]) {
  test(`a client may be answered at ${uri}`, () =>
    assert.deepEqual(taken({ redirect_uris: [uri] }).redirect_uris, [uri]))
}

for (const uri of [
  'http://app.example/callback',
  'http://localhost.evil.example/callback',
  'http://127.0.0.2/callback',
  'http://2130706433.example/',
  'https://app.example/callback#here',
  'https://app.example/callback#',
  'https://user@app.example/callback',
  'https://user:secret@app.example/callback',
  'javascript:alert(1)',
  'data:text/html,hello',
  'myapp://callback',
  '/callback',
  '',
  `https://app.example/${'a'.repeat(2000)}`,
]) {
  test(`no client is answered at ${uri.slice(0, 60)}`, () => {
    const { error, error_description } = refusal({ redirect_uris: [uri] })
    assert.equal(error, 'invalid_redirect_uri')
    assert.ok(error_description.length < 400)
  })
}

test('one bad redirect among good ones refuses the client', () => {
  const redirect_uris = [...there.redirect_uris, 'http://app.example/']
  assert.match(refusal({ redirect_uris }).error_description, /app\.example\/"$/)
})

test('redirects are a list of one to twenty addresses', () => {
  const many = Array.from({ length: 21 }, (_, n) => `https://app.example/${n}`)
  for (const redirect_uris of [undefined, null, [], many, 'https://app.example/', [7], {}])
    assert.equal(refusal({ redirect_uris }).error, 'invalid_redirect_uri')
  assert.equal(taken({ redirect_uris: many.slice(1) }).redirect_uris.length, 20)
})

test('only the authorization code flow is offered', () => {
  for (const said of [
    { grant_types: ['client_credentials'] },
    { grant_types: 'authorization_code' },
    { grant_types: [] },
    { response_types: ['token'] },
    { response_types: ['code id_token'] },
  ])
    assert.equal(refusal(said).error, 'invalid_client_metadata', JSON.stringify(said))
  const all = taken({ grant_types: ['authorization_code', 'implicit'], response_types: ['code'] })
  assert.deepEqual(all.grant_types, ['authorization_code', 'refresh_token'])
})

test('a client with an address of its machine is native, whatever it says', () => {
  assert.equal(taken({ application_type: 'native' }).application_type, 'web')
  const redirect_uris = ['https://app.example/', 'http://localhost/']
  assert.equal(taken({ redirect_uris, application_type: 'web' }).application_type, 'native')
})

test('a client authenticates as it says, else as is usual for its kind, else not at all', () => {
  assert.equal(taken({}).token_endpoint_auth_method, 'client_secret_basic')
  const method = (token_endpoint_auth_method: unknown) =>
    taken({ token_endpoint_auth_method }).token_endpoint_auth_method
  assert.equal(method('client_secret_post'), 'client_secret_post')
  for (const said of ['private_key_jwt', 7, ['none']]) assert.equal(method(said), 'none')
})

test('its name is one line that people can read', () => {
  const name = (client_name: unknown) => taken({ client_name }).client_name
  assert.equal(name('  Notes \n\t and\u202emore\u0000 '), 'Notes and more')
  assert.equal(name('n'.repeat(200)), `${'n'.repeat(100)}…`)
  for (const said of ['', ' \n', 7, null, undefined]) assert.equal(name(said), undefined)
})

test('its addresses are https or left out', () => {
  const { client_uri, logo_uri } = taken({
    client_uri: 'https://app.example/about',
    logo_uri: 'javascript:alert(1)',
  })
  assert.deepEqual([client_uri, logo_uri], ['https://app.example/about', undefined])
  for (const said of ['http://app.example/', 'https://user@app.example/', 'nothing', 7])
    assert.equal(taken({ client_uri: said }).client_uri, undefined)
})

test('a person is told the host, and whether it is their own machine', () => {
  const told = (uri: string) => {
    const { host, loopback } = redirectOf(uri)
    return [host, loopback]
  }
  assert.deepEqual(told('https://app.example:8443/x'), ['app.example:8443', false])
  assert.deepEqual(told('http://127.0.0.1:9/x'), ['127.0.0.1:9', true])
  assert.deepEqual(told('http://[::1]:9/x'), ['[::1]:9', true])
  assert.deepEqual(told('cursor://anysphere.cursor-mcp/x'), [
    'cursor://anysphere.cursor-mcp',
    false,
  ])
})

test('of the scopes asked for the known ones are given, and always the one that everything needs', () => {
  assert.equal(knownScopes(undefined), 'mcp:use')
  assert.equal(knownScopes('openid email'), 'mcp:use')
  assert.equal(knownScopes('offline_access openid'), 'mcp:use offline_access')
})
