/** The library as a table, where its files may go, and many of them at once: chosen by a rectangle or by what finds them, and taken along as a zip. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { ensurePython, findPython } from '../media/python.ts'
import { makePng } from '../png.ts'
import type { Body } from '../service.ts'
import { at, boxOf, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

let house: House
let ada: Visitor
let page: Page

before(async () => {
  ensurePython()
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  page = ada.page
  await signUp(ada)
  const kinds = [
    ['autumn market.png', { width: 900, height: 1600 }, { folder: 'shop/autumn', tags: 'market' }],
    ['apples.png', { width: 600, height: 600 }, { folder: 'shop', alt_text: 'Red apples' }],
    ['pear.png', { width: 1200, height: 630 }, { tags: 'market' }],
  ] as const
  for (const [name, shape, fields] of kinds) await upload(name, shape, fields)
})
after(async () => house[Symbol.asyncDispose]())

async function upload(
  name: string,
  shape: { width: number; height: number },
  fields: Record<string, string> = {},
) {
  const { base_url, token } = house.service
  const form = new FormData()
  form.set('file', new Blob([makePng({ ...shape, seed: shape.width })]), name)
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const response = await fetch(`${base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    body: form,
  })
  const body = (await response.json()) as Body
  assert.equal(response.status, 201, JSON.stringify(body))
  return Number(body['id'])
}

/** Files without bytes, one a day, so that there are several months. */
async function plant(count: number, name = 'planted') {
  await sql`
    insert into media (workspace_id, original_name, mime_type, size_bytes, blob_key, width, height, folder, created_at, updated_at)
    select 1, ${name} || '-' || n || '.png', 'image/png', 1000 + n, 'planted/' || n, 400, 300, ${name},
      now() - n * interval '3 hours', now() - n * interval '3 hours'
    from generate_series(1, ${count}::int) n`.execute(house.service.db)
}

/** As somebody comes who never chose how to look. */
async function room(query = '') {
  await page.evaluate(`localStorage.removeItem('crier-library')`)
  await page.goto(`/library${query}`)
  await at(page, 'Library')
}

async function until(holds: () => Promise<boolean>) {
  while (!(await holds())) await page.waitForTimeout(20)
}

async function inZip(query: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), query()])
  assert.equal(download.suggestedFilename(), 'media.zip')
  const done = spawnSync(
    findPython() ?? '',
    [
      '-c',
      'import json, sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(json.dumps(z.namelist()))',
      await download.path(),
    ],
    { encoding: 'utf8' },
  )
  assert.equal(done.status, 0, done.stderr)
  return z.array(z.string()).parse(JSON.parse(done.stdout)).toSorted()
}

const tile = (name: string | RegExp) => page.getByRole('option', { name })
const table = () => page.getByRole('grid', { name: 'Files' })

test('the table tells of each file what the grid does not, is sorted by its columns, and stays chosen', async () => {
  const { body } = await house.service.rest('GET', '/api/media?search=apples')
  const [apples] = body['data'] as Body[]
  await house.service.rest('POST', '/api/posts', {
    content: 'A draft',
    media_ids: [apples?.['id']],
    social_account_ids: [house.service.accounts['x']],
    when: 'draft',
  })
  await room()
  await page.getByRole('radio', { name: 'List' }).check({ force: true })
  const row = table().getByRole('row', { name: /apples\.png/ })
  await row.waitFor()
  const told = await row.getByRole('gridcell').allInnerTexts()
  for (const each of ['Picture', '600 × 600', 'shop', 'Red apples', '1'])
    assert.ok(
      told.some((text) => text.trim() === each),
      `${each} in ${told.join(' | ')}`,
    )
  await table().getByRole('button', { name: 'Size' }).click()
  await page.waitForURL(/order=largest/)
  const first = () => table().getByRole('row').nth(1).innerText()
  await table().locator('[aria-sort=descending]').waitFor()
  assert.match(await first(), /pear|autumn/)
  await table().getByRole('button', { name: 'Size' }).click()
  await page.waitForURL(/order=smallest/)
  await table().locator('[aria-sort=ascending]').waitFor()
  await table()
    .getByRole('row', { name: /apples/ })
    .waitFor()
  await page.reload()
  await table().waitFor()
  assert.deepEqual(await look(page, 'library-list'), [])
  await page.setViewportSize({ width: 1440, height: 900 })

  await table().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await page.getByText('1 file chosen').waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('2 files chosen').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Grid' }).check({ force: true })
  await tile(/apples/).waitFor()
  await page.getByRole('slider', { name: 'Size of the pictures' }).fill('300')
  await until(async () => ((await tile(/apples/).boundingBox())?.width ?? 0) >= 300)
  noComplaints(ada)
})

