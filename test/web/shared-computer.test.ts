/** Two people of one workspace at one browser, one after the other: what was typed is there for whoever typed it, and for nobody else. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { form, picture, send } from '../media/kit.ts'
import { mailTo } from '../people/post.ts'
import { idOf, inAnHour, newPost } from '../surfaces/kit.ts'
import {
  ada,
  at,
  becomes,
  comes,
  type House,
  noComplaints,
  openHouse,
  PATIENCE,
  signIn,
  signUp,
} from './house.ts'
import { saved, text } from './writing.ts'

const grace = { name: 'Grace Hopper', email: 'grace@example.org', password: 'a compiler of my own' }

let house: House
let workspace: number

before(async () => {
  house = await openHouse()
  const first = await house.visitor()
  await signUp(first)
  const { workspaces } = await (await first.page.request.get('/console/me')).json()
  workspace = workspaces[0].id
  await first.page.request.post(`/console/workspaces/${workspace}/invitations`, {
    headers: { origin: house.service.base_url },
    data: { email: grace.email, role: 'owner' },
  })
  const { link } = await mailTo(house.service, grace.email, /^Join /)
  const second = await house.visitor()
  await second.page.goto(link ?? '')
  await second.page.getByRole('link', { name: /^Make an account/ }).click()
  await second.page.getByLabel('Your name').fill(grace.name)
  await second.page.getByLabel('Password').fill(grace.password)
  await second.page.getByRole('button', { name: 'Make my account' }).click()
  await at(second.page, 'Overview')
  for (const { context } of [first, second]) await context.close()
})
after(async () => house[Symbol.asyncDispose]())
// So many sign in within a minute that there would be no room left.
beforeEach(() => house.service.query('delete from attempts_at_secrets'))

async function comeIn(page: Page, person: typeof ada) {
  await page.goto('/sign-in')
  await signIn({ page }, person)
  await at(page, 'Overview')
}

async function change(page: Page, to: typeof ada) {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await at(page, 'Sign in')
  await signIn({ page }, to)
  await at(page, 'Overview')
}

const begun = (page: Page) => page.getByRole('region', { name: 'Go on with what you began' })
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const altText = (page: Page) =>
  page.getByRole('complementary', { name: 'The file' }).getByLabel('Alt text')
const keyName = (page: Page) => page.getByRole('dialog').getByLabel('Name', { exact: true })
const notInPost = (page: Page) => page.getByText('Not in the post yet, kept on this device')

interface Places {
  post: string
  file: string
}

/** In each room something that is not sent. */
async function begin(page: Page, name: string, { post, file }: Places) {
  await page.goto('/write')
  await at(page, 'Write')
  await text(page).fill(`Begun by ${name}`)
  await saved(page)
  const { pathname } = new URL(page.url())

  await page.goto(post)
  await at(page, 'Edit the post')
  await text(page).fill(`Changed by ${name}`)
  await notInPost(page).waitFor()

  await page.goto('/keys')
  await at(page, 'API keys')
  await page.getByRole('button', { name: 'New key', exact: true }).click()
  await keyName(page).fill(`Key of ${name}`)
  await page.keyboard.press('Escape')
  await page.getByRole('status').getByText('What you typed is kept').waitFor()

  await page.goto(file)
  await altText(page).fill(`Seen by ${name}`)
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: `of-${name}.png`, mimeType: 'image/png', buffer: picture() })
  await uploads(page).getByText('1 did not arrive').waitFor()
  return pathname
}

async function has(page: Page, name: string, { post, file }: Places) {
  await page.goto('/write')
  await at(page, 'Write')
  await begun(page)
    .getByRole('link', { name: new RegExp(`^Begun by ${name}`) })
    .waitFor()
  const others = name === 'Ada' ? /Grace/ : /Ada/
  assert.doesNotMatch(await begun(page).innerText(), others)

  await page.goto(post)
  await at(page, 'Edit the post')
  await notInPost(page).waitFor()
  assert.equal(await text(page).inputValue(), `Changed by ${name}`)

  await page.goto('/keys')
  await at(page, 'API keys')
  await page.getByRole('button', { name: 'New key', exact: true }).click()
  await page.getByRole('dialog').getByText('This is what you typed before.').waitFor()
  assert.equal(await keyName(page).inputValue(), `Key of ${name}`)

  await page.goto(file)
  await altText(page).waitFor()
  assert.equal(await altText(page).inputValue(), `Seen by ${name}`)
  await uploads(page).getByText('1 did not arrive').waitFor()
  await uploads(page).getByRole('button', { name: 'Show files' }).click()
  await uploads(page).getByText(`of-${name}.png`).waitFor()
  assert.doesNotMatch(await uploads(page).innerText(), others)
}

