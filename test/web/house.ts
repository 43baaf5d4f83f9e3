/** The dashboard in real Chromium, as the service serves it, with people in it. */
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { trusting } from '../people/browser.ts'
import { openService, type TestService } from '../service.ts'
import { openChromium } from './chromium.ts'

export interface House extends AsyncDisposable {
  service: TestService
  browser: Browser
  /** Somebody's browser, signed out. Every one has an address of its own. */
  visitor(options?: Visit): Promise<Visitor>
}

export interface Visit {
  theme?: 'light' | 'dark'
  width?: number
  /** What the browser asks for. */
  locale?: string
  /** By another of the service's names than its address. */
  origin?: string
  /** Of another visitor, whose cookies it has. */
  as?: Visitor
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** What the page complained about: errors of scripts, refusals by the content security policy. */
  complaints: string[]
}

export const ada = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }

let last = 0

/** What has not come by then never comes. A ceiling, far above what a busy machine takes: nothing waits longer for being below it. */
export const PATIENCE = 40_000

export async function openHouse(
  environment: Record<string, string> = {},
  instead: Parameters<typeof openService>[1] = {},
): Promise<House> {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await openService({ ...trusting, ...environment }, instead))
  const { browser } = stack.use(await openChromium())
  const owned = stack.move()
  return {
    service,
    browser,
    async visitor({ theme = 'light', width = 1280, locale = 'en-GB', origin, as } = {}) {
      const context = await browser.newContext({
        baseURL: origin ?? service.base_url,
        colorScheme: theme,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
        timezoneId: 'Europe/Berlin',
        locale,
        extraHTTPHeaders: { 'x-forwarded-for': `10.9.${++last >> 8}.${last & 255}` },
      })
      owned.defer(() => context.close())
      if (as) await context.addCookies(await as.context.cookies())
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE)
      // From the start: a chooser that opens just as somebody begins to wait for it would be the device's own.
      page.on('filechooser', () => undefined)
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        // An answer of 4xx is told by the page itself.
        const told = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !told) complaints.push(message.text())
      })
      return { page, context, complaints }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The first person signs up, and stands in the overview. */
export async function signUp({ page }: Visitor, person = ada) {
  await page.goto('/sign-up')
  await page.getByLabel('Your name').fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Make my account' }).click()
  await at(page, 'Overview')
}

/** Where the page asks for it. */
export async function signIn(
  { page }: Pick<Visitor, 'page'>,
  { email, password }: Pick<typeof ada, 'email' | 'password'> = ada,
) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The first person in a session of its own: two browsers with one cookie would take the stream from each other, without end. */
export async function anotherBrowser(house: House, visit: Visit = {}) {
  const visitor = await house.visitor(visit)
  await visitor.page.goto('/sign-in')
  await signIn(visitor)
  await at(visitor.page, 'Overview')
  return visitor
}

/** When the room with this heading has everything it waits for. */
export async function at(page: Page, heading: string | RegExp) {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

/** Asked from here: the page's rules let nothing that waits inside of it evaluate a text, but for the first time. */
export async function becomes(page: Page, expression: string, ms = PATIENCE) {
  const deadline = Date.now() + ms
  while (!(await page.evaluate(expression))) {
    assert.ok(Date.now() < deadline, `it does not become so: ${expression}`)
    await page.waitForTimeout(20)
  }
}

/** Asserts again until it holds: for what the page says a moment behind the key or the press before. */
export async function comes(assertion: () => Promise<void>) {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    try {
      return await assertion()
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Where it stands, in pixels of the page: what is drawn anew at this moment stands nowhere, so this waits until it does. */
export async function boxOf(it: Locator) {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    await it.waitFor()
    const box = await it.boundingBox()
    if (box) return box
    assert.ok(Date.now() < deadline, `${String(it)} stands nowhere`)
  }
}

export function noComplaints(...visitors: Visitor[]) {
  assert.deepEqual(
    visitors.flatMap(({ complaints }) => complaints),
    [],
  )
}

/** A click would close what a problem has opened meanwhile. */
export async function openOptions(page: Page, platform: string) {
  await page
    .locator('details', { has: page.getByText(`Options for ${platform}`) })
    .evaluate((details) => details.setAttribute('open', ''))
}
