/** A second factor beside the password. The app of these people is totp-generator, which shares no code with ours. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { TOTP } from 'totp-generator'
import { z } from 'zod'
import { readConfig } from '#config/config.ts'
import { type Crier, start } from '#app/start.ts'
import { resetSecondFactor } from '#people/second-factor.ts'
import { manifests } from '#platforms/catalog.ts'
import { openService, type TestService } from '../service.ts'
import { ada, type Browser, browser, trusting } from './browser.ts'
import { owner } from './cast.ts'
import { mailTo } from './post.ts'

let service: TestService
let second: Crier
let page: Browser
let secret = ''
let codes: string[] = []
before(async () => {
  service = await openService(trusting)
  page = (await owner(service)).page
  const settings = { PORT: '0', SANDBOX: 'off', DATA_DIR: service.data_dir, LOG_LEVEL: 'silent' }
  second = await start(readConfig(manifests, { ...settings, ...trusting, ROLE: 'api' }), {
    database: service.database,
  })
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(async () => {
  await second[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const { email, password } = ada
const Offer = z.object({ secret: z.string(), url: z.string() })
const Codes = z.object({ recovery_codes: z.array(z.string()) })

/** What the app shows, so many codes from now. */
async function code(ahead = 0) {
  const { otp } = await TOTP.generate(secret, { timestamp: Date.now() + ahead * 30_000 })
  return otp
}

/** As if none had been taken so far: tests do not wait for the next one. */
const forgetTaken = () => service.query('update second_factors set last_step = 0')

const signIn = (by: Browser, code?: string) =>
  by.ask('POST', '/console/sign-in', { email, password, ...(code !== undefined && { code }) })

/** Six digits that are none of the codes of now. */
async function none() {
  const good = new Set(await Promise.all([-2, -1, 0, 1, 2].map((ahead) => code(ahead))))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !good.has(one))
}

test('it is set up by the password and a code of the app, and ends the other sessions', async () => {
  const state = () => page.ask('GET', '/console/second-factor')
  assert.deepEqual((await state()).body, { since: null, recovery_codes: 0 })
  const wrong = await page.ask('POST', '/console/second-factor', { password: 'not mine at all' })
  assert.equal(wrong.status, 422)
  assert.ok(JSON.stringify(wrong.body).includes('"password"'))
  const nothing = await page.ask('POST', '/console/second-factor/confirm', { code: '123456' })
  assert.equal(nothing.status, 404, 'nothing was offered')

  const offered = Offer.parse((await page.ask('POST', '/console/second-factor', { password })).body)
  secret = offered.secret
  const url = new URL(offered.url)
  assert.equal(url.protocol, 'otpauth:')
  assert.equal(url.searchParams.get('secret'), secret)
  assert.ok(decodeURIComponent(url.pathname).endsWith(email))
  const other = browser(service)
  assert.equal((await signIn(other)).status, 200, 'what is not confirmed asks nothing of anybody')

  const bad = await page.ask('POST', '/console/second-factor/confirm', { code: await none() })
  assert.equal(bad.status, 422)
  const done = await page.ask('POST', '/console/second-factor/confirm', { code: await code() })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  codes = Codes.parse(done.body).recovery_codes
  assert.equal(new Set(codes).size, 10)
  assert.equal((await state()).body['recovery_codes'], 10)
  assert.equal((await other.ask('GET', '/console/me')).status, 401, 'the other session is over')
  assert.equal((await page.ask('GET', '/console/me')).status, 200)
  await mailTo(service, email, /second factor was set up/)
  const again = await page.ask('POST', '/console/second-factor', { password })
  assert.equal(again.status, 422, 'one that is in force is not replaced by the password alone')
})

test('nothing in the database tells the secret or a code', async () => {
  const { rows } = await service.query(`
    select (select sealed_secret from second_factors) as sealed,
      (select array_agg(code_hash) from recovery_codes) as hashes`)
  const kept = JSON.stringify(rows, (_, value) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : value,
  )
  assert.ok(!kept.includes(secret))
  for (const each of codes) assert.ok(!kept.includes(each.replaceAll('-', '')))
})

test('the password alone does not sign in, and a wrong password does not tell that a code is needed', async () => {
  await forgetTaken()
  const visitor = browser(service)
  const half = await signIn(visitor)
  assert.deepEqual([half.status, half.body], [200, { second_factor: true }])
  assert.equal(visitor.cookies.size, 0)
  const guess = { email, password: 'a guess like any', code: await code() }
  const refused = await visitor.ask('POST', '/console/sign-in', guess)
  assert.equal(refused.status, 401)
  assert.equal((await signIn(visitor, await none())).status, 422)
  assert.equal((await signIn(visitor, '')).status, 422)
  assert.equal(visitor.cookies.size, 0)
  assert.equal((await signIn(visitor, await code())).status, 200, 'the wrong password used no code')
  assert.equal((await visitor.ask('GET', '/console/me')).status, 200)
})