async function hasNothing(page: Page, { post, file }: Places, address: string) {
  await page.goto(address)
  await at(page, 'Write')
  assert.equal(await text(page).inputValue(), '')

  await page.goto(post)
  await at(page, 'Edit the post')
  assert.equal(await text(page).inputValue(), 'As the service has it')
  assert.equal(await notInPost(page).count(), 0)

  await page.goto('/keys')
  await at(page, 'API keys')
  await page.getByRole('button', { name: 'New key', exact: true }).click()
  assert.equal(await keyName(page).inputValue(), '')
  assert.equal(await page.getByText('This is what you typed before.').count(), 0)

  await page.goto(file)
  await altText(page).waitFor()
  assert.equal(await altText(page).inputValue(), '')
}

test('what one person typed is not shown to who signs in behind them at the same browser, and is there when they are back', async () => {
  const { service } = house
  const sent = form(picture(), {}, 'crate.png')
  const item = idOf((await send(service, 'POST', '/api/media', sent)).body)
  const { x = 0 } = service.accounts
  const wish = { content: 'As the service has it', social_account_ids: [x], when: inAnHour() }
  const places = {
    post: `/posts/${await newPost(service, wish)}/edit`,
    file: `/library?item=${item}`,
  }
  const visitor = await house.visitor({ width: 1440 })
  const { page, context } = visitor
  // What is there is on this device, and what is on its way stays so.
  await context.route('**/console/workspaces/*/compositions**', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'not_found', message: 'Not here.' } } }),
  )
  await context.route(/\/api\/media\/uploads(\?|$)/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'Not now.' } } })
      : route.continue(),
  )
  await comeIn(page, ada)
  const address = await begin(page, 'Ada', places)
  await change(page, grace)
  await hasNothing(page, places, address)
  await begin(page, 'Grace', places)
  await has(page, 'Grace', places)
  await page.goto('/')
  await change(page, ada)
  await has(page, 'Ada', places)
  noComplaints(visitor)
})

test('a page of somebody else becomes the page of whoever signed in beside it, and sends nothing that was typed there in their name', async () => {
  const visitor = await house.visitor({ width: 1440 })
  const { page, context } = visitor
  await comeIn(page, ada)
  await page.goto('/write')
  await at(page, 'Write')
  await text(page).fill('Typed in the page beside')
  await saved(page)
  const beside = await context.newPage()
  beside.setDefaultTimeout(PATIENCE)
  await beside.goto('/')
  await at(beside, 'Overview')
  await change(beside, grace)
  await page.getByText(grace.name).first().waitFor()
  await at(page, 'Write')
  // Hers comes a moment behind her name.
  await comes(async () => assert.equal(await text(page).inputValue(), ''))
  const hers = await beside.request.get(`/console/workspaces/${workspace}/compositions`)
  assert.equal(hers.status(), 200)
  assert.doesNotMatch(await hers.text(), /Typed in the page beside/)
  await change(beside, ada)
  await comes(async () => assert.equal(await text(page).inputValue(), 'Typed in the page beside'))
  noComplaints(visitor)
})

test('a page that has not heard yet who signed in beside it keeps nothing in their name', async () => {
  const visitor = await house.visitor({ width: 1440 })
  const { page, context } = visitor
  // It hears of it too late.
  await page.addInitScript(
    "addEventListener('storage', (event) => event.stopImmediatePropagation(), true)",
  )
  await comeIn(page, ada)
  await page.goto('/write')
  await at(page, 'Write')
  const beside = await context.newPage()
  beside.setDefaultTimeout(PATIENCE)
  await beside.goto('/')
  await at(beside, 'Overview')
  await change(beside, grace)
  const refused = page.waitForResponse(
    (response) => /\/compositions\/./.test(response.url()) && response.status() === 401,
  )
  await text(page).fill('Typed behind her back')
  await refused
  const hers = await beside.request.get(`/console/workspaces/${workspace}/compositions`)
  assert.doesNotMatch(await hers.text(), /Typed behind her back/)
  await page.getByRole('dialog').getByLabel('Password').fill(ada.password)
  await page.getByRole('dialog').getByLabel('Password').press('Enter')
  await comes(async () => {
    const own = await page.request.get(`/console/workspaces/${workspace}/compositions`)
    assert.match(await own.text(), /Typed behind her back/)
  })
})

