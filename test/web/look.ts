/** Looks at a room for whoever sees, hears or holds it differently. With PICTURES=1 pictures are left in tmp/rooms. */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { becomes } from './house.ts'

const pictures = fileURLToPath(new URL('../../tmp/rooms/', import.meta.url))
const WIDE = { width: 1280, height: 900 }
const COLOURS = ['color-contrast', 'link-in-text-block']
const SMALL = { width: 360, height: 740 }

export type Room = readonly [path: string, heading: RegExp]

/**
 * In one visit: light, dark, and on a phone. What is wrong, each with its place. `within`: what opened over a room that was
 * looked at already.
 */
export async function look(page: Page, name: string, within?: string): Promise<string[]> {
  return [...(await lookInColours(page, name, within)), ...(await lookSmall(page, name))]
}

/** The same at each of these widths, for a room that is another one by its width. */
export async function lookAtWidths(
  page: Page,
  name: string,
  widths: readonly number[],
  within?: string,
): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await lookInColours(page, `${name}-${width}`, within)))
  }
  return [...found, ...(await lookSmall(page, name))]
}

async function lookSmall(page: Page, name: string) {
  const found: string[] = []
  await page.setViewportSize(SMALL)
  // What lies over the room is placed anew a moment later.
  await becomes(page, `document.documentElement.scrollWidth <= ${SMALL.width}`, 2000).catch(
    () => undefined,
  )
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  if (width > SMALL.width) found.push(`${name} is ${width} pixels wide`)
  await picture(page, `${name}-360`)
  await page.setViewportSize(WIDE)
  return found
}

async function lookInColours(page: Page, name: string, within?: string) {
  const found: string[] = []
  if (within !== undefined) await page.locator(within).first().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const axe = axeOf(page)
    if (within !== undefined) axe.include(within)
    // The same elements in other colours: only the rules about colours could find something new.
    if (colorScheme === 'dark') axe.withRules(COLOURS)
    const violations = await analyzed(axe)
    found.push(
      ...violations.map(({ id, nodes }) => `${name}, ${colorScheme}: ${id}: ${nodes[0]?.html}`),
    )
    await picture(page, `${name}-${colorScheme}`)
  }
  return found
}

/** A frame that had no time to answer is left out, and what is in it counts as missing: then once more. */
async function analyzed(axe: AxeBuilder) {
  for (let again = 0; ; again++) {
    const { violations, incomplete } = await axe.analyze()
    if (again === FRAME_TRIES || incomplete.every(({ id }) => id !== 'frame-tested'))
      return violations
  }
}
const FRAME_TRIES = 10

/**
 * Of what it finds only what is wrong, and without frames within the page itself: what is right it would tell as well, element by
 * element, and put together in a second page what each frame says. Either doubles the time of a look.
 */
export function axeOf(page: Page) {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  return axe.setLegacyMode(page.frames().length === 1)
}

/** For somebody to look at, who asks for it: each takes as long as all that is checked. */
export async function picture(page: Page, name: string) {
  if (process.env['PICTURES'] !== '1') return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: `${pictures}${name}.png`, fullPage: true })
}

/** Of a room's pictures. */
export function nameOf(path: string) {
  return path.split('?')[0]?.replaceAll('/', '-').slice(1) || 'overview'
}
