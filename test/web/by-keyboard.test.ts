/** One whole post by keyboard alone: written, given a picture and its description, put into a slot, and found in the calendar. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import {
  at,
  comes,
  type House,
  noComplaints,
  openHouse,
  PATIENCE,
  signUp,
  type Visitor,
} from './house.ts'
import { axeOf } from './look.ts'
import { BERLIN, setSchedule } from './next-month.ts'
import { pictureOf } from './writing.ts'

let house: House
let ada: Visitor
let page: Page

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  page = ada.page
  await signUp(ada)
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  await setSchedule(
    page,
    house,
    days.map((weekday) => ({ weekday, time: '12:10', account_id: null })),
  )
})
after(async () => house[Symbol.asyncDispose]())

interface Focus {
  name: string
  /** Of the whole page: whoever is there has lost their place. */
  lost: boolean
  /** It is drawn that the focus is here, and that can be seen. */
  shown: boolean
}

// A heading is where reading goes on, and nothing to press; the ring of a box or a round button may be that of its label,
// and that of a text the frame around it.
const where = () =>
  page.evaluate<Focus>(`(() => {
    const it = document.activeElement
    const lost = it === document.body || it === document.documentElement
    const name = (it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.textContent ?? '').trim()
    const pen = document.createElement('i')
    pen.style.color = 'var(--color-accent)'
    document.body.append(pen)
    const accent = getComputedStyle(pen).color
    pen.remove()
    const shown = [it, ...(it.labels ?? [])].some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      const ring = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
      const { top, left, bottom, right, width, height } = each.getBoundingClientRect()
      const inside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
      const frame = each.matches('textarea') && [...document.querySelectorAll(':has(> * textarea:focus-visible), :has(> textarea:focus-visible)')]
        .some((around) => getComputedStyle(around).borderTopColor === accent)
      return (ring || frame || each.matches('h1, dialog, [role=dialog]')) && inside && width > 1 && height > 1
    })
    return { name, lost, shown }
  })()`)

/** After each key somebody is somewhere, and sees where. */
async function press(key: string) {
  await page.keyboard.press(key)
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const focus = await where()
    if (!focus.lost && focus.shown) return focus.name
    assert.ok(Date.now() < deadline, `${key} leads to ${JSON.stringify(focus)}`)
    await page.waitForTimeout(50)
  }
}

async function to(name: string | RegExp, key = 'Tab') {
  const is = (there: string) => (typeof name === 'string' ? there === name : name.test(there))
  const seen: string[] = []
  for (let presses = 0; presses < 70; presses++) {
    const { name: there } = await where()
    if (is(there)) return
    seen.push(await press(key))
  }
  assert.fail(`${key} never comes to ${String(name)}: ${seen.join(' | ')}`)
}

/** When what was opened is there and has taken the focus. */
async function inside(what: 'button' | 'checkbox' | 'textbox' | 'radio') {
  await page.getByRole('dialog').getByRole(what).first().waitFor()
  await page.locator(':is(dialog, [role=dialog]):focus-within').waitFor()
}

/** The focus comes a moment behind what it goes to. */
async function stands(name: string | RegExp, why?: string) {
  await comes(async () => {
    const there = await where()
    if (typeof name === 'string') assert.equal(there.name, name, why)
    else assert.match(there.name, name, why)
  })
}

async function clean(of: string) {
  const { violations } = await axeOf(page).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${of}: ${id}: ${nodes[0]?.html}`),
    [],
  )
}

test('a post with a picture and its description goes into a slot and is found in the calendar, without a mouse', async () => {
  let pointed = 0
  await page.exposeBinding('wasPointed', () => void pointed++)
  await page.addInitScript(`
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(type, () => window.wasPointed(), true)
  `)
  await page.goto('/')
  await at(page, 'Overview')
  assert.equal(await press('Tab'), 'Skip to content')
  await to('Write')
  await press('Enter')
  await at(page, 'Write')
  await stands('Write', 'the heading of the room')

  await to(/account/i)
  await press('Enter')
  await inside('checkbox')
  await to(/ada_types/)
  await press('Space')
  await clean('accounts')
  await press('Escape')
  await stands('Add accounts', 'back where it was opened')

  await to('Text')
  await page.keyboard.type('Forty-one sorts of apples')
  await to('Media')
  const chooser = page.waitForEvent('filechooser')
  await press('Enter')
  await (
    await chooser
  ).setFiles({ name: 'apples.jpg', mimeType: 'image/jpeg', buffer: await pictureOf() })
  await page.getByRole('button', { name: /^ALT: describe apples.jpg/ }).waitFor()
  await comes(async () => assert.equal((await where()).lost, false))
  await to(/^ALT: describe apples.jpg/, 'Shift+Tab')
  await press('Enter')
  await inside('textbox')
  await to('What is to be seen')
  await page.keyboard.type('Apples in a crate')
  await clean('description')
  await to('Save the description')
  await press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await stands(/^ALT: describe apples.jpg/, 'back where it was opened')

  await to(/^When/)
  await press('Enter')
  await inside('radio')
  await to(/12:10/)
  await clean('when')
  await press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await stands(/^When: .*12:10/)

  await page
    .getByRole('button', { name: /^Schedule/ })
    .and(page.locator(':not([aria-disabled=true])'))
    .waitFor()
  await to(/^Schedule .*account/)
  await press('Enter')
  await at(page, 'It is scheduled')
  await stands('It is scheduled')
  await clean('scheduled')

  await to('Calendar', 'Shift+Tab')
  await press('Enter')
  await at(page, /^Calendar/)
  await stands(/^Calendar/)
  const { body } = await house.service.rest('GET', '/api/posts?status=scheduled')
  const [post] = body['data'] as {
    content: string
    scheduled_at: string
    media: { alt_text: string }[]
  }[]
  assert.equal(post?.content, 'Forty-one sorts of apples')
  assert.deepEqual(
    post?.media.map(({ alt_text }) => alt_text),
    ['Apples in a crate'],
  )
  // Today or tomorrow, as the first free slot has it.
  const dayOf = (moment: Temporal.Instant) => moment.toZonedDateTimeISO(BERLIN).toPlainDate()
  const today = dayOf(Temporal.Now.instant())
  const there = dayOf(Temporal.Instant.from(post?.scheduled_at ?? ''))
  await to(/\d, \d+ posts?$/)
  for (let days = today.until(there).days; days > 0; days--) await press('ArrowRight')
  await to(/Forty-one sorts of apples/, 'ArrowDown')
  await press('Enter')
  await inside('button')
  await page.getByRole('dialog', { name: 'Forty-one sorts of apples' }).waitFor()
  await clean('post in the calendar')
  await press('Escape')
  await stands(/Forty-one sorts of apples/, 'back where it was opened')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await clean('calendar')
  assert.equal(pointed, 0)
  noComplaints(ada)
})
