/** What was typed into a dialog is there again, however it was closed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { robotIn } from './waiting.ts'
import { pick, pictureOf, write } from './writing.ts'

let house: House
let ada: Visitor
let page: Page
let robot: Awaited<ReturnType<typeof robotIn>>

before(async () => {
  house = await openHouse({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1:9' })
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  page = ada.page
  robot = await robotIn(house)
})
after(async () => house[Symbol.asyncDispose]())

const dialog = () => page.getByRole('dialog')
const editing = () => dialog().getByLabel('Text', { exact: true })

test('Escape in “Edit and approve” keeps the words, offers them at once, and after a reload', async () => {
  const id = await robot.write('Half a sentance')
  await page.goto(`/review/${id}`)
  await at(page, 'Review')
  const open = page.getByRole('button', { name: 'Edit and approve' })
  await open.click()
  await editing().fill('Half a sentence, mended')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('What you typed is kept').waitFor()
  await page.getByRole('button', { name: 'Go on' }).click()
  assert.equal(await editing().inputValue(), 'Half a sentence, mended')
  await page.reload()
  await at(page, 'Review')
  await open.click()
  await dialog().getByText('This is what you typed before.').waitFor()
  assert.equal(await editing().inputValue(), 'Half a sentence, mended')
  await dialog().getByRole('button', { name: 'Show what the post says' }).click()
  assert.equal(await editing().inputValue(), 'Half a sentance')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('status').getByText('What you typed is kept').count(), 0)
  noComplaints(ada)
})

test('what somebody else changed meanwhile is said beside the kept words, and sent they are kept no longer', async () => {
  const id = await robot.write('We press on Saturday')
  await page.goto(`/review/${id}`)
  await at(page, 'Review')
  const open = page.getByRole('button', { name: 'Edit and approve' })
  await open.click()
  await editing().fill('We press on Saturday!')
  await house.service.rest(
    'PUT',
    `/api/posts/${id}`,
    { content: 'We press on Sunday' },
    { authorization: robot.authorization },
  )
  await dialog().getByRole('button', { name: 'Save and approve' }).click()
  // Refused: what nobody here has seen is not written over.
  await dialog().getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go on' }).click()
  await dialog().getByText('Somebody changed this since you typed it.').waitFor()
  assert.equal(await editing().inputValue(), 'We press on Saturday!')
  await dialog().getByRole('button', { name: 'Save and approve' }).click()
  await page.getByRole('status').getByText('Changed and approved').waitFor()
  assert.equal(
    await page.evaluate(`Object.keys(sessionStorage).filter((each) => /typed/.test(each)).length`),
    0,
  )
})

test('Escape keeps the reason for declining', async () => {
  const id = await robot.write('Not like this')
  await page.goto(`/review/${id}`)
  await at(page, 'Review')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('Why (optional)').fill('Too loud')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go on' }).click()
  assert.equal(await page.getByLabel('Why (optional)').inputValue(), 'Too loud')
})

test('Escape, a press beside it and a reload keep what was said of a picture, until it is saved', async () => {
  await write(page, 'A crate', /Bluesky/)
  await pick(page, { name: 'crate.jpg', mimeType: 'image/jpeg', buffer: await pictureOf() })
  const open = page.getByRole('button', { name: /^ALT: describe crate.jpg/ })
  const box = dialog().getByRole('textbox')
  await open.click()
  await box.fill('Apples in a crate')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await page
    .getByRole('status')
    .getByText(/^Not saved yet\. What you typed is kept/)
    .waitFor()
  await page.getByRole('button', { name: 'Go on', exact: true }).click()
  assert.equal(await box.inputValue(), 'Apples in a crate')
  await dialog().getByText('This is what you typed before.').waitFor()
  await page.mouse.click(4, 4)
  assert.equal(await box.inputValue(), 'Apples in a crate')
  await page.keyboard.press('Escape')
  await page
    .getByText(/crate.jpg/)
    .first()
    .waitFor()
  await page.getByText('Saved on this device', { exact: true }).waitFor()
  await page.reload()
  await at(page, 'Write')
  await open.click()
  assert.equal(await box.inputValue(), 'Apples in a crate')
  await dialog().getByRole('button', { name: 'Save the description' }).click()
  await open.click()
  assert.equal(await box.inputValue(), 'Apples in a crate')
  assert.equal(await dialog().getByText('This is what you typed before.').count(), 0)
  await box.fill('Pears in a crate')
  await page.keyboard.press('Escape')
  await open.click()
  await dialog().getByRole('button', { name: 'Show what was saved last' }).click()
  assert.equal(await box.inputValue(), 'Apples in a crate')
  await page.keyboard.press('Escape')
  noComplaints(ada)
})

test('pictures that are described one after the other keep words that were left in a box, and what was saved of others', async () => {
  const picture = await pictureOf()
  for (const name of ['one.jpg', 'two.jpg']) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), name)
    const { token, base_url } = house.service
    const headers = { authorization: `Bearer ${token}` }
    const sent = await fetch(`${base_url}/api/media`, { method: 'POST', headers, body: form })
    assert.equal(sent.status, 201)
  }
  await page.goto('/library?view=without_alt')
  await page.getByRole('option', { name: /one.jpg/ }).waitFor()
  await page.getByRole('listbox', { name: 'Files' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Describe' }).click()
  const box = dialog().getByRole('textbox')
  await page.getByRole('heading', { name: /^Describe picture 1 of/ }).waitFor()
  await box.fill('The first')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Describe picture 2 of/ }).waitFor()
  await box.fill('The sec')
  await dialog().getByRole('button', { name: 'Back' }).click()
  assert.equal(await box.inputValue(), 'The first')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go on', exact: true }).click()
  await page.getByRole('heading', { name: /^Describe picture 2 of/ }).waitFor()
  assert.equal(await box.inputValue(), 'The sec')
  await box.fill('The second')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  noComplaints(ada)
})

test('Escape keeps what shall stand there instead, where a post is out', async () => {
  const linkedin = await accountInSandbox(house.service, 'linkedin')
  const { body } = await house.service.rest('POST', '/api/posts', {
    content: 'We are oppen',
    social_account_ids: [linkedin],
    publish_now: true,
  })
  await house.service.rest('GET', `/api/posts/${String(body['id'])}?wait=20`)
  await page.goto(`/posts/${String(body['id'])}`)
  await page.getByRole('button', { name: 'Edit what is published on LinkedIn' }).click()
  await editing().fill('We are open')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go on', exact: true }).click()
  assert.equal(await editing().inputValue(), 'We are open')
  await dialog().getByRole('button', { name: 'Change it on LinkedIn' }).click()
  await page.getByRole('status').getByText('It is being changed').waitFor()
  noComplaints(ada)
})

const tick = (label: string) => ({
  // Also where it is folded in.
  choose: () => dialog().getByLabel(label).dispatchEvent('click'),
  chosen: () => dialog().getByLabel(label).isChecked(),
})

interface Typed {
  room: string
  open: string | RegExp
  box: string
  /** What the box says when nothing is kept. */
  was: string
  send: string
  /** What else it needs to be sent. */
  also?: () => Promise<void>
  /** Something beside the box, and whether it is. */
  choose?: () => Promise<unknown>
  chosen?: () => Promise<boolean>
  secret?: string
}

