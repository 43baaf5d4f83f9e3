/** Every page before the rooms, in both themes and on a small phone: nothing for axe to object to, nothing to scroll sideways. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mailTo, tokenIn } from '../people/post.ts'
import { fill } from './full.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look, nameOf, type Room } from './look.ts'
import { offering } from './offering.ts'

const entries: readonly Room[] = [
  ['/sign-in', /^Sign in/],
  ['/sign-up', /./],
  ['/forgot', /^Forgot/],
  ['/reset?token=x', /^Choose/],
  ['/confirm-email?token=x', /^Confirm/],
]

let house: House
let ada: Visitor
let stranger: Visitor

before(async () => {
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
  const mail = await mailTo(house.service, 'grace@example.org', /^Join /)
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
  await house.service.query(
    "delete from members where person_id = (select id from persons where email = 'grace@example.org')",
  )
  await page.goto('/')
  await at(page, 'Make a workspace')
  found.push(...(await look(page, 'no-workspace')))
  assert.deepEqual(found, [])
  noComplaints(invited, ada)
})

test('pages that the service writes by itself hold nothing against anybody either', async () => {
  const { page } = stranger
  const found: string[] = []
  const offer = await offering(house.service, ['north', 'south'], 'anybody')
  const { body } = await house.service.rest('GET', '/api/accounts')
  for (const [name, path, heading] of [
    ['404', '/nothing', /^There is nothing here/],
    ['connect', String(body['connect_url']), /^Connect an account/],
    ['connect-choice', `/connect/offers/${offer}`, /^Choose accounts/],
    ['connect-over', '/connect/offers/over', /^Not connected/],
    ['oauth-over', '/oauth/authorize?client_id=nobody', /^Not connected/],
    ['mailbox', `${house.service.sandbox_url}/mailbox`, /./],
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
