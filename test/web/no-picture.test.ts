/** A file that is not what its name says: a sentence in the room's language, in the place of a picture. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'

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
    const { violations } = await new AxeBuilder({ page }).include('[aria-label=Dateien]').analyze()
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
