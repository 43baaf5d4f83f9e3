/** An owner asks for the end of a workspace: what ends at once, what waits for a week, and how it is taken back. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { claimDue } from '#store/claims.ts'
import { connect as allowed, openBrowser, opens } from '../oauth/browser.ts'
import { register } from '../oauth/kit.ts'
import { openService, type TestService } from '../service.ts'
import { newAccount } from '../surfaces/kit.ts'
import { ada, browser, trusting } from './browser.ts'
import { type Actor, invitationFor, invited, owner } from './cast.ts'
import { allSent, mailsIn, mailTo } from './post.ts'

let service: TestService
let me: Actor
let second: Actor
let editor: Actor
before(async () => {
  service = await openService(trusting)
  me = await owner(service)
  second = await invited(service, me, { name: 'Second', role: 'owner' })
  editor = await invited(service, me, { name: 'Edith', role: 'editor' })
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(() => service[Symbol.asyncDispose]())

const { password } = ada
const Made = z.object({ workspace: z.object({ id: z.int() }) })
const Outlook = z.object({
  deletion: z.object({ erase_at: z.string(), asked_at: z.string() }).nullable(),
  is_first: z.boolean(),
  not_out: z.int(),
  under_way: z.int(),
  out: z.int(),
  accounts: z.int(),
  days: z.int(),
  needs_password: z.boolean(),
})

/** Another workspace of the owner, with a second owner, an editor, a key and an account. */
async function another(name = 'Spring') {
  const { body } = await me.page.ask('POST', '/console/workspaces', { name, timezone: 'UTC' })
  const { id } = Made.parse(body).workspace
  for (const [person, role] of [
    [second.id, 'owner'],
    [editor.id, 'editor'],
  ])
    await service.query(
      `insert into members (workspace_id, person_id, role, joined_at) values (${id}, ${person}, '${role}', now())`,
    )
  const at = (rest = '') => `/console/workspaces/${id}${rest}`
  const key = await me.page.ask('POST', at('/api/api-keys'), { name: 'Program' })
  const account = await newAccount(service, id)
  return { id, at, name, token: String(key.body['token']), account_id: account.id }
}

const asking = (at: (rest?: string) => string, body: object, page = me.page) =>
  page.ask('POST', at('/deletion'), body)

test('everything that is wrong with the request is said at once, and nothing is done', async () => {
  const { at, id, name } = await another()
  const empty = await asking(at, {})
  assert.equal(empty.status, 422)
  assert.deepEqual(
    Object.keys(z.object({ errors: z.object({}).loose() }).parse(empty.body).errors).sort(),
    ['name', 'password'],
  )
  for (const [body, field] of [
    [{ name: 'Autumn', password }, 'name'],
    [{ name, password: 'not my password' }, 'password'],
    [{ name: 7, password }, 'name'],
    [{ name, password, force: true }, 'force'],
  ] as const) {
    const { status, body: said } = await asking(at, body)
    assert.equal(status, 422, JSON.stringify(said))
    assert.ok(JSON.stringify(said).includes(field), JSON.stringify(said))
  }
  const { rows } = await service.query(`select erase_at from workspaces where id = ${id}`)
  assert.deepEqual(rows, [{ erase_at: null }])
})

test('guessing the password there is throttled like at signing in', async () => {
  const { at, name } = await another()
  const statuses: number[] = []
  for (let tried = 0; tried < 8; tried++)
    statuses.push((await asking(at, { name, password: 'not my password' })).status)
  assert.ok(statuses.includes(429), statuses.join())
})

test('who has no password has signed in a moment ago, or does so first', async () => {
  const { at, name } = await another('Without')
  const { rows } = await service.query(`select password_hash from persons where id = ${second.id}`)
  await service.query(`update persons set password_hash = null where id = ${second.id}`)
  const begun = (ago: string) =>
    service.query(
      `update sessions set created_at = now() - interval '${ago}' where person_id = ${second.id}`,
    )
  await begun('16 minutes')
  const late = await asking(at, { name }, second.page)
  assert.equal(late.status, 403)
  assert.match(JSON.stringify(late.body), /Sign out and in again/)
  await begun('14 minutes')
  assert.equal((await asking(at, { name }, second.page)).status, 202)
  await service.query(
    `update persons set password_hash = '${String(rows[0]?.['password_hash'])}' where id = ${second.id}`,
  )
})

