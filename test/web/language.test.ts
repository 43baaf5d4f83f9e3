/** The dashboard in German, and laid out from right to left, in real Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { fill } from './full.ts'
import {
  ada,
  at,
  boxOf,
  type House,
  noComplaints,
  openHouse,
  signIn,
  type Visitor,
} from './house.ts'
import { axeOf, nameOf, picture } from './look.ts'

const rooms = [
  ['/', /^Übersicht/],
  ['/posts?tab=all', /^Beiträge/],
  ['/posts/1', /^Geplant/],
  ['/accounts', /^Konten/],
  ['/accounts/connect', /^Konto verbinden/],
  ['/series', /^Serien/],
  ['/series/new', /^Neue Serie/],
  ['/write', /^Schreiben/],
  ['/keys', /^API-Schlüssel/],
  ['/apps', /^Verbundene Apps/],
  ['/members', /^Mitglieder/],
  ['/webhooks', /^Webhooks/],
  ['/settings', /^Einstellungen/],
  ['/settings/security', /^Passwort/],
  ['/settings/notices', /^Mitteilungen/],
  ['/settings/activity', /^Aktivität/],
  ['/settings/workspace', /^Arbeitsbereich/],
  ['/settings/schedule', /^Zeitplan/],
  ['/settings/snippets', /^Bausteine/],
  ['/settings/plan', /^Tarif/],
] as const

let house: House
let grete: Visitor

before(async () => {
  house = await openHouse()
  grete = await house.visitor({ locale: 'de-AT' })
  const { page } = grete
  await page.goto('/sign-up')
  await page.getByLabel('Ihr Name').fill(ada.name)
  await page.getByLabel('E-Mail').fill(ada.email)
  await page.getByLabel('Passwort').fill(ada.password)
  await page.getByRole('button', { name: 'Mein Konto anlegen' }).click()
  await at(page, 'Übersicht')
  await fill(house, grete)
})
after(async () => house[Symbol.asyncDispose]())

test('a browser that asks for German reads German in every room, and no room grows out of the screen', async () => {
  const { page } = grete
  const found: string[] = []
  for (const [path, heading] of rooms) {
    await page.goto(path)
    await at(page, heading)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      found.push(...(await sideways(page, `${path} at ${width}`)))
      await picture(page, `de-${nameOf(path)}-${width}`)
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  assert.equal(await page.locator('html').getAttribute('lang'), 'de-AT')
  assert.deepEqual(found, [])
  noComplaints(grete)
})

test('the bell tells in German what the service tells in English', async () => {
  const { page } = grete
  await page.goto('/')
  await at(page, /^Übersicht/)
  await page.getByRole('button', { name: 'Mitteilungen, 2 ungelesen' }).click()
  const told = page.getByRole('list', { name: 'Mitteilungen' })
  await told.getByRole('link', { name: /^Ein Beitrag ging nicht hinaus/ }).waitFor()
  await told.getByText(/^X \(„ada_types“\): X sagt, dass .*\.$/).waitFor()
  await told.getByRole('link', { name: /^Ein Beitrag wartet auf Freigabe/ }).waitFor()
  assert.doesNotMatch(await told.innerText(), /\b(A post|did not|approval|They)\b/)
  await picture(page, 'de-bell')
  const { violations } = await axeOf(page).include('[role=dialog]').analyze()
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  )
  await page.keyboard.press('Escape')
  noComplaints(grete)
})

test('until it is said why, a post of a single account is told as not published, and not as “not everywhere”', async () => {
  const visitor = await house.visitor({ locale: 'de-AT', as: grete })
  const { page, context } = visitor
  const sentences = Promise.withResolvers<void>()
  await page.route('**/assets/why-*.js', async (route) => {
    await sentences.promise
    await route.continue()
  })
  await page.goto('/')
  const needs = page.getByRole('list', { name: 'Braucht Sie' })
  await needs.getByText('Der Beitrag wurde nicht veröffentlicht.').waitFor()
  sentences.resolve()
  await needs.getByText('ada_types: X sagt, dass dasselbe schon veröffentlicht ist.').waitFor()
  assert.equal(await needs.getByText('nicht veröffentlicht.').count(), 0)
  noComplaints(visitor)
  await context.close()
})

