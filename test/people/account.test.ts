import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { prune } from '#chores/prune.ts'
import { doingOf, openService, type TestService } from '../service.ts'
import { ada, browser, trusting } from './browser.ts'
import { type Actor, owner } from './cast.ts'
import { allSent, mailTo, tokenIn } from './post.ts'

let service: TestService
let me: Actor
let password = ada.password
let email = ada.email
before(async () => {
  service = await openService(trusting)
  me = await owner(service)
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(() => service[Symbol.asyncDispose]())

const Sessions = z.object({
  sessions: z.array(z.object({ id: z.int(), current: z.boolean(), address: z.string() })),
})
const Made = z.object({ workspace: z.object({ id: z.int() }) })

const signIn = async (page = browser(service)) => {
  const answer = await page.ask('POST', '/console/sign-in', { email, password })
  return { page, answer }
}

test('a cookie that somebody planted is not the one that signing in gives', async () => {
  const planted = 'a'.repeat(43)
  const page = browser(service)
  page.cookies.set('crier_session', planted)
  assert.equal((await signIn(page)).answer.status, 200)
  assert.notEqual(page.cookies.get('crier_session'), planted)

  const before = page.cookies.get('crier_session') ?? ''
  await signIn(page)
  assert.notEqual(page.cookies.get('crier_session'), before)
  const stale = browser(service)
  stale.cookies.set('crier_session', before)
  assert.equal((await stale.ask('GET', '/console/me')).status, 401, 'the one before is over')
  const { rows } = await service.query(`select encode(token_hash, 'escape') as hash from sessions`)
  assert.ok(!rows.some(({ hash }) => hash === page.cookies.get('crier_session')))
})

test('two cookies of one name sign nobody in', async () => {
  const { page } = await signIn()
  const value = page.cookies.get('crier_session') ?? ''
  const cookie = `crier_session=${value}; crier_session=${'b'.repeat(43)}`
  const answer = await browser(service).ask('GET', '/console/me', undefined, { cookie })
  assert.equal(answer.status, 401)
})

test('sessions are listed with where they are, and each can be ended', async () => {
  const { page: other } = await signIn()
  await other.ask('GET', '/console/me', undefined, { 'user-agent': 'Another browser' })
  const { body } = await me.page.ask('GET', '/console/sessions')
  const { sessions } = Sessions.parse(body)
  assert.equal(sessions.filter(({ current }) => current).length, 1)
  assert.ok(sessions.every(({ address }) => address.startsWith('10.')))
  for (const { id } of sessions.filter(({ current }) => !current)) {
    assert.equal((await me.page.ask('DELETE', `/console/sessions/${id}`)).status, 204)
    assert.equal((await me.page.ask('DELETE', `/console/sessions/${id}`)).status, 404)
  }
  assert.equal((await other.ask('GET', '/console/me')).status, 401)
  assert.equal((await me.page.ask('GET', '/console/me')).status, 200)
})

test('signing out everywhere ends this session and every other one', async () => {
  const { page: a } = await signIn()
  const { page: b } = await signIn()
  assert.equal((await a.ask('POST', '/console/sign-out-everywhere')).status, 204)
  for (const page of [b, me.page]) assert.equal((await page.ask('GET', '/console/me')).status, 401)
  await signIn(me.page)
})

test('a session that nobody used for a month, or that began long ago, is over', async () => {
  for (const past of [
    "last_used_at = now() - interval '31 days'",
    "created_at = now() - interval '181 days'",
  ]) {
    const { page } = await signIn()
    await service.query(`update sessions set ${past} where id = (select max(id) from sessions)`)
    assert.equal((await page.ask('GET', '/console/me')).status, 401, past)
  }
})

test('a new password needs the old one, and ends the other sessions', async () => {
  const { page: other } = await signIn()
  const change = (current_password: string, next: string) =>
    me.page.ask('PUT', '/console/password', { current_password, password: next })
  const refused = await change('not my password', 'a better password')
  assert.equal(refused.status, 422)
  assert.deepEqual(Object.keys(refused.body['errors'] ?? {}), ['current_password'])
  assert.equal((await change(password, 'too short')).status, 422)

  assert.equal((await change(password, 'a better password')).status, 204)
  assert.equal((await other.ask('GET', '/console/me')).status, 401)
  assert.equal((await me.page.ask('GET', '/console/me')).status, 200, 'this one stays')
  assert.equal((await signIn()).answer.status, 401)
  password = 'a better password'
  assert.equal((await signIn()).answer.status, 200)
  await mailTo(service, email, /^Your password was changed/)
})

test('a forgotten password is replaced by a link from the mailbox, which works once and ends every session', async () => {
  const visitor = browser(service)
  assert.equal((await visitor.ask('POST', '/console/password/forgot', { email })).status, 202)
  const mail = await mailTo(service, email, /^Choose a new password/)
  assert.match(mail.link ?? '', /\/reset\?token=/)
  const token = tokenIn(mail)
  password = 'quite another password'
  const reset = () => visitor.ask('POST', '/console/password/reset', { token, password })
  const answers = await Promise.all([reset(), reset(), reset()])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 404, 404],
  )
  assert.equal((await me.page.ask('GET', '/console/me')).status, 401)
  const { answer } = await signIn(me.page)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body['person'], {
    id: me.id,
    name: ada.name,
    email,
    email_confirmed: true,
    locale: null,
    timezone: null,
  })
})

