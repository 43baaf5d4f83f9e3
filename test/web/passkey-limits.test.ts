/** Where and how often passkeys are not taken. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browser } from '../people/browser.ts'
import { owner } from '../people/cast.ts'
import { ada, at, type House, noComplaints, openHouse } from './house.ts'
import { answered, Challenge, device, enter } from './passkey-devices.ts'

const path = '/console/sign-in/passkey'
let house: House
let origin = ''
before(async () => {
  house = await openHouse()
  origin = house.service.base_url.replace('127.0.0.1', 'localhost')
  await owner(house.service)
})
after(async () => house[Symbol.asyncDispose]())

test('tries are few from one network, and at one passkey', async () => {
  const by = browser(house.service)
  const response = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  }
  const statuses = []
  for (let n = 0; n < 8; n++) statuses.push((await by.ask('POST', path, { response })).status)
  assert.deepEqual(statuses, [...Array<number>(6).fill(401), 429, 429])
  const elsewhere = await browser(house.service).ask('POST', path, { response })
  assert.equal(elsewhere.status, 429, 'at one passkey, from wherever')
  const asked = []
  for (let n = 0; n < 32; n++) asked.push((await by.ask('POST', `${path}/challenge`)).status)
  assert.deepEqual(asked, [...Array<number>(30).fill(200), 429, 429])
})

test('where they cannot be, a sentence says why, and nothing is offered', async () => {
  const visitor = await house.visitor()
  await house.service.query('delete from attempts_at_secrets')
  await enter(visitor)
  const { page } = visitor
  await page.getByText('Passkeys of this instance are kept for').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0)
  await page.getByRole('link', { name: origin }).waitFor()
  const out = await house.visitor({ locale: 'de-DE' })
  await out.page.goto('/sign-in')
  await at(out.page, 'Anmelden')
  assert.equal(await out.page.getByRole('button', { name: /Passkey/ }).count(), 0)
  noComplaints(visitor, out)
})

test('there are twenty at the most, also of those that were offered while there was room; the settings say so', async () => {
  const forgetTries = () => house.service.query('delete from attempts_at_secrets')
  const { email, password } = ada
  await forgetTries()
  const by = browser(house.service)
  assert.equal((await by.ask('POST', '/console/sign-in', { email, password })).status, 200)
  await house.service.query(`
    insert into passkeys (person_id, name, credential_id, public_key, counter, transports, backup_eligible, backed_up, created_at)
    select p.id, 'Key ' || n, decode(md5(n::text), 'hex'), '\\x00', 0, '{}', false, false, now()
    from generate_series(1, 19) n, (select id from persons limit 1) p`)
  const visitor = await house.visitor({ origin })
  const { page } = visitor
  await enter(visitor)
  const add = page.getByRole('button', { name: 'Add a passkey' })
  await add.waitFor()
  const offers = []
  for (const name of ['The twentieth', 'One too many']) {
    const { body } = await by.ask('POST', '/console/passkeys/offer', { password })
    const options = { ...Challenge.parse(body), excludeCredentials: [] }
    const { cdp, authenticatorId } = await device(visitor)
    offers.push({ name, response: await answered(page, 'create', options) })
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  }
  await forgetTries()
  const answers = await Promise.all(
    offers.map((offer) => by.ask('POST', '/console/passkeys', offer)),
  )
  const told = JSON.stringify(answers.map(({ body }) => body))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 403],
    told,
  )
  assert.match(told, /Remove one first: a person has 20 at the most/)
  const { rows } = await house.service.query('select count(*)::int as n from passkeys')
  assert.equal(rows[0]?.['n'], 20)
  const more = await by.ask('POST', '/console/passkeys/offer', { password })
  assert.equal(more.status, 403, 'none is offered either')

  await page.reload()
  await page.getByText('You have 20, which is as many as there can be.').waitFor()
  assert.equal(await add.count(), 0)
  await house.service.query(`delete from passkeys where name = 'Key 1'`)
  await page.reload()
  await add.waitFor()
})
