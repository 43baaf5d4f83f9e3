import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openService, type TestService } from '../service.ts'
import { browser, trusting } from './browser.ts'
import { type Actor, owner, Signed } from './cast.ts'
import { allSent, mailsIn, tokenIn } from './post.ts'

let service: TestService
let me: Actor
before(async () => {
  service = await openService(trusting)
  me = await owner(service)
  await allSent(service)
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(() => service[Symbol.asyncDispose]())

const again = () => me.page.ask('POST', '/console/email/again')
const links = async () =>
  (await mailsIn(service)).filter(
    ({ to, subject }) => to === me.email && subject.startsWith('Confirm'),
  )

test('whoever lost the mail has it sent again, to the address of the sign-up and to no other', async () => {
  const { status, body } = await again()
  assert.deepEqual([status, body], [202, { confirmed: false }])
  await allSent(service)
  const mails = await links()
  assert.equal(mails.length, 2)
  assert.equal(new Set(mails.map(tokenIn)).size, 2, 'each link is one of its own')
  assert.equal((await mailsIn(service)).length, 2)
})

test('a mailbox is not flooded: five links are enough for a day, and whoever asks for more hears when', async () => {
  for (let links = 3; links <= 5; links++) {
    assert.equal((await again()).status, 202)
    await allSent(service)
  }
  const refused = await again()
  assert.equal(refused.status, 429)
  const wait = Number(refused.headers.get('retry-after'))
  assert.ok(wait > 23 * 3600 && wait <= 24 * 3600, String(wait))
  assert.match(JSON.stringify(refused.body), /Look through your mails/)
  await allSent(service)
  assert.equal((await links()).length, 5)

  await service.query("update mail_links set expires_at = now() where kind = 'email'")
  assert.equal((await again()).status, 202, 'there is room again')
  await allSent(service)
})

test('nobody is sent anything who is confirmed already, or signed out', async () => {
  const [newest] = await links()
  assert.ok(newest)
  const confirm = { token: tokenIn(newest) }
  assert.equal((await browser(service).ask('POST', '/console/email/confirm', confirm)).status, 204)
  const before = (await mailsIn(service)).length
  const { status, body } = await again()
  assert.deepEqual([status, body], [200, { confirmed: true }])
  assert.equal((await browser(service).ask('POST', '/console/email/again')).status, 401)
  await allSent(service)
  assert.equal((await mailsIn(service)).length, before)
  assert.equal(
    Signed.parse((await me.page.ask('GET', '/console/me')).body).person.email_confirmed,
    true,
  )
})

test('a mail that still waits for the mail server is not asked for twice', async () => {
  await using waiting = await openService({ ...trusting, ROLE: 'api' })
  const { page } = await owner(waiting)
  const answers = await Promise.all([1, 2, 3].map(() => page.ask('POST', '/console/email/again')))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202],
  )
  const { rows } = await waiting.query('select kind from mails')
  assert.deepEqual(rows, [{ kind: 'email' }])
})
