/** The pages for connecting accounts against links and forms that nobody got from us. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { owner } from '../people/cast.ts'
import { openService, type TestService } from '../service.ts'

let service: TestService
let ticket: string
before(async () => {
  service = await openService({ ROLE: 'api' })
  const { body } = await service.rest('GET', '/api/accounts')
  ticket = new URL(String(body['connect_url'])).searchParams.get('ticket') ?? ''
})
after(() => service[Symbol.asyncDispose]())

const mark = '"><img src=x onerror=alert(1)>'
const odd = fc.oneof(
  fc.constantFrom(
    mark,
    '',
    '\0',
    '\ud800',
    '%',
    '%zz',
    '__proto__',
    '../..',
    'x',
    'bluesky',
    '1',
    'a'.repeat(3000),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const pairs = (...names: string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names, 'constructor', '__proto__'), odd), { maxLength: 4 })
const encoded = (list: readonly (readonly [string, string])[]) =>
  list
    .map((pair) => pair.map((each) => encodeURIComponent(each.toWellFormed())).join('='))
    .join('&')

/** A page with a sentence, or a way out to the sandbox; never a 500, and nothing of what came in as markup. */
async function isHarmless(path: string, init: RequestInit = {}) {
  const response = await fetch(`${service.base_url}${path}`, {
    redirect: 'manual',
    headers: { accept: 'text/html' },
    ...init,
  })
  const text = await response.text()
  const where = `${response.status} ${init.method ?? 'GET'} ${path}: ${text}`
  assert.ok(response.status < 500, where)
  assert.ok(!text.includes('<img'), where)
  const to = response.headers.get('location')
  if (to !== null) {
    assert.equal(new URL(to, service.base_url).origin, new URL(service.sandbox_url).origin, where)
    return
  }
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/, where)
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/, where)
}

test('whatever stands in a link, the answer is a page', async () => {
  const query = pairs('ticket', 'sandbox', 'hint', 'state', 'code', 'error', 'error_description')
  const place = fc.constantFrom('', '/x', '/bluesky', '/nowhere', '/x/callback', '/offers/x')
  await fc.assert(
    fc.asyncProperty(place, odd, query, fc.boolean(), async (at, id, list, sound) => {
      const known = sound ? [['ticket', ticket] as const] : []
      await isHarmless(`/connect${at}?${encoded([...known, ...list])}`)
      const odd = encodeURIComponent(id.toWellFormed().slice(0, 90))
      for (const path of [`/connect/${odd}/callback`, `/connect/offers/${odd}`])
        await isHarmless(`${path}?${encoded(list)}`)
    }),
    { numRuns: 60 },
  )
})

test('whatever is sent by a form, the answer is a page', async () => {
  const type = fc.constantFrom(
    'application/x-www-form-urlencoded',
    'application/json',
    'text/plain',
    'nonsense',
  )
  const fields = pairs('handle', 'app_password', 'account', 'service')
  const body = fc.oneof(fields.map(encoded), odd, fc.json())
  await fc.assert(
    fc.asyncProperty(type, body, fc.boolean(), async (content_type, text, sound) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': content_type },
        body: text.toWellFormed(),
      }
      await service.query('delete from attempts_at_secrets')
      const query = encoded([
        ['ticket', sound ? ticket : 'x'],
        ['sandbox', '1'],
      ])
      for (const path of ['/connect/bluesky/sign-in', '/connect/x/sign-in', '/connect/offers/x'])
        await isHarmless(`${path}?${query}`, init)
    }),
    { numRuns: 60 },
  )
})

test('a password of a platform is tried six times a minute from one address, by page and by dashboard together', async () => {
  await service.query('delete from attempts_at_secrets')
  const { page, workspace_id } = await owner(service)
  const values = { handle: 'nobody.sandbox.test', app_password: 'a guess' }
  const byForm = () =>
    fetch(`${service.base_url}/connect/bluesky/sign-in?ticket=${ticket}&sandbox=1`, {
      method: 'POST',
      body: new URLSearchParams(values),
    })
  const atDashboard = () =>
    page.ask('POST', `/console/workspaces/${workspace_id}/connect/sign-in`, {
      platform: 'bluesky',
      sandbox: true,
      values,
    })
  for (let n = 0; n < 3; n++) {
    assert.equal((await byForm()).status, 400)
    assert.equal((await atDashboard()).status, 422)
  }
  const refused = await byForm()
  assert.equal(refused.status, 429)
  assert.match(await refused.text(), /<p role="alert">Wait \d+ s/)
  for (const { status, headers } of [refused, await atDashboard()]) {
    assert.equal(status, 429)
    const wait = Number(headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60, String(wait))
  }
})
