/** What was typed is neither lost nor told falsely: descriptions, lost answers, what was begun, and what others change meanwhile. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { form, picture, send } from '../media/kit.ts'
import { idOf, inAnHour, newPost } from '../surfaces/kit.ts'
import { at, becomes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { setSchedule } from './next-month.ts'
import { mainButton, pick, pictureOf, saved, text, way, write } from './writing.ts'

let house: House
let ada: Visitor
let photo: Buffer

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  photo = await pictureOf()
})
after(async () => house[Symbol.asyncDispose]())

const ready = (page: Page) => mainButton(page).and(page.locator(':not([aria-disabled=true])'))

const busy = (page: Page) => mainButton(page).and(page.locator('[aria-disabled=true]'))

async function describe(page: Page, name: string, words: string) {
  await page.getByRole('button', { name: new RegExp(`^ALT: describe ${name}`) }).click()
  await page.getByLabel('What is to be seen').fill(words)
  await page.getByRole('button', { name: 'Save the description' }).click()
}

/** As the post has them. */
async function descriptions(search: string) {
  const { body } = await house.service.rest('GET', `/api/posts?search=${search}`)
  const [post] = body['data'] as { media: { alt_text: string | null }[] }[]
  return post?.media.map(({ alt_text }) => alt_text)
}

async function writeWithPicture(page: Page, words: string, name: string) {
  await write(page, words, /Bluesky/)
  await pick(page, { name, mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('button', { name: `Crop ${name}` }).waitFor()
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  await ready(page).waitFor()
}

test('a description goes out with its picture, however soon the post is sent behind it', async () => {
  const { page } = ada
  await writeWithPicture(page, 'Described late', 'late.jpg')
  let keep: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    keep = resolve
  })
  let posted = 0
  await page.route('**/api/media/*', async (route) => {
    if (route.request().method() === 'PUT') await held
    return route.continue()
  })
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/posts'))
      posted += (request.postDataJSON() as { dry_run?: boolean }).dry_run ? 0 : 1
  })
  const asked = page.waitForRequest((request) => request.method() === 'PUT')
  await describe(page, 'late.jpg', 'Pears in a crate')
  await asked
  await page.keyboard.press('Control+Enter')
  await busy(page).waitFor()
  assert.equal(posted, 0)
  keep()
  await at(page, 'It is out')
  assert.deepEqual(await descriptions('Described late'), ['Pears in a crate'])
  await page.unroute('**/api/media/*')
})