test('whoever signs out is not asked to sign in again by what the page asked meanwhile', async () => {
  const visitor = await house.visitor({ width: 1440 })
  const { page } = visitor
  await comeIn(page, grace)
  let answered: () => void = () => {}
  const held = new Promise<void>((resolve) => (answered = resolve))
  await page.route('**/console/sign-out', async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await comes(async () => assert.equal(await signedIn(page), false))
  const asks = page.getByRole('link', { name: 'Library' }).click()
  // The page may have asked for something by itself, and be gone before the click.
  await Promise.race([asks.catch(() => {}), refused])
  await refused
  await at(page, 'Sign in')
  answered()
  await page.getByRole('status').getByText('You are signed out').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
})

async function signedIn(page: Page) {
  return (await page.request.get('/console/me')).ok()
}

/** As pages kept it before they named anybody, with something beside each that nobody can read. */
const older = (workspace_id: number) => `new Promise((resolve, reject) => {
  const one = (uuid, text) => ({
    uuid, text, workspace_id: ${workspace_id}, account_ids: [], files: [], touched_at: Date.now(),
  })
  localStorage.setItem('crier.unkept.broken', '{"uuid":')
  localStorage.setItem('crier.unkept.empty', 'null')
  const left = one('6b0e2f0a-0d3b-4c58-9d0e-0a4a2a4b6c01', 'Left behind by an older page')
  localStorage.setItem('crier.unkept.' + left.uuid, JSON.stringify(left))
  sessionStorage.setItem('crier.typed.${workspace_id}.key.new',
    JSON.stringify({ values: { name: 'Key of an older page' }, base: '' }))
  const request = indexedDB.open('crier-writing')
  request.onupgradeneeded = () => request.result.createObjectStore('compositions')
  request.onerror = () => reject(request.error)
  request.onsuccess = () => {
    const db = request.result
    const transaction = db.transaction('compositions', 'readwrite')
    const store = transaction.objectStore('compositions')
    store.put(null, 'broken')
    store.put({ uuid: 'empty', touched_at: Date.now(), workspace_id: ${workspace_id} }, 'empty')
    const kept = one('6b0e2f0a-0d3b-4c58-9d0e-0a4a2a4b6c02', 'Kept by an older page')
    store.put(kept, kept.uuid)
    transaction.oncomplete = () => { db.close(); resolve(true) }
    transaction.onabort = () => reject(transaction.error)
  }
})`

test('what older pages kept belongs to whoever is signed in when it is first read, and what is damaged stands in nobody’s way', async () => {
  const visitor = await house.visitor({ width: 1440 })
  const { page } = visitor
  await page.goto('/sign-in')
  await at(page, 'Sign in')
  await page.evaluate(older(workspace))
  await comeIn(page, grace)
  const names = ['Kept by an older page', 'Left behind by an older page']
  async function look() {
    await page.goto('/write')
    await at(page, 'Write')
    for (const name of names)
      await begun(page)
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .waitFor()
    await page.goto('/keys')
    await at(page, 'API keys')
    await page.getByRole('button', { name: 'New key', exact: true }).click()
    assert.equal(await keyName(page).inputValue(), 'Key of an older page')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await look()
  await change(page, ada)
  await page.goto('/write')
  await at(page, 'Write')
  await text(page).fill('Begun since')
  await saved(page)
  await page.goto('/write')
  await at(page, 'Write')
  await begun(page)
    .getByRole('link', { name: /^Begun since/ })
    .waitFor()
  assert.doesNotMatch(await begun(page).innerText(), /older page/)
  await page.goto('/keys')
  await at(page, 'API keys')
  await page.getByRole('button', { name: 'New key', exact: true }).click()
  assert.equal(await keyName(page).inputValue(), '')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await change(page, grace)
  await look()
  await becomes(page, `localStorage.getItem('crier.unkept.broken') !== null`)
  noComplaints(visitor)
})
