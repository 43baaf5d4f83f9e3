/** Signing in by a provider that also tells the roles, where nobody has a password. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { hashSecret } from '#rules/key.ts'
import { insertLink } from '#store/mail-links.ts'
import { openService, type TestService } from '../service.ts'
import { browser, trusting } from './browser.ts'
import { ada, me, rolesOf, signingIn } from './by-provider.ts'
import { allSent, mailTo, tokenIn } from './post.ts'
import { testProvider, type TestProvider } from './provider.ts'

let provider: TestProvider
let service: TestService
let signIn: ReturnType<typeof signingIn>

before(async () => {
  provider = await testProvider()
  service = await openService({
    ...trusting,
    ...provider.settings,
    OIDC_ROLES: 'groups: /crier/heads=owner; cn=desk,ou=press=editor; interns=author',
    PASSWORDS: 'off',
    SIGN_UP: 'open',
  })
  provider.serve(service.base_url)
  signIn = signingIn(provider)
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(async () => {
  await service[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

const heads = { ...ada, groups: ['/crier/heads', 'interns'] }

test('roles are what the provider says at each sign-in; who has none gets in no more, here or anywhere', async () => {
  const desk = { sub: 'mo', email: 'mo@example.org', email_verified: true, name: 'Mo' }
  const press = { ...desk, groups: ['cn=desk,ou=press'] }
  const page = browser(service)
  const early = await service.query('select id from persons')
  assert.deepEqual(early.rows, [])
  assert.equal(await signIn(page, desk), '/sign-in?problem=no_role')
  assert.equal(await signIn(page, press), '/sign-in?problem=first_owner')
  assert.equal(await signIn(browser(service), heads), '/')
  assert.deepEqual(await rolesOf(service, 'ada@example.org'), ['owner'])
  assert.equal(await signIn(page, press), '/')
  assert.deepEqual(await rolesOf(service, desk.email), ['editor'], 'and no workspace of their own')
  assert.equal(await signIn(browser(service), { ...desk, groups: ['interns'] }), '/')
  assert.deepEqual(await rolesOf(service, desk.email), ['author'])
  assert.ok(await me(page))
  const lasts = await service.query(
    `select count(*)::int as n from sessions where ends_at > now() + interval '11 hours' and ends_at < now() + interval '13 hours'`,
  )
  assert.equal(lasts.rows[0]?.['n'], 3)

  await service.query('update sessions set ends_at = null')
  assert.equal(await signIn(browser(service), { ...desk, groups: ['interns'] }), '/')
  assert.equal(await me(page), undefined, 'a session without an end would outlast the word')
  assert.equal(await signIn(page, { ...desk, groups: ['interns'] }), '/')
  provider.failing = '/me'
  assert.equal(await signIn(browser(service), press), '/sign-in?problem=unavailable')
  provider.failing = undefined
  assert.ok(await me(page), 'what is not told is not taken back')
  const gone = browser(service)
  assert.equal(await signIn(gone, { ...desk, groups: ['others'] }), '/sign-in?problem=no_role')
  assert.equal(await me(page), undefined, 'every session ended')
  assert.equal(await signIn(browser(service), { ...ada, groups: ['interns'] }), '/')
  assert.deepEqual(await rolesOf(service, 'ada@example.org'), ['owner'], 'there is always one')
  await service.query(`update sessions set ends_at = now() - interval '1 second'`)
  const back = browser(service)
  assert.equal(await signIn(back, press), '/')
  await service.query(`update sessions set ends_at = now() - interval '1 second'`)
  assert.equal(await me(back), undefined)
})

test('without passwords nothing that has to do with them works, but for the link of the command line', async () => {
  const page = browser(service)
  await signIn(page, heads)
  const password = 'analytical engine'
  const refused: [string, string, object][] = [
    ['POST', '/sign-in', { email: 'ada@example.org', password }],
    ['POST', '/sign-up', { name: 'Eve', email: 'eve@example.org', password }],
    ['POST', '/password/forgot', { email: 'ada@example.org' }],
    ['POST', '/password/reset', { token: 'x', password }],
    ['PUT', '/password', { current_password: password, password: `${password}s` }],
    ['POST', '/email', { email: 'ada@example.com', password }],
  ]
  for (const [method, path, body] of refused) {
    const answer = await page.ask(method, `/console${path}`, body)
    assert.equal(answer.status, 403, path)
    assert.match(JSON.stringify(answer.body), /Sign in by Example ID/)
  }
  assert.equal((await page.ask('GET', '/console/state')).body['passwords'], false)

  const begun = { kind: 'sign_up' as const, email: 'early@example.org' }
  const before = { name: 'Early', password_hash: 'of a sign-up from before' }
  const soon = new Date(Date.now() + 60_000)
  const link = { ...begun, token_hash: hashSecret('early'), about: before, expires_at: soon }
  await insertLink(service.db, link, new Date())
  const confirmed = await page.ask('POST', '/console/email/confirm', { token: 'early' })
  assert.equal(confirmed.status, 403)

  const eve = { sub: 'eve', email: 'eve@example.org', name: 'Eve', groups: ['interns'] }
  assert.equal(await signIn(browser(service), eve), '/sign-in?after=mailed')
  await allSent(service)
  const token = tokenIn(await mailTo(service, eve.email, /^Finish signing up/))
  const elsewhere = browser(service)
  assert.equal((await elsewhere.ask('POST', '/console/email/confirm', { token })).status, 204)
  assert.equal(await signIn(elsewhere, eve), '/')
  assert.deepEqual(await rolesOf(service, eve.email), ['author'])
})
