/** Passkeys, by Chromium's own virtual authenticators: through the dashboard, and as somebody would misuse them. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { TOTP } from 'totp-generator'
import { z } from 'zod'
import { resetPasskeys } from '#people/passkeys.ts'
import { browser } from '../people/browser.ts'
import { invited, owner } from '../people/cast.ts'
import { mailTo } from '../people/post.ts'
import { ada, at, type House, noComplaints, openHouse, type Visit } from './house.ts'
import {
  accessible,
  enter,
  answered,
  Challenge,
  copy,
  device,
  elsewhere,
  keysOf,
  type Keys,
} from './passkey-devices.ts'

let house: House
let origin = ''
before(async () => {
  house = await openHouse()
  // A browser keeps nothing for an address of numbers.
  origin = house.service.base_url.replace('127.0.0.1', 'localhost')
  await owner(house.service)
})
/** How many are taken is a test of its own. */
const forgetTries = () => house.service.query('delete from attempts_at_secrets')
beforeEach(forgetTries)
after(async () => house[Symbol.asyncDispose]())

const { email, password } = ada
const visit = (options: Visit = {}) => house.visitor({ origin, ...options })

/** What the person's device holds, from one browser to the next. */
let laptop: Keys = []

test('a passkey is added, named anew and signs in by itself; a device is taken once', async () => {
  const visitor = await visit()
  const { page } = visitor
  await enter(visitor)
  const mine = await device(visitor, true)
  await page.getByText('You have none yet.').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('')
  await dialog.getByLabel('Your password').fill('not mine at all')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByText('This is not your password.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My laptop')
  await dialog.getByLabel('Your password').fill(password)
  await accessible(page)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('status').getByText('My laptop signs you in from now on').waitFor()
  const list = page.getByRole('list', { name: 'Passkeys' })
  await list.getByText('Synced').waitFor()
  await list.getByText('Not used so far.').waitFor()
  const mail = await mailTo(house.service, email, /passkey was added/)
  assert.match(mail.text, /“My laptop” signs in/)

  await page.getByRole('button', { name: 'Rename My laptop' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('The old laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await list.getByText('The old laptop').waitFor()
  await accessible(page)

  // The browser itself sees that this device has one.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByText('Nothing was added').waitFor()
  laptop = await keysOf(mine)
  assert.equal(laptop.length, 1)
  const [key] = laptop
  assert.equal(key?.rpId, 'localhost')
  assert.equal(key?.isResidentCredential, true)
  const handle = Buffer.from(key?.userHandle ?? '', 'base64')
  assert.equal(handle.length, 32, 'chance, and nothing of the person')
  noComplaints(visitor)
  await visitor.context.close()
})

test('somebody signs in by it in another browser, in either language, and where a session ended', async () => {
  for (const [locale, name, overview] of [
    ['en-GB', 'Sign in with a passkey', 'Overview'],
    ['de-DE', 'Mit einem Passkey anmelden', 'Übersicht'],
  ] as const) {
    const visitor = await visit({ locale })
    const { page } = visitor
    // These devices take at once what is offered in a field, before the button could be pressed.
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = undefined')
    await page.goto('/sign-in')
    const button = page.getByRole('button', { name })
    await button.waitFor()
    await accessible(page)
    const mine = await device(visitor)
    await button.click()
    await page.getByText(/Nobody was signed in|Niemand wurde angemeldet/).waitFor()
    await copy(laptop, mine)
    await button.click()
    await at(page, overview)
    laptop = await keysOf(mine)
    if (locale === 'en-GB') {
      await page.goto('/accounts')
      await at(page, 'Accounts')
      await visitor.context.clearCookies()
      await page.getByRole('link', { name: 'Members' }).click()
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.getByRole('button', { name }).click()
      await at(page, 'Members')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.goto('/settings/security')
    await page.getByText(/Last used|Zuletzt benutzt/).waitFor()
    await accessible(page)
    // What its counter has come to, for the next browser.
    await house.service.query('update passkeys set counter = 0')
    noComplaints(visitor)
  }
})

test('whoever takes the passkey that the field of the address offers is in without pressing anything', async () => {
  const visitor = await visit()
  const { page } = visitor
  await page.goto('/forgot')
  const mine = await device(visitor)
  await copy(laptop, mine)
  await page.goto('/sign-in')
  await at(page, 'Overview')
  laptop = await keysOf(mine)
  await house.service.query('update passkeys set counter = 0')
  noComplaints(visitor)
  await visitor.context.close()
})

/** A page that offers none by itself, which these devices would take at once. */
const QUIET = '/forgot'
const path = '/console/sign-in/passkey'
const challenge = async (by = browser(house.service)) =>
  Challenge.parse((await by.ask('POST', `${path}/challenge`)).body)

async function presented(response: unknown) {
  await forgetTries()
  const by = browser(house.service)
  const answer = await by.ask('POST', path, { response })
  return { ...answer, by, said: JSON.stringify(answer.body) }
}

test('what was signed is good once, at this address, for minutes, and for whom it belongs to', async () => {
  await using other = await elsewhere()
  const visitor = await visit()
  const { page } = visitor
  await page.goto(other.url)
  const mine = await device(visitor)
  await copy(laptop, mine)
  const stolen = await presented(await answered(page, 'get', await challenge()))
  assert.equal(stolen.status, 401)
  assert.match(stolen.said, /used at another address/)

  await page.goto(QUIET)
  const good = await answered(page, 'get', await challenge())
  const first = await presented(good)
  assert.equal(first.status, 200, first.said)
  assert.equal((await first.by.ask('GET', '/console/me')).status, 200)
  assert.doesNotMatch(first.said, /hash|key/i)
  const again = await presented(good)
  assert.deepEqual([again.status, again.by.cookies.size], [401, 0])
  assert.match(again.said, /used already/)

  const late = await answered(page, 'get', await challenge())
  await house.service.query(
    `update passkey_challenges set expires_at = now() - interval '1 second'`,
  )
  assert.match((await presented(late)).said, /longer than five minutes/)

  const grace = await invited(house.service, await hostOf(), { name: 'Grace', role: 'editor' })
  const made = await presented(await answered(page, 'get', await challenge()))
  assert.equal(made.status, 200, made.said)
  // A challenge to add one is none to sign in by, and one of somebody else is none of hers.
  const offered = await offerTo(first.by)
  const asked = { challenge: offered.challenge, rpId: 'localhost' }
  assert.match((await presented(await answered(page, 'get', asked))).said, /used already/)
  const hers = await offerTo(first.by)
  const phone = await visit()
  await phone.page.goto(QUIET)
  await device(phone)
  const fresh = await answered(phone.page, 'create', { ...hers, excludeCredentials: [] })
  const taken = await grace.page.ask('POST', '/console/passkeys', { name: 'x', response: fresh })
  assert.equal(taken.status, 422)
  assert.match(JSON.stringify(taken.body), /Begin anew/)

  // As somebody whose authenticator says that it is Ada.
  const forged = await answered(page, 'get', await challenge())
  const handles = await house.service.query(
    `insert into passkey_handles (person_id, handle) values (${grace.id}, '\\x0102') returning handle`,
  )
  assert.equal(handles.rows.length, 1)
  forged.response['userHandle'] = Buffer.from([1, 2]).toString('base64url')
  const foreign = await presented(forged)
  assert.deepEqual([foreign.status, foreign.by.cookies.size], [401, 0])
  assert.match(foreign.said, /not known here/)
  await house.service.query(`delete from passkey_handles where person_id = ${grace.id}`)

  const bent = await answered(page, 'get', await challenge())
  const signature = Buffer.from(z.string().parse(bent.response['signature']), 'base64url')
  signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
  bent.response['signature'] = signature.toString('base64url')
  const wrong = await presented(bent)
  assert.equal(wrong.status, 401)
  assert.match(wrong.said, /did not prove/)

  // Nobody looked who it is: the device is there, and that is all.
  const { authenticatorId } = mine
  await mine.cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  const unseen = { ...(await challenge()), userVerification: 'discouraged' }
  const half = await presented(await answered(page, 'get', unseen))
  assert.equal(half.status, 401)
  assert.match(half.said, /did not prove/)
  await mine.cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })

  for (const body of [
    {},
    { response: {} },
    { response: { ...good, id: '!' } },
    { response: 'x' },
  ]) {
    await forgetTries()
    const { status } = await browser(house.service).ask('POST', path, body)
    assert.equal(status, 422, JSON.stringify(body))
  }
  const garbage = { ...good, response: { ...good.response, clientDataJSON: 'AAAA' } }
  assert.equal((await presented(garbage)).status, 401)
  laptop = await keysOf(mine)
})

/** The first person, signed in by the password. */
async function signedIn() {
  await forgetTries()
  const by = browser(house.service)
  const answer = await by.ask('POST', '/console/sign-in', { email, password })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return by
}

async function hostOf() {
  const page = await signedIn()
  const me = z
    .object({ person: z.object({ id: z.int() }), workspaces: z.array(z.object({ id: z.int() })) })
    .parse((await page.ask('GET', '/console/me')).body)
  return { page, id: me.person.id, email, workspace_id: me.workspaces[0]?.id ?? 0 }
}

async function offerTo(by: ReturnType<typeof browser>, proof: object = { password }) {
  await forgetTries()
  const answer = await by.ask('POST', '/console/passkeys/offer', proof)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return Challenge.parse(answer.body)
}

test('a copy of a passkey is noticed by its counter, lets nobody in, and its person is told', async () => {
  const visitor = await visit()
  const { page } = visitor
  await page.goto(QUIET)
  const copied = await device(visitor)
  await copy(laptop, copied)
  await house.service.query('update passkeys set counter = 1000')
  const refused = await presented(await answered(page, 'get', await challenge()))
  assert.deepEqual([refused.status, refused.by.cookies.size], [401, 0])
  assert.match(refused.said, /counts lower than before/)
  await mailTo(house.service, email, /may have been copied/)
  const { rows } = await house.service.query('select counter::int from passkeys')
  assert.deepEqual(rows, [{ counter: 1000 }])
  await house.service.query('update passkeys set counter = 0')
  laptop = await keysOf(copied)
})

test('it is both factors: no code is asked for, and one is to add another', async () => {
  const by = await signedIn()
  const setUp = z
    .object({ secret: z.string() })
    .parse((await by.ask('POST', '/console/second-factor', { password })).body)
  const code = async () => (await TOTP.generate(setUp.secret)).otp
  const on = await by.ask('POST', '/console/second-factor/confirm', { code: await code() })
  assert.equal(on.status, 200)
  const visitor = await visit()
  const { page } = visitor
  await page.goto(QUIET)
  const mine = await device(visitor)
  await copy(laptop, mine)
  const alone = await presented(await answered(page, 'get', await challenge()))
  assert.equal(alone.status, 200, alone.said)
  const signed = alone.by

  const nothing = await signed.ask('POST', '/console/passkeys/offer', {})
  assert.equal(nothing.status, 422)
  const { errors } = z.object({ errors: z.record(z.string(), z.unknown()) }).parse(nothing.body)
  assert.deepEqual(Object.keys(errors), ['password', 'code'], 'all that is missing at once')
  const half = await signed.ask('POST', '/console/passkeys/offer', { password, code: 'nothing' })
  assert.equal(half.status, 422)
  await house.service.query('update second_factors set last_step = 0')
  const state = z
    .object({ passkeys: z.array(z.object({ id: z.int() })), needs_code: z.boolean() })
    .parse((await signed.ask('GET', '/console/passkeys')).body)
  assert.equal(state.needs_code, true)
  const id = state.passkeys[0]?.id ?? 0

  // Registering what is there already, whoever does it.
  const twice = await offerTo(signed, { password, code: await code() })
  const phone = await visit()
  await phone.page.goto(QUIET)
  await device(phone)
  const fresh = await answered(phone.page, 'create', { ...twice, excludeCredentials: [] })
  const given = { name: 'Phone', response: fresh }
  const added = await signed.ask('POST', '/console/passkeys', given)
  assert.equal(added.status, 201, JSON.stringify(added.body))
  assert.equal((await signed.ask('POST', '/console/passkeys', given)).status, 422)

  const grace = await hostOfGrace()
  const theirs = `/console/passkeys/${id}`
  assert.equal((await grace.ask('PUT', theirs, { name: 'Mine' })).status, 404)
  const graces = { password: 'Grace and a long password' }
  assert.equal((await grace.ask('POST', `${theirs}/remove`, graces)).status, 404)
  const list = (await grace.ask('GET', '/console/passkeys')).body
  assert.deepEqual(list['passkeys'], [])

  const wrong = await signed.ask('POST', `${theirs}/remove`, { password: 'not mine at all' })
  assert.equal(wrong.status, 422)
  const other = browser(house.service)
  const entered = await answered(page, 'get', await challenge())
  assert.equal((await other.ask('POST', path, { response: entered })).status, 200)
  assert.equal((await signed.ask('POST', `${theirs}/remove`, { password })).status, 204)
  assert.equal((await signed.ask('POST', `${theirs}/remove`, { password })).status, 404)
  assert.equal((await other.ask('GET', '/console/me')).status, 401, 'its session is over')
  await mailTo(house.service, email, /passkey was removed/)
  const gone = await presented(await answered(page, 'get', await challenge()))
  assert.equal(gone.status, 401)
  assert.match(gone.said, /may have been removed/)
  laptop = await keysOf(mine)
})

async function hostOfGrace() {
  const by = browser(house.service)
  const as = { email: 'grace@example.org', password: 'Grace and a long password' }
  assert.equal((await by.ask('POST', '/console/sign-in', as)).status, 200)
  return by
}

test('a new password says which passkeys go on, the last way in stays, and whoever runs the instance removes them all', async () => {
  const { rows } = await house.service.query(`select id::int from persons where email = '${email}'`)
  const person = { id: Number(rows[0]?.['id']), email }
  const visitor = browser(house.service)
  await visitor.ask('POST', '/console/password/forgot', { email })
  const mail = await mailTo(house.service, email, /Choose a new password/)
  const token = new URL(mail.link ?? '').searchParams.get('token')
  assert.equal(
    (await visitor.ask('POST', '/console/password/reset', { token, password })).status,
    204,
  )
  assert.match((await mailTo(house.service, email, /password was changed/)).text, /Phone/)

  // As somebody who came by a provider that is not set any more.
  await house.service.query('delete from second_factors')
  const by = await signedIn()
  const kept = await house.service.query(
    `select password_hash from persons where id = ${person.id}`,
  )
  await house.service.query(`update persons set password_hash = null where id = ${person.id}`)
  const passkeys = z
    .object({ passkeys: z.array(z.object({ id: z.int() })), needs_password: z.boolean() })
    .parse((await by.ask('GET', '/console/passkeys')).body)
  assert.deepEqual([passkeys.passkeys.length, passkeys.needs_password], [1, false])
  const at = `/console/passkeys/${passkeys.passkeys[0]?.id}/remove`
  const last = await by.ask('POST', at, {})
  assert.equal(last.status, 409)
  assert.match(JSON.stringify(last.body), /last_way_in/)
  await house.service.query(`update sessions set created_at = now() - interval '16 minutes'`)
  const stale = await by.ask('POST', at, {})
  assert.equal(stale.status, 403)
  assert.match(JSON.stringify(stale.body), /Sign out and in again/)
  assert.equal((await by.ask('POST', '/console/passkeys/offer', {})).status, 403)
  await house.service.query(
    `update persons set password_hash = '${String(kept.rows[0]?.['password_hash'])}' where id = ${person.id}`,
  )

  assert.equal(await resetPasskeys(house.service.db, person, new Date()), 1)
  assert.equal((await by.ask('GET', '/console/me')).status, 401, 'every session is over')
  await mailTo(house.service, email, /passkeys were removed/)
  assert.equal(await resetPasskeys(house.service.db, person, new Date()), 0)
})
