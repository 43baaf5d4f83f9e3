/** A person goes: nothing of them is left but what they did, and nobody is left without an owner. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { eraseWorkspaces } from '#chores/erase-workspaces.ts'
import { connect as allowed, opens, strangeBrowser } from '../oauth/browser.ts'
import { register } from '../oauth/kit.ts'
import { doingOf, openService, type TestService } from '../service.ts'
import { browser, trusting } from './browser.ts'
import { type Actor, invitationFor, invited, owner } from './cast.ts'
import { plainly, tablesOf } from './every-table.ts'
import { allSent, mailTo } from './post.ts'

let service: TestService
let me: Actor
before(async () => {
  service = await openService(trusting)
  me = await owner(service)
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(() => service[Symbol.asyncDispose]())

const passwordOf = (name: string) => `${name} and a long password`
const end = ({ page }: Actor, body: object) => page.ask('POST', '/console/me/deletion', body)
const Refused = z.object({
  error: z.object({
    code: z.string(),
    owned: z.array(z.object({ name: z.string(), has_members: z.boolean(), is_first: z.boolean() })),
  }),
})
const Look = z.object({
  owned: z.array(z.object({ name: z.string(), erase_at: z.string().nullable() })),
  needs_password: z.boolean(),
  needs_code: z.boolean(),
})
const Made = z.object({ workspace: z.object({ id: z.int() }) })

async function ownWorkspace({ page }: Actor, name: string) {
  const { body } = await page.ask('POST', '/console/workspaces', { name, timezone: 'UTC' })
  return Made.parse(body).workspace.id
}

/** A number that is of nobody any more, kept on purpose: else whoever it bound would be free. */
const keptNumbers = new Set(['grants.leashed_by'])

/** Tables in which the person still stands: by the number, in columns that are for persons, or by a text anywhere. */
async function traces(id: number, texts: readonly string[]) {
  const found: string[] = []
  for (const [table, columns] of await tablesOf(service)) {
    for (const { column_name } of columns) {
      const isPersons = /person_id$|^invited_by$|^leashed_by$/.test(column_name)
      if (!isPersons || keptNumbers.has(`${table}.${column_name}`)) continue
      const { rows } = await service.query(`select 1 from ${table} where ${column_name} = ${id}`)
      if (rows.length) found.push(`${table}.${column_name}`)
    }
    for (const text of texts) {
      const { rows } = await service.query(
        `select 1 from ${table} t where position('${text}' in to_jsonb(t)::text) > 0`,
      )
      if (rows.length) found.push(`${table}: ${text}`)
    }
  }
  return found
}

test('every reference to persons goes with them, and no column is for persons without the test knowing it', async () => {
  const { rows } = await service.query(`
    select conrelid::regclass::text as table, confdeltype as how from pg_constraint
    where contype = 'f' and confrelid = 'persons'::regclass and confdeltype <> 'c'`)
  assert.deepEqual(rows, [])
  const { rows: columns } = await service.query(`
    select a.attrelid::regclass::text || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where contype = 'f' and confrelid = 'persons'::regclass and a.attname !~ 'person_id$|^invited_by$'`)
  assert.deepEqual(columns, [])
})

test('nothing of a person is left in any table but what they did, which has no name any more', async () => {
  const zoe = await invited(service, me, { name: 'Zoe-of-the-lake', role: 'owner' })
  const at = (rest = '') => `/console/workspaces/${me.workspace_id}${rest}`
  const written = await zoe.page.ask('POST', at('/api/posts'), {
    content: 'It stays',
    social_account_ids: Object.values(service.accounts),
  })
  assert.equal(written.status, 201)
  const key = await zoe.page.ask('POST', at('/api/api-keys'), { name: 'Of hers' })
  const bearer = { authorization: `Bearer ${String(key.body['token'])}` }
  assert.equal((await service.rest('GET', '/api/posts', undefined, bearer)).status, 200)
  await invitationFor(service, zoe, { email: 'friend@example.org', role: 'viewer' })
  await zoe.page.ask('POST', '/console/sign-in', { email: zoe.email, password: 'not this one' })
  await zoe.page.ask('PUT', at('/compositions/0b0e6a0e-6f4a-4f5c-9d4e-1f2a3b4c5d6e'), {
    rev: 0,
    body: { text: 'begun' },
  })
  const signed = strangeBrowser(service, { person_id: zoe.id, workspace_id: me.workspace_id })
  for (const [name, value] of zoe.page.cookies) signed.cookies.push({ name, value, path: '/' })
  const { access_token } = await allowed(service, signed, (await register(service)).client_id)
  assert.equal(await opens(service, access_token), 200)
  // In every other table that is for persons, whatever uses it.
  await plainly(service, async (add) => {
    for (const [table, columns] of await tablesOf(service)) {
      const names = columns.map(({ column_name }) => column_name)
      const given = {
        ...(names.includes('person_id') && { person_id: String(zoe.id) }),
        ...(names.includes('email') && table !== 'persons' && { email: `'${zoe.email}'` }),
        ...(names.includes('workspace_id') && { workspace_id: String(me.workspace_id) }),
        ...(table === 'mails' && {
          kind: `'reset'`,
          about: `'{"person_id": ${zoe.id}}'`,
          due_at: `'2999-01-01'`,
        }),
      }
      if (!('person_id' in given || 'email' in given)) continue
      const { rows } = await service.query(
        'person_id' in given
          ? `select 1 from ${table} where person_id = ${zoe.id}`
          : `select 1 from ${table} where email = '${zoe.email}'`,
      )
      if (!rows.length) await add(columns, given)
    }
  })

  const gone = await end(zoe, { email: zoe.email, password: passwordOf('Zoe-of-the-lake') })
  assert.equal(gone.status, 204, JSON.stringify(gone.body))
  assert.equal(zoe.page.cookies.size, 0, 'the browser forgets the session')
  await mailTo(service, zoe.email, /Your account is deleted/)
  await allSent(service)
  assert.deepEqual(await traces(zoe.id, [zoe.email, 'Zoe-of-the-lake']), [])

  assert.equal((await service.rest('GET', '/api/posts', undefined, bearer)).status, 401)
  assert.equal(await opens(service, access_token), 401)
  const { rows } = await service.query(
    `select content from posts where created_by = 'person:${zoe.id}'`,
  )
  assert.deepEqual(rows, [{ content: 'It stays' }])
  const told = await me.page.ask('GET', at('/api/activity?limit=50'))
  const Deeds = z.object({
    data: z.array(
      z.object({ actor: z.object({ id: z.string().nullable(), name: z.string().nullable() }) }),
    ),
  })
  const theirs = Deeds.parse(told.body).data.filter(({ actor }) => actor.id === String(zoe.id))
  assert.ok(theirs.length > 0)
  assert.ok(theirs.every(({ actor }) => actor.name === null))
  const back = browser(service)
  const again = { email: zoe.email, password: passwordOf('Zoe-of-the-lake') }
  assert.equal((await back.ask('POST', '/console/sign-in', again)).status, 401)
})

