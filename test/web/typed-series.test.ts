/** The room that makes a series is no dialog: what was typed there is kept when somebody leaves it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

test('what was typed and chosen for a new series is there when somebody comes back, until it is made or begun anew', async () => {
  const { page } = ada
  const name = page.getByLabel(/^Name/)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const days = page.getByRole('group', { name: 'On these days' })
  const friday = days.getByRole('checkbox', { name: 'Friday' })
  const bluesky = page.getByRole('checkbox', { name: /Bluesky/ })
  const before = page.getByText('This is what you typed before.')
  async function come() {
    await page.goto('/series')
    await at(page, 'Series')
    await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
    await at(page, 'Posts')
    await page.goto('/series/new')
    await at(page, 'New series')
  }
  await page.goto('/series/new')
  await at(page, 'New series')
  assert.equal(await before.count(), 0)
  const usually = await friday.isChecked()
  await name.fill('Market')
  await text.fill('Saturday market: come early')
  await bluesky.check()
  await friday.click()
  await page.getByRole('link', { name: 'Library' }).click()
  await at(page, 'Library')
  await page.goBack()
  await at(page, 'New series')
  await before.waitFor()
  for (const again of ['gone back', 'by another way', 'loaded']) {
    if (again === 'by another way') await come()
    if (again === 'loaded') {
      await page.reload()
      await at(page, 'New series')
    }
    await before.waitFor()
    assert.equal(await name.inputValue(), 'Market', again)
    assert.equal(await text.inputValue(), 'Saturday market: come early', again)
    assert.ok(await bluesky.isChecked(), again)
    assert.equal(await friday.isChecked(), !usually, again)
  }
  await page.getByRole('button', { name: 'Begin anew' }).click()
  await before.waitFor({ state: 'detached' })
  assert.equal(await text.inputValue(), '')
  assert.equal(await friday.isChecked(), usually)

  await text.fill('Every week')
  await bluesky.check()
  await page.getByRole('button', { name: /^Make the series|^Make/ }).click()
  await page.waitForURL(/\/series\/\d+$/)
  await come()
  assert.equal(await before.count(), 0)
  assert.equal(await text.inputValue(), '')
  noComplaints(ada)
})
