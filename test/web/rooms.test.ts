/** Every room, in both themes and on a small phone: nothing for axe to object to, nothing to scroll sideways. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizeUrl, pkce, plainClient, register } from '../oauth/kit.ts'
import { fill } from './full.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look, nameOf, type Room } from './look.ts'
import { offering } from './offering.ts'

const inside: readonly Room[] = [
  ['/', /^Overview/],
  ['/calendar', /^Calendar/],
  ['/posts', /^Posts/],
  ['/posts?tab=scheduled', /^Posts/],
  ['/posts/1', /^Scheduled/],
  ['/library', /^Library/],
  ['/analytics', /^Analytics/],
  ['/series', /^Series/],
  ['/series/new', /^New series/],
  ['/accounts', /^Accounts/],
  ['/accounts/connect', /^Connect/],
  ['/write', /^Write/],
  ['/keys', /^API keys/],
  ['/apps', /^Connected apps/],
  ['/members', /^Members/],
  ['/settings', /^Settings/],
  ['/settings/security', /^Password/],
  ['/webhooks', /^Webhooks/],
  ['/settings/notices', /^Notices/],
  ['/settings/activity', /^Activity/],
  ['/settings/workspace', /^Workspace/],
  ['/settings/schedule', /^Posting/],
  ['/settings/snippets', /^Snippets/],
  ['/settings/plan', /^Plan/],
  ['/settings/instance', /^This Crier/],
  ['/accounts/set-up/x', /^Set up X/],
]
/** What opens over a room, by its button. */
const dialogs: readonly (readonly [...Room, opens: RegExp])[] = [
  ['/accounts', /^Accounts/, /^Disconnect/],
  ['/keys', /^API keys/, /^New key/],
  ['/keys', /^API keys/, /^Change: Newsletter/],
  ['/keys', /^API keys/, /^Undo today: First/],
  ['/members', /^Members/, /^Invite/],
]

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
  await fill(house, ada)
})
after(async () => house[Symbol.asyncDispose]())

test('a choice among accounts and a request for access hold nothing against anybody either', async () => {
  const { page } = ada
  const found: string[] = []
  const offer = await offering(house.service, ['north', 'south', 'west'], 'person')
  const { client_id } = await register(house.service, { ...plainClient, client_name: 'Notes' })
  const asked = authorizeUrl(house.service, client_id, pkce().challenge)
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