test('a file says which platforms take it, and why others do not, as a post would be told', async () => {
  await room()
  await tile(/autumn market/).click()
  const detail = page.getByRole('complementary', { name: 'The file' })
  const instagram = detail.locator('summary', { hasText: /^Instagram/ })
  await instagram.waitFor()
  assert.match(await instagram.innerText(), /only as a story/)
  await instagram.click()
  await detail.getByText(/Instagram takes width to height from 4:5 to 1\.91:1/).waitFor()
  assert.deepEqual(await look(page, 'library-fitting'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  noComplaints(ada)
})

test('what a platform does not take is found at the side', async () => {
  await room()
  const side = page.getByRole('navigation', { name: 'Folders and tags' })
  // X takes pictures that move up to 1280 by 1080 pixels.
  await sql`update media set mime_type = 'image/gif', width = 2000 where original_name = 'pear.png'`.execute(
    house.service.db,
  )
  await side.getByRole('link', { name: 'X', exact: true }).click()
  await page.waitForURL(/unfit=x/)
  await tile(/pear/).waitFor()
  await page.getByText('1 file', { exact: true }).waitFor()
})

test('chosen files, and all that a folder has, come as one zip', async () => {
  await room()
  await tile(/apples/).hover()
  await tile(/apples/)
    .locator('[data-corner]')
    .click()
  await tile(/autumn market/).click()
  await page.getByText('2 files chosen').waitFor()
  const bar = page.getByRole('toolbar', { name: 'What is chosen' })
  const chosen = await inZip(() => bar.getByRole('button', { name: 'Download' }).click())
  assert.deepEqual(chosen, ['shop/apples.png', 'shop/autumn/autumn market.png'])
  await room('?tag=market')
  await tile(/pear/).waitFor()
  const tagged = await inZip(() => page.getByRole('button', { name: 'Download all' }).click())
  assert.deepEqual(tagged, ['pear.png', 'shop/autumn/autumn market.png'])
  noComplaints(ada)
})

test('a rectangle chooses what it touches', async () => {
  await room()
  await page.getByRole('slider', { name: 'Size of the pictures' }).fill('150')
  const tiles = page.locator('[role=option]')
  await tiles.nth(1).waitFor()
  const [first, second] = [await boxOf(tiles.nth(0)), await boxOf(tiles.nth(1))]
  await page.mouse.move(first.x + 20, first.y + 20)
  await page.mouse.down()
  await page.mouse.move(second.x + 30, second.y + 60, { steps: 6 })
  await page.mouse.up()
  await page.getByText('2 files chosen').waitFor()
  await page.keyboard.press('Escape')
})

test('all that are found are chosen at once, changed a call at a time, and changed back', async () => {
  await plant(450)
  await room('?folder=planted')
  await tile(/planted-/)
    .first()
    .waitFor()
  await page.getByRole('listbox', { name: 'Files' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByText('450 files chosen').waitFor()
  await page.getByRole('option', { name: /planted-2\.png/ }).click()
  await page.getByText('449 files chosen').waitFor()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByLabel('Folder', { exact: true }).fill('moved')
  await page.getByRole('button', { name: 'Move there' }).click()
  await page.getByRole('status').getByText('449 files moved').waitFor({ timeout: 60_000 })
  const count = async (folder: string) =>
    (await house.service.rest('GET', `/api/media?folder=${folder}`)).body['total']
  assert.equal(await count('moved'), 449)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('449 files as before').waitFor({ timeout: 60_000 })
  assert.equal(await count('planted'), 450)
})

test('a month is gone to without leaving out the others', async () => {
  const { body } = await house.service.rest('GET', '/api/library')
  const months = body['months'] as { month: string; count: number }[]
  const last = months.at(-1) ?? assert.fail('there are months')
  const before = months.slice(0, -1).reduce((sum, { count }) => sum + count, 0)
  await room()
  await page.getByLabel('Go to a month').selectOption(last.month)
  await page.locator(`[role=option][aria-posinset="${before + 1}"]`).waitFor()
  assert.doesNotMatch(page.url(), /month=/)
  noComplaints(ada)
})

test('too many files for one zip are told, and nothing is downloaded', async () => {
  await plant(5_001, 'heap')
  await room('?folder=heap')
  await tile(/heap-/).first().waitFor()
  await page.getByRole('button', { name: 'Download all' }).click()
  await page.getByText(/At most 5000 files go into one zip; this finds 5001/).waitFor()
})
