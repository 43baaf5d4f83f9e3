/** Somebody who runs Crier sets up a platform in the browser, and hears what is wrong before anybody connects. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, right } from '../connecting/world.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

const stack = new AsyncDisposableStack()
let house: House
let ada: Visitor

before(async () => {
  const { environment } = stack.use(await openWorld())
  house = stack.use(await openHouse(environment))
  ada = await house.visitor()
  await signUp(ada)
})
after(() => stack.disposeAsync())

test('from “not set up” to an app that the platform takes, with what was wrong in between', async () => {
  const { page } = ada
  await page.goto('/accounts/connect')
  await page.getByRole('link', { name: 'Set up YouTube' }).click()
  await at(page, 'Set up YouTube')
  const callback = page.getByLabel('Callback address')
  assert.equal(await callback.inputValue(), `${house.service.base_url}/connect/youtube/callback`)

  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Paste the id of the app.').waitFor()
  await page.getByLabel('Client id').fill('another')
  await page.getByLabel('Client secret').fill(right.client_secret)
  await page.getByRole('button', { name: 'Test it' }).click()
  await page.getByText('YouTube knows no app of this id.').waitFor()
  await page.getByLabel('Client id').fill(right.client_id)
  await page.getByLabel('Client secret').fill('wrong')
  await page.getByRole('button', { name: 'Test it' }).click()
  await page.getByText('YouTube knows the id, and the secret is wrong.').waitFor()
  assert.deepEqual(await look(page, 'set-up'), [])

  await page.getByLabel('Client secret').fill(right.client_secret)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('YouTube takes id and secret.').waitFor()
  await page.reload()
  await page.getByText('There is one. It is not shown again').waitFor()
  assert.ok(!(await page.content()).includes(right.client_secret))
  await page.getByRole('link', { name: 'Connect an account' }).click()
  await page
    .getByRole('button', { name: /Connect.*YouTube/ })
    .first()
    .waitFor()
  noComplaints(ada)
})

test('the instance’s room tells its platforms and what the examination found', async () => {
  const { page } = ada
  await page.goto('/settings')
  await page.getByRole('link', { name: 'This Crier' }).click()
  await at(page, 'This Crier')
  const youtube = page.getByRole('listitem').filter({ hasText: 'YouTube' })
  await youtube.getByText('Set up here').waitFor()
  await page.getByRole('button', { name: 'Examine it' }).click()
  await page.getByText(/^Every step works at/).waitFor()
  assert.deepEqual(await look(page, 'instance'), [])
  noComplaints(ada)
})
