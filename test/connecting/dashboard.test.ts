import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { manifests } from '#platforms/catalog.ts'
import { allow } from '#sandbox/service/person.ts'
import { type Actor, invited, owner } from '../people/cast.ts'
import { browser, linkIn } from '../people/browser.ts'
import { type Body, openService, type TestService } from '../service.ts'

let service: TestService
let host: Actor
let at: string

before(async () => {
  service = await openService()
  host = await owner(service)
  at = `/console/workspaces/${host.workspace_id}`
})
after(() => service[Symbol.asyncDispose]())

/** Out to the platform as that person, and the address they come back to. */
async function begin(actor: Actor, platform = 'x') {
  const { status, body } = await actor.page.ask('POST', `${at}/connect`, {
    platform,
    sandbox: true,
  })
  assert.equal(status, 200, JSON.stringify(body))
  const back = new URL(await allow(String(body['url'])))
  return back.pathname + back.search
}

test('every platform of the instance is offered, with its world and the fields of its sign-in', async () => {
  const { body } = await host.page.ask('GET', `${at}/connect`)
  const choices = body['choices'] as Body[]
  assert.ok(choices.some(({ platform, sandbox }) => platform === 'x' && sandbox === true))
  const bluesky = choices.find(({ platform }) => platform === 'bluesky') ?? assert.fail('offered')
  const fields = bluesky['fields'] as Body[]
  assert.ok(fields.some(({ name, secret }) => name === 'app_password' && secret))
})

test('platforms that are not set up are told of, with what is missing and what they ask for first', async () => {
  const { body } = await host.page.ask('GET', `${at}/connect`)
  const lacking = body['lacking'] as Body[]
  // Bluesky needs nothing to be set.
  assert.deepEqual(
    lacking.map(({ platform }) => platform),
    Object.keys(manifests).filter((id) => id !== 'bluesky'),
  )
  for (const { platform, missing, needs } of lacking) {
    assert.ok((missing as string[]).includes(`${String(platform).toUpperCase()}_CLIENT_ID`))
    assert.ok((needs as string[]).length > 0)
  }
})

test('what a person says before they go to the platform is used there, or refused in place', async () => {
  const { body } = await host.page.ask('GET', `${at}/connect`)
  const asked = (body['choices'] as Body[]).filter(({ hint }) => hint !== null)
  assert.deepEqual([...new Set(asked.map(({ platform }) => platform))], ['bluesky'])
  const wish = { platform: 'bluesky', sandbox: true }
  const refused = await host.page.ask('POST', `${at}/connect`, { ...wish, hint: 'not a handle' })
  assert.equal(refused.status, 422)
  assert.match(String((refused.body['errors'] as Body)['platform']), /handle/i)
})

test('a person who comes back from the platform is led to their accounts, and it is connected', async () => {
  const response = await host.page.go(await begin(host))
  assert.equal(response.status, 303)
  assert.match(response.headers.get('location') ?? '', /^\/accounts\?connected=\d+$/)
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
})

test('what one person began another does not end: neither a member, nor a stranger, nor nobody', async () => {
  const mallory = await invited(service, host, { name: 'Mallory', role: 'editor' })
  for (const page of [mallory.page, browser(service)]) {
    const response = await page.go(await begin(host))
    assert.equal(response.status, 400)
    assert.match(await response.text(), /Sign in to the dashboard as whoever began this/)
  }
})

test('viewers connect nothing and disconnect nothing', async () => {
  const viewer = await invited(service, host, { name: 'Vera', role: 'viewer' })
  const { page } = viewer
  const refused = await page.ask('POST', `${at}/connect`, { platform: 'x', sandbox: true })
  assert.equal(refused.status, 403)
  const account = Object.values(service.accounts)[0]
  assert.equal((await page.ask('DELETE', `${at}/accounts/${account}`)).status, 403)
})

test('a platform that is not there, and one that is not configured, is a sentence about the field', async () => {
  for (const wish of [
    { platform: 'myspace', sandbox: true },
    { platform: 'x', sandbox: false },
  ]) {
    const { status, body } = await host.page.ask('POST', `${at}/connect`, wish)
    assert.equal(status, 422)
    assert.match(String((body['errors'] as Body)['platform']), /is not configured/)
  }
})

test('a disconnected account is gone, its due posts wait for a person, and it comes back under its id', async () => {
  const id = service.accounts['x'] ?? assert.fail('connected')
  const scheduled_at = new Date(Date.now() + 3600_000).toISOString()
  const made = await service.rest('POST', '/api/posts', {
    content: 'Left behind',
    social_account_ids: [id],
    scheduled_at,
  })
  assert.equal((await host.page.ask('DELETE', `${at}/accounts/${id}`)).status, 204)
  assert.equal((await host.page.ask('DELETE', `${at}/accounts/${id}`)).status, 404, 'once')
  const { body } = await service.rest('GET', '/api/accounts')
  assert.ok(!(body['accounts'] as Body[]).some((account) => account['id'] === id))
  const stored = await service.query(`select secret = '' as gone from accounts where id = ${id}`)
  assert.deepEqual(stored.rows, [{ gone: true }], 'its tokens are forgotten')

  const post = Number(made.body['id'])
  await service.query(`update deliveries set due_at = now() where post_id = ${post}`)
  await service.query(`update posts set scheduled_at = now() where id = ${post}`)
  const { body: settled } = await service.rest('GET', `/api/posts/${post}?wait=20`)
  const [channel] = settled['per_account'] as Body[]
  assert.equal(channel?.['status'], 'blocked')

  const back = await host.page.go(await begin(host))
  assert.equal(back.headers.get('location'), `/accounts?connected=${id}`)
})

test('a signed link still connects without anybody being signed in', async () => {
  const { body } = await service.rest('GET', '/api/accounts')
  const link = new URL(String(body['connect_url']))
  const stranger = browser(service)
  const page = await (await stranger.go(link.pathname + link.search)).text()
  const out = await stranger.go(linkIn(page, 'x'))
  const back = new URL(await allow(out.headers.get('location') ?? ''))
  const done = await stranger.go(back.pathname + back.search)
  assert.equal(done.status, 200)
  assert.match(await done.text(), /Connected/)
})

test('a signed link leads whoever is signed in to the room of the dashboard instead', async () => {
  const { body } = await service.rest('GET', '/api/accounts')
  const link = new URL(String(body['connect_url']))
  const room = await host.page.go(link.pathname + link.search)
  assert.equal(room.status, 303)
  const workspace = `workspace=${host.workspace_id}`
  assert.equal(room.headers.get('location'), `/accounts/connect?${workspace}`)
  const one = await host.page.go(`${link.pathname}/x${link.search}&sandbox=1`)
  assert.equal(one.headers.get('location'), `/accounts/connect?${workspace}&platform=x&sandbox=1`)

  const stranger = await browser(service).go(link.pathname + link.search)
  const return_to = `/accounts/connect?${workspace}`
  const back = new URLSearchParams({ return_to }).toString()
  assert.ok((await stranger.text()).includes(`/sign-in?${back}`))

  const viewer = await invited(service, host, { name: 'Vito', role: 'viewer' })
  assert.equal((await viewer.page.go(link.pathname + link.search)).status, 200, 'the link itself')
})
