/** What holds a plan, and what takes it back: pauses, account sets, taking down. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountInSandbox } from '../connecting/sandboxed.ts'
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

test('one account and a queue are paused by themselves: rows, composer, overview and calendar say so, others go on', async () => {
  const { page } = ada
  await house.service.rest('POST', '/api/queues', {
    name: 'Tips',
    times: [{ weekday: 'mon', time: '09:00' }],
    paused: true,
  })
  await plan('The doors open at ten.')
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
  await page.goto('/')
  await at(page, 'Overview')
  await page.getByText(/^Paused · /).waitFor()
  await page.goto('/calendar')
  await page
    .getByText(/^Paused: the queue Tips and \S.*waits until somebody resumes it\.$/)
    .waitFor()
  assert.deepEqual(await look(page, 'calendar-paused'), [])
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
  await boxes.nth(ids.length - 1).waitFor()
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

test('what is out is changed in a form of what the platform lets change, and tells how far it is', async () => {
  const { page } = ada
  const { service } = house
  const linkedin = await accountInSandbox(service, 'linkedin')
  const post = await service.rest('POST', '/api/posts', {
    content: 'With a mitsake.',
    social_account_ids: [linkedin, ...ids],
    publish_now: true,
  })
  const id = Number(post.body['id'])
  await service.rest('GET', `/api/posts/${id}?wait=30`)
  await page.goto(`/posts/${id}`)
  await at(page, /^Published on/)
  const open = page.getByRole('button', { name: /^Edit what is published on/ })
  await open.waitFor()
  assert.equal(await open.count(), 1, 'X and Bluesky let nobody')
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit what is published on LinkedIn' })
  const text = dialog.getByLabel('Text', { exact: true })
  assert.equal(await text.inputValue(), 'With a mitsake.')
  await text.fill('x'.repeat(4000))
  await dialog.getByRole('button', { name: 'Change it on LinkedIn' }).press('Enter')
  await dialog.locator('textarea[aria-invalid="true"]').waitFor()
  assert.deepEqual(await look(page, 'change-out'), [])
  await text.fill('Without a mistake.')
  await dialog.getByRole('button', { name: 'Change it on LinkedIn' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('It reads there now').waitFor()
  await page.getByText('Without a mistake.').waitFor()
  assert.match(JSON.stringify(await service.received('linkedin')), /Without a mistake\./)
  assert.deepEqual(await look(page, 'changed-out'), [])
  // What the platform refused is said in a sentence, and begins with the words that were tried.
  await service.query(
    `update edits set state = 'failed', content = 'Better still', error_code = 'account_suspended'
     where delivery_id in (select id from deliveries where post_id = ${id})`,
  )
  await page.reload()
  await at(page, /^Published on/)
  await page.getByText('Not changed.').waitFor()
  const account = page.getByRole('list', { name: 'Accounts' })
  assert.doesNotMatch(await account.innerText(), /account_suspended|undefined/)
  await page.getByRole('button', { name: 'Try again to change it on LinkedIn' }).click()
  assert.equal(await text.inputValue(), 'Better still')
  noComplaints(ada)
})

test('a draft becomes a series: its days in plain words, its dates before it is made, one left out, one changed alone', async () => {
  const { page } = ada
  const { service } = house
  const draft = await service.rest('POST', '/api/posts', {
    content: 'A tip for today.',
    social_account_ids: ids.slice(0, 1),
    labels: ['tip'],
  })
  await page.goto(`/posts/${String(draft.body['id'])}`)
  await at(page, 'Draft')
  await page.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Make a series of it' }).press('Enter')
  await at(page, 'New series')
  await page.getByText('It comes with: labels: tip.').waitFor()
  assert.equal(await page.getByLabel('Text', { exact: true }).inputValue(), 'A tip for today.')
  await page.getByRole('button', { name: 'Add a text that takes turns' }).click()
  await page.getByLabel('Text 2', { exact: true }).fill('Another tip.')
  await page.getByLabel('Begins').fill(`${soon(60).slice(0, 10)}T09:00`)
  await page.getByRole('radio', { name: 'Daily' }).check()
  await page.getByLabel('Every … days').fill('2')
  const dates = page.getByRole('list').filter({ hasText: '09:00' }).getByRole('listitem')
  await page.getByText('and further on').waitFor({ state: 'detached' })
  await page.getByLabel('How many times').fill('0')
  await page.getByText('COUNT is a number from 1 to 1000').first().waitFor()
  await page.getByLabel('How many times').fill('4')
  // What was refused shows none for a moment, and the ten of the rule before it another: the fourth is the last.
  await page.locator('li:nth-child(4):last-child').filter({ hasText: '09:00' }).waitFor()
  assert.equal(await dates.count(), 4)
  assert.deepEqual(await look(page, 'series-new'), [])
  await page.getByRole('button', { name: 'Make the series' }).click()
  await at(page, 'A tip for today.')
  await page.getByText('Every 2 days at 09:00, 4 times').waitFor()
  const coming = page.getByRole('list', { name: 'What comes' }).getByRole('listitem')
  await coming.nth(3).waitFor()
  assert.equal(await coming.count(), 4)
  await coming.nth(1).getByText('Another tip.').waitFor()
  await coming
    .nth(1)
    .getByRole('button', { name: /^Leave out/ })
    .press('Enter')
  await coming.nth(1).getByText('Left out').waitFor()
  assert.deepEqual(await look(page, 'series'), [])

  // Only this one: the others keep their text.
  await coming
    .nth(2)
    .getByRole('button', { name: /^Change/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Change: / })
  assert.ok(await dialog.getByRole('radio', { name: 'Only this one' }).isChecked())
  assert.deepEqual(await look(page, 'series-one'), [])
  await dialog.getByLabel('Text', { exact: true }).fill('A tip for this day only.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved\. 1 post rewritten/).waitFor()
  await coming.nth(2).getByText('A tip for this day only.').waitFor()
  // All that follow: its turn from there on.
  await coming
    .nth(0)
    .getByRole('button', { name: /^Change/ })
    .click()
  await dialog.getByRole('radio', { name: 'This one and all that follow' }).check()
  await dialog.getByLabel('Text', { exact: true }).fill('A better tip.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved\. 2 posts rewritten, 0 taken back, 1 left/).waitFor()
  const { body } = await service.rest('GET', '/api/posts?status=scheduled&labels=tip')
  const texts = (body['data'] as { content: string }[]).map(({ content }) => content)
  assert.deepEqual(texts.toSorted(), ['A better tip.', 'A tip for this day only.', 'Another tip.'])
  noComplaints(ada)
})

test('a series is paused, goes on, is changed in its days, and ends with or without its posts', async () => {
  const { page } = ada
  const { service } = house
  await page.goto('/series')
  await at(page, 'Series')
  assert.deepEqual(await look(page, 'series-list'), [])
  await page.getByRole('link', { name: 'A better tip.' }).click()
  await at(page, 'A better tip.')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Cancel them, if nobody changed them' }).check()
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('Done by hand.').waitFor()
  await page.getByText(/^(X|Bluesky) \S+$/).waitFor()
  await page.getByRole('button', { name: 'Let it go on' }).click()
  await page.getByText('Going on', { exact: true }).waitFor()
  // It has begun, which is no reason not to tell what comes.
  await service.query(`update series set starts_at = '2026-01-05T09:00'`)
  await page.reload()
  await at(page, 'A better tip.')
  await page.getByRole('button', { name: 'Change', exact: true }).first().click()
  await dialog.getByText('Say when, and the dates stand here.').waitFor({ state: 'detached' })
  assert.equal(await dialog.getByText('Use a time in the future').count(), 0)
  await dialog.getByLabel('Name').fill('Tips')
  await dialog.getByRole('radio', { name: 'Monthly' }).check()
  await dialog.getByRole('radio', { name: 'By its weekday' }).check()
  await dialog.getByLabel('Which one').selectOption({ label: 'The last' })
  await dialog.getByLabel('Weekday', { exact: true }).selectOption({ label: 'Friday' })
  await dialog.getByRole('radio', { name: 'Not by itself' }).check()
  assert.deepEqual(await look(page, 'series-change'), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await at(page, 'Tips')
  await page
    .getByText('Every 2 months on the last Friday at 09:00, until somebody ends it')
    .waitFor()
  await page.getByText(/^Confirmed until/).waitFor()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('Ended', { exact: true }).waitFor()
  await page.goto('/series?state=ended')
  await page.getByRole('link', { name: 'Tips' }).waitFor()
  noComplaints(ada)
})
