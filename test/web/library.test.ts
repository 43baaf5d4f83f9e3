/** The library in the browser: very many files, uploads that are cut off, alt texts by keyboard, deleting and replacing. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { makePng } from '../png.ts'
import type { Body } from '../service.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

const LARGE = process.env['LARGE_LIBRARY'] === '1'

let house: House
let ada: Visitor
let page: Page

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  page = ada.page
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

let made = 0

async function upload(name = `apple-${++made}.png`, fields: Record<string, string> = {}) {
  const { base_url, token } = house.service
  const form = new FormData()
  form.set('file', new Blob([makePng({ width: 300, height: 200, seed: ++made })]), name)
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

async function list(query = '') {
  const { body } = await house.service.rest('GET', `/api/media?per_page=200&${query}`)
  return body['data'] as Body[]
}

async function room(query = '') {
  await page.goto(`/library${query}`)
  await at(page, 'Library')
}

const tile = (name: string | RegExp) => page.getByRole('option', { name })

test('L6: a file whose name is a page is shown as the text that it is', async () => {
  const name = '"><img src=x onerror=document.title=1>.jpg'
  await room()
  await page.getByText('Here is room for your pictures and videos').waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'image/jpeg',
    buffer: await sharp(makePng({ width: 320, height: 240 }))
      .jpeg()
      .toBuffer(),
  })
  await tile(name).click()
  const detail = page.getByRole('complementary', { name: 'The file' })
  await detail.getByRole('heading', { name }).waitFor()
  assert.match(await page.title(), /Library/)
  assert.equal(await page.locator('img[src="x"]').count(), 0)
  assert.deepEqual(await look(page, 'library-detail'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  noComplaints(ada)
})

test('L4: pictures are described one after the other, by keyboard only', async () => {
  const ids = []
  for (let count = 0; count < 20; count++) ids.push(await upload())
  await room('?view=without_alt')
  await tile(/^apple-/)
    .first()
    .waitFor()
  await page.getByRole('listbox', { name: 'Files' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByText('21 files chosen').waitFor()
  const describe = page.getByRole('button', { name: 'Describe' })
  for (let left = 12; left > 0; left--) {
    await page.keyboard.press('Tab')
    if (await describe.evaluate((element) => element.matches(':focus'))) break
  }
  await page.keyboard.press('Enter')
  for (let count = 1; count <= 21; count++) {
    await page.getByRole('heading', { name: `Describe picture ${count} of 21` }).waitFor()
    await page.keyboard.type(`A sort of apple, number ${count}`)
    await page.keyboard.press('Enter')
  }
  await page.getByText('No file is like that').waitFor()
  for (const item of await list())
    assert.match(String(item['alt_text']), /^A sort of apple, number/)
  assert.equal(ids.length, 20)
})

test('files are chosen by corner, Shift and keys, moved, tagged, and moved back again', async () => {
  await room()
  await tile(/^apple-/)
    .first()
    .hover()
  await page.locator('[role=option] [data-corner]').first().click()
  await tile(/^apple-/)
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await page.getByText('5 files chosen').waitFor()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByLabel('Folder', { exact: true }).fill('shop/apples')
  await page.getByRole('button', { name: 'Move there' }).click()
  await page.getByRole('status').getByText('5 files moved').waitFor()
  assert.equal((await list('folder=shop/apples')).length, 5)
  await page
    .getByRole('navigation', { name: 'Folders and tags' })
    .getByRole('link', { name: 'apples 5' })
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('5 files as before').waitFor()
  assert.equal((await list('folder=shop/apples')).length, 0)

  await page.getByRole('listbox', { name: 'Files' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('2 files chosen').waitFor()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByLabel('Add tags').fill('autumn, red')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Tags of 2 files changed').waitFor()
  assert.equal((await list('tags=autumn&tags=red')).length, 2)
  await page.getByRole('link', { name: /^autumn/ }).click()
  await page.getByText('2 files', { exact: true }).waitFor()
  assert.match(page.url(), /tag=autumn/)
  assert.deepEqual(await look(page, 'library'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('L3: hundreds are deleted, and one press brings them back, still attached', async () => {
  const id = await upload('shown.png')
  const { body: post } = await house.service.rest('POST', '/api/posts', {
    content: 'With a picture',
    media_ids: [id],
    social_account_ids: [house.service.accounts['x']],
    publish_now: true,
  })
  await house.service.rest('GET', `/api/posts/${String(post['id'])}?wait=20`)
  await plant(500)
  const before = (await house.service.rest('GET', '/api/library')).body['total']
  await room()
  await page.getByRole('listbox', { name: 'Files' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByText(`${String(before)} files chosen`).waitFor()
  await page.keyboard.press('Delete')
  await page
    .getByRole('status')
    .getByText(`${String(before)} files deleted`)
    .waitFor()
  assert.equal((await house.service.rest('GET', '/api/library')).body['total'], 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(`${String(before)} files as before`).waitFor()
  assert.equal((await house.service.rest('GET', '/api/library')).body['total'], before)
  const { body } = await house.service.rest('GET', `/api/posts/${String(post['id'])}`)
  assert.deepEqual(
    (body['media'] as Body[]).map((each) => each['id']),
    [id],
  )
})

test('what a draft shows is kept, with the way to it; and L5: replaced in a scheduled post, the new file goes out', async () => {
  const { accounts } = house.service
  const [first, other] = [await upload('before.png'), await upload('behind.png')]
  const { body: post } = await house.service.rest('POST', '/api/posts', {
    content: 'Replaced before it goes out',
    media_ids: [first],
    social_account_ids: [accounts['x']],
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await room(`?item=${first}`)
  const detail = page.getByRole('complementary', { name: 'The file' })
  await detail.getByRole('link', { name: `Post ${String(post['id'])}` }).waitFor()
  await detail.getByRole('button', { name: 'Delete' }).click()
  const kept = page.getByRole('dialog', { name: 'Not done to 1 file' })
  await kept.getByRole('link', { name: `Post ${String(post['id'])}` }).waitFor()
  await kept.getByRole('button', { name: 'Close' }).click()

  await room(`?item=${first}`)
  await detail.getByRole('button', { name: 'Replace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the file' })
  await dialog.getByLabel('behind.png').check()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await dialog.getByText('1 post shows the other file now.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await house.service.rest('POST', `/api/posts/${String(post['id'])}/publish-now`, {})
  const { body } = await house.service.rest('GET', `/api/posts/${String(post['id'])}?wait=20`)
  assert.equal(body['status'], 'published', JSON.stringify(body))
  assert.deepEqual(
    (body['media'] as Body[]).map((each) => each['id']),
    [other],
  )
})

test('a new file is made of one, and a post is begun with what is chosen', async () => {
  const id = await upload('basket.png')
  await room(`?item=${id}`)
  const detail = page.getByRole('complementary', { name: 'The file' })
  await detail.getByRole('button', { name: 'Crop or convert' }).click()
  await page.getByRole('radio', { name: '1:1', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Make a new file' }).click()
  await page.getByText(/is in the library$/).waitFor()
  await detail.getByText('200 × 200', { exact: true }).waitFor()
  await detail.getByRole('button', { name: 'Write a post' }).click()
  await at(page, /^Write/)
  await page.getByRole('list', { name: 'Files' }).getByRole('listitem').waitFor()
  noComplaints(ada)
})

const [COUNT, SIZE] = LARGE ? [200, 5_000_000] : [12, 60_000]

test(`L2: ${COUNT} files come whole and once, though the network goes twice, the queue stops and the page is loaded again`, async () => {
  await room('?kind=image')
  const digests = new Set<string>()
  const files = Array.from({ length: COUNT }, (_, index) => {
    const png = makePng({ width: 64, height: 64, seed: 1_000 + index })
    // What follows the last chunk belongs to the file, and to no picture.
    const buffer = Buffer.concat([png, Buffer.alloc(SIZE - png.length, `${index} `)])
    digests.add(createHash('sha256').update(buffer).digest('hex'))
    return { name: `many-${index}.png`, mimeType: 'image/png', buffer }
  })
  const half = Math.ceil(COUNT / 2)
  const some = Math.max(1, Math.floor(50_000_000 / SIZE) - 2)
  const put = async (from: number, to: number) => {
    for (let first = from; first < to; first += some)
      await page
        .locator('input[type=file]')
        .setInputFiles(files.slice(first, Math.min(to, first + some)))
  }
  const resume = page.getByRole('button', { name: 'Resume' })
  await page.context().setOffline(true)
  await put(0, half)
  await page.getByRole('region', { name: 'Uploads' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await resume.waitFor()
  await page.context().setOffline(false)
  await put(half, COUNT)
  await page.getByText(`${COUNT} files to go`).waitFor()
  await page.reload()
  await at(page, 'Library')
  await page.waitForTimeout(LARGE ? 3_000 : 50)
  await page.context().setOffline(true)
  await page.waitForTimeout(100)
  await page.context().setOffline(false)
  const there = async () => {
    const found = []
    for (let at = 1; at <= Math.ceil(COUNT / 200); at++)
      found.push(...(await list(`search=many-&page=${at}`)))
    return found
  }
  // The region comes a moment after the page: that it is not there says nothing before.
  while ((await there()).length < COUNT) await page.waitForTimeout(200)
  await page
    .getByRole('region', { name: 'Uploads' })
    .waitFor({ state: 'detached', timeout: LARGE ? 400_000 : 60_000 })
  const found = await there()
  assert.equal(found.length, COUNT)
  assert.deepEqual(new Set(found.map((each) => each['sha256'])), digests)
})

test('files that begin again twice in one moment come once', async () => {
  const sessions = /\/api\/media\/uploads(\?|$)/
  await room('?kind=image')
  const message = 'Not now.'
  await page.route(sessions, (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'forbidden', message } } }),
  )
  const files = ['one', 'two'].map((name, seed) => ({
    name: `again-${name}.png`,
    mimeType: 'image/png',
    buffer: makePng({ width: 64, height: 64, seed: 2_000 + seed }),
  }))
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByRole('region', { name: 'Uploads' }).getByText('2 did not arrive').waitFor()
  await page.unroute(sessions)
  // Their bytes are looked for when the second comes.
  await page.evaluate("dispatchEvent(new Event('online')); dispatchEvent(new Event('online'))")
  await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' })
  assert.equal((await list('search=again-')).length, 2)
})

/** Files without bytes, as the store has them. */
async function plant(count: number) {
  await sql`
    insert into media (workspace_id, original_name, mime_type, size_bytes, blob_key, width, height, created_at, updated_at)
    select 1, 'planted-' || n || '.png', 'image/png', 1000, 'planted/' || n, 400, 300,
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, ${count}::int) n`.execute(house.service.db)
}
