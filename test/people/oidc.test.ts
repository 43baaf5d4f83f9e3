/** Signing in by a provider, against one that is not ours: who gets in, as whom, and what is refused on the way. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openIdProvider } from '#access/oidc.ts'
import { passwords } from '#access/passwords.ts'
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import { enterBy } from '#people/oidc-person.ts'
import type { RoleMapping } from '#rules/oidc.ts'
import { checkSignIn } from '#people/sign-in.ts'
import { seal } from '#store/seal.ts'
import { openService, type TestService } from '../service.ts'
import { browser, trusting } from './browser.ts'
import { ada, begin, DOOR, me, pathOf, placeOf, rolesOf, signingIn } from './by-provider.ts'
import { invitationFor } from './cast.ts'
import { mailTo } from './post.ts'
import { CALLBACK, testProvider, type TestProvider } from './provider.ts'

let provider: TestProvider
let service: TestService
let signIn: ReturnType<typeof signingIn>

before(async () => {
  provider = await testProvider()
  service = await openService({ ...trusting, ...provider.settings })
  signIn = signingIn(provider)
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(async () => {
  await service[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

test('a provider that is down keeps nobody from starting, and is asked again by the next who comes', async () => {
  provider.down = true
  const page = browser(service)
  assert.equal((await page.ask('GET', '/ready')).status, 200)
  const state = await page.ask('GET', '/console/state')
  assert.deepEqual(state.body['oidc'], { name: 'Example ID' })
  assert.equal(
    placeOf(await page.go(`${DOOR}?return_to=/posts`)),
    '/sign-in?problem=unavailable&return_to=%2Fposts',
  )
  provider.down = false
  provider.serve(service.base_url, 'http://127.0.0.1:1')
  const url = new URL(await begin(page))
  assert.equal(url.origin, provider.issuer)
  const asked = Object.fromEntries(url.searchParams)
  assert.equal(asked['code_challenge_method'], 'S256')
  for (const each of ['state', 'nonce', 'code_challenge'])
    assert.match(asked[each] ?? '', /^[\w-]{43}$/)
})

test('the first person owns the instance, is known by a cookie from then on, and needs no password', async () => {
  const page = browser(service)
  assert.equal(await signIn(page, ada, '?return_to=/posts?status=draft'), '/posts?status=draft')
  assert.match(page.set_cookie, /^crier_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/)
  const person = await me(page)
  assert.equal(person?.email, 'ada@example.org')
  assert.equal(person?.email_confirmed, true)
  assert.deepEqual(await rolesOf(service, 'ada@example.org'), ['owner'])

  const again = browser(service)
  const moved = { ...ada, email: 'elsewhere@example.org', email_verified: false }
  assert.equal(await signIn(again, moved), '/')
  assert.equal((await me(again))?.id, person?.id, 'who somebody is hangs on the subject')
  const tried = { email: 'ada@example.org', password: 'there is none for her' }
  assert.equal((await page.ask('POST', '/console/sign-in', tried)).status, 401)
  assert.equal((await page.ask('POST', '/console/sign-out')).status, 204)
  assert.equal(await me(page), undefined)
})

test('an answer is good once, in the browser that asked, for what it was asked', async () => {
  const page = browser(service)
  provider.who = ada
  const answer = pathOf(await provider.through(await begin(page)))
  assert.equal(placeOf(await browser(service).go(answer)), '/sign-in?problem=expired')
  assert.equal(placeOf(await page.go(answer)), '/sign-in?problem=expired', 'it was used up')

  const changes: [string, Record<string, string | undefined>][] = [
    ['expired', { state: 'x'.repeat(43) }],
    ['expired', { state: undefined }],
    ['refused', { iss: 'https://other.example' }],
    ['refused', { iss: undefined }],
    ['refused', { code: 'x'.repeat(43) }],
    ['refused', { code: undefined }],
  ]
  for (const [reason, change] of changes) {
    const url = await provider.through(await begin(page))
    const said = placeOf(await page.go(pathOf(url, change)))
    assert.equal(said, `/sign-in?problem=${reason}`, JSON.stringify(change))
  }
  // Somebody else's code: it was given for another challenge.
  const stolen = (await provider.through(await begin(browser(service)))).searchParams.get('code')
  const mine = await provider.through(await begin(page))
  const swapped = pathOf(mine, { code: stolen ?? '' })
  assert.equal(placeOf(await page.go(swapped)), '/sign-in?problem=refused')

  const asked = new URL(await begin(page))
  asked.searchParams.set('nonce', 'of another question')
  const other = pathOf(await provider.through(asked.href))
  assert.equal(placeOf(await page.go(other)), '/sign-in?problem=refused')

  const late = pathOf(await provider.through(await begin(page)))
  await service.query(`update oidc_requests set expires_at = now() - interval '1 second'`)
  assert.equal(placeOf(await page.go(late)), '/sign-in?problem=expired')
  assert.equal(await me(page), undefined)
  const look = { method: 'HEAD', redirect: 'manual' as const }
  for (const path of [DOOR, late])
    assert.equal((await fetch(service.base_url + path, look)).status, 404)
})

test('it goes on to a page of ours and to nothing else', async () => {
  for (const place of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    DOOR,
  ]) {
    const page = browser(service)
    assert.equal(await signIn(page, ada, `?return_to=${encodeURIComponent(place)}`), '/', place)
  }
})

test('what the provider refuses, or fails at, is told in a word of ours, and it is tried again', async () => {
  const page = browser(service)
  const told = { access_denied: 'denied', server_error: 'unavailable', invalid_scope: 'refused' }
  for (const [error, reason] of Object.entries(told)) {
    const place = await signIn(page, { error }, '?return_to=/posts')
    assert.equal(place, `/sign-in?problem=${reason}&return_to=%2Fposts`)
  }
  provider.who = ada
  const answer = pathOf(await provider.through(await begin(page)))
  provider.down = true
  assert.equal(placeOf(await page.go(answer)), '/sign-in?problem=unavailable')
  provider.down = false
  assert.equal(await signIn(page, ada), '/')
})

test('a clock that is off is told from a token that is wrong', async () => {
  await using ask = guardedFetch({ allow: [provider.issuer] })
  const { OIDC_CLIENT_ID: client_id = '', OIDC_CLIENT_SECRET: secret = '' } = provider.settings
  const settings = { issuer: provider.issuer, client_id, client_secret: { reveal: () => secret } }
  const now = () => new Date(Date.now() + 3 * 3600_000)
  const late = openIdProvider({ ...settings, name: 'Example ID', roles: undefined }, { ask, now })
  const bond = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
  provider.who = ada
  const url = await provider.through(await late.begin(`http://127.0.0.1:1${CALLBACK}`, bond))
  await assert.rejects(late.finish(url, bond), { name: 'NotSignedIn', reason: 'clock' })
})

test('a token is taken with the right signature only, and what is told besides is missed where something hangs on it', async () => {
  await using ask = guardedFetch({ allow: [provider.issuer] })
  const { OIDC_CLIENT_ID: client_id = '', OIDC_CLIENT_SECRET: secret = '' } = provider.settings
  const settings = { issuer: provider.issuer, client_id, client_secret: { reveal: () => secret } }
  const now = () => new Date()
  const finish = async (roles: RoleMapping | undefined) => {
    const asked = openIdProvider({ ...settings, name: 'Example ID', roles }, { ask, now })
    const bond = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
    const url = await provider.through(await asked.begin(`http://127.0.0.1:1${CALLBACK}`, bond))
    return asked.finish(url, bond)
  }
  provider.who = ada
  provider.forging = true
  await assert.rejects(finish(undefined), { reason: 'refused' }, 'signed by somebody else')
  provider.forging = false
  provider.in_token = true
  provider.serve('http://127.0.0.1:1')
  provider.who = { sub: 'ada', email: 'ada@example.org' }
  provider.failing = '/me'
  const { email, email_verified } = await finish(undefined)
  assert.deepEqual([email, email_verified], ['ada@example.org', false])
  await assert.rejects(finish({ claim: 'groups', roles: new Map() }), { reason: 'unavailable' })
  provider.failing = undefined
  provider.in_token = false
  provider.serve(service.base_url, 'http://127.0.0.1:1')
})

test('whoever has the address by the word of the provider is linked, once, and told; without its word nobody is', async () => {
  const host = browser(service)
  await signIn(host, ada)
  const workspace_id = Number((await service.query('select id from workspaces')).rows[0]?.['id'])
  const actor = { page: host, id: 0, email: 'ada@example.org', workspace_id }
  const email = 'grace@example.org'
  const invitation = await invitationFor(service, actor, { email, role: 'editor' })
  const grace = { name: 'Grace', email, password: 'a compiler of my own', invitation }
  const byPassword = browser(service)
  assert.equal((await byPassword.ask('POST', '/console/sign-up', grace)).status, 201)
  const { id } = (await me(byPassword)) ?? {}

  const page = browser(service)
  const claimed = { sub: 'grace', email, name: 'Somebody' }
  for (const word of [{}, { email_verified: false }])
    assert.equal(await signIn(page, { ...claimed, ...word }), '/sign-in?problem=unverified')
  assert.equal(await me(page), undefined)
  assert.equal(await signIn(page, { ...claimed, email_verified: true }), '/')
  assert.equal((await me(page))?.id, id)
  const mail = await mailTo(service, email, /^A way to sign in was added/)
  assert.match(mail.text, /Example ID/)

  const another = { ...claimed, sub: 'another grace', email_verified: true }
  assert.equal(await signIn(browser(service), another), '/sign-in?problem=other_link')
  const { email: who, password } = grace
  const still = await browser(service).ask('POST', '/console/sign-in', { email: who, password })
  assert.equal(still.status, 200, 'the password is good as before')
})

test('who is new needs an invitation: by its link, or to the address that the provider vouches for', async () => {
  const page = browser(service)
  const mary = { sub: 'mary', email: 'mary@example.org', email_verified: true, name: 'Mary' }
  assert.equal(await signIn(page, mary), '/sign-in?problem=invitation')
  assert.equal(await signIn(page, { sub: 'nobody' }), '/sign-in?problem=unverified')
  const host = browser(service)
  await signIn(host, ada)
  const workspace_id = Number((await service.query('select id from workspaces')).rows[0]?.['id'])
  const actor = { page: host, id: 0, email: 'ada@example.org', workspace_id }
  await invitationFor(service, actor, { email: mary.email, role: 'author' })
  assert.equal(await signIn(page, mary), '/')
  assert.equal((await me(page))?.name, 'Mary')
  assert.deepEqual(await rolesOf(service, mary.email), ['author'])

  const token = await invitationFor(service, actor, { email: 'joan@example.org', role: 'viewer' })
  const joan = { sub: 'joan', name: 'Joan' }
  const by = `?invitation=${token}`
  assert.equal(await signIn(page, joan, '?invitation=made-up'), '/sign-in?problem=unverified')
  assert.equal(await signIn(page, joan, by), '/')
  const { email, email_confirmed } = (await me(page)) ?? {}
  assert.deepEqual([email, email_confirmed], ['joan@example.org', true])
  assert.deepEqual(await rolesOf(service, 'joan@example.org'), ['viewer'])
  assert.equal(await signIn(browser(service), { sub: 'eve' }, by), '/sign-in?problem=unverified')
})

test('who is in already links it with the password, in one browser, and as nobody else', async () => {
  const page = browser(service)
  const password = 'a compiler of my own'
  const lin = { name: 'Lin', email: 'lin@example.org', password }
  const host = browser(service)
  await signIn(host, ada)
  const workspace_id = Number((await service.query('select id from workspaces')).rows[0]?.['id'])
  const actor = { page: host, id: 0, email: 'ada@example.org', workspace_id }
  const invitation = await invitationFor(service, actor, { email: lin.email, role: 'viewer' })
  assert.equal((await page.ask('POST', '/console/sign-up', { ...lin, invitation })).status, 201)
  const { id } = (await me(page)) ?? {}
  const unlinked = await page.ask('GET', '/console/identity')
  assert.deepEqual(unlinked.body, { linked: false, needs_password: true })

  const link = async (given: object) => page.ask('POST', '/console/identity', given)
  assert.equal((await link({})).status, 422)
  assert.equal((await link({ password: 'not the password' })).status, 422)
  const url = async () => String((await link({ password })).body['url'])
  provider.who = { sub: 'lin', email: 'work@example.org' }
  const elsewhere = pathOf(await provider.through(await url()))
  const session = page.cookies.get('crier_session') ?? ''
  page.cookies.delete('crier_session')
  assert.match(placeOf(await page.go(elsewhere)), /problem=expired/, 'she signed out meanwhile')
  page.cookies.set('crier_session', session)
  provider.who = ada
  const taken = pathOf(await provider.through(await url()))
  assert.match(placeOf(await page.go(taken)), /problem=other_link/)
  provider.who = { sub: 'lin', email: 'work@example.org' }
  const right = pathOf(await provider.through(await url()))
  assert.equal(placeOf(await page.go(right)), '/settings/security')
  assert.equal((await page.ask('GET', '/console/identity')).body['linked'], true)
  const again = browser(service)
  assert.equal(await signIn(again, { sub: 'lin' }), '/')
  assert.equal((await me(again))?.id, id)
})

test('the rules of signing up hold: nobody is new where it is closed, and where it is open each has a workspace', async () => {
  const people = peopleOf(service)
  const told = {
    issuer: `${provider.issuer}/`,
    subject: 'katherine',
    name: 'Katherine',
    claims: {},
  }
  const katherine = { ...told, email: 'katherine@example.org', email_verified: true }
  const closed = enterBy({ ...people, sign_up: 'closed' }, people.oidc, katherine, {})
  await assert.rejects(closed, { name: 'NotSignedIn', reason: 'closed' })
  const known = { ...told, subject: 'ada', email: undefined, email_verified: false }
  assert.ok('person' in (await enterBy({ ...people, sign_up: 'closed' }, people.oidc, known, {})))
  const open = { ...people, sign_up: 'open' as const }
  const unnamed = { ...told, email: undefined, email_verified: false }
  await assert.rejects(enterBy(open, people.oidc, unnamed, {}), { reason: 'no_address' })
  assert.ok('person' in (await enterBy(open, people.oidc, katherine, {})))
  assert.deepEqual(await rolesOf(service, katherine.email), ['owner'])
})

test('whose role the provider tells signs in there, and not by a password beside it', async () => {
  const { oidc, ...people } = peopleOf(service)
  const roles = { claim: 'groups', roles: new Map([['desk', 'editor' as const]]) }
  const tried = { email: 'grace@example.org', password: 'a compiler of my own' }
  assert.equal((await checkSignIn({ ...people, oidc }, tried)).email, tried.email)
  const refused = checkSignIn({ ...people, oidc: { ...oidc, roles } }, tried)
  await assert.rejects(refused, /Sign in by Example ID/)
  await assert.rejects(
    checkSignIn({ ...people, oidc: { ...oidc, roles } }, { ...tried, password: 'x' }),
    /belong together/,
  )
})

/** What the surfaces work with, where a rule is tried that the service does not have. */
function peopleOf({ db }: TestService) {
  const { issuer } = provider
  const never = async () => Promise.reject(new Error('Nobody is asked.'))
  const oidc = {
    issuer: `${issuer}/`,
    client_id: 'crier',
    client_secret: { reveal: () => '' },
    name: 'Example ID',
    roles: undefined,
    seal: seal('a key'),
    begin: never,
    finish: never,
  }
  const rest = {
    now: () => new Date(),
    passwords: passwords(),
    seal: seal('a key'),
    plan: 'unlimited',
  }
  return { db, ...rest, sign_up: 'first' as const, takes_passwords: true, oidc }
}
