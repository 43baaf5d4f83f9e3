import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openService } from '../service.ts'
import { ask, back, openBrowser, strangeBrowser } from './browser.ts'
import { authorizeUrl, pkce, plainClient, redirect_uri, register, send } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { base_url } = service
const browser = await openBrowser(service)
const { client_id } = await register(service)

test('a person is shown who asks, what for, and where they will be sent', async () => {
  const about = {
    client_name: 'Notes',
    client_uri: 'https://notes.example/',
    logo_uri: 'https://notes.example/logo.png',
  }
  const client = await register(service, { ...plainClient, ...about })
  const uid = await ask(browser, authorizeUrl(service, client.client_id, pkce().challenge))
  const { body } = await browser.call('GET', `/console/consents/${uid}`)
  const { toolsets, ...rest } = body
  const offered = z.array(
    z.strictObject({ name: z.string(), title: z.string(), can: z.array(z.string()).min(1) }),
  )
  assert.deepEqual(
    offered.parse(toolsets).map(({ name }) => name),
    [
      'default',
      'account',
      'activity',
      'analytics',
      'bulk',
      'events',
      'library',
      'links',
      'live',
      'plan',
      'queues',
      'series',
      'snippets',
    ],
  )
  assert.deepEqual(rest, {
    client: {
      id: client.client_id,
      name: 'Notes',
      uri: 'https://notes.example/',
      logo_uri: 'https://notes.example/logo.png',
      verified: false,
    },
    redirect: { uri: redirect_uri, host: '127.0.0.1:4000', loopback: true },
    scopes: ['mcp:use'],
    workspaces: [{ id: browser.workspace_id, name: 'Demo', role: 'owner' }],
  })
})

test('whoever is signed out signs in first, and comes back', async () => {
  const { status, headers } = await send(authorizeUrl(service, client_id, pkce().challenge))
  assert.equal(status, 303)
  assert.match(headers.get('location') ?? '', /^\/sign-in\?return_to=%2Fconsent%2F[\w-]+$/)
})

test('session fixation: a request that was begun elsewhere can not be answered, whoever sends the link', async () => {
  const attacker = strangeBrowser(service)
  const { headers } = await attacker.go(authorizeUrl(service, client_id, pkce().challenge))
  const [, uid = ''] = /return_to=%2Fconsent%2F([\w-]+)/.exec(headers.get('location') ?? '') ?? []
  const path = `/console/consents/${uid}`
  const answer = { allow: true, workspace_id: browser.workspace_id }
  assert.equal((await browser.call('GET', path)).status, 404)
  assert.equal((await browser.call('POST', path, answer)).status, 404)
  const resumed = await attacker.go(`${base_url}/oauth/authorize/${uid}`)
  assert.doesNotMatch(resumed.headers.get('location') ?? '', /code=/)
  const victim = await browser.go(`${base_url}/oauth/authorize/${uid}`)
  assert.equal(victim.status, 400)
  assert.match(victim.text, /expired, or was begun in another browser/)
})

test('consent forged cross-site: an answer from another origin, or from nowhere, does not count', async () => {
  const uid = await ask(browser, authorizeUrl(service, client_id, pkce().challenge))
  const path = `/console/consents/${uid}`
  const answer = { allow: true, workspace_id: browser.workspace_id }
  for (const origin of ['https://evil.example', 'null', `${base_url}.evil.example`, '']) {
    const { status } = await browser.call('POST', path, answer, { origin })
    assert.equal(status, 403, origin)
  }
  const { status } = await browser.go(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
  assert.equal(status, 403)
  assert.equal((await browser.call('GET', path)).status, 200, 'it still waits')
})

test('whoever is signed out, or belongs elsewhere, allows nothing', async () => {
  const url = authorizeUrl(service, client_id, pkce().challenge)
  const uid = await ask(browser, url)
  const path = `/console/consents/${uid}`
  const answer = { allow: true, workspace_id: browser.workspace_id }
  const out = strangeBrowser(service)
  out.cookies.push(...browser.cookies.filter(({ name }) => name === 'crier_consent'))
  assert.equal((await out.call('GET', path)).status, 401)
  assert.equal((await out.call('POST', path, answer)).status, 401)
  const { status, body } = await browser.call('POST', path, { ...answer, workspace_id: 999_999 })
  assert.equal(status, 422)
  assert.ok(JSON.stringify(body).includes('workspace_id'))
})

test('whoever is removed in this very moment allows nothing, also once they are back', async () => {
  const editor = await openBrowser(service, { role: 'editor' })
  const { person_id, workspace_id } = editor
  const uid = await ask(editor, authorizeUrl(service, client_id, pkce().challenge))
  const allowed = await service.db.transaction().execute(async (db) => {
    await db
      .deleteFrom('members')
      .where('workspace_id', '=', workspace_id)
      .where('person_id', '=', person_id)
      .execute()
    const answer = { allow: true, workspace_id }
    const answered = editor.call('POST', `/console/consents/${uid}`, answer)
    await untilHeldUp('insert into grants')
    return { answered }
  })
  assert.equal((await allowed.answered).status, 404)
  const left = await service.query(`select id from grants where person_id = ${person_id}`)
  assert.deepEqual(left.rows, [])
})

async function untilHeldUp(statement: string) {
  for (;;) {
    const { rows } = await service.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%${statement}%' and pid <> pg_backend_pid()`,
    )
    if (rows.length) return
    await sleep(5)
  }
}

test('a request is answered once', async () => {
  const uid = await ask(browser, authorizeUrl(service, client_id, pkce().challenge))
  const path = `/console/consents/${uid}`
  const answer = { allow: true, workspace_id: browser.workspace_id }
  const all = await Promise.all(Array.from({ length: 5 }, () => browser.call('POST', path, answer)))
  assert.deepEqual(
    all.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404, 404, 404],
  )
})

test('a no is told to the client, with the issuer', async () => {
  const uid = await ask(browser, authorizeUrl(service, client_id, pkce().challenge))
  const { body } = await browser.call('POST', `/console/consents/${uid}`, { allow: false })
  const url = await back(browser, String(body['redirect_to']))
  assert.equal(url.origin + url.pathname, redirect_uri)
  assert.equal(url.searchParams.get('error'), 'access_denied')
  assert.deepEqual(
    [url.searchParams.get('iss'), url.searchParams.get('state')],
    [base_url, 'a state'],
  )
})
