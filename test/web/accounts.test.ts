/** Accounts: choosing among what a platform offers, reconnecting, disconnecting, signing in by a form. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { offering } from './offering.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

test('of several accounts that a platform offers, the ones that are ticked are connected', async () => {
  const offer = await offering(house.service, ['north', 'south', 'west'], 'person')

  const { page: view } = ada
  await view.goto(`/accounts/connect?offer=${offer}`)
  await at(view, 'Choose your accounts')
  await view.getByRole('button', { name: 'Connect 0 accounts' }).click()
  await view.getByRole('alert').waitFor()
  await view.getByLabel('Page north').check()
  await view.getByLabel('Page west').check()
  await view.getByRole('button', { name: 'Connect 2 accounts' }).click()
  await at(view, 'Accounts')
  await view.getByText('Connected: page-north and page-west.').waitFor()
  assert.equal(await view.getByText('Page south').count(), 0)

  await view.goto(`/accounts/connect?offer=${offer}`)
  await view.getByRole('alert').waitFor()
  noComplaints(ada)
})

test('an account that needs it is reconnected, and one that nobody wants is disconnected', async () => {
  const { page: view } = ada
  await house.service.query("update accounts set health = 'needs_reconnect' where platform = 'x'")
  for (const room of ['/', '/posts?tab=needs']) {
    await view.goto(room)
    await view.getByRole('link', { name: 'Reconnect ada_types on X' }).click()
    await at(view, 'Connect ada_types on X again')
  }
  await view.getByRole('button', { name: /^Notices, / }).click()
  const told = view.getByRole('list', { name: 'Notices' })
  await told.getByText('3 accounts on X have to be connected again').waitFor()
  await told.getByRole('link', { name: 'Reconnect ada_types on X' }).click()
  await view.waitForURL(/\/accounts\/connect\?account=\d+$/)
  await view.goto('/accounts')
  await view.getByText('Reconnect it').first().waitFor()
  await view.getByRole('link', { name: 'Reconnect ada_types on X' }).click()
  await at(view, 'Connect ada_types on X again')
  assert.equal(
    await view.getByRole('button', { name: /^Connect / }).count(),
    1,
    'the one it is about',
  )
  await view.getByRole('button', { name: 'Connect X in the sandbox' }).click()
  await view.waitForURL((url) => url.origin !== house.service.base_url)
  await view.getByRole('button').first().click()
  await at(view, 'Accounts')
  await view.getByText('Connected: ada_types.').waitFor()

  await view.getByRole('button', { name: 'Disconnect page-north' }).click()
  await view.getByRole('button', { name: 'Keep it' }).click()
  await view.getByRole('dialog').waitFor({ state: 'detached' })
  await view.getByRole('button', { name: 'Disconnect page-north' }).click()
  await view.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await view.getByRole('status').getByText('page-north is disconnected').waitFor()
  await view.getByText('Page north').waitFor({ state: 'detached' })
  noComplaints(ada)
})

test('what a platform refuses at its form is said there', async () => {
  const { page: view } = ada
  await view.goto('/accounts/connect?platform=bluesky&sandbox=1')
  await view.getByText('Or sign in with a password made for apps').click()
  const form = view.getByRole('form', { name: 'Sign in to Bluesky in the sandbox' })
  for (const field of await form.locator('input').all()) await field.fill('nobody.sandbox.test')
  await form.getByRole('button', { name: 'Sign in' }).click()
  await form.getByRole('alert').waitFor()
  noComplaints(ada)
})

test('platforms that are not set up are shown with what is missing', async () => {
  const { page: view } = ada
  await view.goto('/accounts/connect')
  const section = view.getByRole('region', { name: 'Not set up' })
  // What it is started with concerns whoever runs it, and stands where that is read.
  const secret = section.getByText('LINKEDIN_CLIENT_SECRET')
  await secret.waitFor({ state: 'attached' })
  assert.equal(await secret.isVisible(), false)
  await section.getByText('What LinkedIn asks for first').click()
  await secret.waitFor()
  assert.equal(await section.getByRole('listitem').filter({ hasText: 'Bluesky' }).count(), 0)
  await section.getByText('What YouTube asks for first').click()
  assert.equal(await section.getByRole('button').count(), 0, 'nothing to press that cannot work')
  noComplaints(ada)
})

test('a handle that nobody has is refused before anybody is sent away', async () => {
  const { page: view } = ada
  await view.goto('/accounts/connect?platform=bluesky&sandbox=1')
  await view.getByLabel('Handle on Bluesky in the sandbox').fill('nobody.sandbox.test')
  await view.getByRole('button', { name: 'Connect Bluesky in the sandbox' }).click()
  await view.getByRole('alert').waitFor()
  noComplaints(ada)
})

test('an account that the platform calls by a number is called by its name', async () => {
  const { page: view } = ada
  await view.goto('/accounts/connect')
  await view.getByRole('button', { name: 'Connect Google Business Profile in the sandbox' }).click()
  await view.waitForURL((url) => url.origin !== house.service.base_url)
  await view.getByRole('button').first().click()
  await at(view, 'Accounts')
  const told = view.getByText(/^Connected: /)
  await told.waitFor()
  const row = view.getByRole('listitem').filter({ hasText: 'Google Business location' })
  const name = await row.locator('[dir=auto]').innerText()
  assert.match(name, /^\p{L}/u)
  assert.equal(await told.innerText(), `Connected: ${name}. You can publish there now.`)
  assert.doesNotMatch(await row.innerText(), /\d{5}/)
  noComplaints(ada)
})
