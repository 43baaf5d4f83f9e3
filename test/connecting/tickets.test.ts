/** Links that connect accounts without anybody signed in: who is given one, what it is good for, and when it ends. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { allow } from '#sandbox/service/person.ts'
import { browser, type Browser, linkIn, trusting } from '../people/browser.ts'
import { type Actor, invitationFor, invited, owner } from '../people/cast.ts'
import { callers, surfaces } from '../surfaces/callers.ts'
import { newKey } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'
import { type Body, openService, type TestService } from '../service.ts'

let clock = new Date()
let service: TestService
let host: Actor
before(async () => {
  service = await openService(trusting, { now: () => clock })
  host = await owner(service)
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(() => service[Symbol.asyncDispose]())

const urlsOf = (body: Body) => {
  const accounts = body['accounts'] as Body[]
  return [body['connect_url'], ...accounts.map((each) => each['reconnect_url'])].map(String)
}
const hasTicket = (url: string) => new URL(url).searchParams.has('ticket')
const pathOf = (url: string) => url.slice(service.base_url.length)
const connectUrl = async (token = service.token) => {
  clock = new Date(clock.getTime() + 1)
  return String((await callers(service, token).rest('get_accounts')).body['connect_url'])
}
const reconnectUrl = async (platform: string) => {
  clock = new Date(clock.getTime() + 1)
  const { body } = await callers(service).rest('get_accounts')
  const accounts = body['accounts'] as Body[]
  return String(
    accounts.find((each) => each['id'] === service.accounts[platform])?.['reconnect_url'],
  )
}
const accountsNow = async () => {
  const { rows } = await service.query(
    'select id, platform, username, token_version from accounts order by id',
  )
  return rows
}

/** Reads the page of the link and goes on to the platform; where the person comes back to. */
async function goThrough(page: Browser, url: string, platform = 'x', who?: string) {
  const html = await (await page.go(pathOf(url))).text()
  const out = await page.go(linkIn(html, platform))
  assert.equal(out.status, 303, await out.text())
  const back = new URL(await allow(out.headers.get('location') ?? '', who))
  return back.pathname + back.search
}

async function assertOver(response: Response, status = 401) {
  const text = await response.text()
  assert.equal(response.status, status, text)
  assert.match(text, /role="alert"/)
}

for (const surface of surfaces) {
  test(`who may not change accounts is given no ticket, over ${surface}`, async () => {
    const weak = [
      callers(service, (await newKey(service, ['posts:read'])).token),
      await leashed(service, { actions: ['read'] }),
      await leashed(service, { actions: ['read', 'draft', 'delete'] }),
      await leashed(service, { needs_approval: true }),
    ]
    for (const caller of weak) {
      const { body } = await caller[surface]('get_accounts')
      for (const url of urlsOf(body)) {
        assert.ok(!hasTicket(url), url)
        assert.ok(url.startsWith(`${service.base_url}/accounts/connect?workspace=`), url)
      }
    }
    const one = service.accounts['x'] ?? 0
    const narrow = await leashed(service, { account_ids: [one] })
    const { body } = await narrow[surface]('get_accounts')
    assert.deepEqual(urlsOf(body).map(hasTicket), [false, true], 'its own account alone, again')
    const { body: whole } = await callers(service)[surface]('get_accounts')
    assert.ok(urlsOf(whole).every(hasTicket))
  })
}

test('the dashboard gives nobody a ticket: a person has a role', async () => {
  const viewer = await invited(service, host, { name: 'Vera', role: 'viewer' })
  for (const { page } of [viewer, host]) {
    const { body } = await page.ask('GET', `/console/workspaces/${host.workspace_id}/api/accounts`)
    assert.ok(!urlsOf(body).some(hasTicket))
  }
})

test('the page says who invites and to where, and nobody gets to a platform without having read it', async () => {
  const key = await callers(service).rest('create_api_key', { name: 'Shop <b>window</b>' })
  const url = await connectUrl(String(key.body['token']))
  const page = await browser(service).go(pathOf(url))
  const text = await page.text()
  assert.match(text, /The API key “Shop &#60;b&#62;window&#60;\/b&#62;” invites you/)
  assert.match(text, /the workspace “Demo”/)

  const lured = browser(service)
  const straight = `${pathOf(url).replace('/connect?', '/connect/x?')}&sandbox=1`
  for (const path of [straight, `${straight}&go=x`, linkIn(text, 'x')]) {
    const answer = await lured.go(path)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /invites you/)
  }
})

test('what one browser began by a link another does not end', async () => {
  const mallory = browser(service)
  const back = await goThrough(mallory, await connectUrl())
  const before = await accountsNow()
  await assertOver(await browser(service).go(back), 400)
  assert.deepEqual(await accountsNow(), before)
})

