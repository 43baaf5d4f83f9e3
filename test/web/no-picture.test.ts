/** A file that is not what its name says: a sentence in the room's language, in the place of a picture. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { at, boxOf, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { axeOf, look, picture } from './look.ts'
import { choose, pick } from './writing.ts'

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

const text = { name: 'harvest.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('No picture.') }

test('a German room says in German why a file is not taken, where the picture would be', async () => {
  for (const width of [1440, 390]) {
    const visitor = await house.visitor({ as: ada, locale: 'de-DE', width })
    const { page, context } = visitor
    await page.goto('/write')
    await page.getByRole('heading', { level: 1, name: 'Schreiben' }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Medien', exact: true }).click()
    await (await chooser).setFiles(text)
    const file = page.getByRole('list', { name: 'Dateien' }).getByRole('listitem')
    const sentence = file.getByText('Das ist keine Datei, die Crier kennt')
    await sentence.waitFor()
    assert.equal(await sentence.getAttribute('lang'), null)
    assert.equal(await file.locator('img').count(), 0, 'no broken picture')
    const broken = `[...document.images].filter((each) => each.complete && !each.naturalWidth).length`
    assert.equal(await page.evaluate(broken), 0)
    // There is nothing to describe or to crop, and there is a way on.
    assert.equal(await file.getByRole('button', { name: /ALT|zuschneiden/i }).count(), 0)
    await file.getByRole('button', { name: /Erneut versuchen/ }).waitFor()
    await look(page, `no-picture-${width}`)
    const { violations } = await axeOf(page).include('[aria-label=Dateien]').analyze()
    assert.deepEqual(violations, [])
    await file.getByRole('button', { name: /harvest\.jpg herausnehmen/ }).click()
    await file.waitFor({ state: 'detached' })
    noComplaints(visitor)
    await context.close()
  }
})

test('the queue of the library says it in German, too', async () => {
  const visitor = await house.visitor({ as: ada, locale: 'de-DE' })
  const { page, context } = visitor
  await page.goto('/library')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('input[type=file]').first().setInputFiles(text)
  await page.getByRole('button', { name: 'Dateien zeigen' }).click()
  await page.getByText('Das ist keine Datei, die Crier kennt').waitFor()
  noComplaints(visitor)
  await context.close()
})

test('what many accounts say of a file stands beside its picture, as wide as the writing, on a phone too', async () => {
  for (const platform of ['instagram', 'threads', 'pinterest', 'tiktok'])
    await accountInSandbox(house.service, platform)
  const visitor = await house.visitor({ as: ada, width: 390 })
  const { page, context } = visitor
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, /Instagram/, /Threads/, /Pinterest/, /TikTok/, /Bluesky/)
  // So narrow that most refuse it.
  const thin = await sharp({ create: { width: 40, height: 900, channels: 3, background: '#234' } })
    .png()
    .toBuffer()
  await pick(page, { name: 'thin.png', mimeType: 'image/png', buffer: thin })
  const file = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await file.locator('.text-danger').nth(1).waitFor()
  const list = await boxOf(page.getByRole('list', { name: 'Files' }))
  const tile = await boxOf(file)
  assert.ok(tile.width > list.width - 2, `${tile.width} of ${list.width}`)
  const sentence = await boxOf(file.locator('.text-danger').first())
  assert.ok(sentence.width > 150, `${sentence.width}`)
  await picture(page, 'write-thin-390')
  noComplaints(visitor)
  await context.close()
})