const forms: Typed[] = [
  {
    room: '/settings/workspace',
    open: 'Rename Q3',
    box: 'New label',
    was: 'Q3',
    send: 'Rename',
  },
  {
    room: '/settings/snippets',
    open: 'Change Yours',
    box: 'Words',
    was: 'Yours, Ada',
    send: 'Save it',
    choose: () => dialog().getByLabel('What it is').selectOption('first_comment'),
    chosen: async () => (await dialog().getByLabel('What it is').inputValue()) === 'first_comment',
  },
  {
    room: '/settings/schedule',
    open: 'Change Reels',
    box: 'Name',
    was: 'Reels',
    send: 'Save',
    choose: () => dialog().getByRole('button', { name: 'Add to Monday' }).click(),
    chosen: () => dialog().getByRole('list', { name: 'Monday' }).getByText('09:00').isVisible(),
  },
  {
    room: '/accounts',
    open: 'Change Both',
    box: 'Name',
    was: 'Both',
    send: 'Save',
    ...tick('ada_types'),
  },
  {
    room: '/series/1',
    open: /^Change: /,
    box: 'Text',
    was: 'Every day',
    send: 'Save',
  },
  {
    room: '/series/1',
    open: 'Change',
    box: 'Name',
    was: 'Daily',
    send: 'Save',
    ...tick('ada_types'),
  },
  {
    room: '/settings/schedule',
    open: 'New calendar address',
    box: 'Name',
    was: '',
    send: 'Make the address',
    ...tick('ada_types'),
    secret: 'Calendar address',
  },
  {
    room: '/members',
    open: 'Invite somebody',
    box: 'E-mail',
    was: '',
    send: 'Send the invitation',
    also: () => dialog().getByLabel('E-mail').fill('grace@example.org'),
    choose: () => dialog().getByLabel('Role').selectOption('owner'),
    chosen: async () => (await dialog().getByLabel('Role').inputValue()) === 'owner',
  },
  {
    room: '/keys',
    open: 'New key',
    box: 'Name',
    was: '',
    send: 'Make the key',
    ...tick('Posts need approval'),
    secret: 'Token',
  },
  {
    room: '/webhooks',
    open: 'New webhook',
    box: 'What it is for (optional)',
    was: '',
    send: 'Make it',
    also: () => dialog().getByLabel('Address').fill('http://127.0.0.1:9/'),
    ...tick('Single accounts'),
    secret: 'Secret',
  },
]

