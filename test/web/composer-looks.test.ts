/** The composer in its states: for whoever sees, hears or holds it differently, and with nothing asked of anybody else. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { build } from 'vite'
import { measure } from '@crier/sdk/measure'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { texts } from '../sdk/texts.ts'
import {
  at,
  boxOf,
  comes,
  type House,
  noComplaints,
  openHouse,
  openOptions,
  signUp,
  type Visitor,
} from './house.ts'
import { look, lookAtWidths } from './look.ts'
import { choose, loaded, pick, pictureOf, text } from './writing.ts'

/** What opens over the page. */
const OVER = '[role=dialog], dialog[open]'
/** With the previews beside the text, and with one of both at a time. */
const WIDTHS = [1440, 390]

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
  for (const platform of ['instagram', 'tiktok', 'pinterest'])
    await accountInSandbox(house.service, platform)
})
after(async () => house[Symbol.asyncDispose]())

test('A1, A14: the composer holds nothing against anybody’s senses or screen, and asks nobody else', async () => {
  const { page } = ada
  const found: string[] = []
  const strangers: string[] = []
  const { body } = await house.service.rest('GET', '/api/accounts')
  const faces = (body['accounts'] as { avatar_url: string | null }[]).map((each) => each.avatar_url)
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    const own = origin === house.service.base_url || !protocol.startsWith('http')
    if (!own && !faces.includes(request.url())) strangers.push(request.url())
  })
  await page.goto('/write')
  await at(page, 'Write')
  found.push(...(await lookAtWidths(page, 'write-empty', WIDTHS)))
  await page.locator('[data-place=accounts]').click()
  await page.getByRole('button', { name: 'Choose all' }).click()
  found.push(...(await lookAtWidths(page, 'write-accounts', WIDTHS, OVER)))
  await page.keyboard.press('Escape')
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill(`Too long. ${'word '.repeat(80)}`)
  const picture = await sharp({
    create: { width: 800, height: 600, channels: 3, background: '#7c9a3b' },
  })
    .png()
    .toBuffer()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Media' }).click()
  await (await chooser).setFiles({ name: 'field.png', mimeType: 'image/png', buffer: picture })
  for (const name of ['X', 'Bluesky', 'Instagram', 'Pinterest']) await openOptions(page, name)
  const problems = page.getByRole('button', { name: /problems$/ })
  await problems.waitFor()
  found.push(...(await lookAtWidths(page, 'write-written', WIDTHS)))
  await problems.click()
  await page.getByText('Stops the post').waitFor()
  found.push(...(await lookAtWidths(page, 'write-problems', WIDTHS, OVER)))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^When/ }).click()
  await page.getByRole('radio', { name: 'At a time' }).check()
  found.push(...(await lookAtWidths(page, 'write-when', WIDTHS, OVER)))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^ALT: describe/ }).click()
  found.push(...(await lookAtWidths(page, 'write-alt', WIDTHS, OVER)))
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  found.push(...(await lookAtWidths(page, 'write-preview', [390])))
  assert.deepEqual(found, [])
  assert.deepEqual(strangers, [])
  noComplaints(ada)
})

test('A2: into ten thousand characters, on a machine four times as slow, no key is lost', async () => {
  const { page, context } = await house.visitor({ as: ada })
  await page.goto('/write')
  await at(page, 'Write')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  // One of them is enough: without a font that has it, a browser looks for one at each.
  await text.fill(`🍐 ${'Apples & pears, '.repeat(700)}`.slice(0, 10_000))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await text.press('Control+End')
  const typed = ' and no key.'
  await page.keyboard.type(typed)
  assert.ok((await text.inputValue()).endsWith(typed))
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
})

test('A2: what follows from a long text is drawn once when typing rests, and for no single key', async () => {
  const { page } = await house.visitor({ as: ada, width: 1440 })
  await page.clock.install()
  await page.goto('/write')
  await at(page, 'Write')
  await page.locator('[data-place=accounts]').click()
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.keyboard.press('Escape')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Apples & pears, '.repeat(600))
  const painted = page.locator('section[aria-label=Text] [aria-hidden=true][dir=auto]').first()
  const paints = (end: string) =>
    painted.filter({ hasText: new RegExp(`${end}\\s*$`) }).waitFor({ state: 'attached' })
  await paints('pears, ')
  await page.getByRole('article').first().waitFor()
  await page.getByRole('button', { name: /problems?$/ }).waitFor()
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.evaluate(`
    globalThis.drawn = []
    const watch = new MutationObserver((changes) => {
      for (const { target } of changes) drawn.push(target.nodeName + ' ' + target.textContent.slice(-40))
    })
    for (const place of document.querySelectorAll('section[aria-label=Text], aside'))
      watch.observe(place, { subtree: true, childList: true, characterData: true })
  `)
  const changes = async () => page.evaluate<string[]>('drawn')
  await text.press('Control+End')
  await page.keyboard.type('and twelve keys')
  assert.ok((await text.inputValue()).endsWith('and twelve keys'))
  assert.deepEqual(await changes(), [])
  await page.clock.runFor(400)
  await paints('and twelve keys')
  // The text behind the box and a number for each limit; the previews fold before what is new.
  const after = await changes()
  assert.ok(after.length > 0 && after.length < 40, after.join('\n'))
})

