/** The calendar to take along: on paper, and as a picture whose bytes are looked at. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { picture } from './look.ts'
import { chosen, moment, setSchedule } from './next-month.ts'

let house: House
let ada: Visitor
let page: Page

/** The Tuesday is the only one on which anything stands but for what a test writes. */
const tuesday = chosen.toString()
const monday = chosen.subtract({ days: 1 }).toString()
const thursday = chosen.add({ days: 2 }).toString()
const MANY = 26

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440, theme: 'dark' })
  page = ada.page
  await signUp(ada)
  await setSchedule(page, house)
  // A day that no page has room for, and days on which each post has so many lines that they just fit.
  const full = (date: string, count: number, content: (index: number) => string) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        plan(
          content(index),
          moment(date, `${10 + Math.floor(index / 2)}:${index % 2 ? '30' : '00'}`),
        ),
      ),
    )
  await full(thursday, MANY, (index) => `Number ${index} of the full day`)
  const long =
    'A text that is so long that it takes as many lines as there are for it, and some more of them'
  for (const [days, count] of [
    [1, 9],
    [3, 16],
    [4, 11],
    [5, 17],
  ] as const)
    await full(chosen.add({ days }).toString(), count, (index) => `${long} ${index}`)
})
after(async () => house[Symbol.asyncDispose]())

async function plan(content: string, scheduled_at: string, accounts = ['x']) {
  const { body } = await house.service.rest('POST', '/api/posts', {
    content,
    social_account_ids: accounts.map((each) => house.service.accounts[each]),
    scheduled_at,
  })
  return Number(body['id'])
}
const forget = async (id: number) => {
  await house.service.rest('POST', `/api/posts/${id}/cancel`)
  await house.service.rest('DELETE', `/api/posts/${id}`)
}

async function open(search: string) {
  await page.goto(`/calendar?${search}`)
  await at(page, /^Calendar/)
  await page.locator('[data-board][aria-busy=false]').waitFor()
}

