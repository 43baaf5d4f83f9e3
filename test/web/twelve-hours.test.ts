/** For whoever's day has twelve hours twice and whose week begins on a Sunday, as in the United States. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { at, becomes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { chosen, moment, setSchedule } from './next-month.ts'
import { choose, text, way } from './writing.ts'

let house: House
let ada: Visitor
let page: Page
let noon: number
let nine: number

const date = chosen.toString()

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ locale: 'en-US' })
  page = ada.page
  await signUp(ada)
  await setSchedule(page, house)
  const { accounts } = house.service
  for (const platform of ['threads', 'linkedin', 'facebook'])
    accounts[platform] ??= await accountInSandbox(house.service, platform)
  noon = await plan('Which of the apples is sweet?', '12:15', Object.values(accounts))
  nine = await plan('Cider is back in the shop', '09:00', [accounts['x']])
})
after(async () => house[Symbol.asyncDispose]())

async function plan(content: string, time: string, social_account_ids: unknown[]) {
  const { body } = await house.service.rest('POST', '/api/posts', {
    content,
    social_account_ids,
    scheduled_at: moment(date, time),
  })
  return Number(body['id'])
}

async function open(view: string) {
  await page.goto(`/calendar?view=${view}&date=${date}`)
  await at(page, /^Calendar/)
  await page.locator('[data-board][aria-busy=false]').waitFor()
}

const chip = (id: number) => page.locator(`[data-board] [data-entry="${id}"]`)

/** Asked as a text: of a chip and what is in it. */
const of = <Found>(id: number, asked: string) =>
  page.evaluate<Found>(
    `((chip) => ${asked})(document.querySelector('[data-board] [data-entry="${id}"]'))`,
  )

test('a day of the month shows more of a post than its first letter, and its time as people write it', async () => {
  await open('month')
  const said = await chip(nine).innerText()
  assert.match(said, /^9am\b/)
  assert.match(await chip(noon).innerText(), /^12:15pm\b/)
  const seen = await chip(nine)
    .getByText('Cider is back')
    .evaluate((each) => each.getBoundingClientRect().width)
  assert.ok(seen > 40, `${seen} pixels of its text are seen`)
})

test('…on paper as well', async () => {
  await open('month')
  await page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print…' }).click()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  const day = page.locator('.paper-cell').filter({ hasText: 'Cider is back' })
  assert.match(await day.innerText(), /\b9am\b/)
  await page.emulateMedia({ media: null })
})

test('in a week no mark of a platform is cut by what stands beside it', async () => {
  // A warning takes the room of a mark.
  await house.service.query("update accounts set health = 'needs_reconnect'")
  await open('week')
  for (const id of [nine, noon]) await chip(id).waitFor()
  for (const id of [nine, noon]) {
    const cut = await of<string[]>(
      id,
      `[...chip.querySelectorAll('svg')]
        .filter((mark) => {
          const row = mark.parentElement
          if (getComputedStyle(row).overflow !== 'hidden') return false
          const [drawn, shown] = [mark.getBoundingClientRect(), row.getBoundingClientRect()]
          const hidden = drawn.top >= shown.bottom
          return !hidden && (drawn.left < shown.left - 0.5 || drawn.right > shown.right + 0.5)
        })
        .map(({ outerHTML }) => outerHTML)`,
    )
    assert.deepEqual(cut, [])
  }
  await house.service.query("update accounts set health = 'healthy'")
})

test('in a list a time stands in one line', async () => {
  await open('list')
  for (const id of [nine, noon]) {
    await chip(id).waitFor()
    const [high, line, time] = await of<[number, string, string]>(
      id,
      `[chip.querySelector('span')].map((time) => [
        time.getBoundingClientRect().height,
        getComputedStyle(time).lineHeight,
        time.innerText,
      ])[0]`,
    )
    assert.equal(Math.round(high / Number.parseFloat(line)), 1, time)
  }
})

test('a week begins with the same day where a time is chosen as in the calendar', async () => {
  await open('month')
  const header = page.getByRole('columnheader').first()
  assert.equal(await header.innerText(), 'Sun')
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, /X ·/)
  await text(page).fill('Apples')
  await way(page, 'At a time')
  const month = page.getByRole('group', { name: /\d{4}$/ })
  await month.waitFor()
  assert.match((await month.innerText()).replaceAll(/\s+/g, ' '), /Sun Mon Tue Wed Thu Fri Sat/)
  const first = await month.locator('[aria-pressed]').first().getAttribute('aria-label')
  assert.match(first ?? '', /^Sunday/)
  await page.getByRole('button', { name: /^When: .*\b9:00\sAM$/ }).waitFor()
  noComplaints(ada)
})

test('on a phone a post that goes to every platform keeps its text clear of their marks', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open('list')
  await becomes(page, `innerWidth === 390`)
  await chip(noon).waitFor()
  const { words, marks } = await of<{ words: number; marks: number[][] }>(
    noon,
    `({
      words: chip.querySelector('[dir=auto]').getBoundingClientRect().width,
      marks: [...chip.querySelectorAll('svg > rect:first-child')]
        .map((rect) => rect.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ left, right }) => [
          left - chip.querySelector('[dir=auto]').getBoundingClientRect().right,
          innerWidth - right,
        ]),
    })`,
  )
  assert.ok(words > 100, `${words} pixels of its text are seen`)
  assert.ok(marks.length > 0)
  for (const [from_text, from_edge] of marks)
    assert.ok((from_text ?? 0) >= 0 && (from_edge ?? 0) > 0)
  assert.match(await chip(noon).innerText(), /\+\d/)
})