test('why a post failed is said in German in the overview, and by what people call the account', async () => {
  const { page } = grete
  await page.goto('/')
  await at(page, /^Übersicht/)
  const needs = page.getByRole('list', { name: 'Braucht Sie' })
  await needs.getByText('ada_types: X sagt, dass dasselbe schon veröffentlicht ist.').waitFor()
  noComplaints(grete)
})

test('what is wrong with a post while it is written is said in German, with what was measured', async () => {
  const { page } = grete
  await page.goto('/write')
  await at(page, /^Schreiben/)
  await page.locator('[data-place=accounts]').click()
  await page.getByRole('checkbox', { name: /ada_types/ }).check()
  await page.keyboard.press('Escape')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Äpfel und Birnen, '.repeat(20))
  await page.getByRole('button', { name: '1 Problem' }).click()
  const told = page.getByRole('dialog')
  await told
    .getByText('X (ada_types) nimmt höchstens 280 gewichtete Zeichen an; hier sind es 360.')
    .waitFor()
  assert.doesNotMatch(await told.innerText(), /takes at most/)
  await page.keyboard.press('Escape')
  await page.locator('summary', { hasText: 'Optionen für X' }).click()
  await page.getByText('Wer antworten darf. Ohne Angabe alle.').waitFor()
  await text.fill('')
  noComplaints(grete)
})

test('the page of a failed post says why in German, and what has no German stands there in English', async () => {
  const { page } = grete
  const { body } = await house.service.rest('GET', '/api/posts?status=failed')
  const [failed] = body['data'] as { id: number }[]
  await page.goto(`/posts/${failed?.id}`)
  await page.getByText('X sagt, dass dasselbe schon veröffentlicht ist').first().waitFor()
  assert.doesNotMatch(await page.locator('main').innerText(), /already|refuses|the platform/i)
  await page.goto('/settings')
  await at(page, 'Einstellungen')
  // Of a service that is newer than the page.
  const message = 'Something new is wrong.'
  const refusal = { message, code: 'invalid', errors: { name: [message] } }
  await page.route('**/console/me', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await route.fulfill({ status: 422, json: refusal })
  })
  await page.getByLabel('Ihr Name').fill('Grete Hermann')
  await page.getByLabel('Ihr Name').press('Enter')
  await page.locator('[lang=en]', { hasText: message }).waitFor()
  await page.unroute('**/console/me')
  noComplaints(grete)
})