test('A3: texts are counted in the page as in the service, on every platform', async () => {
  const sdk = fileURLToPath(new URL('../../sdk/measure/index.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: sdk, formats: ['iife'], name: 'counting' } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  assert.ok(first && 'output' in first)
  const { page } = await house.visitor()
  await page.goto('about:blank')
  await page.addScriptTag({ content: first.output[0].code })
  const { body } = await house.service.rest('GET', '/api/capabilities')
  const rules = Object.entries(body['platforms'] as Record<string, { text: { unit: 'weighted' } }>)
  for (const [platform, { text }] of rules) {
    const counted = await page.evaluate<number[]>(
      `(${JSON.stringify(texts)}).map((text) => counting.measure(${JSON.stringify(platform)}, ${JSON.stringify(text.unit)}, text))`,
    )
    assert.deepEqual(
      counted,
      texts.map((each) => measure(platform, text.unit, each)),
      platform,
    )
  }
})

test('a place is found by words among the options of Threads, and goes out by its number', async () => {
  const { page } = ada
  await accountInSandbox(house.service, 'threads')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/write')
  await at(page, 'Write')
  await page.locator('[data-place=accounts]').click()
  await page.getByRole('checkbox', { name: /Threads/ }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Bread at the market.')
  await openOptions(page, 'Threads')
  const place = page.getByRole('combobox', { name: 'Place' })
  await place.fill('nowhere')
  await page.getByText('No place is called that.').waitFor()
  await place.fill('markthalle')
  await page.getByRole('option', { name: /Markthalle Zehn/ }).waitFor()
  assert.deepEqual(await look(page, 'write-place', '[role=listbox]'), [])
  const neun = page.getByRole('option', { name: /Markthalle Neun/ })
  assert.match(await neun.innerText(), /Eisenbahnstraße 42, 10997 Berlin/)
  await neun.click()
  assert.equal(await place.inputValue(), 'Markthalle Neun')
  await page.getByRole('button', { name: /^When/ }).click()
  await page.getByRole('radio', { name: 'Now' }).check()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Publish now to 1/ })
    .and(page.locator(':not([aria-disabled=true])'))
    .click()
  await at(page, 'It is out')
  const [post] = await house.service.received('threads')
  assert.deepEqual(post?.['extra'], { location_id: '90071992547409931' })
})

/** Of the screen that both have, which is none as soon as one of them has moved. */
async function apart(one: Locator, ...others: Locator[]) {
  for (const other of others)
    await comes(async () => {
      const [a, b] = [await boxOf(one), await boxOf(other)]
      const beside = a.x + a.width <= b.x || b.x + b.width <= a.x
      const above = a.y + a.height <= b.y || b.y + b.height <= a.y
      assert.ok(beside || above, `${String(one)} lies over ${String(other)}`)
    })
}

test('what is said lies neither over the tools and the foot of the composer nor over the open time, in whatever width', async () => {
  for (const width of WIDTHS) {
    const visitor = await house.visitor({ as: ada, width })
    const { page, context } = visitor
    const [tools, foot] = [page.locator('[data-tools]'), page.locator('[data-foot]')]
    await page.goto('/write')
    await at(page, 'Write')
    await text(page).fill('Said beside it')
    await page.locator('#main-reason').getByText('Choose at least one account.').waitFor()
    await page.keyboard.press('Control+Enter')
    const said = page.getByRole('alert').filter({ hasText: 'Choose at least one account.' })
    await apart(said, tools, foot)
    // Wherever the tools come to stand below a text.
    for (let lines = 2; lines <= 24; lines += 2) {
      await text(page).fill('A line.\n'.repeat(lines))
      await apart(said, tools, foot)
    }
    await text(page).fill('Said beside it')
    await page.getByRole('button', { name: /^When/ }).click()
    const time = page.getByRole('dialog', { name: 'When' })
    await time.waitFor()
    await apart(said, time)
    await page.getByRole('radio', { name: 'At a time' }).check()
    await time.getByLabel('Time', { exact: true }).waitFor()
    await apart(said, time)
    await page.keyboard.press('Escape')
    await apart(said, tools, foot)
    await context.close()
    noComplaints(visitor)
  }
})

test('whoever chooses an account that takes polls finds the poll beside the files, and sees it as it will look', async () => {
  await accountInSandbox(house.service, 'linkedin')
  const visitor = await house.visitor({ as: ada, width: 1440 })
  const { page, context } = visitor
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, /Bluesky/)
  await text(page).fill('Once and for all.')
  await loaded(page, 'options')
  await page.getByRole('article', { name: /^Bluesky/ }).waitFor()
  const poll = page.getByRole('button', { name: 'Poll', exact: true })
  assert.equal(await poll.count(), 0, 'Bluesky has none')
  await choose(page, /LinkedIn/)
  await poll.click()
  const options = page.locator('[data-place="platform_options.linkedin.poll"]')
  await options.getByLabel('Question').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Apples or pears?')
  await options.getByLabel('Answers').focus()
  await page.keyboard.type('Apples,Pears,')
  const shown = page.getByRole('article', { name: /^LinkedIn/ }).getByRole('region')
  await shown.getByText('Apples or pears?').waitFor()
  await comes(async () =>
    assert.deepEqual(await shown.getByRole('listitem').allTextContents(), ['Apples', 'Pears']),
  )
  assert.equal(await shown.getAttribute('aria-label'), 'Poll')
  const elsewhere = page.getByRole('article', { name: /^Bluesky/ }).getByRole('region')
  assert.equal(await elsewhere.count(), 0)
  assert.deepEqual(await look(page, 'write-poll'), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await pick(page, { name: 'field.jpg', mimeType: 'image/jpeg', buffer: await pictureOf() })
  await poll.waitFor({ state: 'detached' })
  await context.close()
  noComplaints(visitor)
})
