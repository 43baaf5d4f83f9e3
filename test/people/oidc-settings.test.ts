/** What an operator sets for a provider, and what is read out of what a provider says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { ownPath, reasons, roleBy, RoleMappingText, toldBy } from '#rules/oidc.ts'
import { words as german } from '../../web/src/words/de/entry.ts'
import { words as english } from '../../web/src/words/en/entry.ts'

const SECRET_KEY = 'a key that is long enough for this test'
const whole = {
  OIDC_ISSUER: 'https://id.example.org/realms/home',
  OIDC_CLIENT_ID: 'crier',
  OIDC_CLIENT_SECRET: 'secret',
}

const read = (settings: Record<string, string>) =>
  readConfig(manifests, { SECRET_KEY, SANDBOX: 'off', ...settings })

function problemsOf(settings: Record<string, string>) {
  try {
    read(settings)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
}

test('a provider is set as a whole, and every wrong setting is told at once', () => {
  assert.equal(read({}).oidc, undefined)
  const { oidc, takes_passwords } = read({ ...whole, PASSWORDS: 'off' })
  assert.equal(oidc?.name, 'id.example.org')
  assert.equal(takes_passwords, false)
  assert.doesNotMatch(JSON.stringify(oidc), /"secret"/)

  const half = problemsOf({ OIDC_NAME: 'Home', PORT: 'x', OIDC_ROLES: 'owner', PASSWORDS: 'no' })
  const named = half.map((line) => line.split(':')[0])
  assert.deepEqual(
    new Set(named),
    new Set([
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_ISSUER',
      'OIDC_ROLES',
      'PASSWORDS',
      'PORT',
    ]),
  )
  assert.match(problemsOf({ PASSWORDS: 'off' }).join(), /^PASSWORDS: Set OIDC_ISSUER first/)
})

test('an issuer is spoken to in the clear in a private network only, and is never everybody at once', () => {
  const refused = [
    'http://id.example.org',
    'http://8.8.8.8:8080',
    'http://172.32.0.1',
    'http://[2001:db8::1]',
    'ftp://id.example.org',
    'https://me@id.example.org',
    'https://id.example.org/?realm=home',
    'https://login.microsoftonline.com/common/v2.0',
    'nowhere',
  ]
  for (const OIDC_ISSUER of refused) {
    const problems = problemsOf({ ...whole, OIDC_ISSUER })
    assert.ok(problems.length > 0, OIDC_ISSUER)
    for (const line of problems) assert.match(line, /^OIDC_ISSUER: /)
  }
  const taken = [
    'http://keycloak:8080/realms/home',
    'http://10.0.0.5',
    'http://[::1]:9000',
    'http://id.lan',
  ]
  for (const OIDC_ISSUER of taken) assert.deepEqual(problemsOf({ ...whole, OIDC_ISSUER }), [])
})

test('a claim gives the most that any of its values stands for, wherever it stands', () => {
  const mapping = RoleMappingText.parse(
    'groups: /heads=owner; cn=desk,ou=press=editor ;interns = author;',
  )
  assert.deepEqual([...mapping.roles.keys()], ['/heads', 'cn=desk,ou=press', 'interns'])
  assert.equal(roleBy(mapping, { groups: ['interns', 'cn=desk,ou=press'] }), 'editor')
  assert.equal(roleBy(mapping, { groups: '/heads' }), 'owner')
  for (const claims of [
    {},
    { groups: [] },
    { groups: null },
    { groups: ['Interns'] },
    { roles: ['interns'] },
  ])
    assert.equal(roleBy(mapping, claims), undefined, JSON.stringify(claims))
  const deep = RoleMappingText.parse('realm_access.roles: crier=viewer')
  assert.equal(roleBy(deep, { realm_access: { roles: ['crier'] } }), 'viewer')
  assert.equal(roleBy(deep, { 'realm_access.roles': ['crier'] }), 'viewer')
  assert.equal(roleBy(deep, { realm_access: 'crier' }), undefined)
  const named = RoleMappingText.parse('https://crier.example/roles: crier=viewer')
  assert.equal(roleBy(named, { 'https://crier.example/roles': 'crier' }), 'viewer')
  for (const text of [
    '',
    'groups',
    'groups:',
    'groups: a',
    'groups: =owner',
    'groups: a=king',
    'groups: a=owner; a=editor',
  ])
    assert.equal(RoleMappingText.safeParse(text).success, false, text)
})

test('an address and the word that it is theirs come from one mouth', () => {
  const verified = { email: 'Ada@example.org', email_verified: true }
  const told = (token: object, more?: object) => {
    const { email, email_verified } = toldBy(
      'https://id.example.org',
      { sub: '1', ...token },
      { ...more },
    )
    return [email, email_verified]
  }
  assert.deepEqual(told(verified), ['ada@example.org', true])
  assert.deepEqual(told({}, verified), ['ada@example.org', true])
  assert.deepEqual(told({ email: 'eve@example.org' }, { email_verified: true }), [
    'eve@example.org',
    false,
  ])
  assert.deepEqual(told({ email_verified: true }, { email: 'eve@example.org' }), [
    'eve@example.org',
    false,
  ])
  assert.deepEqual(told({ email: 'eve@example.org', email_verified: 'true' }), [
    'eve@example.org',
    false,
  ])
  assert.deepEqual(told({ email: 'no address', email_verified: true }), [undefined, false])
  const nameOf = (token: object) => toldBy('https://id.example.org', { sub: '1', ...token }).name
  assert.equal(nameOf({ name: ' ', preferred_username: 'ada' }), 'ada')
  assert.equal(nameOf({ email: 'ada@example.org' }), 'ada')
  assert.equal(nameOf({ name: 'a\nb' }), 'Somebody')
})

test('where to go on is a page of ours, or the first one', () => {
  assert.equal(ownPath('/posts?status=draft#x'), '/posts?status=draft')
  const others = [
    undefined,
    '',
    'posts',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    'https://evil.example/',
    '/sign-in/oidc?x',
    `/${'x'.repeat(2000)}`,
  ]
  for (const other of others) assert.equal(ownPath(other), '/', other)
})

test('whatever keeps somebody out is said on the page, in every language', () => {
  for (const { signIn } of [english, german])
    assert.deepEqual(Object.keys(signIn.problems).sort(), [...reasons].sort())
})
