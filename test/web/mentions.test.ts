/** People in the composer: looked for by “@”, put in as their platform takes them; in real Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { empty, inputOf } from '../../web/src/writing/composition.ts'
import { soughtAt } from '../../web/src/writing/sought.ts'
import { patched } from '../../web/src/writing/patch.ts'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'
import { choose, mainButton, text, way } from './writing.ts'

const engines = {
  platform: 'facebook',
  text: '@Analytical Engines',
  option: 'Analytical Engines (105000000000003)',
}
const accounts = [
  { id: 4, platform: 'facebook' },
  { id: 5, platform: 'facebook' },
  { id: 6, platform: 'bluesky' },
]
const written = (fields: object) => ({
  ...empty('uuid', 1),
  account_ids: [4, 5, 6],
  mentions: [engines],
  ...fields,
})

test('an @ with letters behind it looks for somebody, where a word begins and ends', () => {
  assert.deepEqual(soughtAt('Thanks, @be', 11), { sign: '@', from: 8, words: 'be' })
  assert.deepEqual(soughtAt('@ü.x', 4), { sign: '@', from: 0, words: 'ü.x' })
  assert.deepEqual(soughtAt(`${'a'.repeat(60)} (@b`, 64), { sign: '@', from: 62, words: 'b' })
  for (const [value, cursor] of [
    ['Thanks, @', 9],
    ['ada@example', 11],
    ['Thanks, @ben', 10],
    ['@ben okri', 9],
    [`@${'b'.repeat(60)}`, 61],
  ] as const)
    assert.equal(soughtAt(value, cursor), undefined, value)
})

test('who was chosen is named in the options of the platform as long as its text has the name', () => {
  const named = { mentions: [engines.option] }
  const both = inputOf(written({ text: 'By @Analytical Engines!' }), accounts)
  assert.deepEqual(both.platform_options, { facebook: named })
  assert.deepEqual(both.platform_content, [])
  for (const gone of ['By nobody', 'By @Analytical Enginess', 'By x@Analytical Engines'])
    assert.deepEqual(inputOf(written({ text: gone }), accounts).platform_options, {}, gone)

  const apart = written({ text: 'By @Analytical Engines', variants: { 'a:5': 'By us' } })
  const input = inputOf(apart, accounts)
  assert.deepEqual(input.platform_options, {})
  assert.deepEqual(input.platform_content, [
    { account_id: 4, options: named },
    { account_id: 5, content: 'By us' },
  ])
})

test('names given by hand stay beside it, the longer name is meant, and taking the option back takes it all', () => {
  const short = { platform: 'facebook', text: '@Analytical', option: 'Analytical (7)' }
  const post = written({
    text: 'By @Analytical Engines and @Ada',
    mentions: [short, engines],
    options: { facebook: { mentions: ['Ada (9)'] } },
  })
  assert.deepEqual(inputOf(post, accounts).platform_options['facebook'], {
    mentions: ['Ada (9)', engines.option],
  })
  const fix = {
    action: 'remove_option',
    patch: { platform_options: { facebook: { mentions: null } } },
  }
  const mended = { ...post, ...patched(post, fix, accounts).changes }
  assert.deepEqual(inputOf(mended, accounts).platform_options, {})
})

let house: House
let ada: Visitor
before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1280 })
  await signUp(ada)
  await accountInSandbox(house.service, 'facebook')
})
after(async () => house[Symbol.asyncDispose]())

const list = (page: Page) => page.getByRole('listbox', { name: 'People to mention' })
const people = '**/api/accounts/*/people**'

async function begin(page: Page, account: RegExp) {
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, account)
  await text(page).focus()
}

async function publish(page: Page) {
  await way(page, 'Now')
  await page.keyboard.press('Escape')
  await mainButton(page).and(page.locator(':not([aria-disabled=true])')).click()
  await at(page, 'It is out')
}

test('by keyboard somebody on Bluesky is found, left alone by Escape, taken by Enter, and mentioned', async () => {
  const { page } = ada
  await begin(page, /Bluesky/)
  await page.keyboard.type('Thanks, @ben')
  const ben = list(page).getByRole('option', { name: /Ben Okri/ })
  await ben.waitFor()
  assert.equal(
    await text(page).getAttribute('aria-activedescendant'),
    await ben.getAttribute('id'),
    'whoever hears it is told which one is meant',
  )
  await page.getByText(/^1 person found/).waitFor({ state: 'attached' })
  assert.deepEqual(await look(page, 'mentions', '[role=listbox]'), [])
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'detached' })
  assert.equal(await text(page).inputValue(), 'Thanks, @ben')
  assert.equal(await text(page).getAttribute('aria-activedescendant'), null)
  await page.keyboard.type(' and @crowd')
  await list(page).getByRole('option').nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  const second = list(page).getByRole('option', { selected: true })
  assert.equal(
    await second.getAttribute('id'),
    await list(page).getByRole('option').nth(1).getAttribute('id'),
  )
  await page.keyboard.press('ArrowUp')
  for (let letters = 'and @crowd'.length; letters > 0; letters--)
    await page.keyboard.press('Backspace')
  await page.keyboard.type('@love')
  await list(page)
    .getByRole('option', { name: /Ada Lovelace/ })
    .waitFor()
  await page.keyboard.press('Enter')
  const said = await text(page).inputValue()
  assert.match(said, /^Thanks, @ben @[a-z.]+ $/)
  await page.keyboard.type('for all!')
  await publish(page)
  const [received] = (await house.service.received('bluesky')).filter(({ text: sent }) =>
    String(sent).startsWith('Thanks, @ben'),
  )
  assert.match(
    JSON.stringify(received),
    /"features":\[\{"type":"mention"/,
    JSON.stringify(received),
  )
  noComplaints(ada)
})

test('by pointer a Page on Facebook is taken into the text, and the post names its number', async () => {
  const { page } = ada
  await begin(page, /Facebook/)
  await page.keyboard.type('Built by @engines')
  await list(page)
    .getByRole('option', { name: /Analytical Engines/ })
    .click()
  assert.equal(await text(page).inputValue(), 'Built by @Analytical Engines ')
  await page.keyboard.type('again')
  assert.equal(await text(page).inputValue(), 'Built by @Analytical Engines again')
  await publish(page)
  const received = JSON.stringify(await house.service.received('facebook'))
  assert.match(received, /105000000000003/)
  noComplaints(ada)
})

test('what is typed stays as it is where nobody is found, refused or offline; a question that is not asked any more is cut off', async () => {
  const { page } = ada
  await begin(page, /X/)
  const asked = page.waitForResponse((answer) => answer.url().includes('/people'))
  await page.keyboard.type('Hello @ada')
  assert.equal((await (await asked).json()).supported, false)
  await page.keyboard.press('Enter')
  assert.equal(await text(page).inputValue(), 'Hello @ada\n')

  await begin(page, /Bluesky/)
  const held: Route[] = []
  await page.route(people, (route) => void held.push(route))
  const cut = page.waitForEvent('requestfailed', (request) => request.url().includes('/people'))
  const first = page.waitForRequest((request) => request.url().includes('/people'))
  await page.keyboard.type('@be')
  await first
  await page.keyboard.type('n')
  assert.match((await cut).url(), /q=be(&|$)/)
  await page.unroute(people)
  for (const route of held) await route.continue().catch(() => undefined)
  await list(page)
    .getByRole('option', { name: /Ben Okri/ })
    .waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await text(page).inputValue(), '@ben.sandbox.test ')

  await page.route(people, (route) => route.abort())
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/people'))
  await page.keyboard.type('and @ad')
  await lost
  await page.keyboard.type('a, too')
  assert.equal(await text(page).inputValue(), '@ben.sandbox.test and @ada, too')
  await page.unroute(people)
  await page.route(people, (route) =>
    route.fulfill({
      status: 422,
      json: { error: { code: 'invalid', message: 'No.', errors: { q: ['May not search.'] } } },
    }),
  )
  const refused = page.waitForResponse((answer) => answer.url().includes('/people'))
  await page.keyboard.type(' @eve')
  await refused
  await page.keyboard.press('Enter')
  assert.equal(await text(page).inputValue(), '@ben.sandbox.test and @ada, too @eve\n')
  assert.equal(await page.getByRole('alert').count(), 0)
  await page.unroute(people)
  noComplaints(ada)
})