test('only owners ask, and nobody of another workspace', async () => {
  const { at, name } = await another()
  const by = { name, password: 'Edith and a long password' }
  assert.equal((await asking(at, by, editor.page)).status, 403)
  assert.equal((await editor.page.ask('GET', at('/deletion'))).status, 403)
  assert.equal((await editor.page.ask('DELETE', at('/deletion'))).status, 403)
  const stranger = await invited(service, me, { name: `Sally${Date.now()}`, role: 'viewer' })
  assert.equal((await asking(at, by, stranger.page)).status, 404)
  assert.equal((await stranger.page.ask('GET', at('/deletion'))).status, 404)
  assert.equal((await browser(service).ask('POST', at('/deletion'), by)).status, 401)
})

test('the workspace that the instance began with stays', async () => {
  const at = (rest = '') => `/console/workspaces/${me.workspace_id}${rest}`
  assert.equal(Outlook.parse((await me.page.ask('GET', at('/deletion'))).body).is_first, true)
  const { rows } = await service.query(`select name from workspaces where id = ${me.workspace_id}`)
  const refused = await asking(at, { name: rows[0]?.['name'], password })
  assert.equal(refused.status, 403, JSON.stringify(refused.body))
  assert.equal((await service.rest('GET', '/api/posts')).status, 200)
})

test('at once nothing leaves any more and nobody but members comes in; owners are told', async () => {
  await me.page.ask('PUT', '/console/me', { timezone: 'Asia/Kathmandu' })
  const place = await another('Ending')
  const { id, at, name, token, account_id } = place
  const bearer = { authorization: `Bearer ${token}` }
  const post = await service.rest(
    'POST',
    '/api/posts',
    { content: 'Soon', social_account_ids: [account_id], scheduled_at: '2999-01-01T00:00:00Z' },
    bearer,
  )
  assert.equal(post.status, 201)
  await service.rest('POST', '/api/webhooks', { url: 'https://hooks.example/crier' }, bearer)
  const calendar = await service.rest('POST', '/api/calendars', { name: 'Mine' }, bearer)
  const address = String(calendar.body['url'])
  const upload = await service.rest(
    'POST',
    '/api/media/uploads',
    { filename: 'a.mp4', mime_type: 'video/mp4', size_bytes: 10 },
    bearer,
  )
  const token_of_invitation = await invitationFor(
    service,
    { ...me, workspace_id: id },
    { email: 'late@example.org', role: 'viewer' },
  )
  const app = await openBrowser(service, { role: 'editor', workspace_id: id })
  const { access_token } = await allowed(service, app, (await register(service)).client_id)
  assert.equal(await opens(service, access_token), 200)
  assert.equal((await fetch(address)).status, 200)

  const outlook = Outlook.parse((await me.page.ask('GET', at('/deletion'))).body)
  assert.deepEqual(
    { ...outlook, is_first: undefined },
    {
      deletion: null,
      is_first: undefined,
      not_out: 1,
      under_way: 0,
      out: 0,
      accounts: 1,
      days: 7,
      needs_password: true,
    },
  )
  const asked = await asking(at, { name, password })
  assert.equal(asked.status, 202, JSON.stringify(asked.body))

  assert.equal((await service.rest('GET', '/api/posts', undefined, bearer)).status, 401)
  assert.equal(await opens(service, access_token), 401)
  assert.equal((await fetch(address)).status, 404)
  const chunk = await fetch(
    `${service.base_url}/api/media/uploads/${String(upload.body['upload_id'])}?offset=0`,
    {
      method: 'PATCH',
      headers: { ...bearer, 'content-type': 'application/octet-stream' },
      body: '0123456789',
    },
  )
  assert.equal(chunk.status, 401)
  const invitation = `/console/invitations/${token_of_invitation}`
  assert.equal((await browser(service).ask('GET', invitation)).status, 404)
  const { rows } = await service.query(`
    select (select count(*)::int from webhooks where workspace_id = ${id}) as webhooks,
      (select count(*)::int from uploads where workspace_id = ${id} and expires_at > now()) as uploads`)
  assert.deepEqual(rows, [{ webhooks: 0, uploads: 0 }])

  await service.query(`update deliveries set due_at = now() where workspace_id = ${id}`)
  const claim = {
    now: new Date(),
    lease_until: new Date(Date.now() + 60_000),
    limit: 100,
    worker: 'x',
  }
  const claimed = await claimDue(service.db, claim, {})
  assert.deepEqual(
    claimed.filter(({ workspace_id }) => workspace_id === id),
    [],
  )

  const clocks = [
    // As each of them keeps it, or else the workspace.
    [me.email, /\(Asia\/Kathmandu\)/],
    [second.email, /\(UTC\)/],
  ] as const
  for (const [to, clock] of clocks) {
    const mail = await mailTo(service, to, /Ending will be deleted/)
    assert.match(mail.text, clock)
    assert.match(mail.text, /One post was on schedule and will not go out/)
    assert.match(mail.text, /Ada Lovelace asked/)
  }
  await allSent(service)
  const told = (await mailsIn(service)).filter(({ subject }) => /Ending will/.test(subject))
  assert.deepEqual(told.map(({ to }) => to).sort(), [me.email, second.email].sort())

  const again = await asking(at, { name, password })
  assert.equal(again.status, 403, 'it is only read now')
  await service.query('delete from attempts_at_secrets')
})

