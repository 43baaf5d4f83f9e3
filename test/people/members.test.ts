import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { openService, type TestService } from '../service.ts'
import { browser, trusting } from './browser.ts'
import { type Actor, invitationFor, invited, owner } from './cast.ts'

let service: TestService
let me: Actor
before(async () => {
  service = await openService(trusting)
  me = await owner(service)
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(() => service[Symbol.asyncDispose]())

const Members = z.object({
  members: z.array(z.object({ person: z.object({ id: z.int() }), role: z.string() })),
  invitations: z.array(z.object({ id: z.int(), email: z.string(), role: z.string() })),
})
const at = (rest = '') => `/console/workspaces/${me.workspace_id}${rest}`
const listed = async () => Members.parse((await me.page.ask('GET', at('/members'))).body)
const rolesNow = async () =>
  Object.fromEntries((await listed()).members.map(({ person, role }) => [person.id, role]))

test('somebody who is invited sees by whom and as what, signs up by the link, and is a member', async () => {
  const token = await invitationFor(service, me, { email: 'Grace@Example.org', role: 'editor' })
  const seen = await browser(service).ask('GET', `/console/invitations/${token}`)
  assert.deepEqual(seen.body, {
    workspace: { name: 'Demo' },
    role: 'editor',
    email: 'grace@example.org',
    known: false,
  })
  const given = { name: 'Grace', password: 'nanoseconds matter', invitation: token }
  const other = await browser(service).ask('POST', '/console/sign-up', {
    ...given,
    email: 'eve@example.org',
  })
  assert.equal(other.status, 422, 'the invitation is for one address')
  const page = browser(service)
  const answer = await page.ask('POST', '/console/sign-up', {
    ...given,
    email: 'grace@example.org',
    timezone: 'Asia/Tokyo',
  })
  assert.equal(answer.status, 201)
  assert.equal(Object(answer.body['person']).timezone, 'Asia/Tokyo', 'the workspace keeps its own')
  assert.equal(Object((await me.page.ask('GET', at())).body['workspace']).timezone, 'UTC')
  assert.ok(Object.values(await rolesNow()).includes('editor'))
  assert.equal((await browser(service).ask('GET', `/console/invitations/${token}`)).status, 404)
})

test('of several who accept one invitation at once, by the same link, it happens once', async () => {
  const email = 'many@example.org'
  const token = await invitationFor(service, me, { email, role: 'viewer' })
  const given = { name: 'Many', email, password: 'as many as there are', invitation: token }
  const answers = await Promise.all(
    [1, 2, 3, 4].map(async () => browser(service).ask('POST', '/console/sign-up', given)),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 404, 404, 404],
  )
  const { rows } = await service.query(`select id from persons where email = '${email}'`)
  assert.equal(rows.length, 1)
})

test('somebody with an account accepts when signed in at the invited address, and nobody else does', async () => {
  const made = await me.page.ask('POST', '/console/workspaces', { name: 'Other', timezone: 'UTC' })
  const { workspace } = z.object({ workspace: z.object({ id: z.int() }) }).parse(made.body)
  const guest = await invited(service, me, { name: 'Guest', role: 'viewer' })
  const stranger = await invited(service, me, { name: 'Stranger', role: 'viewer' })
  const token = await invitationFor(
    service,
    { ...me, workspace_id: workspace.id },
    { email: guest.email, role: 'editor' },
  )
  const accept = (actor: Actor) => actor.page.ask('POST', `/console/invitations/${token}/accept`)

  assert.equal(
    (await browser(service).ask('POST', `/console/invitations/${token}/accept`)).status,
    401,
  )
  assert.equal((await accept(stranger)).status, 403)
  const answers = await Promise.all([accept(guest), accept(guest), accept(guest)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404],
  )
  const mine = await guest.page.ask('GET', `/console/workspaces/${workspace.id}`)
  assert.equal(
    z.object({ workspace: z.object({ role: z.string() }) }).parse(mine.body).workspace.role,
    'editor',
  )
})

test('an invitation that was taken back is over', async () => {
  const token = await invitationFor(service, me, { email: 'late@example.org', role: 'owner' })
  const [invitation] = (await listed()).invitations.filter(
    ({ email }) => email === 'late@example.org',
  )
  assert.equal((await me.page.ask('DELETE', at(`/invitations/${invitation?.id}`))).status, 204)
  assert.equal((await browser(service).ask('GET', `/console/invitations/${token}`)).status, 404)
  assert.equal((await me.page.ask('DELETE', at(`/invitations/${invitation?.id}`))).status, 404)
})

test('only owners invite, change roles and remove; anybody leaves; strangers find nothing', async () => {
  const editor = await invited(service, me, { name: 'Editor', role: 'editor' })
  const viewer = await invited(service, me, { name: 'Viewer', role: 'viewer' })
  for (const { page } of [editor, viewer]) {
    for (const [method, path, body] of [
      ['POST', '/invitations', { email: 'x@example.org', role: 'owner' }],
      ['PUT', `/members/${viewer.id}`, { role: 'owner' }],
      ['DELETE', `/members/${me.id}`, undefined],
      ['PUT', '', { name: 'Mine' }],
    ] as const) {
      assert.equal((await page.ask(method, at(path), body)).status, 403, `${method} ${path}`)
    }
    assert.equal((await page.ask('GET', at('/members'))).status, 200)
  }
  const before = await rolesNow()
  assert.equal(
    (await me.page.ask('PUT', at(`/members/${viewer.id}`), { role: 'editor' })).status,
    204,
  )
  assert.deepEqual(await rolesNow(), { ...before, [viewer.id]: 'editor' })
  assert.equal((await editor.page.ask('DELETE', at(`/members/${editor.id}`))).status, 204)
  for (const path of ['', '/members', '/api/posts'])
    assert.equal((await editor.page.ask('GET', at(path))).status, 404, `a stranger at ${path}`)
  assert.equal((await me.page.ask('DELETE', at(`/members/${viewer.id}`))).status, 204)
  assert.equal((await me.page.ask('DELETE', at(`/members/${viewer.id}`))).status, 404)
})

test('the last owner neither leaves nor steps down, also when two owners go at the same moment', async () => {
  for (const attempt of [
    me.page.ask('DELETE', at(`/members/${me.id}`)),
    me.page.ask('PUT', at(`/members/${me.id}`), { role: 'viewer' }),
  ]) {
    const { status, body } = await attempt
    assert.equal(status, 409)
    assert.deepEqual(z.object({ error: z.object({ code: z.string() }) }).parse(body).error, {
      code: 'last_owner',
    })
  }
  const second = await invited(service, me, { name: 'Second', role: 'owner' })
  const leave = (actor: Actor) => actor.page.ask('DELETE', at(`/members/${actor.id}`))
  const answers = await Promise.all([leave(me), leave(second)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 409],
  )
  const { rows } = await service.query(
    `select count(*)::int as owners from members where role = 'owner' and workspace_id = ${me.workspace_id}`,
  )
  assert.deepEqual(rows, [{ owners: 1 }])
})