test('a link connects once, also when it is opened twice at the same moment', async () => {
  const url = await connectUrl()
  const backs = await Promise.all(
    [1, 2, 3].map(async () => {
      const page = browser(service)
      return { page, back: await goThrough(page, url) }
    }),
  )
  const answers = await Promise.all(backs.map(async ({ page, back }) => page.go(back)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 401, 401],
  )
  await assertOver(await browser(service).go(pathOf(url)))
})

test('a link ends with its key, and with the right of its key, at every step', async () => {
  const ends: [string, (key: Awaited<ReturnType<typeof leashed>>) => Promise<unknown>][] = [
    ['revoked', async ({ id }) => callers(service).rest('revoke_api_key', { id })],
    ['paused', async (key) => key.adjust({ paused: true })],
    ['on approval', async (key) => key.adjust({ needs_approval: true })],
    ['looking only', async (key) => key.adjust({ actions: ['read'] })],
    ['narrowed', async (key) => key.adjust({ account_ids: [service.accounts['x'] ?? 0] })],
  ]
  for (const [how, end] of ends) {
    const key = await leashed(service, {})
    const url = await connectUrl(key.token)
    const page = browser(service)
    const html = await (await page.go(pathOf(url))).text()
    const back = await goThrough(page, url)
    const before = await accountsNow()
    await end(key)
    await assertOver(await page.go(pathOf(url)))
    await assertOver(await page.go(linkIn(html, 'x')))
    await assertOver(await page.go(back))
    const form = new URLSearchParams({ handle: 'ada.sandbox.test', app_password: 'x' })
    const signIn = linkIn(html, 'bluesky').replace('/bluesky?', '/bluesky/sign-in?')
    const posted = await fetch(service.base_url + signIn, { method: 'POST', body: form })
    await assertOver(posted)
    assert.deepEqual(await accountsNow(), before, how)
  }
})

test('a link for one account connects that one again: no other platform, no other account', async () => {
  const url = await reconnectUrl('x')
  const html = await (await browser(service).go(pathOf(url))).text()
  assert.match(html, /connect the account .* again/)
  assert.ok(!html.includes('/connect/bluesky'), 'the page offers its platform alone')
  const page = browser(service)
  await page.go(pathOf(url))
  const elsewhere = linkIn(html, 'x').replace('/connect/x', '/connect/bluesky')
  assert.ok([404, 200].includes((await page.go(elsewhere)).status))
  const go = linkIn(await (await page.go(pathOf(url))).text(), 'x')
  await assertOver(await page.go(go.replace('/connect/x', '/connect/bluesky')), 404)

  const before = await accountsNow()
  const bruno = await goThrough(page, url, 'x', 'bruno_bakes')
  const other = await page.go(bruno)
  assert.equal(other.status, 400)
  assert.match(await other.text(), /this link connects only that account again/)
  assert.deepEqual(await accountsNow(), before)
  const again = await page.go(await goThrough(page, url))
  assert.equal(again.status, 200)
  assert.equal((await accountsNow()).length, before.length)
})

test('a link for an account that was disconnected meanwhile does not bring it back', async () => {
  const url = await reconnectUrl('bluesky')
  const page = browser(service)
  const back = await goThrough(page, url, 'bluesky')
  const id = service.accounts['bluesky']
  const at = `/console/workspaces/${host.workspace_id}`
  assert.equal((await host.page.ask('DELETE', `${at}/accounts/${id}`)).status, 204)
  await assertOver(await page.go(back))
  const { rows } = await service.query(
    `select removed_at is not null as gone from accounts where id = ${id}`,
  )
  assert.deepEqual(rows, [{ gone: true }])
})

test('what an editor began ends with the role, and with the membership for good', async () => {
  const at = `/console/workspaces/${host.workspace_id}`
  const begin = async (actor: Actor) => {
    const { body } = await actor.page.ask('POST', `${at}/connect`, { platform: 'x', sandbox: true })
    const back = new URL(await allow(String(body['url'])))
    return back.pathname + back.search
  }
  const editor = await invited(service, host, { name: 'Edith', role: 'editor' })
  const demoted = await begin(editor)
  const role = (word: string) => host.page.ask('PUT', `${at}/members/${editor.id}`, { role: word })
  await role('viewer')
  await assertOver(await editor.page.go(demoted), 403)
  await role('editor')

  const removed = await begin(editor)
  assert.equal((await host.page.ask('DELETE', `${at}/members/${editor.id}`)).status, 204)
  const token = await invitationFor(service, host, { email: editor.email, role: 'editor' })
  const joined = await editor.page.ask('POST', `/console/invitations/${token}/accept`)
  assert.equal(joined.status, 200)
  await assertOver(await editor.page.go(removed), 400)
})
