/** The database is away for a while: whoever asks hears, in the words of where they ask, that it is worth asking again. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { readConfig } from '#config/config.ts'
import { type Crier, start } from '#app/start.ts'
import { manifests } from '#platforms/catalog.ts'
import { isOutage } from '#rules/outage.ts'
import { authorizeUrl, pkce, plainClient, register } from '../oauth/kit.ts'
import { owner } from '../people/cast.ts'
import { openWire, type Wire } from '../wire.ts'
import { openService, type TestService } from '../service.ts'

let service: TestService
let wire: Wire
let crier: Crier
let cookie = ''
let client_id = ''
let connect_url = ''
before(async () => {
  service = await openService({ ROLE: 'api' })
  wire = await openWire(service.database)
  const settings = { PORT: '0', DATA_DIR: service.data_dir, LOG_LEVEL: 'silent', ROLE: 'api' }
  const more = { SANDBOX_URL: service.sandbox_url }
  crier = await start(readConfig(manifests, { ...settings, ...more }), { database: wire.config })
  const { page } = await owner(service)
  cookie = [...page.cookies].map((pair) => pair.join('=')).join('; ')
  client_id = (await register(crier)).client_id
  const { body } = await service.rest('GET', '/api/accounts')
  connect_url = String(body['connect_url']).replace(service.base_url, '')
})
after(async () => {
  wire.mend()
  await crier[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

interface Request {
  path: string
  /** A form or JSON, sent by POST. */
  form?: Record<string, string>
  json?: unknown
  headers?: Record<string, string>
}