test('what is typed and chosen of labels, snippets, queues, sets, series, calendars, members, keys and webhooks is kept however their dialog is closed, and no secret', async () => {
  const { service } = house
  const { x = 0 } = service.accounts
  const post = { content: 'Of the quarter', social_account_ids: [x], labels: ['Q3'] }
  await service.rest('POST', '/api/posts', post)
  const snippet = { name: 'Yours', kind: 'text', content: 'Yours, Ada' }
  await service.rest('POST', '/api/snippets', snippet)
  const queue = { name: 'Reels', times: [{ weekday: 'tue', time: '10:00' }] }
  await service.rest('POST', '/api/queues', queue)
  const { x: _, ...others } = service.accounts
  const account_ids = Object.values(others)
  await service.rest('POST', '/api/account-sets', { name: 'Both', account_ids })
  const series = {
    name: 'Daily',
    post: { content: 'Every day', social_account_ids: account_ids },
    rule: 'FREQ=DAILY;COUNT=1',
    starts_at: '2998-03-01T09:00',
  }
  await service.rest('POST', '/api/series', series)
  const keeps = () => page.evaluate<string>('JSON.stringify(sessionStorage)')
  for (const { room, open, box, was, send, also, choose, chosen, secret } of forms) {
    await page.goto(room)
    const opener = page.getByRole('button', { name: open, exact: true })
    const words = dialog().getByLabel(box, { exact: true })
    const said = page.getByRole('status').getByText('What you typed is kept')
    await opener.click()
    await choose?.()
    await words.fill('Half a sentence')
    await page.mouse.click(4, 4)
    await page.keyboard.press('Escape')
    await said.waitFor()
    await page.getByRole('button', { name: 'Go on', exact: true }).click()
    assert.equal(await words.inputValue(), 'Half a sentence', room)
    assert.equal(await chosen?.(), chosen && true, room)
    await dialog().getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await opener.click()
    assert.equal(await words.inputValue(), 'Half a sentence', room)
    await dialog()
      .getByRole('button', { name: /^(Begin anew|Show what was saved last)$/ })
      .click()
    assert.equal(await words.inputValue(), was, room)
    assert.equal(await chosen?.(), chosen && false, room)
    // Whoever threw it away goes on typing.
    await dialog().locator('input:focus, textarea:focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    assert.equal(await said.count(), 0, room)

    await opener.click()
    await words.fill('A whole one')
    await also?.()
    await dialog().getByRole('button', { name: send, exact: true }).click()
    if (secret === undefined) await dialog().waitFor({ state: 'detached' })
    else {
      const token = await dialog().getByLabel(secret, { exact: true }).first().inputValue()
      await page.keyboard.press('Escape')
      assert.equal((await keeps()).includes(token), false, room)
    }
    assert.doesNotMatch(await keeps(), /Half a sentence|A whole one/, room)
  }
  noComplaints(ada)
})
