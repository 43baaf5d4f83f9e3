/** A client that knows nothing but the address: the official SDK asks, a person in a real browser answers. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { cursorLink, vsCodeLink } from '../../web/src/rooms/apps/install.ts'
import { type Kept, newClient, sdkTransport } from '../oauth/sdk-client.ts'
import { offered } from '#surfaces/console/toolsets.ts'
import { words as german } from '../../web/src/words/de/toolsets.ts'
import {
  ada as person,
  at,
  type House,
  noComplaints,
  openHouse,
  signIn,
  signUp,
  type Visitor,
} from './house.ts'
import { axeOf, picture } from './look.ts'
import { freePort } from '../free-port.ts'

let house: House
let ada: Visitor
/** Where the client waits for its answer, and the last one that came. */
let callback = ''
let came = ''
const waiting = createServer(({ url = '' }, answer) => {
  if (url.startsWith('/callback')) came = new URL(url, callback).href
  answer.end('Back in the client')
})

before(async () => {
  house = await openHouse({ PORT: String(await freePort()) })
  ada = await house.visitor()
  await signUp(ada)
  const port = await freePort()
  await once(waiting.listen(port, '127.0.0.1'), 'listening')
  callback = `http://127.0.0.1:${port}/callback`
})
after(async () => {
  waiting.close()
  await house[Symbol.asyncDispose]()
})

async function asking() {
  const kept: Kept = { callback }
  const transport = sdkTransport(house.service, kept)
  await assert.rejects(newClient().connect(transport))
  assert.ok(kept.asked)
  return { kept, transport, asked: kept.asked.href }
}

test('a client is let in on a leash, works, and is sent away again', async () => {
  const { page } = ada
  const { kept, transport, asked } = await asking()
  await page.goto(asked)
  await at(page, 'SDK client asks for access')
  await page.getByText('Nobody checked this name').waitFor()
  await page.getByText('That is a program on this computer.').waitFor()
  const group = page.getByRole('group', { name: 'It will be able to' })
  assert.ok(await group.getByLabel('Posts, media and numbers').isChecked())
  assert.ok(!(await group.getByLabel('Accounts and labels themselves').isChecked()))
  await group.getByLabel('Posts, media and numbers').uncheck()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByRole('alert').getByText('Tick at least one').waitFor()
  await group.getByLabel('Posts, media and numbers').check()
  await page.getByText('Keep it on a leash').click()
  await page.getByLabel('Posts need approval').check()
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await picture(page, `consent-${theme}`)
    const { violations } = await axeOf(page).analyze()
    assert.deepEqual(
      violations.map(({ id }) => id),
      [],
    )
  }
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText('Back in the client').waitFor()
  await transport.finishAuth(new URL(came).searchParams)
  const client = newClient()
  await client.connect(sdkTransport(house.service, kept))
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'schedule_post'))
  assert.ok(!tools.some(({ name }) => name === 'reconnect_account'))
  const ids = Object.values(house.service.accounts)
  await client.callTool({
    name: 'schedule_post',
    arguments: { content: 'From an assistant', social_account_ids: ids, when: 'now' },
  })

  await page.goto('/')
  await at(page, 'Overview')
  await page.getByText('SDK client wants it out at once').waitFor()
  await page.getByRole('link', { name: 'Review: From an assistant' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('status').getByText('Approved').waitFor()

  await page.goto('/apps')
  await page.getByText('posts wait for approval').waitFor()
  const address = `${house.service.base_url}/mcp-oauth`
  for (const [label, link] of [
    ['Add to Cursor', cursorLink(address)],
    ['Add to VS Code', vsCodeLink(address)],
  ] as const) {
    assert.equal(await page.getByRole('link', { name: label }).getAttribute('href'), link)
  }
  await page.getByRole('button', { name: 'Change: SDK client' }).click()
  await page.getByLabel('Accounts and labels themselves').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('SDK client is changed').waitFor()
  assert.ok((await client.listTools()).tools.some(({ name }) => name === 'reconnect_account'))
  await page.getByRole('button', { name: 'Disconnect: SDK client' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByText('No app is connected yet').waitFor()
  await assert.rejects(client.listTools())
  noComplaints(ada)
})

test('whoever is signed out signs in first, and then decides; a no goes back to the client', async () => {
  const visitor = await house.visitor()
  const { page } = visitor
  const { asked } = await asking()
  await page.goto(asked)
  await at(page, 'Sign in')
  await signIn({ page })
  await at(page, 'SDK client asks for access')
  await page.getByRole('button', { name: 'Do not allow' }).click()
  await page.getByText('Back in the client').waitFor()
  assert.equal(new URL(came).searchParams.get('error'), 'access_denied')
  noComplaints(visitor)
})

test('in German it is said in German what an app will be able to do, whatever list of tools there is', async () => {
  const visitor = await house.visitor({ locale: 'de-DE' })
  const { page } = visitor
  const { asked } = await asking()
  await page.goto(asked)
  await at(page, 'Anmelden')
  await page.getByLabel('E-Mail').fill(person.email)
  await page.getByLabel('Passwort').fill(person.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await at(page, 'SDK client bittet um Zugriff')
  const group = page.getByRole('group', { name: 'Das wird möglich sein' })
  assert.ok(await group.getByLabel('Beiträge, Medien und Zahlen').isChecked())
  const shown = await group.innerText()
  for (const { title, can } of offered) {
    for (const sentence of [title, ...can]) {
      assert.notEqual(german.said(sentence), sentence)
      assert.ok(!shown.includes(sentence), sentence)
      assert.ok(shown.includes(german.said(sentence)), sentence)
    }
  }
  // A sentence that is newer than the words is told as the service has it.
  assert.equal(german.said('Do something of tomorrow'), 'Do something of tomorrow')
  await picture(page, 'consent-de')
  const { violations } = await axeOf(page).analyze()
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  )
  noComplaints(visitor)
})

test('a request that is over says so', async () => {
  await ada.page.goto('/consent/made-up')
  await ada.page.getByText('Start again in the app').waitFor()
})
