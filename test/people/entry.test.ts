import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openService, type TestService } from '../service.ts'
import { ada, browser, trusting } from './browser.ts'

let service: TestService
before(async () => {
  service = await openService(trusting)
})
after(() => service[Symbol.asyncDispose]())

const console = '/console'
const credentials = { email: ada.email, password: ada.password }

test('of several who sign up at once on a new instance, one owns it, and the others are refused', async () => {
  const visitor = browser(service)
  assert.equal((await visitor.ask('GET', `${console}/state`)).body['sign_up'], 'first')

  const several = [1, 2, 3, 4].map((n) => ({ ...ada, email: `ada${n}@example.org` }))
  const answers = await Promise.all(
    [...several, ada].map(async (each) => browser(service).ask('POST', `${console}/sign-up`, each)),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [201, 403, 403, 403, 403],
  )
  const { rows } = await service.query('select role, workspace_id from members')
  const { rows: workspaces } = await service.query('select id from workspaces')
  assert.equal(rows.length, 1)
  assert.equal(rows[0]?.['role'], 'owner')
  assert.equal(workspaces.length, 1, 'the workspace of the first start is theirs')
  assert.equal((await visitor.ask('GET', `${console}/state`)).body['sign_up'], 'invitation')
  await service.query(`update persons set email = '${ada.email}'`)
})

test('who signs in is known by a cookie that pages cannot read, and no longer after signing out', async () => {
  const page = browser(service)
  const answer = await page.ask('POST', `${console}/sign-in`, credentials)
  assert.equal(answer.status, 200)
  assert.match(
    page.set_cookie,
    /^crier_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=/,
  )
  assert.equal(answer.headers.get('cache-control'), 'no-store')

  const me = await page.ask('GET', `${console}/me`)
  assert.equal(me.status, 200)
  assert.deepEqual(me.body['person'], answer.body['person'])
  const kept = new Map(page.cookies)
  assert.equal((await page.ask('POST', `${console}/sign-out`)).status, 204)
  assert.equal(page.cookies.size, 0)
  for (const [name, value] of kept) page.cookies.set(name, value)
  assert.equal((await page.ask('GET', `${console}/me`)).status, 401, 'the cookie is worth nothing')
})
