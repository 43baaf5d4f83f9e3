/** While a file is on its way nobody is told that it is missing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { pick, pictureOf, write } from './writing.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  await accountInSandbox(house.service, 'instagram')
})
after(async () => house[Symbol.asyncDispose]())

test('a post that needs a picture says to wait while it is sent, and not to leave the account out', async () => {
  const { page } = ada
  const missing = page.getByText(/takes no post without media/).first()
  await write(page, 'The first apples', /Instagram/)
  await missing.waitFor()
  const arrives = Promise.withResolvers<void>()
  await page.route('**/api/media/uploads/*?offset=*', async (route) => {
    await arrives.promise
    await route.continue()
  })
  // Looked at anew, without the file: that is what is not to be told.
  const looked = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/api/posts') && answer.status() === 422)
  await pick(page, { name: 'apples.jpg', mimeType: 'image/jpeg', buffer: await pictureOf() })
  await page.getByRole('button', { name: 'Wait until the files are there.' }).waitFor()
  const [answer] = await Promise.all([
    looked(),
    page.getByRole('textbox', { name: 'Text', exact: true }).fill('The first apples of the year'),
  ])
  await answer.finished()
  await page.getByText('The first apples of the year').nth(1).waitFor()
  assert.equal(await missing.count(), 0)
  await page.getByRole('button', { name: 'Wait until the files are there.' }).waitFor()
  arrives.resolve()
  await page
    .getByRole('button', { name: /^Publish now to 1/ })
    .and(page.locator(':not([aria-disabled=true])'))
    .waitFor()
  assert.equal(await missing.count(), 0)
  noComplaints(ada)
})
