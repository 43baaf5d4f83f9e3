import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pruneOAuth } from '#chores/prune-oauth.ts'
import { doingOf, openService } from '../service.ts'
import { ask, connect, openBrowser, opens, refresh } from './browser.ts'
import { authorizeUrl, pkce, plainClient, register, sendJson } from './kit.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const browser = await openBrowser(service)
const HOUR = 3600_000
const DAY = 24 * HOUR
const later = (ms: number) => (clock = new Date(clock.getTime() + ms))

async function prune() {
  const deps = { ...(await doingOf(service)), now: () => clock }
  await pruneOAuth.run(deps, AbortSignal.timeout(10_000))
}

async function count(where: string) {
  const { rows } = await service.query(
    `select count(*)::int as n from oauth_entries where ${where}`,
  )
  return rows[0]?.['n']
}

test('a client that nobody allowed anything is forgotten after a day, one in use is not', async () => {
  const idle = await register(service)
  const used = await register(service)
  const { access_token, refresh_token } = await connect(service, browser, used.client_id)
  later(23 * HOUR)
  await prune()
  assert.equal(await count(`client_id = '${idle.client_id}'`), 1)
  later(2 * HOUR)
  await prune()
  assert.equal(await count(`client_id = '${idle.client_id}'`), 0)
  assert.equal(await opens(service, access_token), 401, 'it has run out meanwhile')
  assert.equal((await refresh(service, used.client_id, refresh_token)).status, 200)
  const { body, status } = await refresh(service, idle.client_id, 'x')
  assert.deepEqual([status, body['error']], [401, 'invalid_client'])
})

test('a client whose person is just deciding is kept', async () => {
  const { client_id } = await register(service)
  later(DAY + 1000)
  await ask(browser, authorizeUrl(service, client_id, pkce().challenge))
  await prune()
  assert.equal(await count(`client_id = '${client_id}' and model = 'Client'`), 1)
})

test('a grant whose tokens have all run out is no connected app any more', async () => {
  const { client_id } = await register(service, { ...plainClient, client_name: 'Left behind' })
  await connect(service, browser, client_id)
  const listed = async () => {
    const { text } = await browser.call('GET', `/console/workspaces/${browser.workspace_id}/grants`)
    return text.includes('Left behind')
  }
  // The person comes by now and then.
  for (let day = 0; day < 58; day += 29) {
    later(29 * DAY)
    await prune()
    assert.equal(await listed(), true)
  }
  later(3 * DAY)
  await prune()
  assert.equal(await listed(), false)
  assert.equal(await count(`client_id = '${client_id}' and model <> 'Grant'`), 0)
})

test('what has run out is forgotten, what has not stays', async () => {
  const { client_id } = await register(service)
  await connect(service, browser, client_id)
  await ask(browser, authorizeUrl(service, client_id, pkce().challenge))
  later(HOUR + 1000)
  await prune()
  for (const model of ['AuthorizationCode', 'AccessToken', 'Interaction'])
    assert.equal(await count(`client_id = '${client_id}' and model = '${model}'`), 0, model)
  assert.equal(await count(`client_id = '${client_id}' and model = 'RefreshToken'`), 1)
})

test('registration is throttled by address, far above what clients do in a burst', async () => {
  later(HOUR)
  const url = `${service.base_url}/oauth/register`
  const burst = await Promise.all(Array.from({ length: 40 }, () => sendJson(url, plainClient)))
  assert.ok(burst.every(({ status }) => status === 201))
  const flood = await Promise.all(Array.from({ length: 40 }, () => sendJson(url, plainClient)))
  assert.equal(flood.filter(({ status }) => status === 201).length, 20)
  const refused = flood.find(({ status }) => status === 429)
  assert.equal(refused?.body['error'], 'too_many_requests')
  assert.equal(refused?.headers.get('retry-after'), '60')
  later(61_000)
  assert.equal((await sendJson(url, plainClient)).status, 201)
})
