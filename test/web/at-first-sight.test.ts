/** What a room says before anybody reads: whose account it is, what leads the eye, what is within reach. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { inAnHour, newPost } from '../surfaces/kit.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { choose, text } from './writing.ts'

let house: House
let ada: Visitor
let place: number

before(async () => {
  house = await openHouse()
  ada = await house.visitor()
  await signUp(ada)
  place = await accountInSandbox(house.service, 'google_business')
})
after(async () => house[Symbol.asyncDispose]())

test('an account that its platform calls by a number is called by its name', async () => {
  const { rows } = await house.service.query(
    `select name, username from accounts where id = ${place}`,
  )
  const { name, username } = rows[0] ?? {}
  assert.match(String(username), /^\d+$/)
  const { page } = ada
  const shown = async () => {
    const all = await page.evaluate('document.querySelector("main").outerHTML')
    assert.ok(!String(all).includes(String(username)), `the number is at ${page.url()}`)
  }
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, /Google/)
  await text(page).fill('Open on Sunday.')
  await page.getByRole('button', { name: `Take ${String(name)} on Google Business out` }).waitFor()
  await shown()
  const id = await newPost(house.service, {
    content: 'Open on Sunday.',
    social_account_ids: [place],
    when: inAnHour(),
  })
  await page.goto('/posts?tab=scheduled')
  await page.getByRole('img', { name: `Google Business ${String(name)}: Scheduled` }).waitFor()
  await shown()
  await page.goto(`/posts/${id}`)
  await at(page, 'Scheduled')
  await shown()
  await page.goto('/accounts')
  await page.getByRole('button', { name: `Pause ${String(name)}` }).click()
  await page.getByRole('dialog', { name: new RegExp(String(name)) }).waitFor()
  await page.keyboard.press('Escape')
  noComplaints(ada)
})

test('rooms for programs stand behind those of people, and of ten platforms none leads', async () => {
  const { page } = ada
  await page.goto('/accounts/connect')
  await at(page, 'Connect an account')
  const rooms = page.getByRole('navigation', { name: 'Rooms' }).getByRole('list')
  assert.equal(await rooms.count(), 3)
  assert.deepEqual(await rooms.nth(1).getByRole('link').allInnerTexts(), [
    'Accounts',
    'Members',
    'Settings',
  ])
  const connect = page.getByRole('button', { name: /^Connect / })
  await connect.first().waitFor()
  assert.ok((await connect.count()) > 9)
  for (const each of await connect.all())
    assert.doesNotMatch((await each.getAttribute('class')) ?? '', /bg-accent/)
  noComplaints(ada)
})

test('a menu keeps off the edges of a low window, and is reached to its end', async () => {
  const id = await newPost(house.service, {
    content: 'Quinces.',
    social_account_ids: [place],
    when: inAnHour(),
  })
  const { page } = ada
  await page.goto(`/posts/${id}`)
  await at(page, 'Scheduled')
  await page.setViewportSize({ width: 1280, height: 320 })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const menu = page.getByRole('menu')
  await menu.waitFor()
  const box = (await menu.boundingBox()) ?? assert.fail('it is drawn')
  assert.ok(box.y >= 11 && box.y + box.height <= 309, JSON.stringify(box))
  await page.keyboard.press('End')
  const last = menu.getByRole('menuitem').last()
  const there = (await last.boundingBox()) ?? assert.fail('it is drawn')
  assert.ok(there.y + there.height <= 309, 'the last one is to be seen')
  await page.keyboard.press('Escape')
  noComplaints(ada)
})

test('on a phone what analytics are asked for takes two of a row', async () => {
  const visitor = await house.visitor({ as: ada, width: 390 })
  const { page, context } = visitor
  await page.goto('/analytics')
  await at(page, 'Analytics')
  const yOf = async (label: string) =>
    (await page.getByRole('combobox', { name: label, exact: true }).boundingBox())?.y
  assert.equal(await yOf('Platform'), await yOf('Account'))
  await context.close()
  noComplaints(visitor)
})

test('of a post whose other account waits for something, nothing is on its way', async () => {
  const { x = 0, bluesky = 0 } = house.service.accounts
  await house.service.fault('x', { fault: 'credits', on: 'post' })
  const id = await newPost(house.service, {
    content: 'Half of it.',
    social_account_ids: [bluesky, x],
    publish_now: true,
  })
  const { page } = ada
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/posts/${id}`)
  await at(page, 'Published on 1 of 2; the rest waits')
  noComplaints(ada)
})