test('a link is over after its time', async () => {
  await browser(service).ask('POST', '/console/password/forgot', { email })
  await allSent(service)
  const token = tokenIn(await mailTo(service, email, /^Choose/))
  await service.query(`update mail_links set expires_at = now() - interval '1 second'`)
  const answer = await browser(service).ask('POST', '/console/password/reset', {
    token,
    password: 'whatever it is',
  })
  assert.equal(answer.status, 404)
})

test('an address changes when the new one is confirmed, and the old one hears of it', async () => {
  const ask = (given: object) => me.page.ask('POST', '/console/email', given)
  assert.equal((await ask({ email: 'ada@new.example', password: 'wrong password' })).status, 422)
  assert.equal((await ask({ email: 'ada@new.example', password })).status, 202)
  const token = tokenIn(await mailTo(service, 'ada@new.example', /^Confirm/))
  assert.equal((await signIn()).answer.status, 200, 'until then it is the old one')

  await browser(service).ask('POST', '/console/password/forgot', { email })
  await allSent(service)
  const old = tokenIn(await mailTo(service, email, /^Choose/))
  assert.equal(
    (await browser(service).ask('POST', '/console/email/confirm', { token })).status,
    204,
  )
  const told = await mailTo(service, email, /^Your address was changed/)
  assert.match(told.text, /ada@new\.example/)
  const answer = await browser(service).ask('POST', '/console/password/reset', {
    token: old,
    password: 'whatever it is',
  })
  assert.equal(answer.status, 404, 'links at the old address are over')
  email = 'ada@new.example'
  assert.equal((await signIn()).answer.status, 200)
})

test('a move to another address that a thief began ends with the password', async () => {
  await me.page.ask('POST', '/console/sign-in', { email, password })
  await me.page.ask('POST', '/console/email', { email: 'thief@example.org', password })
  const token = tokenIn(await mailTo(service, 'thief@example.org', /^Confirm/))
  const next = 'known to one person'
  const given = { current_password: password, password: next }
  assert.equal((await me.page.ask('PUT', '/console/password', given)).status, 204)
  password = next
  assert.equal(
    (await browser(service).ask('POST', '/console/email/confirm', { token })).status,
    404,
  )
})

test('an address that somebody else has is asked for in vain, without a word about it', async () => {
  await service.query(
    `insert into persons (name, email, password_hash, created_at) values ('Eve', 'eve@example.org', 'none', now())`,
  )
  const answer = await me.page.ask('POST', '/console/email', { email: 'eve@example.org', password })
  assert.equal(answer.status, 202)
  await allSent(service)
  const { rows } = await service.query(
    `select email from mail_links where email = 'eve@example.org'`,
  )
  assert.deepEqual(rows, [])
})

test('what is over is forgotten by the chore', async () => {
  await service.query(`update mail_links set expires_at = now() - interval '1 second'`)
  await service.query(`update attempts_at_secrets set hits = array[now() - interval '2 hours']`)
  await service.query(
    `insert into sessions (person_id, token_hash, address, agent, created_at, last_used_at)
      values (${me.id}, 'old', '', '', now() - interval '40 days', now() - interval '31 days')`,
  )
  await prune.run(await doingOf(service), AbortSignal.timeout(10_000))
  const { rows } = await service.query(`
    select (select count(*)::int from mail_links) as links, (select count(*)::int from attempts_at_secrets) as attempts,
      (select count(*)::int from sessions where token_hash = 'old') as sessions`)
  assert.deepEqual(rows, [{ links: 0, attempts: 0, sessions: 0 }])
  assert.equal((await me.page.ask('GET', '/console/me')).status, 200)
})