test('a description that could not be kept is kept before the post is sent, and nothing goes out without it', async () => {
  const { page } = ada
  await writeWithPicture(page, 'Described in a tunnel', 'tunnel.jpg')
  await page.route('**/api/media/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await describe(page, 'tunnel.jpg', 'Quinces in a crate')
  await page
    .getByRole('alert')
    .getByText(/^The service did not answer/)
    .waitFor()
  await page.keyboard.press('Control+Enter')
  await busy(page).waitFor()
  await ready(page).waitFor()
  assert.equal(await descriptions('Described in a tunnel'), undefined)
  await page.unroute('**/api/media/*')
  await page.keyboard.press('Control+Enter')
  await at(page, 'It is out')
  assert.deepEqual(await descriptions('Described in a tunnel'), ['Quinces in a crate'])
})

/** Does what the call asks for, and lets no answer through. */
async function loseAnswers(page: Page, pattern: string, method: string) {
  await page.route(pattern, async (route) => {
    const body = route.request().postDataJSON() as { dry_run?: boolean } | null
    if (route.request().method() !== method || body?.dry_run) return route.continue()
    await route.fetch()
    return route.abort()
  })
}

test('what went out though its answer was lost is shown as sent with the next press, and nobody else is said to have changed it', async () => {
  const { page } = ada
  await write(page, 'Out without an answer', /X/)
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  await ready(page).waitFor()
  await loseAnswers(page, '**/api/posts', 'POST')
  await ready(page).click()
  await page
    .getByRole('alert')
    .getByText(/^The service did not answer/)
    .waitFor()
  await page.unroute('**/api/posts')
  await ready(page).click()
  await at(page, 'It is out')
  const received = (await house.service.received('x')).filter((each) =>
    JSON.stringify(each).includes('Out without an answer'),
  )
  assert.equal(received.length, 1)
})

test('a change whose answer was lost is done, and what is typed behind what went out becomes a post of its own', async () => {
  const { page } = ada
  const made = await house.service.rest('POST', '/api/posts', {
    content: 'Planned',
    social_account_ids: [house.service.accounts['x']],
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const address = `/posts/${String(made.body['id'])}/edit`
  await page.goto(address)
  await at(page, 'Edit the post')
  await text(page).fill('Planned anew')
  await ready(page).waitFor()
  await loseAnswers(page, `**/api/posts/${String(made.body['id'])}`, 'PUT')
  await ready(page).click()
  await page
    .getByRole('alert')
    .getByText(/^The service did not answer/)
    .waitFor()
  await page.unroute(`**/api/posts/${String(made.body['id'])}`)
  await ready(page).click()
  await at(page, 'It is scheduled')

  await page.goto(address)
  await at(page, 'Edit the post')
  await text(page).fill('Planned anew, and more')
  await ready(page).waitFor()
  await house.service.rest('POST', `/api/posts/${String(made.body['id'])}/publish-now`)
  await house.service.rest('GET', `/api/posts/${String(made.body['id'])}?wait=20`)
  await page.keyboard.press('Control+Enter')
  await page.getByText('This post was sent, without what was typed here since.').waitFor()
  await page.getByRole('button', { name: 'Go on as a new post' }).click()
  await page.getByText(/^This post was sent/).waitFor({ state: 'detached' })
  assert.equal(await text(page).inputValue(), 'Planned anew, and more')
  assert.match(page.url(), /\/write\//)
})

test('changes that are not in the post yet are told as such wherever they are opened again, and can be thrown away', async () => {
  const { page } = ada
  const { body } = await house.service.rest('POST', '/api/posts', {
    content: 'Bread on Friday',
    social_account_ids: [house.service.accounts['x']],
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const address = `/posts/${String(body['id'])}`
  await page.goto(`${address}/edit`)
  await at(page, 'Edit the post')
  const told = page.getByText('Not in the post yet, kept on this device')
  assert.equal(await told.count(), 0)
  await text(page).fill('Bread on Saturday')
  await told.waitFor()
  await page.goto(address)
  await at(page, 'Scheduled')
  await page.getByRole('link', { name: 'Edit' }).click()
  await told.waitFor()
  assert.equal(await text(page).inputValue(), 'Bread on Saturday')
  await page.getByRole('button', { name: 'Throw the changes away' }).click()
  await at(page, 'Scheduled')
  await page.getByRole('link', { name: 'Edit' }).click()
  await at(page, 'Edit the post')
  assert.equal(await text(page).inputValue(), 'Bread on Friday')
  assert.equal(await told.count(), 0)
})

test('everything that was begun is offered, the last three first', async () => {
  const { page } = await house.visitor({ width: 1440, as: ada })
  for (const words of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
    await page.goto('/write')
    await at(page, 'Write')
    await text(page).fill(`${words} of five`)
    await saved(page)
  }
  await page.goto('/write')
  const begun = page.getByRole('region', { name: 'Go on with what you began' })
  await begun.getByRole('button', { name: /^Show all/ }).click()
  await begun.getByRole('link', { name: /^First of five/ }).waitFor()
  await becomes(page, `document.activeElement.textContent.includes('of five')`)
})

test('times that are added while somebody else saves theirs stay, and theirs are kept with them', async () => {
  const { page } = await house.visitor({ as: ada })
  await page.goto('/settings/schedule')
  await at(page, 'Posting schedule')
  await page.getByRole('button', { name: 'Add to Monday' }).click()
  await page.getByRole('list', { name: 'Monday' }).getByText('09:00').waitFor()
  await setSchedule(ada.page, house, [{ weekday: 'tue', time: '09:30', account_id: null }])
  await page.getByRole('list', { name: 'Tuesday' }).getByText('09:30').waitFor()
  await page.getByRole('list', { name: 'Monday' }).getByText('09:00').waitFor()
  await page.getByRole('button', { name: 'Save the schedule' }).click()
  await page.getByRole('status').getByText(/saved/).waitFor()
  await page.reload()
  await page.getByRole('list', { name: 'Tuesday' }).getByText('09:30').waitFor()
  await page.getByRole('list', { name: 'Monday' }).getByText('09:00').waitFor()
})

async function inLibrary() {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'crate.jpg')
  const answer = await fetch(`${house.service.base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${house.service.token}` },
    body: form,
  })
  return String(((await answer.json()) as { id: number }).id)
}

test('a description that is being typed in the library stays when the file is changed elsewhere, closed and opened', async () => {
  const { page } = await house.visitor({ width: 1440, as: ada })
  const id = await inLibrary()
  await page.goto(`/library?item=${id}`)
  const sheet = page.getByRole('complementary', { name: 'The file' })
  const words = sheet.getByLabel('Alt text')
  await words.fill('Typed, and not saved')
  await house.service.rest('PUT', `/api/media/${id}`, { folder: 'Autumn' })
  await sheet.locator('input[list=folders][value=Autumn]').waitFor()
  assert.equal(await words.inputValue(), 'Typed, and not saved')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('option', { name: /crate/ }).first().click()
  assert.equal(await words.inputValue(), 'Typed, and not saved')
  await house.service.rest('PUT', `/api/media/${id}`, { alt_text: 'By somebody else' })
  await sheet.getByRole('img', { name: 'By somebody else' }).waitFor()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByRole('alert').waitFor()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText(/saved/i).waitFor()
  const now = await house.service.rest('GET', `/api/media/${id}`)
  assert.equal(now.body['alt_text'], 'Typed, and not saved')
  noComplaints(ada)
})

/** A post that is to go out later, of two pictures: each described as the post has it. */
async function scheduledWithTwo(content: string) {
  const { service } = house
  const ids: number[] = []
  for (const name of ['Apples', 'Pears']) {
    const alt_text = `${name} in a crate`
    const sent = form(picture(), { alt_text }, `${name}.png`)
    ids.push(idOf((await send(service, 'POST', '/api/media', sent)).body))
  }
  const { bluesky = 0 } = service.accounts
  const wish = { content, social_account_ids: [bluesky], media_ids: ids, when: inAnHour() }
  return { id: await newPost(service, wish), ids }
}

test('a scheduled post keeps its own descriptions when it is changed, whatever the library says by then, but for those that somebody changes', async () => {
  const { page } = ada
  const { service } = house
  const { id, ids } = await scheduledWithTwo('Described by the post')
  for (const each of ids)
    await service.rest('PUT', `/api/media/${each}`, { alt_text: 'By the library since' })
  await page.goto(`/posts/${id}/edit`)
  await at(page, 'Edit the post')
  await text(page).fill('Described by the post itself')
  await ready(page).click()
  await at(page, /It is scheduled/)
  assert.deepEqual(await descriptions('Described by the post itself'), [
    'Apples in a crate',
    'Pears in a crate',
  ])
  await page.goto(`/posts/${id}/edit`)
  await at(page, 'Edit the post')
  await describe(page, 'Pears.png', 'Quinces in a crate')
  await pick(page, { name: 'third.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('button', { name: 'Crop third.jpg' }).waitFor()
  await ready(page).click()
  await at(page, /It is scheduled/)
  assert.deepEqual(await descriptions('Described by the post itself'), [
    'Apples in a crate',
    'Quinces in a crate',
    null,
  ])
  noComplaints(ada)
})

test('what was typed in the moment before the page goes is there, though the store of the device was not done with it', async () => {
  const { page } = ada
  await write(page, 'Typed', /X/)
  // As a page that goes ends what it has begun.
  await page.evaluate('IDBObjectStore.prototype.put = function () { this.transaction.abort() }')
  await text(page).press('End')
  await page.keyboard.type(' to the very end')
  await page.reload()
  await at(page, 'Write')
  assert.equal(await text(page).inputValue(), 'Typed to the very end')
  await saved(page)
  const left = `Object.keys(localStorage).filter((name) => name.startsWith('crier.unkept.'))`
  assert.deepEqual(await page.evaluate(left), [], 'it is in the store by now')
  await page.reload()
  await at(page, 'Write')
  assert.equal(await text(page).inputValue(), 'Typed to the very end')
  noComplaints(ada)
})