test('with many platforms no head of a table is cut, and no name of a platform is pressed into a letter’s width', async () => {
  for (const platform of ['facebook', 'threads', 'youtube'])
    await accountInSandbox(house.service, platform)
  const { page } = grete
  await page.goto('/analytics')
  await at(page, 'Auswertung')
  await page.getByText('von keiner Ihrer Plattformen').first().waitFor()
  const heads = page.getByRole('columnheader').getByRole('button')
  await heads.first().waitFor()
  const cut = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll('thead th button')].flatMap((button) => {
    const end = button.closest('table').parentElement.getBoundingClientRect().right
    const wide = button.scrollWidth > button.closest('th').clientWidth + 1
    return wide || button.getBoundingClientRect().right > end + 1 ? [button.innerText] : []
  })`)
  assert.deepEqual(cut, [])
  const phone = await house.visitor({ locale: 'de-AT', as: grete, width: 390 })
  await phone.page.goto('/accounts/connect')
  await at(phone.page, /^Konto verbinden/)
  await phone.page.getByText('Etwa ada.bsky.social.').first().waitFor()
  const unset = phone.page.getByRole('list', { name: 'Nicht eingerichtet' })
  await unset.waitFor()
  // Variables stand where an operator unfolds them.
  await phone.page.evaluate(
    "document.querySelectorAll('main details').forEach((each) => (each.open = true))",
  )
  await unset.locator('code').first().waitFor()
  const tall = await phone.page.evaluate<string[]>(
    "[...document.querySelectorAll('main li code')].filter((code) => code.getClientRects().length > 2).map((code) => code.innerText)",
  )
  assert.deepEqual(tall, [], 'a variable takes a line, or two')
  noComplaints(grete, phone)
})

test('on a phone the tools of the calendar stand in one line, and what is chosen is not cut, in German too', async () => {
  const phone = await house.visitor({ locale: 'de-AT', as: grete, width: 390 })
  const { page } = phone
  for (const search of ['', '?view=list&date=2026-12-28', '?risk=yes']) {
    await page.goto(`/calendar${search}`)
    await at(page, /^Kalender/)
    const tools = [
      page.getByRole('group', { name: 'Ansicht' }),
      page.getByRole('button', { name: /^Filter( \d+)?$/ }),
      page.getByRole('button', { name: 'Mehr', exact: true }),
    ]
    const boxes = await Promise.all(tools.map(boxOf))
    for (const { x, width } of boxes) assert.ok(x + width <= 390, search)
    const middles = boxes.map(({ y, height }) => y + height / 2)
    assert.ok(Math.max(...middles) - Math.min(...middles) <= 4, `${search}: ${middles.join()}`)
  }
  for (const path of ['/analytics', '/settings/workspace', '/settings/activity']) {
    await page.goto(path)
    await at(page, /./)
    await page.locator('main select').first().waitFor()
    const cut = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('main select')].flatMap((select) => {
      const style = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d')
      pen.font = style.font
      const chosen = select.selectedOptions[0]?.textContent ?? ''
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      return pen.measureText(chosen).width > room + 1 ? [chosen] : []
    })`)
    assert.deepEqual(cut, [], path)
  }
  noComplaints(phone)
})

test('whoever chooses a language finds it wherever they sign in, and dates and numbers follow it', async () => {
  const { page } = grete
  await page.goto('/settings')
  await at(page, 'Einstellungen')
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'English' })
  await at(page, 'Settings')
  assert.equal(await page.locator('html').getAttribute('lang'), 'en-GB')
  // Another browser asks for German before anybody is signed in, and has the person's language behind it.
  const other = await house.visitor({ locale: 'de-DE' })
  await other.page.goto('/settings')
  await other.page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor()
  await other.page.getByLabel('E-Mail').fill(ada.email)
  await other.page.getByLabel('Passwort').fill(ada.password)
  await other.page.getByRole('button', { name: 'Anmelden' }).click()
  await at(other.page, 'Settings')
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' })
  await at(page, 'Einstellungen')
  await page.goto('/posts/1')
  await at(page, 'Geplant')
  assert.match(
    await page.locator('main header').innerText(),
    /^Geplant\n+Für (Mo|Di|Mi|Do|Fr|Sa|So)\.?,/,
  )
  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'Wie mein Browser' })
  await page.getByText('Ihre Sprache ist gespeichert').waitFor()
  noComplaints(grete, other)
})

test('whoever keeps a time zone reads times by it on every device, the workspace’s beside them', async () => {
  const { page } = grete
  await page.goto('/settings')
  const zone = page.getByRole('combobox', { name: 'Meine Zeitzone' })
  await page.goto('/settings')
  await zone.selectOption('Asia/Tokyo')
  await page.getByText('Ihre Zeitzone ist gespeichert').waitFor()
  const other = await house.visitor({ locale: 'de-AT', as: grete })
  for (const visitor of [grete, other]) {
    await visitor.page.goto('/posts/1')
    await at(visitor.page, 'Geplant')
    const post = await house.service.rest('GET', '/api/posts/1')
    const told = (timeZone: string) =>
      new Intl.DateTimeFormat('de-AT', { timeZone, timeStyle: 'short' }).format(
        new Date(String(post.body['scheduled_at'])),
      )
    const shown = await visitor.page.locator('main header').innerText()
    assert.match(
      shown,
      new RegExp(`${told('Asia/Tokyo')} .*${told('America/New_York')} in New York`),
    )
    await visitor.page.goto('/calendar?zone=mine')
    await visitor.page.getByText('Zeiten in Tokyo').waitFor()
    await visitor.page.goto('/write')
    await at(visitor.page, 'Schreiben')
    await visitor.page.locator('[data-place=when]').click()
    await visitor.page.getByText('Zu einer Zeit').click()
    await visitor.page.getByText(/nach Ihrer \(Tokyo\)/).waitFor()
  }
  await page.goto('/settings')
  await zone.selectOption('')
  await page.getByText('Ihre Zeitzone ist gespeichert').waitFor()
  noComplaints(grete, other)
})

