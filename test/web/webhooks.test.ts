/** The room for webhooks: made, tried, looked at, and sent again. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let ada: Visitor
let status = 500
let calls = 0
const receiver = createServer((request, response) => {
  calls++
  request.resume()
  response.writeHead(status).end(status === 200 ? 'thanks' : 'not today')
})

before(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const port = typeof address === 'object' && address ? address.port : 0
  house = await openHouse({
    WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${port}`,
  })
  ada = await house.visitor()
  await signUp(ada)
  url = `http://127.0.0.1:${port}/hook`
})
let url = ''
after(async () => {
  receiver.close()
  receiver.closeAllConnections()
  await house[Symbol.asyncDispose]()
})

test('a webhook is made, tried, and what it did not take is sent again', async () => {
  const { page } = ada
  await page.goto('/webhooks')
  await at(page, 'Webhooks')
  assert.deepEqual(await look(page, 'webhooks-none'), [])
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('http://10.0.0.1/')
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByLabel('What it is for').fill('Our newsroom')
  await dialog.getByRole('button', { name: 'Make it' }).click()
  assert.match(await dialog.getByLabel('Secret').inputValue(), /^whsec_/)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await at(page, 'Our newsroom')

  await page.getByRole('button', { name: 'Send a test' }).click()
  const list = page.getByRole('list', { name: 'Calls' })
  await list.getByText(/answered 500/).waitFor()
  assert.deepEqual(await look(page, 'webhook'), [])
  await list.getByText('Details').first().click()
  await list.getByText('not today').waitFor()

  status = 200
  const before = calls
  await list.getByRole('button', { name: /^Send again: webhook.test/ }).click()
  await list.getByText('Taken').waitFor()
  // Its next try by itself may have come at the same time.
  assert.ok(calls > before)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  await page.getByText('Somebody switched it off.').waitFor()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('What it was sent was taken.').waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await at(page, 'Webhooks')
  await page.getByText('No webhooks yet').waitFor()
  noComplaints(ada)
})