test('a code is good once, and so is every one before it; of several who send it at once one gets in', async () => {
  await forgetTaken()
  const [now, next] = [await code(), await code(1)]
  const several = await Promise.all(
    [service, second, service, second].map(async (at) => (await signIn(browser(at), next)).status),
  )
  assert.deepEqual(
    several.toSorted((a, b) => a - b),
    [200, 422, 422, 422],
  )
  const earlier = await signIn(browser(service), now)
  assert.equal(earlier.status, 422)
  assert.match(JSON.stringify(earlier.body), /used already/)
})

test('codes are guessed ten times an hour at most, over all processes; recovery codes are a way in all the same', async () => {
  await forgetTaken()
  const statuses = []
  for (let n = 0; n < 12; n++) {
    // Whoever guesses comes from many networks and takes their time; here the minute is over at once.
    await service.query(`delete from attempts_at_secrets where bucket like 'password%'`)
    statuses.push((await signIn(browser(n % 2 ? service : second), await none())).status)
  }
  assert.deepEqual(statuses, [...Array<number>(10).fill(422), 429, 429])
  await service.query(`delete from attempts_at_secrets where bucket like 'password%'`)
  const right = await signIn(browser(service), await code())
  assert.equal(right.status, 429, 'the right one as well')
  assert.ok(Number(right.headers.get('retry-after')) > 60)
  assert.equal((await signIn(browser(service), codes.pop() ?? '')).status, 200)
})

test('a recovery code signs in once, however it is written, and the person is told how many are left', async () => {
  const one = codes.pop() ?? ''
  const written = ` ${one.replaceAll('-', ' ').toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I')} `
  const tries = await Promise.all(
    [written, one, one].map(async (each) => (await signIn(browser(service), each)).status),
  )
  assert.deepEqual(
    tries.toSorted((a, b) => a - b),
    [200, 422, 422],
  )
  const state = await page.ask('GET', '/console/second-factor')
  assert.equal(state.body['recovery_codes'], 8)
  const mail = await mailTo(service, email, /recovery code was used/)
  assert.match(mail.text, /8 are left/)

  await forgetTaken()
  const path = '/console/second-factor/codes'
  assert.equal((await page.ask('POST', path, { code: await none() })).status, 422)
  const renewed = Codes.parse((await page.ask('POST', path, { code: await code() })).body)
  const [old = ''] = codes
  codes = renewed.recovery_codes
  assert.equal((await signIn(browser(service), old)).status, 422, 'those from before are over')
  assert.equal(codes.length, 10)
})

test('a new password by the mailbox is not a way around it', async () => {
  const visitor = browser(service)
  await visitor.ask('POST', '/console/password/forgot', { email })
  const mail = await mailTo(service, email, /Choose a new password/)
  const token = new URL(mail.link ?? '').searchParams.get('token')
  const reset = await visitor.ask('POST', '/console/password/reset', { token, password })
  assert.equal(reset.status, 204)
  const half = await signIn(visitor)
  assert.deepEqual([half.body, visitor.cookies.size], [{ second_factor: true }, 0])
  page = browser(service)
  assert.equal((await signIn(page, codes.pop() ?? '')).status, 200)
})

test('it ends by the password and a code together, and whoever runs the instance may reset it', async () => {
  await forgetTaken()
  const path = '/console/second-factor/end'
  const given = { password, code: await code() }
  assert.equal((await page.ask('POST', path, { ...given, password: 'not mine' })).status, 422)
  assert.equal((await page.ask('POST', path, { ...given, code: await none() })).status, 422)
  assert.equal((await page.ask('POST', path, { password })).status, 422)
  assert.equal((await page.ask('POST', path, given)).status, 204)
  assert.equal((await page.ask('POST', path, given)).status, 404)
  await mailTo(service, email, /second factor was taken away/)
  const { rows } = await service.query('select count(*)::int as left from recovery_codes')
  assert.equal(rows[0]?.['left'], 0)
  const visitor = browser(service)
  assert.ok('person' in (await signIn(visitor)).body)

  secret = Offer.parse((await page.ask('POST', '/console/second-factor', { password })).body).secret
  await service.query(`update second_factors set created_at = now() - interval '31 minutes'`)
  const late = await page.ask('POST', '/console/second-factor/confirm', { code: await code() })
  assert.equal(late.status, 404, 'it is offered for half an hour')
  secret = Offer.parse((await page.ask('POST', '/console/second-factor', { password })).body).secret
  await page.ask('POST', '/console/second-factor/confirm', { code: await code() })
  await service.query('delete from attempts_at_secrets')
  const { rows: people } = await service.query('select id::int from persons')
  const person = { id: Number(people[0]?.['id']), email }
  assert.equal(await resetSecondFactor(service.db, person, new Date()), true)
  assert.equal((await page.ask('GET', '/console/me')).status, 401, 'every session is over')
  assert.ok('person' in (await signIn(browser(service))).body)
  await mailTo(service, email, /second factor was reset/)
  assert.equal(await resetSecondFactor(service.db, person, new Date()), false)
})