test('everything that is wrong with the request is said at once, and nothing is done', async () => {
  const vera = await invited(service, me, { name: 'Vera', role: 'viewer' })
  const empty = await end(vera, {})
  assert.equal(empty.status, 422)
  const { errors } = z.object({ errors: z.object({}).loose() }).parse(empty.body)
  assert.deepEqual(Object.keys(errors).sort(), ['email', 'password'])
  const password = passwordOf('Vera')
  for (const body of [
    { email: me.email, password },
    { email: vera.email, password: 'not my password' },
    { email: 'nowhere', password },
    { email: vera.email, password, yes: true },
  ]) {
    const { status } = await end(vera, body)
    assert.equal(status, 422, JSON.stringify(body))
  }
  assert.equal((await browser(service).ask('POST', '/console/me/deletion', {})).status, 401)
  assert.equal((await vera.page.ask('GET', '/console/me')).status, 200)
})

test('who is the only owner is refused, with what they own; when it is deleted, or somebody else owns it too, they go', async () => {
  const olga = await invited(service, me, { name: 'Olga', role: 'viewer' })
  const given = { email: olga.email, password: passwordOf('Olga') }
  const alone = await ownWorkspace(olga, 'Alone')
  const shared = await ownWorkspace(olga, 'Shared')
  const other = await invited(service, me, { name: 'Otto', role: 'viewer' })
  const join = (id: number, role: string) =>
    service.query(
      `insert into members (workspace_id, person_id, role, joined_at) values (${id}, ${other.id}, '${role}', now())`,
    )
  await join(shared, 'editor')
  const first = await end(olga, given)
  assert.equal(first.status, 409)
  const { code, owned } = Refused.parse(first.body).error
  assert.equal(code, 'last_owner')
  assert.deepEqual(
    owned.map(({ name, has_members }) => [name, has_members]),
    [
      ['Alone', false],
      ['Shared', true],
    ],
  )
  const before = Look.parse((await olga.page.ask('GET', '/console/me/deletion')).body)
  assert.deepEqual([before.owned.length, before.needs_password], [2, true])

  const asked = await olga.page.ask('POST', `/console/workspaces/${alone}/deletion`, {
    name: 'Alone',
    password: given.password,
  })
  assert.equal(asked.status, 202)
  assert.equal(Refused.parse((await end(olga, given)).body).error.owned.length, 1)
  await service.query('delete from attempts_at_secrets')
  await service.query(
    `update members set role = 'owner' where workspace_id = ${shared} and person_id = ${other.id}`,
  )
  const gone = await end(olga, given)
  assert.equal(gone.status, 204, JSON.stringify(gone.body))
  const { rows } = await service.query(`select role from members where workspace_id = ${shared}`)
  assert.deepEqual(rows, [{ role: 'owner' }])

  // Nobody is left who could take that one back: it goes with the next run.
  const now = () => new Date(Date.now() + 1_000)
  await eraseWorkspaces.run({ ...(await doingOf(service)), now }, AbortSignal.timeout(60_000))
  const left = await service.query(`select id from workspaces where id in (${alone}, ${shared})`)
  assert.deepEqual(
    left.rows,
    [{ id: shared }].map(({ id }) => ({ id: String(id) })),
  )
})

test('the owner of the workspace that the instance began with hands it over first', async () => {
  const { body } = await me.page.ask('GET', '/console/me/deletion')
  const look = z.object({ owned: z.array(z.object({ is_first: z.boolean() })) }).parse(body)
  assert.ok(look.owned.some(({ is_first }) => is_first))
})

test('of two owners who go at once, one stays', async () => {
  const pair = [
    await invited(service, me, { name: 'Tick', role: 'viewer' }),
    await invited(service, me, { name: 'Tack', role: 'viewer' }),
  ] as const
  const id = await ownWorkspace(pair[0], 'Of two')
  await service.query(
    `insert into members (workspace_id, person_id, role, joined_at) values (${id}, ${pair[1].id}, 'owner', now())`,
  )
  const answers = await Promise.all(
    pair.map((each, index) =>
      end(each, { email: each.email, password: passwordOf(index ? 'Tack' : 'Tick') }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [204, 409],
  )
})
