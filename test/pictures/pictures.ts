/**
 * `npm run pictures`: takes the pictures that docs/ and README show, from a real service in a real browser, into
 * docs/pictures. For each release: what they show is what it looks like.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from '../web/house.ts'
import { type Orchard, orchard } from './orchard.ts'

const folder = join(import.meta.dirname, '../../docs/pictures')
/** As wide as a laptop's window. */
const WIDTH = 1280

let house: House
let ada: Visitor
let page: Page
let there: Orchard

before(async () => {
  await mkdir(folder, { recursive: true })
  house = await openHouse({ WORKER_PACE: '200' })
  ada = await house.visitor({ width: WIDTH })
  page = ada.page
  await signUp(ada)
  there = await orchard(house, ada)
})
after(async () => house[Symbol.asyncDispose]())

async function take(name: string) {
  // What is said for a moment is none of the room.
  await page.waitForLoadState('networkidle')
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(shot)
    .webp({ quality: 84 })
    .toFile(join(folder, `${name}.webp`))
}

async function room(path: string, heading: string | RegExp) {
  await page.goto(path)
  await at(page, heading)
}

test('the rooms', async () => {
  await room('/', 'Overview')
  await take('overview')
  await room(`/calendar?view=week&date=${there.monday}`, 'Calendar')
  await take('calendar')
  await room('/library', 'Library')
  await take('library')
  await room('/analytics', 'Analytics')
  await take('analytics')
  noComplaints(ada)
})

test('a post that was written', async () => {
  const ids = ['instagram', 'x', 'linkedin', 'bluesky'].map((name) => there.accounts[name])
  const text =
    'Open orchard on Saturday: come at ten, bring boots. There will be cake, and forty-one sorts of apples to try.'
  const search = new URLSearchParams({ text, accounts: ids.join(',') })
  await page.goto(`/write?${search.toString()}`)
  await at(page, 'Write')
  await page
    .getByRole('button', { name: /library/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /harvest/ }).click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: 'Schedule for 4 accounts' }).waitFor()
  await take('write')
  noComplaints(ada)
})

test('what became of one', async () => {
  await room(`/posts/${there.found}`, /./)
  await take('post')
  await room(`/review/${there.waiting}`, /./)
  await take('review')
  noComplaints(ada)
})
