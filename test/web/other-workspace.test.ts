/** Another workspace is chosen while something is written: it is neither lost nor lands there. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inAnHour, newPost } from '../surfaces/kit.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { text, way, write } from './writing.ts'

let house: House
let ada: Visitor
let first = ''

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  const { page } = ada
  const workspaces = page.getByLabel('Workspace', { exact: true })
  first = (await workspaces.locator('option:checked').textContent()) ?? ''
  await workspaces.selectOption({ label: 'New workspace …' })
  await page.getByRole('dialog').getByLabel('Name').fill('Cider press')
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await into(page, first)
})
after(async () => house[Symbol.asyncDispose]())

async function into(page: Page, label: string) {
  await page.getByLabel('Workspace', { exact: true }).selectOption({ label })
}

/** Posts of any workspace, by their text. */
async function posts(content: string) {
  const { rows } = await house.service.query(
    `select workspace_id from posts where content = '${content}'`,
  )
  return rows.length
}

test('what is written stays in its workspace when another one is chosen, and is gone on with there', async () => {
  const { page } = ada
  await write(page, 'Pressed this morning', /X/)
  // Typed in the very moment before.
  await text(page).press('End')
  await page.keyboard.type(', still warm')
  await into(page, 'Cider press')
  await at(page, 'Written in another workspace')
  await page.getByText(`belongs to “${first}” and stays there as you left it`).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+s')
  await page.reload()
  await at(page, 'Written in another workspace')
  assert.equal(await posts('Pressed this morning, still warm'), 0)
  await page.getByRole('button', { name: `Go on in “${first}”` }).click()
  await at(page, 'Write')
  assert.equal(await text(page).inputValue(), 'Pressed this morning, still warm')
  await way(page, 'Draft')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save draft' }).first().click()
  const deadline = Date.now() + 60_000
  while (!(await posts('Pressed this morning, still warm'))) {
    assert.ok(Date.now() < deadline, 'no draft')
    await page.waitForTimeout(50)
  }
  noComplaints(ada)
})

test('nothing written begins anew in the workspace that is chosen', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await text(page).waitFor()
  const address = page.url()
  await into(page, 'Cider press')
  await page.waitForURL((url) => url.href !== address && url.pathname.startsWith('/write/'))
  await at(page, 'Write')
  await page.getByText('Connect').first().waitFor()
  await into(page, first)
  noComplaints(ada)
})

test('a post that is changed is not looked for in the workspace that is chosen, and keeps what was typed', async () => {
  const { page } = ada
  const { x = 0 } = house.service.accounts
  const post = { content: 'Market at nine', social_account_ids: [x], when: inAnHour() }
  const id = await newPost(house.service, post)
  await page.goto(`/posts/${id}/edit`)
  await at(page, 'Edit the post')
  await text(page).fill('Market at ten')
  await into(page, 'Cider press')
  await at(page, 'Written in another workspace')
  await page.getByRole('button', { name: `Go on in “${first}”` }).click()
  await at(page, 'Edit the post')
  assert.equal(await text(page).inputValue(), 'Market at ten')
  noComplaints(ada)
})
