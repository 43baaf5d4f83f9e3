/** What a person let into a workspace ends with the membership, and is not there again when they come back. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { callers, surfaces } from '../surfaces/callers.ts'
import { openService, type TestService } from '../service.ts'
import { openBrowser, opens, refresh } from '../oauth/browser.ts'
import { granter, grantsOf } from '../oauth/granted.ts'
import { browser, trusting } from './browser.ts'
import { mailTo, tokenIn } from './post.ts'
import { type Actor, invitationFor, invited, owner } from './cast.ts'

let service: TestService
let me: Actor
before(async () => {
  service = await openService(trusting)
  me = await owner(service)
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(() => service[Symbol.asyncDispose]())

const at = (rest = '') => `/console/workspaces/${me.workspace_id}${rest}`

async function comeBack(actor: Actor, role: string) {
  const token = await invitationFor(service, me, { email: actor.email, role })
  const { status } = await actor.page.ask('POST', `/console/invitations/${token}/accept`)
  assert.equal(status, 200)
}

test("a removed member's app stays out when the member is invited again", async () => {
  const grant = await granter(service)
  const editor = await openBrowser(service, { role: 'editor' })
  const { access_token, refresh_token, client_id } = await grant(editor)
  assert.equal(await opens(service, access_token), 200)
  assert.equal((await me.page.ask('DELETE', at(`/members/${editor.person_id}`))).status, 204)
  const left = await service.query(
    `select count(*)::int as live from grants where person_id = ${editor.person_id} and revoked_at is null`,
  )
  assert.deepEqual(left.rows, [{ live: 0 }], 'in the transaction that removes')

  await service.query(
    `insert into members (workspace_id, person_id, role, joined_at) values (${me.workspace_id}, ${editor.person_id}, 'editor', now())`,
  )
  assert.deepEqual(await grantsOf(editor), [])
  assert.equal(await opens(service, access_token), 401)
  const { body } = await refresh(service, client_id, refresh_token)
  assert.equal(body['error'], 'invalid_grant')
})

test('calendar addresses of a removed member read nothing, also once they are back', async () => {
  const other = await invited(service, me, { name: 'Calypso', role: 'owner' })
  const made = await other.page.ask('POST', at('/api/calendars'), { name: 'Mine' })
  const { url } = z.looseObject({ url: z.string() }).parse(made.body)
  assert.equal((await fetch(url)).status, 200)
  assert.equal((await me.page.ask('DELETE', at(`/members/${other.id}`))).status, 204)
  assert.equal((await fetch(url)).status, 404)
  await comeBack(other, 'owner')
  assert.equal((await fetch(url)).status, 404)
})

for (const [how, end] of [
  ['removed', (id: number) => me.page.ask('DELETE', at(`/members/${id}`))],
  [
    'no owner any more',
    (id: number) => me.page.ask('PUT', at(`/members/${id}`), { role: 'viewer' }),
  ],
  ['gone by themselves', undefined],
] as const) {
  test(`invitations of an owner who is ${how} let nobody in, also once they are back`, async () => {
    const other = await invited(service, me, { name: `Mallory${how.length}`, role: 'owner' })
    const email = `second-${how.length}@example.org`
    const token = await invitationFor(service, other, { email, role: 'owner' })
    const mine = await invitationFor(service, me, {
      email: `friend-${how.length}@example.org`,
      role: 'viewer',
    })
    const left = end
      ? await end(other.id)
      : await other.page.ask('DELETE', at(`/members/${other.id}`))
    assert.equal(left.status, 204)
    const stranger = browser(service)
    const asking = () => stranger.ask('GET', `/console/invitations/${token}`)
    const joining = () =>
      stranger.ask('POST', '/console/sign-up', {
        name: 'Mallory again',
        email,
        password: 'not a guessable sentence',
        invitation: token,
      })
    assert.equal((await asking()).status, 404)
    assert.ok((await joining()).status >= 400)
    if (how === 'no owner any more')
      await me.page.ask('PUT', at(`/members/${other.id}`), { role: 'owner' })
    else await comeBack(other, 'owner')
    assert.equal((await asking()).status, 404)
    assert.ok((await joining()).status >= 400)
    assert.equal((await browser(service).ask('GET', `/console/invitations/${mine}`)).status, 200)
  })
}

test('an app of another workspace is left alone', async () => {
  const grant = await granter(service)
  const made = await me.page.ask('POST', '/console/workspaces', { name: 'Other', timezone: 'UTC' })
  const { workspace } = z.object({ workspace: z.object({ id: z.int() }) }).parse(made.body)
  const editor = await openBrowser(service, { role: 'editor', workspace_id: workspace.id })
  const { access_token } = await grant(editor)
  await service.query(
    `insert into members (workspace_id, person_id, role, joined_at) values (${me.workspace_id}, ${editor.person_id}, 'editor', now())`,
  )
  assert.equal((await me.page.ask('DELETE', at(`/members/${editor.person_id}`))).status, 204)
  assert.equal(await opens(service, access_token), 200)
})

test('keys that a removed member made end, with those that were made by them, and nobody else’s', async () => {
  const second = await invited(service, me, { name: 'Second', role: 'owner' })
  const Made = z.object({ token: z.string() })
  const make = async (page: Actor['page']) =>
    Made.parse((await page.ask('POST', at('/api/api-keys'), { name: 'x' })).body).token
  const [theirs, mine] = [await make(second.page), await make(me.page)]
  const child = await callers(service, theirs).rest('create_api_key', { name: 'Of a key' })
  const grandchild = Made.parse(child.body).token
  assert.equal((await me.page.ask('DELETE', at(`/members/${second.id}`))).status, 204)
  await comeBack(second, 'viewer')
  for (const token of [theirs, grandchild]) {
    const { rest } = callers(service, token)
    assert.equal((await rest('get_accounts')).code, 'unauthenticated')
    await assert.rejects(service.client(token), 'over MCP as well')
  }
  for (const surface of surfaces)
    assert.equal((await callers(service, mine)[surface]('get_accounts')).code, undefined)
  assert.equal((await callers(service).rest('get_accounts')).code, undefined, 'the command line’s')
})

for (const keep_apps of [false, true]) {
  test(`a password by mail ${keep_apps ? 'keeps the apps of the person when they say so' : 'ends the apps of the person'}, and the mail names them`, async () => {
    const grant = await granter(service)
    const editor = await openBrowser(service, { role: 'editor' })
    const { access_token } = await grant(editor)
    const { rows } = await service.query(`select email from persons where id = ${editor.person_id}`)
    const email = String(rows[0]?.['email'])
    const visitor = browser(service)
    await visitor.ask('POST', '/console/password/forgot', { email })
    const token = tokenIn(await mailTo(service, email, /^Choose a new password/))
    const given = { token, password: 'another long sentence', ...(keep_apps && { keep_apps }) }
    assert.equal((await visitor.ask('POST', '/console/password/reset', given)).status, 204)
    assert.equal(await opens(service, access_token), keep_apps ? 200 : 401)
    const { text } = await mailTo(service, email, /^Your password was changed/)
    assert.match(
      text,
      keep_apps ? /still have access: Notes \(Demo\)/ : /no access any more: Notes \(Demo\)/,
    )
  })
}

test('passwords that are tried first are refused wherever one is chosen, and so is the own address', async () => {
  const guest = { name: 'Grace', email: 'grace@example.org' }
  const invitation = await invitationFor(service, me, { email: guest.email, role: 'viewer' })
  const visitor = browser(service)
  for (const password of ['1234567890', 'password123', 'grace@example.org']) {
    const asked = { ...guest, password, invitation }
    const { status, body } = await visitor.ask('POST', '/console/sign-up', asked)
    assert.equal(status, 422, password)
    assert.deepEqual(Object.keys(body['errors'] ?? {}), ['password'])
  }
  await visitor.ask('POST', '/console/password/forgot', { email: me.email })
  const token = tokenIn(await mailTo(service, me.email, /^Choose a new password/))
  for (const password of ['qwertyuiop', 'ada@example.org']) {
    const reset = await visitor.ask('POST', '/console/password/reset', { token, password })
    assert.equal(reset.status, 422)
  }
  const changed = { current_password: 'analytical engine', password: 'iloveyou123' }
  assert.equal((await me.page.ask('PUT', '/console/password', changed)).status, 422)
})

test('an address in the name of a workspace does not travel to strangers', async () => {
  const name = 'Prizes at evil.example/win'
  assert.equal((await me.page.ask('PUT', at(), { name })).status, 200)
  await invitationFor(service, me, { email: 'stranger@example.org', role: 'viewer' })
  const mail = await mailTo(service, 'stranger@example.org', /^Join /)
  assert.equal(mail.subject, 'Join a workspace on Crier')
  assert.ok(!JSON.stringify(mail).includes('evil'))
})
