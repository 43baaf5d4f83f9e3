/** Texts that would rather be scripts: in names, in addresses, from strangers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizeUrl, pkce, plainClient, register } from '../oauth/kit.ts'

import { at, type House, noComplaints, openHouse, signIn, signUp, type Visitor } from './house.ts'
import { freePort } from '../free-port.ts'

const trick = '"><img src=x onerror="window.tricked=1"><script>window.tricked=1</script>'
const encoded = encodeURIComponent(trick)

let house: House
let ada: Visitor

before(async () => {
  house = await openHouse({ PORT: String(await freePort()) })
  ada = await house.visitor()
  await signUp(ada, {
    name: `A ${trick}`.slice(0, 100),
    email: 'ada@example.org',
    password: 'analytical engine',
  })
})
after(async () => house[Symbol.asyncDispose]())

async function harmless({ page }: Visitor, where: string) {
  await page.locator('h1').waitFor()
  assert.equal(await page.evaluate('window.tricked ?? 0'), 0, where)
  assert.equal(await page.locator('img[src="x"]').count(), 0, where)
}

test('names are texts, whatever is in them', async () => {
  const { service } = house
  await service.rest('POST', '/api/api-keys', { name: trick.slice(0, 60) })
  await service.rest('POST', '/api/posts', {
    content: trick,
    social_account_ids: Object.values(service.accounts),
    scheduled_at: new Date(Date.now() + 3600_000).toISOString(),
  })
  for (const room of ['/', '/keys', '/members', '/settings']) {
    await ada.page.goto(room)
    await at(ada.page, /./)
    await harmless(ada, room)
  }
  await ada.page.goto('/')
  await ada.page.getByText('window.tricked=1').first().waitFor()
  noComplaints(ada)
})

test('an app’s name is a text, and its picture is not fetched', async () => {
  const client = await register(house.service, {
    ...plainClient,
    client_name: trick.slice(0, 60),
    logo_uri: 'https://elsewhere.example/logo.png',
  })
  // The room before shows the pictures of its accounts, and may be about to ask for one.
  await ada.page.goto('about:blank')
  const asked: string[] = []
  ada.page.on('request', (request) => asked.push(request.url()))
  await ada.page.goto(authorizeUrl(house.service, client.client_id, pkce().challenge))
  await at(ada.page, /asks for access/)
  await harmless(ada, 'consent')
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(house.service.base_url)),
    [],
  )
})

test('what stands in an address is not carried out, and leads nowhere else', async () => {
  const visitor = await house.visitor()
  const rooms = [
    `/sign-in?email=${encoded}&after=${encoded}&return_to=javascript:window.tricked=1`,
    `/invitation?token=${encoded}`,
    `/reset?token=${encoded}`,
    `/sign-up?invitation=${encoded}`,
  ]
  for (const room of rooms) {
    await visitor.page.goto(room)
    await visitor.page.locator('h1, [role=alert]').first().waitFor()
    assert.equal(await visitor.page.evaluate('window.tricked ?? 0'), 0, room)
  }
  for (const room of [
    `/accounts?connected=${encoded}&problem=${encoded}&workspace=${encoded}`,
    `/consent/${encoded}`,
    `/accounts/connect?offer=${encoded}&platform=${encoded}`,
  ]) {
    await ada.page.goto(room)
    await ada.page.locator('h1, [role=alert]').first().waitFor()
    assert.equal(await ada.page.evaluate('window.tricked ?? 0'), 0, room)
  }
  for (const place of [
    '//elsewhere.example',
    '/\\elsewhere.example',
    'https://elsewhere.example',
    'javascript:window.tricked=1',
  ]) {
    await visitor.context.clearCookies()
    const there = `/sign-in?${new URLSearchParams({ return_to: place }).toString()}`
    await visitor.page.goto(there)
    await signIn(visitor)
    await at(visitor.page, 'Overview')
    await visitor.page.goto(there)
    await visitor.page.getByRole('button', { name: 'Go on' }).click()
    await at(visitor.page, 'Overview')
    assert.equal(new URL(visitor.page.url()).origin, house.service.base_url)
  }
  noComplaints(visitor)
})
