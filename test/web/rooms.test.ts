/** Every room, in both themes: nothing for axe to object to, nothing wider than a small phone. Pictures are left in tmp/rooms. */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { fill } from './full.ts'

const pictures = new URL('../../tmp/rooms/', import.meta.url).pathname

/** Signed out first, then inside. */
const entries: readonly [string, RegExp][] = [
  ['/sign-in', /^Sign in/],
  ['/sign-up', /./],
  ['/forgot', /^Forgot/],
  ['/reset?token=x', /^Choose/],
  ['/confirm-email?token=x', /^Confirm/],
]
const inside: readonly [string, RegExp][] = [
  ['/', /^Overview/],
  ['/accounts', /^Accounts/],
  ['/accounts/connect', /^Connect/],
  ['/keys', /^API keys/],
  ['/apps', /^Connected apps/],
  ['/members', /^Members/],
  ['/settings', /^Settings/],
  ['/settings/security', /^Password/],
  ['/settings/workspace', /^Workspace/],
  ['/settings/schedule', /^Posting/],
  ['/settings/plan', /^Plan/],
  ['/nothing/at/all', /^There is nothing/],
]

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await mkdir(pictures, { recursive: true })
  await signUp(ada)
  await fill(house, ada)
})
after(async () => house[Symbol.asyncDispose]())

for (const theme of ['light', 'dark'] as const) {
  test(`rooms hold nothing against anybody’s senses, ${theme}`, async () => {
    const stranger = await house.visitor({ theme })
    const found: string[] = []
    for (const room of entries) found.push(...(await look(stranger.page, room, theme)))
    const member = await house.visitor({ theme, as: ada })
    for (const room of inside) found.push(...(await look(member.page, room, theme)))
    assert.deepEqual(found, [])
    noComplaints(stranger, member)
  })
}

test('rooms fit a screen of 360 pixels', async () => {
  const wide: string[] = []
  const stranger = await house.visitor({ width: 360 })
  for (const room of entries) await fits(stranger.page, room, wide)
  const member = await house.visitor({ width: 360, as: ada })
  for (const room of inside) await fits(member.page, room, wide)
  assert.deepEqual(wide, [])
})

async function look(page: Page, [path, heading]: readonly [string, RegExp], theme: string) {
  await page.goto(path)
  await at(page, heading)
  const { violations } = await new AxeBuilder({ page }).analyze()
  await page.screenshot({ path: `${pictures}${nameOf(path)}-${theme}.png`, fullPage: true })
  return violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`)
}

async function fits(page: Page, [path, heading]: readonly [string, RegExp], wide: string[]) {
  await page.goto(path)
  await at(page, heading)
  await page.screenshot({ path: `${pictures}${nameOf(path)}-360.png`, fullPage: true })
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  if (width !== 360) wide.push(`${path}: ${width}`)
}

function nameOf(path: string) {
  return path.split('?')[0]?.replaceAll('/', '-').slice(1) || 'overview'
}
