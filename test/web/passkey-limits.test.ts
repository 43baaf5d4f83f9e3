/** Where and how often passkeys are not taken. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browser } from '../people/browser.ts'
import { owner } from '../people/cast.ts'
import { at, type House, noComplaints, openHouse } from './house.ts'
import { enter } from './passkey-devices.ts'

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