test('what is being deleted is read and not changed, by nobody', async () => {
  const { id, at, name, account_id } = await another('Read only')
  assert.equal((await asking(at, { name, password })).status, 202)
  assert.equal((await editor.page.ask('GET', at('/api/posts'))).status, 200)
  const wish = { content: 'Still', social_account_ids: [account_id] }
  for (const [method, path, body] of [
    ['POST', '/api/posts', wish],
    ['POST', '/api/publishing/resume', {}],
    ['POST', '/api/api-keys', { name: 'New' }],
    ['PUT', '', { name: 'Other' }],
    ['POST', '/invitations', { email: 'new@example.org', role: 'viewer' }],
    ['POST', '/connect', { platform: 'bluesky', sandbox: true }],
    ['PUT', '/schedule', { entries: [] }],
  ] as const) {
    const { status, body: said } = await me.page.ask(method, at(path), body)
    assert.equal(status, 403, `${method} ${path}`)
    assert.match(JSON.stringify(said), /being deleted/, `${method} ${path}`)
  }
  const left = await editor.page.ask('DELETE', at(`/members/${editor.id}`))
  assert.equal(left.status, 204, 'leaving goes')
  await assert.rejects(
    service.query(`update workspaces set held_at = null where id = ${id}`),
    /workspaces_ending_are_held/,
    'a process that knows nothing of this cannot let it go',
  )
  await assert.rejects(
    service.query(`insert into keys (workspace_id, name, secret_hash, preview, abilities, leash, created_at)
      values (${id}, 'Slow', '', '', '[]', '{}', now())`),
    /being deleted/,
    'nor does one that came too late',
  )
})

test('until its time an owner takes it back: everything is there, and publishing stays paused', async () => {
  const { at, id, name, account_id } = await another('Back')
  assert.equal((await me.page.ask('DELETE', at('/deletion'))).status, 404, 'nobody asked')
  assert.equal((await asking(at, { name, password })).status, 202)
  assert.equal((await editor.page.ask('DELETE', at('/deletion'))).status, 403)
  const Mine = z.object({
    workspaces: z.array(z.object({ id: z.int(), erase_at: z.string().nullable() })),
  })
  const mine = Mine.parse((await editor.page.ask('GET', '/console/me')).body)
  assert.ok(mine.workspaces.find((each) => each.id === id)?.erase_at)
  assert.equal((await second.page.ask('DELETE', at('/deletion'))).status, 204)
  await mailTo(service, me.email, /Back is not deleted/)
  const wish = { content: 'Again', social_account_ids: [account_id] }
  assert.equal((await me.page.ask('POST', at('/api/posts'), wish)).status, 201)
  const { body } = await me.page.ask('GET', at('/publishing'))
  assert.match(JSON.stringify(body), /"since":"20/)
  const resumed = await me.page.ask('POST', at('/api/publishing/resume'), {})
  assert.equal(resumed.status, 200, JSON.stringify(resumed.body))
})
