/** Every room, in both themes and on a small phone: nothing for axe to object to, nothing to scroll sideways. Pictures are left in tmp/rooms. */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { fill } from './full.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'

const pictures = new URL('../../tmp/rooms/', import.meta.url).pathname
const WIDE = { width: 1280, height: 900 }
const SMALL = { width: 360, height: 740 }

type Room = readonly [path: string, heading: RegExp]

const entries: readonly Room[] = [
  ['/sign-in', /^Sign in/],
  ['/sign-up', /./],
  ['/forgot', /^Forgot/],
  ['/reset?token=x', /^Choose/],
  ['/confirm-email?token=x', /^Confirm/],
]
const inside: readonly Room[] = [
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
]
/** What opens over a room, by its button. */
const dialogs: readonly (readonly [...Room, opens: RegExp])[] = [
  ['/', /^Overview/, /^Decline/],
  ['/accounts', /^Accounts/, /^Disconnect/],
  ['/keys', /^API keys/, /^New key/],
  ['/keys', /^API keys/, /^Change: Newsletter/],
  ['/keys', /^API keys/, /^Undo today: First/],
  ['/members', /^Members/, /^Invite/],
]

let house: House
let ada: Visitor
let stranger: Visitor

before(async () => {
  await mkdir(pictures, { recursive: true })
  house = await openHouse()
  stranger = await house.visitor()
  await stranger.page.goto('/sign-up')
  await at(stranger.page, 'Make your account')
  assert.deepEqual(await look(stranger.page, 'first-sign-up'), [])
  ada = await house.visitor()
  await signUp(ada)
  await fill(house, ada)
})
after(async () => house[Symbol.asyncDispose]())

test('rooms before signing in hold nothing against anybody’s senses or screen', async () => {
  const found: string[] = []
  for (const [path, heading] of entries) {
    await stranger.page.goto(path)
    await at(stranger.page, heading)
    found.push(...(await look(stranger.page, nameOf(path))))
  }
  assert.deepEqual(found, [])
  noComplaints(stranger)
})

test('rooms inside hold nothing against anybody’s senses or screen', async () => {
  const found: string[] = []
  for (const [path, heading] of inside) {
    await ada.page.goto(path)
    await at(ada.page, heading)
    found.push(...(await look(ada.page, nameOf(path))))
  }
  assert.deepEqual(found, [])
  noComplaints(ada)
})

test('what opens over a room holds nothing against anybody either', async () => {
  const found: string[] = []
  for (const [path, heading, opens] of dialogs) {
    await ada.page.goto(path)
    await at(ada.page, heading)
    await ada.page.getByRole('button', { name: opens }).first().click()
    const dialog = ada.page.getByRole('dialog')
    await dialog.waitFor()
    for (const more of await dialog.locator('summary').all()) await more.click()
    found.push(...(await look(ada.page, `${nameOf(path)}-${opens.source.replace(/\W/g, '')}`)))
  }
  assert.deepEqual(found, [])
  noComplaints(ada)
})

/** In one visit: light, dark, and on a phone. What is wrong, each with its place. */
async function look(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    found.push(
      ...violations.map(({ id, nodes }) => `${name}, ${colorScheme}: ${id}: ${nodes[0]?.html}`),
    )
    await page.screenshot({ path: `${pictures}${name}-${colorScheme}.png`, fullPage: true })
  }
  await page.setViewportSize(SMALL)
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  if (width > SMALL.width) found.push(`${name} is ${width} pixels wide`)
  await page.screenshot({ path: `${pictures}${name}-360.png`, fullPage: true })
  await page.setViewportSize(WIDE)
  return found
}

function nameOf(path: string) {
  return path.split('?')[0]?.replaceAll('/', '-').slice(1) || 'overview'
}