async function choose(name: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function saved() {
  const downloading = page.waitForEvent('download')
  await choose('Save as picture')
  const download = await downloading
  const chunks = await (await download.createReadStream()).toArray()
  const bytes = Buffer.concat(chunks)
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { name: download.suggestedFilename(), bytes, data, info }
}

type Drawn = Awaited<ReturnType<typeof saved>>
const colourAt = ({ data, info }: Drawn, x: number, y: number) => {
  const from = (y * info.width + x) * info.channels
  return [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0] as const
}
const isDark = ([r, g, b]: readonly [number, number, number]) => r + g + b < 300
const hex = (colour: readonly number[]) =>
  `#${colour.map((each) => each.toString(16).padStart(2, '0')).join('')}`

function coloursIn(drawn: Drawn) {
  const found = new Map<string, number>()
  for (let y = 0; y < drawn.info.height; y += 2)
    for (let x = 0; x < drawn.info.width; x += 2) {
      const colour = hex(colourAt(drawn, x, y))
      found.set(colour, (found.get(colour) ?? 0) + 1)
    }
  return found
}

/** What of the page would be cut off: names of boxes whose content is larger than they are. */
async function cutOff() {
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll('.paper, .paper-month, .paper-week, .paper-cell, .paper-block, .paper-day')]
    .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.className + ' ' + each.scrollHeight + ' of ' + each.clientHeight)`)
}

/** A4, lying, less its margins, in pixels of paper. */
const PAPER = { width: 1047, height: 718 }

for (const view of ['month', 'week', 'list'] as const) {
  test(`a ${view} on paper is light, says whose it is and when, and nothing is cut off or left out uncounted`, async () => {
    const both = await plan('For both platforms', moment(tuesday, '09:30'), ['x', 'bluesky'])
    await open(`view=${view}&date=${tuesday}&platform=x`)
    await page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
    await choose('Print…')
    await page.locator('body[data-printed]').waitFor()
    await page.setViewportSize(PAPER)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const paper = page.locator('.paper')
    assert.ok(await paper.isVisible())
    assert.ok(!(await page.locator('#root').isVisible()), 'nothing else is on paper')
    const text = await paper.innerText()
    const month = chosen.toLocaleString('en-GB', { month: view === 'month' ? 'long' : 'short' })
    for (const each of [month, 'Demo', 'Times in Berlin', 'For both platforms', '09:30'])
      assert.ok(text.includes(each), `${each} in ${text}`)
    assert.match(
      (await paper.locator('.paper-head').innerText()).replaceAll('\n', ' '),
      /Berlin · X$/,
    )
    const shown = [...text.matchAll(/Number \d+ of the full day/g)].length
    const more = Number(/\+(\d+) more/.exec(text)?.[1] ?? 0)
    assert.equal(shown + more, MANY)
    if (view === 'month') assert.ok(shown > 4, `${shown} are more than a window shows`)
    else assert.equal(more, 0, 'there is room for all')
    assert.deepEqual(await cutOff(), [])
    const colours = await page.evaluate<string[]>(`(() => {
      const paper = getComputedStyle(document.querySelector('.paper'))
      return [paper.color, paper.backgroundColor, getComputedStyle(document.documentElement).backgroundColor]
    })()`)
    assert.deepEqual(colours, ['rgb(29, 33, 28)', 'rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
    await picture(page, `calendar-print-${view}`)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const pages = [...pdf.matchAll(/\/Type \/Page\b/g)].length
    const sizes = new Set([...pdf.matchAll(/\/MediaBox \[([^\]]*)\]/g)].map(([, box]) => box))
    assert.deepEqual([...sizes], ['0 0 841.91998 594.95996'], 'A4, lying')
    if (view !== 'list') assert.equal(pages, 1)
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await forget(both)
    noComplaints(ada)
  })
}

test('a month whose every day is full is one page still, and the browser’s own command prints what is there', async () => {
  const first = chosen.with({ day: 1 })
  const ids: number[] = []
  for (let day = 0; day < chosen.daysInMonth; day++)
    for (const hour of ['01', '02', '03', '04', '05', '06', '07'])
      ids.push(await plan(`At ${hour}`, moment(first.add({ days: day }).toString(), `${hour}:00`)))
  await open(`date=${tuesday}`)
  // As by Ctrl and P: the page is told, and asks for nothing.
  await page.setViewportSize(PAPER)
  // What comes of so many posts meanwhile may draw the room anew, which nothing does while a browser prints.
  const paper = page.locator('.paper')
  for (let tries = 0; tries < 10 && !(await paper.isVisible()); tries++) {
    await page.emulateMedia({ media: 'screen' })
    await page.emulateMedia({ media: 'print' })
    await paper.waitFor({ timeout: 2_000 }).catch(() => undefined)
  }
  await paper.waitFor()
  assert.deepEqual(await cutOff(), [])
  const cells = await page.locator('.paper-cell').allInnerTexts()
  assert.equal(cells.length % 7, 0)
  await picture(page, 'calendar-print-full')
  await page.emulateMedia({ media: 'screen' })
  await page.locator('.paper').waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
  await choose('Print…')
  await page.locator('body[data-printed]').waitFor()
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
  assert.deepEqual(await cutOff(), [])
  const texts = await page.locator('.paper-cell').allInnerTexts()
  const told = texts.map(
    (each) => [...each.matchAll(/At 0\d/g)].length + Number(/\+(\d+) more/.exec(each)?.[1] ?? 0),
  )
  assert.equal(
    told.filter((count) => count >= 7).length,
    chosen.daysInMonth,
    'each day says how much stands on it',
  )
  await picture(page, 'calendar-print-full-opened')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  assert.equal([...pdf.matchAll(/\/Type \/Page\b/g)].length, 1)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const id of ids) await forget(id)
  noComplaints(ada)
})

test('a picture of each view is twice as fine, named and dated, light, shows marks, and differs once a post is moved', async () => {
  const id = await plan('Seen in the picture', moment(tuesday, '09:30'), ['x', 'bluesky'])
  const first = tuesday.slice(0, 7)
  for (const [view, name] of [
    ['month', `calendar-${first}.png`],
    ['week', `calendar-week-${monday}.png`],
    ['list', `calendar-list-${tuesday}.png`],
  ] as const) {
    await open(`view=${view}&date=${tuesday}`)
    const one = await saved()
    assert.equal(one.name, name)
    assert.equal(one.info.width, 3200)
    assert.ok(one.info.height > 1000 && one.info.height < 16_384, `${one.info.height}`)
    const colours = coloursIn(one)
    const [[ground] = []] = [...colours].toSorted(([, a], [, b]) => b - a)
    assert.equal(ground, '#fffefa', 'light, though the page is dark')
    for (const mark of ['#15181c', '#0a66d8'])
      assert.ok((colours.get(mark) ?? 0) > 20, `${mark} ${colours.get(mark)}`)
    assert.ok((colours.get('#1d211c') ?? 0) > 200, 'there are letters')
    const again = await saved()
    const same = (drawn: Drawn) =>
      drawn.data.subarray(0, rowsBut(drawn)).equals(one.data.subarray(0, rowsBut(one)))
    assert.ok(same(again), 'the same is drawn the same')
    await house.service.rest('PUT', `/api/posts/${id}`, { scheduled_at: moment(tuesday, '17:45') })
    await page.getByText('17:45').first().waitFor()
    assert.ok(!same(await saved()), 'it tells of the move')
    await house.service.rest('PUT', `/api/posts/${id}`, { scheduled_at: moment(tuesday, '09:30') })
  }
  await forget(id)
  noComplaints(ada)
})

/** All but the foot, which says when it was made. */
function rowsBut({ info }: Drawn) {
  return (info.height - 128) * info.width * info.channels
}

test('what runs right to left stands at the right of its place, and what does not at the left', async () => {
  await open(`view=list&date=${monday}&outcome=scheduled`)
  const ends: { left: number; right: number }[] = []
  for (const content of ['Bread', 'لحم', 'לחם']) {
    const id = await plan(content, moment(monday, '09:30'))
    await page.getByText(content, { exact: true }).first().waitFor()
    const drawn = await saved()
    // The first row of the first day, within the place of its text: 320 to 1180, of 1600.
    const xs: number[] = []
    for (let x = 2 * 360; x < 2 * 1240; x++)
      for (let y = 2 * 176; y < 2 * 202; y++) if (isDark(colourAt(drawn, x, y))) xs.push(x / 2)
    assert.ok(xs.length > 20, `${content}: ${xs.length} pixels`)
    ends.push({ left: Math.min(...xs), right: Math.max(...xs) })
    await forget(id)
    await page.getByText(content, { exact: true }).first().waitFor({ state: 'detached' })
  }
  const [latin, ...others] = ends
  assert.ok(latin && latin.left < 380 && latin.right < 460, JSON.stringify(ends))
  for (const each of others) assert.ok(each.right > 1200 && each.left > 1100, JSON.stringify(ends))
  noComplaints(ada)
})

test('a picture is copied, and where the browser does not let it, it is said', async () => {
  await open(`view=week&date=${tuesday}`)
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await choose('Copy picture')
  await page.getByText('The picture is copied').waitFor()
  const size = await page.evaluate<number[]>(`(async () => {
    const [item] = await navigator.clipboard.read()
    const image = await createImageBitmap(await item.getType('image/png'))
    return [image.width, image.height]
  })()`)
  assert.equal(size[0], 3200)
  await page.evaluate(
    "navigator.clipboard.write = () => Promise.reject(new DOMException('No', 'NotAllowedError'))",
  )
  await choose('Copy picture')
  await page.getByRole('alert').getByText('This browser copies no pictures').waitFor()
  noComplaints(ada)
})