test('a mailbox gets no more links than a few, however often they are asked for', async () => {
  for (let n = 0; n < 8; n++) {
    await browser(service).ask('POST', '/console/password/forgot', { email })
    await service.query('delete from attempts_at_secrets')
  }
  await allSent(service)
  const { rows } = await service.query(
    `select email from mail_links where kind = 'reset' and email = '${email}'`,
  )
  assert.equal(rows.length, 5)
})

test('a name is changed, and a workspace is made and told its zone', async () => {
  const renamed = await me.page.ask('PUT', '/console/me', { name: 'Ada King' })
  assert.equal(renamed.status, 200)
  const made = await me.page.ask('POST', '/console/workspaces', {
    name: 'Second',
    timezone: 'Europe/Berlin',
  })
  assert.equal(made.status, 201)
  const { id } = Made.parse(made.body).workspace
  const changed = await me.page.ask('PUT', `/console/workspaces/${id}`, { timezone: 'Asia/Tokyo' })
  assert.deepEqual(changed.body['workspace'], {
    id,
    name: 'Second',
    timezone: 'Asia/Tokyo',
    in_doubt: 'look_then_send',
    plan: 'unlimited',
    erase_at: null,
    role: 'owner',
  })
  assert.deepEqual((await me.page.ask('GET', `/console/workspaces/${id}`)).body, changed.body)
  const careful = await me.page.ask('PUT', `/console/workspaces/${id}`, { in_doubt: 'ask' })
  assert.deepEqual(careful.body['workspace'], {
    id,
    name: 'Second',
    timezone: 'Asia/Tokyo',
    in_doubt: 'ask',
    plan: 'unlimited',
    erase_at: null,
    role: 'owner',
  })
  const wrong = await me.page.ask('PUT', `/console/workspaces/${id}`, { timezone: 'Mars/Olympus' })
  assert.equal(wrong.status, 422)

  const more = { name: 'One more', timezone: 'UTC' }
  const statuses = []
  for (let n = 0; n < 20; n++)
    statuses.push((await me.page.ask('POST', '/console/workspaces', more)).status)
  assert.deepEqual(statuses.slice(-3), [201, 422, 422], 'twenty are enough for one person')
})

test('a person keeps a language, written as the standard writes it, and may take it back', async () => {
  const { page } = await signIn()
  const put = (body: Record<string, unknown>) => page.ask('PUT', '/console/me', body)
  assert.equal((await put({ locale: 'DE-at' })).status, 200)
  const { body } = await page.ask('GET', '/console/me')
  assert.deepEqual(z.looseObject({}).parse(body['person']), {
    ...z.looseObject({}).parse(body['person']),
    id: me.id,
    locale: 'de-AT',
  })
  const renamed = await put({ name: 'Ada King' })
  assert.equal(z.looseObject({}).parse(renamed.body['person'])['locale'], 'de-AT', 'it stays')
  for (const wrong of [{}, { locale: 'not a language' }, { locale: 7 }, { language: 'de' }])
    assert.equal((await put(wrong)).status, 422, JSON.stringify(wrong))
  const taken = await put({ name: ada.name, locale: null })
  assert.equal(z.looseObject({}).parse(taken.body['person'])['locale'], null)
})

test('a person keeps a time zone of their own, and may take it back', async () => {
  const { page } = await signIn()
  const put = (body: Record<string, unknown>) => page.ask('PUT', '/console/me', body)
  const zoneOf = ({ body }: Awaited<ReturnType<typeof put>>) =>
    z.looseObject({}).parse(body['person'])['timezone']
  assert.equal(zoneOf(await put({ timezone: 'Asia/Kathmandu' })), 'Asia/Kathmandu')
  assert.equal(zoneOf(await put({ name: ada.name })), 'Asia/Kathmandu', 'it stays')
  for (const timezone of ['Mars/Olympus', '+02:00', '', 7]) {
    const refused = await put({ timezone })
    assert.equal(refused.status, 422, JSON.stringify(timezone))
    assert.deepEqual(Object.keys(z.looseObject({}).parse(refused.body['errors'])), ['timezone'])
  }
  assert.equal(zoneOf(await page.ask('GET', '/console/me')), 'Asia/Kathmandu')
  assert.equal(zoneOf(await put({ timezone: null })), null)
})
