/** Every room, in both themes and on a small phone: nothing for axe to object to, nothing to scroll sideways. Pictures are left in tmp/rooms. */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { authorizeUrl, pkce, plainClient, register } from '../oauth/kit.ts'
import { mailTo, tokenIn } from '../people/post.ts'
import { fill } from './full.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { offering } from './offering.ts'

const pictures = new URL('../../tmp/rooms/', import.meta.url).pathname
const WIDE = { width: 1280, height: 900 }
const COLOURS = ['color-contrast', 'link-in-text-block']
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

test('pages of an invitation hold nothing against anybody’s senses or screen, whoever looks at them', async () => {
  const mail = await mailTo(house.world, 'grace@example.org', /^Join /)
  const token = tokenIn(mail)
  const found: string[] = []
  const invited = await house.visitor()
  for (const [name, visitor, path, heading] of [
    ['invitation', invited, `/invitation?token=${token}`, /^Join /],
    ['invitation-over', invited, '/invitation?token=x', /^This invitation does not open/],
    ['invitation-of-another', ada, `/invitation?token=${token}`, /^Join /],
    ['invited-sign-up', invited, `/sign-up?invitation=${token}`, /^Make your account/],
  ] as const) {
    await visitor.page.goto(path)
    await at(visitor.page, heading)
    found.push(...(await look(visitor.page, name)))
  }
  const { page } = invited
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('Password').fill('a compiler of my own')
  await page.getByRole('button', { name: 'Make my account' }).click()
  await at(page, 'Overview')
  await house.world.query(
    "delete from members where person_id = (select id from persons where email = 'grace@example.org')",
  )
  await page.goto('/')
  await at(page, 'Make a workspace')
  found.push(...(await look(page, 'no-workspace')))
  assert.deepEqual(found, [])
  noComplaints(invited, ada)
})

test('a choice among accounts and a request for access hold nothing against anybody either', async () => {
  const { page } = ada
  const found: string[] = []
  const offer = await offering(house.world, ['north', 'south', 'west'], 'person')
  const { client_id } = await register(house.world, { ...plainClient, client_name: 'Notes' })
  const asked = authorizeUrl(house.world, client_id, pkce().challenge)
  for (const [name, path, heading] of [
    ['choice', `/accounts/connect?offer=${offer}`, /^Choose your accounts/],
    ['choice-over', '/accounts/connect?offer=over', /^Choose your accounts/],
    ['consent-request', asked, /^Notes asks for access/],
    ['consent-over', '/consent/over', /^This request does not open/],
  ] as const) {
    await page.goto(path)
    await at(page, heading)
    if (name === 'consent-request') await page.getByText('Keep it on a leash').click()
    found.push(...(await look(page, name)))
  }
  await page.goto('/keys')
  await at(page, /^API keys/)
  await page.evaluate(
    "history.pushState({}, '', '/no/such/room'); dispatchEvent(new PopStateEvent('popstate'))",
  )
  await at(page, 'There is nothing here')
  found.push(...(await look(page, 'nowhere')))
  assert.deepEqual(found, [])
  noComplaints(ada)
})

test('pages that the service writes by itself hold nothing against anybody either', async () => {
  const { page } = stranger
  const found: string[] = []
  const offer = await offering(house.world, ['north', 'south'], 'anybody')
  const { body } = await house.world.rest('GET', '/api/accounts')
  for (const [name, path, heading] of [
    ['404', '/nothing', /^There is nothing here/],
    ['connect', String(body['connect_url']), /^Connect an account/],
    ['connect-choice', `/connect/offers/${offer}`, /^Choose accounts/],
    ['connect-over', '/connect/offers/over', /^Not connected/],
    ['oauth-over', '/oauth/authorize?client_id=nobody', /^Not connected/],
    ['mailbox', `${house.world.sandbox_url}/mailbox`, /./],
  ] as const) {
    await page.goto(path)
    await at(page, heading)
    found.push(...(await look(page, name)))
  }
  await page.goto(`/connect/offers/${offer}`)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Connect the chosen ones' }).click()
  await at(page, 'Connected')
  found.push(...(await look(page, 'connect-done')))
  assert.deepEqual(found, [])
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
    const axe = new AxeBuilder({ page })
    // The same elements in other colours: only the rules about colours could find something new.
    if (colorScheme === 'dark') axe.withRules(COLOURS)
    const { violations } = await axe.analyze()
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
