/** Finding posts again: by words, filters and order, all of it in the address; what is kept with them, and what labels and settings make of links and calendars. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { at, comes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let ada: Visitor
let page: Page

const HOUR = 3600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

async function post(more: Record<string, unknown>) {
  const { status, body } = await house.service.rest('POST', '/api/posts', {
    social_account_ids: [house.service.accounts['x']],
    ...more,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return Number(body['id'])
}

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  page = ada.page
  await signUp(ada)
  const { bluesky, x } = house.service.accounts
  await post({
    content: 'Apples in autumn',
    scheduled_at: inHours(48),
    labels: ['harvest', 'fruit'],
  })
  await post({
    content: 'Pears in spring',
    scheduled_at: inHours(24),
    labels: ['fruit'],
    social_account_ids: [bluesky],
  })
  await post({
    content: 'Apples at both',
    scheduled_at: inHours(72),
    social_account_ids: [x, bluesky],
  })
})
after(async () => house[Symbol.asyncDispose]())

const rows = () => page.getByRole('list', { name: /^(Scheduled|All|Drafts)$/ }).getByRole('link')

async function shown(...texts: string[]) {
  await comes(async () =>
    assert.deepEqual(await rows().locator('> span:first-child').allInnerTexts(), texts),
  )
}

async function choose(label: string, option: string) {
  await page.getByRole('button', { name: /^Filters/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel(label).selectOption({ label: option })
  await page.keyboard.press('Escape')
}

test('posts are found by words, filters and order; the address keeps them, and one press clears', async () => {
  await page.goto('/posts?tab=scheduled')
  await at(page, 'Posts')
  await shown('Pears in spring', 'Apples in autumn', 'Apples at both')
  await page.getByLabel('Order').selectOption({ label: 'Latest time first' })
  await shown('Apples at both', 'Apples in autumn', 'Pears in spring')
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('appl')
  await shown('Apples at both', 'Apples in autumn')
  await choose('Platform', 'Bluesky')
  await shown('Apples at both')
  assert.match(page.url(), /search=appl/)
  assert.match(page.url(), /platform=bluesky/)
  await page.reload()
  await at(page, 'Posts')
  await shown('Apples at both')
  assert.deepEqual(await look(page, 'posts-found'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Without: Bluesky' }).click()
  await shown('Apples at both', 'Apples in autumn')
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('quinces')
  await page.getByText('Nothing here matches “quinces”.').waitFor()
  assert.deepEqual(await look(page, 'posts-nothing'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await shown('Apples at both', 'Apples in autumn', 'Pears in spring')
  await choose('Label', 'harvest')
  await shown('Apples in autumn')
  await page.getByRole('tab', { name: 'All' }).click()
  await choose('State', 'Draft')
  await page.getByText('No post is like this').waitFor()
  await page.goto('/posts?tab=scheduled&from=nonsense&account=x&made=nobody&sort=random')
  await at(page, 'Posts')
  await shown('Pears in spring', 'Apples in autumn', 'Apples at both')
  noComplaints(ada)
})

test('labels, a note and an id of one’s own are shown, changed, and lead to posts with the same label', async () => {
  const id = await post({ content: 'Kept with care', labels: ['fruit'], scheduled_at: inHours(90) })
  await post({ content: 'Taken', external_id: 'crm-1', scheduled_at: inHours(91) })
  await page.goto(`/posts/${id}`)
  await page.getByRole('button', { name: 'Labels and note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels and note' })
  await dialog.getByRole('textbox', { name: 'Labels' }).fill('spring, sale')
  await dialog.getByRole('textbox', { name: 'Labels' }).press('Enter')
  await dialog.getByRole('button', { name: 'Take fruit away' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Ask Grace first.')
  await dialog.getByLabel('Your own id').fill('crm-1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('[role=alert], [aria-invalid=true]').first().waitFor()
  await dialog.getByLabel('Your own id').fill('crm-2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Ask Grace first.').waitFor()
  assert.deepEqual(await look(page, 'post-kept'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  const { body } = await house.service.rest('GET', `/api/posts/${id}`)
  assert.deepEqual(body['labels'], ['spring', 'sale'])
  assert.equal(body['external_id'], 'crm-2')
  assert.equal(body['note'], 'Ask Grace first.')
  await page.getByRole('list', { name: 'Labels' }).getByRole('link', { name: 'sale' }).click()
  await at(page, 'Posts')
  await shown('Kept with care')
  noComplaints(ada)
})

test('beyond 200 posts the next ones are the next ones, and a list goes on to its end', async () => {
  const { service } = house
  const posts = Array.from({ length: 230 }, (_, index) => ({
    content: `Number ${index}`,
    social_account_ids: [service.accounts['x']],
    // The soonest are written first: the newest written are the last to go out.
    scheduled_at: inHours(200 + index),
  }))
  const { status } = await service.rest('POST', '/api/posts/batch', { posts })
  assert.ok(status < 300, `${status}`)
  await page.goto('/')
  await at(page, 'Overview')
  const next = page.getByRole('list', { name: 'Scheduled next' })
  await next.getByText('Pears in spring').waitFor()
  assert.equal(await next.getByRole('listitem').count(), 5)
  await page.getByRole('link', { name: /^and \d+ more$/ }).click()
  await at(page, 'Posts')
  const list = page.getByRole('list', { name: 'Scheduled', exact: true })
  const more = page.getByRole('button', { name: 'Show more' })
  for (let left = 10; left > 0 && (await more.count()); left--) {
    const before = await list.getByRole('listitem').count()
    await more.click()
    await list.getByRole('listitem').nth(before).waitFor()
  }
  const all = await list.getByRole('link').locator('> span:first-child').allInnerTexts()
  assert.equal(all.length, 235)
  assert.equal(new Set(all).size, 235)
  assert.equal(all.at(-1), 'Number 229')
  noComplaints(ada)
})

test('many posts are relabelled together, and have their own labels back', async () => {
  const ids = [
    await post({ content: 'Relabelled one', labels: ['old', 'mine'], scheduled_at: inHours(95) }),
    await post({ content: 'Relabelled two', labels: ['old'], scheduled_at: inHours(96) }),
  ]
  const labels = async () =>
    Promise.all(
      ids.map(async (id) => (await house.service.rest('GET', `/api/posts/${id}`)).body['labels']),
    )
  await page.goto('/posts?tab=scheduled&label=old')
  await at(page, 'Posts')
  for (const name of ['Choose: Relabelled one', 'Choose: Relabelled two'])
    await page.getByRole('checkbox', { name }).check()
  await page
    .getByRole('region', { name: 'What is chosen' })
    .getByRole('button', { name: 'Labels' })
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Labels of what is chosen' })
  await dialog.getByRole('textbox', { name: 'Put on' }).fill('new,')
  await dialog.getByRole('textbox', { name: 'Put on' }).press('Enter')
  await dialog.getByRole('checkbox', { name: 'old' }).press('Space')
  assert.deepEqual(await look(page, 'posts-relabel'), [])
  await dialog.getByRole('button', { name: 'Change 2 posts' }).press('Enter')
  await page.getByText('Labels of 2 posts changed').waitFor()
  assert.deepEqual(await labels(), [['mine', 'new'], ['new']])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The labels are as they were').waitFor()
  assert.deepEqual(await labels(), [['old', 'mine'], ['old']])
  noComplaints(ada)
})

test('many posts are moved together, into the slots of a queue and by days, and have their times back', async () => {
  const ids = [
    await post({ content: 'Moved second', labels: ['moved'], scheduled_at: inHours(99) }),
    await post({ content: 'Moved first', labels: ['moved'], scheduled_at: inHours(98) }),
  ]
  const weekly = [{ weekday: 'mon', time: '18:00' }]
  const { body: queue } = await house.service.rest('POST', '/api/queues', {
    name: 'Moved into',
    times: weekly,
  })
  const times = async () =>
    Promise.all(
      ids.map(async (id) => {
        const { body } = await house.service.rest('GET', `/api/posts/${id}`)
        return Date.parse(String(body['scheduled_at']))
      }),
    )
  const before = await times()
  const moved = async (say: (dialog: Locator) => Promise<unknown>) => {
    await page.goto('/posts?tab=scheduled&label=moved')
    await page.getByRole('checkbox', { name: 'Choose: Moved second' }).check()
    await page.getByRole('checkbox', { name: 'Choose: Moved first' }).check()
    await page.getByRole('button', { name: 'Times' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Times of what is chosen' })
    await say(dialog)
    await dialog.getByRole('button', { name: 'Move 2 posts' }).press('Enter')
    await page.getByText('2 posts moved').waitFor()
    const after = await times()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The times are as they were').waitFor()
    assert.deepEqual(await times(), before)
    return after
  }
  const [second = 0, first = 0] = await moved(async (dialog) => {
    await dialog.getByLabel('From', { exact: true }).selectOption('Moved into')
    assert.deepEqual(await look(page, 'posts-retime'), [])
  })
  assert.equal(second - first, 7 * 86_400_000, 'who was first takes the first slot')
  const later = await moved(async (dialog) => {
    await dialog.getByRole('radio', { name: 'Later or earlier' }).check()
    await dialog.getByLabel('How many').fill('2')
  })
  assert.deepEqual(
    later,
    before.map((time) => time + 2 * 86_400_000),
  )
  await house.service.rest('DELETE', `/api/queues/${String(queue['id'])}`)
  noComplaints(ada)
})

test('links are given parameters as the settings say it, for all posts and for a label', async () => {
  const { service } = house
  await page.goto('/settings/workspace')
  await at(page, 'Workspace')
  await page.getByText('Links go out as they are written.').waitFor()
  await page.getByRole('button', { name: 'Parameters for all posts' }).click()
  const all = page.getByRole('group', { name: 'For all posts' })
  await all.getByLabel('utm_source').fill('{platform}')
  await all.getByLabel('Others').fill('ref=post {post_id}')
  await all.getByText('https://example.com/?utm_source=x&ref=post%2012345').waitFor()
  await page.getByRole('button', { name: 'Parameters for a label' }).click()
  const spring = page.getByRole('group', { name: /^For posts/ })
  await spring.getByLabel('Label', { exact: true }).fill('spring')
  await spring.getByLabel('utm_campaign').fill('{nonsense}')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await spring.locator('[aria-invalid=true]').first().waitFor()
  assert.deepEqual(await look(page, 'utm'), [])
  await spring.getByLabel('utm_campaign').fill('{label}')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await page.getByText('It holds for what is written from now on.').waitFor()
  const shop = { content: 'Look: https://example.com/', scheduled_at: inHours(97) }
  const wording = async (more: object) => {
    const { body } = await service.rest('GET', `/api/posts/${await post({ ...shop, ...more })}`)
    const [account] = body['per_account'] as { wording?: { content: string } }[]
    return account?.wording?.content
  }
  assert.equal(
    await wording({ labels: ['spring'] }),
    'Look: https://example.com/?utm_campaign=spring',
  )
  assert.match(
    (await wording({ allow_duplicate: true })) ?? '',
    /^Look: https:\/\/example\.com\/\?utm_source=x&ref=post%20\d+$/,
  )
  noComplaints(ada)
})

test('a label is renamed, merged into another and taken away, on all posts', async () => {
  const [quarter, both] = [
    await post({ content: 'Of the quarter', labels: ['Q3'], scheduled_at: inHours(93) }),
    await post({ content: 'Of both', labels: ['Q3', 'autumn'] }),
  ]
  const labels = async (id: number) =>
    (await house.service.rest('GET', `/api/posts/${id}`)).body['labels']
  await page.goto('/settings/workspace')
  const list = page.getByRole('list', { name: 'Labels' })
  const row = (label: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('link', { name: label, exact: true }) })
  await row('Q3').getByText('2 posts · 1 scheduled').waitFor()

  await row('Q3').getByRole('button', { name: 'Rename Q3' }).press('Enter')
  const rename = page.getByRole('dialog', { name: 'Rename Q3' })
  const fresh = rename.getByRole('textbox', { name: 'New label' })
  await fresh.fill('a, b')
  await fresh.press('Enter')
  await rename.locator('[aria-invalid=true]').waitFor()
  assert.deepEqual(await look(page, 'labels-rename'), [])
  await fresh.fill('2026 Q3')
  await rename.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByText('Q3 is called 2026 Q3 now').waitFor()
  await row('2026 Q3').getByText('2 posts').waitFor()
  assert.deepEqual(await labels(quarter), ['2026 Q3'])

  await row('2026 Q3').getByRole('button', { name: 'Rename 2026 Q3' }).click()
  await page.getByRole('textbox', { name: 'New label' }).fill('autumn')
  await page.getByText('nobody can tell which posts').waitFor()
  assert.deepEqual(await look(page, 'labels-merge'), [])
  await page.getByRole('button', { name: 'Merge' }).click()
  await row('autumn').getByText('2 posts').waitFor()
  assert.deepEqual([await labels(quarter), await labels(both)], [['autumn'], ['autumn']])

  await row('autumn').getByRole('button', { name: 'Delete autumn' }).click()
  await page.getByText('It is taken off all posts').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('autumn is deleted').waitFor()
  assert.deepEqual([await labels(quarter), await labels(both)], [[], []])
  assert.deepEqual(await look(page, 'labels'), [])
  noComplaints(ada)
})

test('a queue is made with times of its own, held, let go, and deleted', async () => {
  const { service } = house
  await page.goto('/settings/schedule')
  await at(page, /^Posting/)
  await page.getByText('No queues yet').waitFor()
  await page.getByRole('button', { name: 'New queue' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Tips')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.getByText('Name at least one time of the week.').waitFor()
  await dialog.getByRole('button', { name: 'Add to Monday' }).press('Enter')
  await dialog.getByRole('button', { name: 'Add to Thursday' }).press('Enter')
  assert.deepEqual(await look(page, 'queue-new'), [])
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('2 times a week · any account · 0 posts stand in it').waitFor()
  const { queues } = (await service.rest('GET', '/api/queues')).body as { queues: { id: number }[] }
  await page.goto('/write')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('A tip')
  await page.locator('[data-place=accounts]').click()
  await page.getByRole('checkbox', { name: /X/ }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^When/ }).click()
  await page.getByRole('radio', { name: 'Next slot' }).check()
  await page.getByLabel('Queue', { exact: true }).selectOption('Tips')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Schedule for 1 account/ }).press('Enter')
  await at(page, 'It is scheduled')
  const tip = (await service.rest('GET', '/api/posts?search=tip')).body['data']
  assert.deepEqual(
    (tip as { queue_id?: number }[]).map(({ queue_id }) => queue_id),
    queues.map(({ id }) => id),
  )
  await page.goto('/settings/schedule')
  await page.getByRole('button', { name: 'Pause Tips' }).press('Enter')
  await page.getByText('2 times a week · any account · 1 post stands in it').waitFor()
  assert.deepEqual(await look(page, 'queues'), [])
  // What it holds would go out by itself otherwise.
  await page.getByRole('button', { name: 'Delete Tips' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await dialog.getByText('Resume it first: posts that it holds: 1.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Resume Tips' }).press('Enter')
  await dialog.getByRole('button', { name: 'Resume' }).press('Enter')
  await page.getByText('Tips goes on').waitFor()
  await page.getByRole('button', { name: 'Delete Tips' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByText('Tips is deleted').waitFor()
  noComplaints(ada)
})

test('a calendar address is made, taken along once, read, and revoked', async () => {
  await page.goto('/settings/schedule')
  await at(page, /^Posting/)
  await page.getByText('There is no address yet.').waitFor()
  await page.getByRole('button', { name: 'New calendar address' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make the address' }).press('Enter')
  await dialog.locator('input[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Name').fill('Team')
  await dialog.getByRole('switch', { name: 'With the texts of posts' }).press('Space')
  assert.deepEqual(await look(page, 'calendar-new'), [])
  await dialog.getByRole('button', { name: 'Make the address' }).press('Enter')
  const url = await dialog.getByRole('textbox', { name: 'Calendar address' }).inputValue()
  const read = await fetch(url)
  assert.equal(read.status, 200)
  assert.doesNotMatch(await read.text(), /Pears in spring/)
  await dialog.getByRole('button', { name: 'I have kept it' }).press('Enter')
  await page.getByText('Accounts and times only · all accounts').waitFor()
  assert.deepEqual(await look(page, 'calendars'), [])
  await page.getByRole('button', { name: 'Revoke Team' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Team is revoked').waitFor()
  assert.equal((await fetch(url)).status, 404)
  noComplaints(ada)
})
