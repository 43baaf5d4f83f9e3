/** The end of a workspace and of a person, by the dialogs in the settings. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mailTo } from '../people/post.ts'
import { ada, at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { axeOf } from './look.ts'

let house: House
let visitor: Visitor
before(async () => {
  house = await openHouse()
  visitor = await house.visitor()
  await signUp(visitor)
})
after(async () => house[Symbol.asyncDispose]())

test('an owner deletes a workspace by its name and the password, and takes it back', async () => {
  const { page } = visitor
  await page.goto('/settings/workspace')
  await page.getByText('This Crier began with this workspace').waitFor()
  await page.evaluate(async () => {
    const answer = await fetch('/console/workspaces', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Spring', timezone: 'UTC' }),
    })
    const [, id = ''] = /"id":(\d+)/.exec(await answer.text()) ?? []
    localStorage.setItem('crier.workspace', id)
  })
  await page.goto('/settings/workspace')
  await page.getByRole('button', { name: 'Delete this workspace …' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Type the name of the workspace: Spring')
  await name.fill('Summer')
  await dialog.getByLabel('Your password').fill('not mine at all')
  await dialog.getByRole('button', { name: 'Delete this workspace' }).click()
  await dialog.getByText('Type the workspace’s name: Spring').waitFor()
  const { violations } = await axeOf(page).analyze()
  assert.deepEqual(violations, [])
  await name.fill('Spring')
  await dialog.getByLabel('Your password').fill(ada.password)
  await dialog.getByRole('button', { name: 'Delete this workspace' }).click()
  await page.getByText('The workspace will be deleted').waitFor()
  await page.getByText('Everything of this workspace is erased after').waitFor()
  await mailTo(house.service, ada.email, /Spring will be deleted/)

  await page.goto('/')
  await page.getByText('This workspace is deleted after').waitFor()
  await page.getByRole('link', { name: 'Look at it' }).click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('The workspace stays.').waitFor()
  await page.getByRole('button', { name: 'Delete this workspace …' }).waitFor()
  noComplaints(visitor)
})

test('a person reads what they own alone before they go, and goes by address and password', async () => {
  const { page } = visitor
  await page.goto('/settings')
  const owned = page.getByText('You are the only owner of these.')
  await owned.waitFor()
  await page.getByText('nobody else belongs to it').waitFor()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await at(page, 'Workspace')

  const { rows } = await house.service.query('select id from workspaces order by id limit 1')
  const invitation = await page.evaluate(async (workspace) => {
    const answer = await fetch(`/console/workspaces/${workspace}/invitations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'grace@example.org', role: 'viewer' }),
    })
    return answer.status
  }, Number(rows[0]?.['id']))
  assert.equal(invitation, 201)
  const { link } = await mailTo(house.service, 'grace@example.org', /^Join /)
  const grace = await house.visitor()
  await grace.page.goto(link ?? '')
  await grace.page.getByRole('link', { name: 'Make an account as grace@example.org' }).click()
  await at(grace.page, 'Make your account')
  await grace.page.getByLabel('Your name').fill('Grace')
  await grace.page.getByLabel('Password').fill('a compiler of her own')
  await grace.page.getByRole('button', { name: 'Make my account' }).click()
  await at(grace.page, 'Overview')
  await grace.page.goto('/settings')
  await grace.page.getByRole('button', { name: 'Delete my account …' }).click()
  const dialog = grace.page.getByRole('dialog')
  await dialog.getByLabel('Type your address: grace@example.org').fill('grace@example.org')
  await dialog.getByLabel('Your password').fill('a compiler of her own')
  const { violations } = await axeOf(grace.page).analyze()
  assert.deepEqual(violations, [])
  await dialog.getByRole('button', { name: 'Delete my account for good' }).click()
  await grace.page.waitForURL(/sign-in/)
  await mailTo(house.service, 'grace@example.org', /Your account is deleted/)
  const left = await house.service.query(`select id from persons where email = 'grace@example.org'`)
  assert.deepEqual(left.rows, [])

  await page.evaluate((id) => localStorage.setItem('crier.workspace', id), String(rows[0]?.['id']))
  await page.goto('/settings/activity')
  await page.getByText('A former member').first().waitFor()
  noComplaints(grace, visitor)
})
