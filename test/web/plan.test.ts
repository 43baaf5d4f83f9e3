/** What holds a plan, what makes one of a table, and what takes it back: pauses, account sets, import, taking down. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let ada: Visitor
let ids: number[]

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
  ids = Object.values(house.service.accounts)
})
after(async () => house[Symbol.asyncDispose]())

const soon = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString()

async function plan(content: string, scheduled_at = soon(5)) {
  const { body } = await house.service.rest('POST', '/api/posts', {
    content,
    social_account_ids: ids,
    scheduled_at,
  })
  return Number(body['id'])
}

test('everything is paused with a reason, every room says so, and resuming asks about what is late', async () => {
  const { page } = ada
  const late = await plan('The doors open at nine.')
  await page.goto('/accounts')
  await at(page, 'Accounts')
  await page.getByRole('button', { name: 'Pause everything' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause everything' })
  await dialog.getByLabel('Why').fill('A storm is coming')
  assert.deepEqual(await look(page, 'pause'), [])
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('Nothing that is on schedule goes out.').waitFor()
  await page.goto('/')
  await at(page, 'Overview')
  const bar = page.getByText('Publishing is paused in this workspace')
  await bar.waitFor()
  await page.getByText('“A storm is coming”').waitFor()
  await house.service.query(
    `update deliveries set due_at = now() - interval '1 hour' where post_id = ${late}`,
  )
  await page.goto('/accounts')
  await at(page, 'Accounts')
  await page.getByRole('button', { name: 'Resume everything' }).click()
  const ask = page.getByRole('dialog', { name: 'Resume everything' })
  await ask.getByText('One post is past its time').waitFor()
  await ask.getByRole('button', { name: 'Resume', exact: true }).click()
  await ask.getByRole('alert').waitFor()
  assert.deepEqual(await look(page, 'resume'), [])
  await ask.getByLabel('Make drafts of them').check()
  await ask.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByText('It goes on. Sent now: 0. Moved or made drafts: 1.').waitFor()
  await bar.waitFor({ state: 'detached' })
  const { body } = await house.service.rest('GET', `/api/posts/${late}`)
  assert.equal(body['status'], 'draft')
  noComplaints(ada)
})

test('one account is paused by itself: its row and the composer say so, others go on', async () => {
  const { page } = ada
  await page.goto('/accounts')
  await at(page, 'Accounts')
  const row = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem').first()
  await row.getByRole('button', { name: /^Pause/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
  await row.getByText('Paused', { exact: true }).waitFor()
  await row.getByText('Paused since').waitFor()
  assert.equal(await page.getByText('Paused', { exact: true }).count(), 1)
  assert.deepEqual(await look(page, 'account-paused'), [])
  await page.goto('/write')
  await at(page, 'Write')
  await page.getByRole('button', { name: 'Choose accounts' }).click()
  await page.getByText('Paused: posts wait until somebody resumes it').waitFor()
  await page.goto('/accounts')
  await at(page, 'Accounts')
  await row.getByRole('button', { name: /^Resume/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume', exact: true }).click()
  await row.getByText('Paused', { exact: true }).waitFor({ state: 'detached' })
  noComplaints(ada)
})

test('accounts get a name, by keyboard, and are chosen by it when somebody writes', async () => {
  const { page } = ada
  await page.goto('/accounts')
  await at(page, 'Accounts')
  await page.getByText('No sets yet').waitFor()
  await page.getByRole('button', { name: 'New set' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New set' })
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.locator('[aria-invalid="true"]').waitFor()
  await dialog.getByLabel('Name').fill('صحافة')
  for (const box of await dialog.getByRole('checkbox').all()) await box.press('Space')
  assert.deepEqual(await look(page, 'account-set'), [])
  await dialog.getByLabel('Name').press('Enter')
  const sets = page.getByRole('list', { name: 'Account sets' })
  await sets.getByText('صحافة').waitFor()
  await sets.getByText(`${ids.length} accounts`).waitFor()
  assert.deepEqual(await look(page, 'accounts-with-sets'), [])
  await page.goto('/write')
  await at(page, 'Write')
  await page.getByRole('button', { name: 'Choose accounts' }).click()
  const button = page.getByRole('group', { name: 'Account sets' }).getByRole('button')
  await button.click()
  assert.equal(await button.getAttribute('aria-pressed'), 'true')
  assert.equal(await page.getByRole('button', { name: /^Take .* out$/ }).count(), ids.length)
  await button.click()
  assert.equal(await page.getByRole('button', { name: /^Take .* out$/ }).count(), 0)
  await page.goto('/accounts')
  await at(page, 'Accounts')
  await page.getByRole('button', { name: 'Delete صحافة' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No sets yet').waitFor()
  noComplaints(ada)
})

test('a table becomes posts: its columns are named, each row is told before anything is made', async () => {
  const { page } = ada
  await page.goto('/posts?tab=all')
  await at(page, 'Posts')
  await page.getByRole('link', { name: 'Import' }).click()
  await at(page, 'Import posts')
  const name = (await house.service.rest('GET', '/api/accounts')).body['accounts'] as {
    platform: string
    username: string
  }[]
  const known = `${name[0]?.platform}:${name[0]?.username}`
  const file = page.getByLabel('Table (CSV)')
  await file.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('\n') })
  await page.getByText('There is no table in this file').waitFor()
  const rows = [
    'Caption;Where to;Remarks;Tags',
    `"The first, with a comma";${known};later;autumn`,
    `The second;x:nobody;;`,
    `The third;${known};;`,
  ]
  await file.setInputFiles({
    name: 'plan.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  })
  const see = page.getByRole('button', { name: 'See what comes of it' })
  await page.getByText('Say which column has the accounts').waitFor()
  assert.equal(await see.isDisabled(), true)
  await page.getByLabel('What Where to is').selectOption({ label: 'Accounts' })
  await see.click()
  await page.getByText('2 rows are fine. 1 row is not.').waitFor()
  // In the words of the table: the row as its program counts, the column as it is called there.
  await page.getByText('Row 3').waitFor()
  await page.getByText('Where to: ').waitFor()
  assert.deepEqual(await look(page, 'import'), [])
  const before = await house.service.rest('GET', '/api/posts?status=all')
  await page.getByRole('button', { name: 'Make the 2 posts that are fine' }).click()
  await page.getByText('2 posts are made.').waitFor()
  const now = await house.service.rest('GET', '/api/posts?status=all&labels=autumn')
  assert.equal(now.body['total'], 1)
  const all = await house.service.rest('GET', '/api/posts?status=all')
  assert.equal(all.body['total'], Number(before.body['total']) + 2)
  noComplaints(ada)
})

test('what is looked at is saved as a table, filter and all', async () => {
  const { page } = ada
  await page.goto('/posts?tab=all&label=autumn')
  await at(page, 'Posts')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const text = await readFile(await saved.path(), 'utf8')
  assert.match(text, /"The first, with a comma"/)
  assert.doesNotMatch(text, /The third/)
  noComplaints(ada)
})

test('whoever may only look sees what is paused and named, and has no buttons for it', async () => {
  const viewer = await house.visitor({ as: ada })
  await house.service.query(`update members set role = 'viewer'`)
  const { page } = viewer
  await page.goto('/accounts')
  await at(page, 'Accounts')
  await page.getByText('No sets yet').waitFor()
  for (const name of [/^Pause/, 'New set']) {
    assert.equal(await page.getByRole('button', { name }).count(), 0)
  }
  await page.goto('/posts/import')
  await at(page, 'Import posts')
  await page.getByText('Viewers write no posts.').waitFor()
  await house.service.query(`update members set role = 'owner'`)
  noComplaints(viewer)
})

test('what is out is taken down after a question, and each account tells how far that is', async () => {
  const { page } = ada
  const { body } = await house.service.rest('POST', '/api/posts', {
    content: 'This should not have gone out.',
    social_account_ids: ids,
    publish_now: true,
  })
  const id = Number(body['id'])
  await house.service.rest('GET', `/api/posts/${id}?wait=30`)
  await page.goto(`/posts/${id}`)
  await at(page, /^Published on/)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Take down …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take the post down?' })
  const boxes = dialog.getByRole('checkbox')
  assert.equal(await boxes.count(), ids.length)
  for (const box of await boxes.all()) await box.uncheck()
  assert.equal(await dialog.getByRole('button', { name: 'Take it down' }).isDisabled(), true)
  for (const box of await boxes.all()) await box.check()
  assert.deepEqual(await look(page, 'take-down'), [])
  await dialog.getByRole('button', { name: 'Take it down' }).click()
  await at(page, 'Taken down everywhere')
  await page.getByText('says that it is gone.').first().waitFor()
  assert.deepEqual(await look(page, 'taken-down'), [])
  await page.goto('/posts?tab=published')
  await at(page, 'Posts')
  await page.getByText('Taken down').first().waitFor()
  noComplaints(ada)
})