test('an English browser says what is wrong with a language that is none, and keeps what was', async () => {
  const answer = await grete.page.request.put('/console/me', {
    headers: { origin: house.service.base_url, 'content-type': 'application/json' },
    data: { locale: 'not a language' },
  })
  assert.equal(answer.status(), 422)
  const { errors } = await answer.json()
  assert.deepEqual(errors, { locale: ['Use a language tag such as en, de or pt-BR.'] })
})

/** What a room says is the same from right to left: only the rules about where it stands could find something new. */
const PLACES = ['color-contrast', 'scrollable-region-focusable', 'target-size']

test('from right to left nothing lies outside of the screen, and axe has nothing to object to', async () => {
  const visitor = await house.visitor()
  await visitor.page.addInitScript({
    content: `new MutationObserver(() => {
      if (document.documentElement.dir !== 'rtl') document.documentElement.dir = 'rtl'
    }).observe(document, { attributes: true, childList: true, subtree: true })`,
  })
  const { page } = visitor
  await page.goto('/sign-in')
  await signIn(visitor)
  await at(page, 'Overview')
  const found: string[] = []
  for (const [path] of rooms) {
    await page.goto(path)
    await at(page, /./)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      found.push(...(await sideways(page, `${path} at ${width}`)))
      await picture(page, `rtl-${nameOf(path)}-${width}`)
    }
    const { violations } = await axeOf(page).withRules(PLACES).analyze()
    found.push(...violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`))
  }
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  assert.deepEqual(found, [])
  noComplaints(visitor)
})

test('what is wrong with a form is said in German at its field', async () => {
  const { page } = await house.visitor({ locale: 'de-AT', as: grete })
  const said = async (words: string) => {
    const text = page.getByText(words, { exact: true })
    await text.waitFor()
    assert.equal(await text.getAttribute('lang'), null)
  }
  await page.goto('/settings')
  await page.getByLabel('Ihr Name').fill('')
  await page.getByRole('form', { name: 'Name' }).getByRole('button').click()
  await said('Schreiben Sie einen Namen.')
  await page.getByLabel('Neue Adresse').fill('nobody')
  await page.getByRole('form', { name: 'E-Mail' }).getByRole('button').click()
  await said('Schreiben Sie eine E-Mail-Adresse, etwa ada@example.org.')
  await page.getByLabel('Neue Adresse').fill('grete@example.org')
  await page.getByLabel('Ihr Passwort').fill('not the password')
  await page.getByRole('form', { name: 'E-Mail' }).getByRole('button').click()
  await said('Das ist nicht Ihr Passwort.')

  await page.goto('/webhooks')
  await page.getByRole('button', { name: 'Neuer Webhook' }).first().click()
  await page.getByRole('dialog').getByLabel('Adresse').fill('ftp://example.org')
  await page.getByRole('dialog').getByRole('button', { name: 'Anlegen' }).click()
  await said('Geben Sie eine Adresse an, die mit https:// beginnt.')

  await page.goto('/settings/schedule')
  await page.getByRole('button', { name: 'Neue Warteschlange' }).first().click()
  const queue = page.getByRole('dialog')
  await queue.getByLabel('Name').fill('x'.repeat(300))
  await queue.getByRole('button', { name: 'Speichern' }).click()
  await said('Nennen Sie mindestens eine Zeit der Woche.')
  await queue.getByText(/^Höchstens \d+ Zeichen\.$/).waitFor()
})

/** What is wider than the screen. From right to left it would lie to the left of it. */
async function sideways(page: Page, name: string) {
  const wider = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  return wider > 0 ? [`${name}: ${wider} pixels too wide`] : []
}
