/** A8: every option of every platform is set with the keyboard alone, and is in what the composer sends. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import {
  at,
  becomes,
  comes,
  type House,
  noComplaints,
  openHouse,
  openOptions,
  signUp,
  type Visitor,
} from './house.ts'
import { choose } from './writing.ts'

let house: House
let ada: Visitor
/** In the order of the composer's row of accounts. */
let platforms: string[]
let schemas: z.infer<typeof Schemas>

const Property: z.ZodType<{ properties?: Record<string, unknown> | undefined }> = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
})
const Schemas = z.record(z.string(), z.record(z.string(), z.unknown()))
const Accounts = z.object({ accounts: z.array(z.object({ platform: z.string() })) })
const Sent = z.object({ platform_options: z.record(z.string(), z.unknown()).optional() })

before(async () => {
  house = await openHouse()
  const { service } = house
  for (const platform of Object.keys(manifests))
    if (!(platform in service.accounts)) await accountInSandbox(service, platform)
  const { accounts } = Accounts.parse((await service.rest('GET', '/api/accounts')).body)
  platforms = accounts.map(({ platform }) => platform)
  const { body } = await service.rest('GET', '/api/capabilities')
  schemas = Schemas.parse(body['platform_options'])
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

/** Of a file beside the post, which has a test of its own (`write.test.ts`). */
const ofFiles = new Set(['youtube.captions'])

for (const platform of Object.keys(manifests))
  test(`A8: all options of ${platform} by keyboard`, async () => {
    const { page } = ada
    let sent: unknown
    const hear = (request: Request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/api/posts')) return
      sent = Sent.parse(request.postDataJSON()).platform_options?.[platform]
    }
    page.on('request', hear)
    await page.goto('/write')
    await at(page, 'Write')
    // The tenth has no key of its own, and every one is chosen from the list as well.
    await tabUntil(page, ({ place }) => place === 'accounts')
    await page.keyboard.press('Enter')
    // What it holds may be on the way: until it is there, Tab goes nowhere.
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    await page.locator('[role=dialog]:focus-within').waitFor()
    const wanted = platforms.indexOf(platform)
    await tabUntil(page, ({ type, number }) => type === 'checkbox' && number === wanted)
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('[data-place=accounts]:focus').waitFor()
    await tabUntil(page, ({ tag }) => tag === 'TEXTAREA')
    await page.keyboard.type('Written without a mouse')
    const fold = page.locator('details', { hasText: 'Options for' }).first()
    await fold.waitFor()
    await tabUntil(page, ({ tag, name }) => tag === 'SUMMARY' && name.startsWith('Options for'))
    // It opens by itself where something in it is needed, which may be right before the press.
    while (!(await focused(page)).isOpen) await page.keyboard.press('Enter')
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press('Tab')
      const there = await focused(page)
      if (!there.inFold && there.tag !== 'BODY') break
      await set(page, there)
    }
    const paths = Object.entries(schemas[platform] ?? {}).flatMap(([name, schema]) =>
      leaves(name, schema),
    )
    const expected = paths.filter((path) => !ofFiles.has(`${platform}.${path}`)).toSorted()
    await page.keyboard.press('Control+s')
    await comes(async () => assert.deepEqual(missing(expected, sent), [], JSON.stringify(sent)))
    page.off('request', hear)
    noComplaints(ada)
  })

test('what an account offers may come while somebody writes it by hand: their place and their words stay', async () => {
  const { page } = ada
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/accounts/*/choices', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, /YouTube/)
  await openOptions(page, 'YouTube')
  const option = (name: string) => page.locator(`[data-place="platform_options.youtube.${name}"]`)
  await option('playlist_id').getByRole('textbox').focus()
  await page.keyboard.type('PL-of-')
  answer.resolve()
  await option('language').getByRole('combobox').waitFor()
  await page.keyboard.type('apples')
  assert.equal(await page.locator(':focus').inputValue(), 'PL-of-apples')
  await page.keyboard.press('Shift+Tab')
  await option('playlist_id').getByRole('combobox').waitFor()
  await page.unroute('**/api/accounts/*/choices')
  noComplaints(ada)
})

/** What can be said, and nothing that only holds it. */
function leaves(path: string, schema: unknown): string[] {
  const { properties } = Property.parse(schema)
  if (!properties) return [path]
  return Object.entries(properties).flatMap(([name, each]) => leaves(`${path}.${name}`, each))
}

const missing = (paths: readonly string[], sent: unknown) =>
  paths.filter((path) => {
    const value = path
      .split('.')
      .reduce<unknown>(
        (at, name) => z.record(z.string(), z.unknown()).safeParse(at).data?.[name],
        sent,
      )
    return value === undefined || value === ''
  })

interface Focused {
  tag: string
  type: string
  role: string
  name: string
  /** What the room calls it. */
  place: string
  checked: boolean
  /** Among its kind on the page. */
  number: number
  inFold: boolean
  isOpen: boolean
}

const focused = (page: Page) =>
  page.evaluate<Focused>(`(() => {
    const it = document.activeElement
    const boxes = [...document.querySelectorAll('[role=dialog] input[type=checkbox]')]
    return {
      tag: it.tagName,
      type: it.getAttribute('type') ?? '',
      role: it.getAttribute('role') ?? '',
      name: (it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.textContent ?? '').trim(),
      place: it.closest('[data-place]')?.getAttribute('data-place') ?? '',
      checked: it.checked === true,
      number: boxes.indexOf(it),
      inFold: it.closest('details') !== null && it.tagName !== 'SUMMARY',
      isOpen: it.closest('details')?.open === true,
    }
  })()`)

async function tabUntil(page: Page, wanted: (at: Focused) => boolean) {
  for (let presses = 0; presses < 80; presses++) {
    if (wanted(await focused(page))) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab never comes to it: ${JSON.stringify(await focused(page))}`)
}

const typed: Readonly<Record<string, string>> = {
  date: `2412${new Date().getUTCFullYear() + 1}`,
  time: '1000',
  number: '1',
  url: 'https://example.org/apples',
}

const OWN_LIST = `document.getElementById(document.activeElement.getAttribute('aria-controls'))`

/** As a person would who only has keys; what is on already stays so. */
async function set(page: Page, { tag, type, role, place, checked }: Focused) {
  if (tag === 'BUTTON' || tag === 'BODY') return
  if (tag === 'SELECT' || type === 'radio') return page.keyboard.press('ArrowDown')
  if (type === 'checkbox' || role === 'switch') {
    if (!checked) await page.keyboard.press('Space')
    return
  }
  if (role === 'combobox') {
    // A place is searched for, or said by its number; of the others the account offers some.
    if (/\.(place|location_id)$/.test(place)) await page.keyboard.type('1234567')
    else await page.keyboard.press('ArrowDown')
    // The list of this box: that of the one before may still be closing.
    await becomes(page, `${OWN_LIST}?.querySelector('[role=option]') != null`)
    if (!(await page.evaluate(`${OWN_LIST}.querySelector('[data-highlighted]') != null`)))
      await page.keyboard.press('ArrowDown')
    await becomes(page, `${OWN_LIST}?.querySelector('[role=option][data-highlighted]') != null`)
    await page.keyboard.press('Enter')
    return becomes(
      page,
      `document.activeElement.value !== '' && document.activeElement.getAttribute('aria-expanded') !== 'true'`,
    )
  }
  await page.keyboard.type(typed[type] ?? 'en')
}
