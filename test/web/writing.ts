/** A post written in the browser, step by step, as people do it. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { at, becomes } from './house.ts'

/** A picture of 640 by 480. */
export async function pictureOf() {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#b5562e' } })
    .jpeg()
    .toBuffer()
}

export const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
export const mainButton = (page: Page) =>
  page.getByRole('button', { name: /^(Publish|Schedule|Save changes)/ })
export const saved = (page: Page) =>
  page.getByText('Saved on this device', { exact: true }).waitFor()

export async function choose(page: Page, ...names: RegExp[]) {
  await page.locator('[data-place=accounts]').click()
  for (const name of names) await page.getByRole('checkbox', { name }).check()
  await page.keyboard.press('Escape')
}

export async function write(page: Page, words: string, ...accounts: RegExp[]) {
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, ...accounts)
  await text(page).fill(words)
  await saved(page)
}

export async function pick(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Media' }).click()
  await (await chooser).setFiles(file)
}

export async function way(page: Page, name: string) {
  await page.getByRole('button', { name: /^When/ }).click()
  await page.getByRole('radio', { name }).check()
}

/** What opens by a press comes behind the room. */
export const partsOf = (page: Page) =>
  loaded(page, 'options', 'previews', 'at-time', 'problems', 'versions', 'snippets', 'cover')

/** Parts that come behind the first room, by the names of their files. */
export async function loaded(page: Page, ...names: string[]) {
  await becomes(
    page,
    `${JSON.stringify(names)}.every((each) => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/' + each + '-')))`,
  )
}
