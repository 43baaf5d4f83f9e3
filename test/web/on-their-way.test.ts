/** While a file is on its way nobody is told that it is missing, and what is taken back does not lose it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { pick, pictureOf, text, write } from './writing.ts'

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
  const arrive = await held()
  // Looked at anew, without the file: that is what is not to be told.
  const looked = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/api/posts') && answer.status() === 422)
  await pick(page, await apples())
  await wait().waitFor()
  const [answer] = await Promise.all([
    looked(),
    page.getByRole('textbox', { name: 'Text', exact: true }).fill('The first apples of the year'),
  ])
  await answer.finished()
  await page.getByText('The first apples of the year').nth(1).waitFor()
  assert.equal(await missing.count(), 0)
  await wait().waitFor()
  await arrive()
  await ready().waitFor()
  assert.equal(await missing.count(), 0)
  noComplaints(ada)
})

test('what arrives while its part of a thread is taken out is there with it when that is taken back', async () => {
  const { page } = ada
  const part = (n: number) => page.getByRole('textbox', { name: `Text of part ${n}` })
  const second = page.getByRole('region', { name: 'Part 2' })
  await write(page, 'The first apples', /X ·/)
  for (const [n, words] of [
    [2, 'The second apples'],
    [3, 'The third apples'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a part' }).click()
    await part(n).fill(words)
  }
  const arrive = await held()
  const chooser = page.waitForEvent('filechooser')
  await second.getByRole('button', { name: 'Media' }).click()
  await (await chooser).setFiles(await apples())
  await wait().waitFor()
  await page.getByRole('button', { name: 'Take part 2 out' }).click()
  await part(3).waitFor({ state: 'detached' })
  await arrive()
  await part(2).fill('The last apples')
  await ready().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await second.getByText('apples.jpg').waitFor()
  assert.equal(await part(2).inputValue(), 'The second apples')
  assert.equal(await part(3).inputValue(), 'The last apples', 'what was written since stays')
  await ready().waitFor()
  noComplaints(ada)
})

test('…and so is what arrives, or is added, behind a text that was split', async () => {
  const { page } = ada
  const long = Array.from({ length: 12 }, (_, n) => `Sort ${n + 10} of all the apples.`).join(' ')
  await write(page, long, /X ·/)
  const arrive = await held()
  const reason = (said: RegExp) =>
    page.locator('#main-reason').filter({ hasText: said }).waitFor({ state: 'attached' })
  await pick(page, await apples())
  await reason(/^Wait until/)
  await page.getByRole('button', { name: 'Split it into a thread' }).first().click()
  await page.getByText(/^Split into 2 parts/).waitFor()
  await arrive()
  await ready().waitFor()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Media' }).first().click()
  await (await chooser).setFiles({ ...(await apples()), name: 'pears.jpg' })
  await page.getByText('pears.jpg').first().waitFor()
  await ready().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await reason(/^1 problem/)
  assert.equal(await text(page).inputValue(), long)
  for (const name of ['apples.jpg', 'pears.jpg']) await page.getByText(name).first().waitFor()
  noComplaints(ada)
})

const apples = async () => ({
  name: 'apples.jpg',
  mimeType: 'image/jpeg',
  buffer: await pictureOf(),
})

const wait = () => ada.page.getByRole('button', { name: 'Wait until the files are there.' })
const ready = () =>
  ada.page
    .getByRole('button', { name: /^Publish now to 1/ })
    .and(ada.page.locator(':not([aria-disabled=true])'))

/** Nothing that is sent from now on arrives; answered is what lets it, and waits for that. */
async function held() {
  const { page } = ada
  const arrives = Promise.withResolvers<void>()
  const path = '**/api/media/uploads/*?offset=*'
  await page.route(path, async (route) => {
    await arrives.promise
    await route.continue()
  })
  return async () => {
    const there = page.waitForResponse((answer) => answer.url().includes('?offset='))
    arrives.resolve()
    await (await there).finished()
    await page.unroute(path)
  }
}
