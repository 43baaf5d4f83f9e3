import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readConfig } from '#config/config.ts'
import { type Crier, start } from '#app/start.ts'
import { manifests } from '#platforms/catalog.ts'
import { openService, type TestService } from '../service.ts'
import { ada, browser, trusting } from './browser.ts'
import { type Actor, owner } from './cast.ts'

let service: TestService
let second: Crier
let host: Actor
before(async () => {
  service = await openService(trusting)
  host = await owner(service)
  const settings = { PORT: '0', SANDBOX: 'off', DATA_DIR: service.data_dir, LOG_LEVEL: 'silent' }
  second = await start(readConfig(manifests, { ...settings, ...trusting, ROLE: 'api' }), {
    database: service.database,
  })
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(async () => {
  await second[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

/** The statuses of so many tries at once, by turns at the two services. */
async function tries(
  count: number,
  one: (at: Pick<TestService, 'base_url'>, n: number) => Promise<number>,
) {
  const at = [service, second]
  const all = await Promise.all(
    Array.from({ length: count }, (_, n) => one(at[n % 2] ?? service, n)),
  )
  return { refused: all.filter((status) => status === 429).length, all }
}

const wrong = { email: ada.email, password: 'a guess like any' }
const right = { email: ada.email, password: ada.password }

test('who guesses at an account is refused the right password too, and is told when to come back', async () => {
  const stranger = browser(service)
  const statuses = []
  for (let n = 0; n < 8; n++)
    statuses.push((await stranger.ask('POST', '/console/sign-in', wrong)).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 429, 429])
  const refused = await stranger.ask('POST', '/console/sign-in', right)
  assert.equal(refused.status, 429)
  const wait = Number(refused.headers.get('retry-after'))
  assert.ok(wait >= 1 && wait <= 60, String(wait))
})

test('six tries a minute at one account, whatever networks they come from, over all processes; where its person is signed in, six of its own', async () => {
  await host.page.ask('POST', '/console/sign-in', right)
  await service.query('delete from attempts_at_secrets')
  const guess = async (at: Pick<TestService, 'base_url'>) =>
    (await browser(at).ask('POST', '/console/sign-in', wrong)).status
  const { refused } = await tries(12, guess)
  assert.equal(refused, 6)
  assert.equal((await browser(service).ask('POST', '/console/sign-in', right)).status, 429)
  const atHome = []
  for (let n = 0; n < 7; n++)
    atHome.push((await host.page.ask('POST', '/console/sign-in', right)).status)
  assert.deepEqual(atHome, [200, 200, 200, 200, 200, 200, 429])
})

test('an address that nobody has is refused at the same number', async () => {
  const { refused } = await tries(10, async (at) => {
    const given = { ...wrong, email: 'nobody@example.org' }
    return (await browser(at).ask('POST', '/console/sign-in', given)).status
  })
  assert.equal(refused, 4)
})

test('six tries a minute from one address, at whatever account, over all processes', async () => {
  const { refused } = await tries(10, async (at, n) => {
    const given = { email: `nobody${n}@example.org`, password: 'a guess like any' }
    return (await browser(at, '192.0.2.7').ask('POST', '/console/sign-in', given)).status
  })
  assert.equal(refused, 4)
})

test('whoever has a whole IPv6 network counts as one', async () => {
  const { refused } = await tries(8, async (at, n) => {
    const given = { email: `nobody${n}@example.org`, password: 'a guess like any' }
    return (await browser(at, `2001:db8::${n}`).ask('POST', '/console/sign-in', given)).status
  })
  assert.equal(refused, 2)
})

test('everything that tests a secret is counted, each route', async () => {
  // Else the mailbox may be full of links before the route has been tried too often.
  await service.query('update persons set email_confirmed_at = now()')
  const me = browser(service)
  await me.ask('POST', '/console/sign-in', { email: ada.email, password: ada.password })
  const password = 'a guess like any'
  const routes: [string, string, (n: number) => object | undefined][] = [
    ['POST', '/console/sign-up', (n) => ({ name: 'N', email: `n${n}@example.org`, password })],
    ['POST', '/console/password/forgot', (n) => ({ email: `n${n}@example.org` })],
    ['POST', '/console/password/reset', (n) => ({ token: `t${n}`, password })],
    ['POST', '/console/email/confirm', (n) => ({ token: `t${n}` })],
    ['POST', '/console/email', () => ({ email: 'n@example.org', password })],
    ['POST', '/console/email/again', () => undefined],
    ['PUT', '/console/password', () => ({ current_password: password, password })],
    ['POST', '/console/invitations/nothing/accept', () => undefined],
    ['GET', '/console/invitations/nothing', () => undefined],
  ]
  for (const [method, path, body] of routes) {
    await service.query('delete from attempts_at_secrets')
    const statuses = []
    for (let n = 0; n < 7; n++) statuses.push((await me.ask(method, path, body(n))).status)
    assert.ok(
      statuses.slice(0, 6).every((status) => status !== 429),
      `${path}: ${statuses.join()}`,
    )
    assert.equal(statuses[6], 429, path)
  }
})

test('after a minute there is room again, and what is old is forgotten', async () => {
  const given = { email: ada.email, password: 'a guess like any' }
  for (let n = 0; n < 6; n++) await browser(service).ask('POST', '/console/sign-in', given)
  await service.query(
    `update attempts_at_secrets set hits = array(select hit - interval '61 seconds' from unnest(hits) hit)`,
  )
  assert.equal((await browser(service).ask('POST', '/console/sign-in', given)).status, 401)
})

test('a forwarded address is believed only from a proxy that is trusted', async () => {
  await using plain = await openService()
  const page = (n: number) => browser(plain, `198.51.100.${n}`)
  await owner(plain)
  await plain.query('delete from attempts_at_secrets')
  const statuses = []
  for (let n = 0; n < 7; n++) {
    const given = { email: `nobody${n}@example.org`, password: 'a guess like any' }
    statuses.push((await page(n).ask('POST', '/console/sign-in', given)).status)
  }
  assert.equal(statuses[6], 429)
})