async function ask({ path, form, json, headers = {} }: Request) {
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const sent = form ? new URLSearchParams(form).toString() : JSON.stringify(json)
  const response = await fetch(`${crier.base_url}${path}`, {
    redirect: 'manual',
    headers: { origin: crier.base_url, ...(sent && { 'content-type': type }), ...headers },
    ...(sent && { method: 'POST', body: sent }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const streams = { accept: 'application/json, text/event-stream' }

/** One request for each way in, with what its answer has to look like. */
function requests(): Record<'programs' | 'oauth' | 'people', Request[]> {
  const authorization = `Bearer ${service.token}`
  const html = { accept: 'text/html', cookie }
  return {
    programs: [
      { path: '/ready' },
      { path: '/api/posts', headers: { authorization } },
      { path: '/api/posts', json: { content: 'x' }, headers: { authorization } },
      { path: `/media/${'a'.repeat(32)}` },
      { path: '/mcp', json: rpc, headers: { authorization, ...streams } },
      { path: '/mcp-oauth', json: rpc, headers: { authorization: 'Bearer x', ...streams } },
      { path: '/console/state' },
      { path: '/console/me', headers: { cookie } },
      { path: '/console/sign-in', json: { email: 'ada@example.org', password: 'x'.repeat(10) } },
      { path: '/console/workspaces/1/api/posts', headers: { cookie } },
      { path: '/console/consents/x', headers: { cookie } },
    ],
    oauth: [
      { path: '/oauth/register', json: plainClient },
      {
        path: '/oauth/token',
        form: { grant_type: 'refresh_token', refresh_token: 'x', client_id },
      },
      { path: '/oauth/revoke', form: { token: 'x', client_id } },
    ],
    people: [
      { path: authorizeUrl(crier, client_id, pkce().challenge).slice(crier.base_url.length) },
      { path: connect_url, headers: html },
      { path: connect_url.replace('/connect?', '/connect/x?sandbox=1&'), headers: html },
      { path: '/connect/x/callback?state=x&code=y', headers: html },
      { path: '/connect/offers/x', headers: html },
    ].map((request) => ({ ...request, headers: { ...html, ...request.headers } })),
  }
}

test('while the database is away every way in says 503 and when to come back, and works again after', async () => {
  const { programs, oauth, people } = requests()
  const before = await Promise.all([...programs, ...oauth, ...people].map(ask))
  assert.deepEqual(
    before.filter(({ status }) => status >= 500).map(({ text }) => text),
    [],
  )

  wire.cut()
  for (const [kind, list] of Object.entries({ programs, oauth, people })) {
    for (const request of list) {
      const { status, headers, text } = await ask(request)
      const where = `${request.path}: ${text}`
      assert.equal(status, 503, where)
      assert.ok(Number(headers.get('retry-after')) >= 1, where)
      assert.equal(headers.get('www-authenticate'), null, 'the credential may well be good')
      assert.doesNotMatch(text, /terminated|ECONN|\.ts:\d/, 'nothing of what is behind it')
      if (kind === 'people') assert.match(text, /<p role="alert">[^<]+ in a moment/, where)
      else assert.match(headers.get('content-type') ?? '', /^application\/json/, where)
      if (kind === 'programs') assert.match(text, /"code":"unavailable"/, where)
      if (kind === 'oauth') assert.match(text, /"error":"temporarily_unavailable"/, where)
    }
  }
  for (const path of ['/health', '/.well-known/oauth-authorization-server', '/api/openapi.json'])
    assert.equal((await ask({ path })).status, 200, path)

  wire.mend()
  const again = await Promise.all([...programs, ...oauth, ...people].map(ask))
  assert.deepEqual(
    again.map(({ status }) => status),
    before.map(({ status }) => status),
  )
})

test('a call whose session ends while it waits for a lock is 503 with when to come back, on either surface', async () => {
  const { body } = await service.rest('POST', '/api/posts', {
    content: 'Waits for its turn',
    social_account_ids: [service.accounts['x']],
  })
  const id = Number(body['id'])
  const holder = new pg.Client(service.database)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select id from posts for update')
    const put = service.rest('PUT', `/api/posts/${id}`, { content: 'Written anew' })
    await endWhoWaits(put)
    const { status, headers, body: refusal } = await put
    assert.deepEqual([status, headers.get('retry-after')], [503, '1'], JSON.stringify(refusal))
    const called = service.tool('update_post', { id, content: 'Written anew' })
    await endWhoWaits(called)
    const { result, isError } = await called
    assert.ok(isError)
    const { code, retry_after } = (result['error'] ?? result) as Record<string, unknown>
    assert.deepEqual([code, retry_after], ['unavailable', 1])
  } finally {
    await holder.query('rollback')
    await holder.end()
  }
  const after = await service.rest('PUT', `/api/posts/${id}`, { content: 'Written at last' })
  assert.equal(after.status, 200)
})

test('what is asked of a session that has ended meanwhile is an outage, and so is what rolls it back', async () => {
  for (const then of [
    (tx: typeof service.db) => sql`select 1`.execute(tx),
    () => Promise.reject(new Error('Something else went wrong.')),
  ]) {
    const thrown: unknown = await service.db
      .transaction()
      .execute(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await service.query(`select pg_terminate_backend(${rows[0]?.pid})`)
        // The first to ask is told that it has ended; the driver knows then.
        await assert.rejects(sql`select 1`.execute(tx))
        return then(tx)
      })
      .catch((error: unknown) => error)
    assert.ok(isOutage(thrown), String(thrown))
  }
})

/** Ends the session of this database that waits for a lock, once one does. Throws what `call` threw, or that it was answered without. */
async function endWhoWaits(call: Promise<unknown>) {
  let over = false
  const end = () => {
    over = true
  }
  void call.then(end, end)
  while (!over) {
    // Not within a transaction: PostgreSQL shows it the sessions that there were when it first looked.
    const { rows } = await service.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
    await delay(20)
  }
  await call
  assert.fail('Nothing waited for a lock.')
}

test('a link or a form to connect that nobody got from us is a page that says so', async () => {
  const ticket = new URL(connect_url, crier.base_url).search
  for (const request of [
    { path: `/connect${ticket}&ticket=two` },
    { path: `/connect/x${ticket}&hint=1&hint=2` },
    { path: '/connect/x/callback?state=1&state=2' },
    { path: `/connect/bluesky/sign-in${ticket}&sandbox=1`, json: 7 },
    {
      path: `/connect/bluesky/sign-in${ticket}&sandbox=1`,
      json: 'x',
      headers: { 'content-type': 'text/x' },
    },
    { path: '/connect/offers/x', json: { account: 7 } },
    { path: '/connect/offers/x' },
    { path: `/connect/nowhere${ticket}` },
  ]) {
    const { status, headers, text } = await ask(request)
    assert.ok(status >= 400 && status < 500, `${status} ${request.path} ${text}`)
    assert.match(headers.get('content-type') ?? '', /^text\/html/, request.path)
    assert.match(text, /<p role="alert">/)
  }
})
