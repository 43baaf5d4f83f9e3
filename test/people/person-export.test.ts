/** What somebody takes along: everything about them, and no secret of theirs or anybody else's. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { numberAll } from '../events/numbered.ts'
import { openService, type TestService } from '../service.ts'
import { ada, browser, trusting } from './browser.ts'
import { type Actor, invited, owner } from './cast.ts'
import { plainly, tablesOf } from './every-table.ts'

let service: TestService
let me: Actor
before(async () => {
  service = await openService(trusting)
  me = await owner(service)
})
after(() => service[Symbol.asyncDispose]())

const Rows = z.array(z.record(z.string(), z.unknown()))
const Export = z.object({
  profile: z.object({
    name: z.string(),
    email: z.string(),
    timezone: z.string().nullable(),
    has_password: z.boolean(),
  }),
  memberships: Rows,
  sessions: Rows,
  passkeys: Rows,
  second_factor: Rows,
  sign_in_providers: Rows,
  apps: Rows,
  keys_made: Rows,
  invitations_given: Rows,
  notices: Rows,
  notice_settings: Rows,
  begun_posts: Rows,
  did: Rows,
})

test('a person downloads what is kept about them, without secrets, and nothing of anybody else', async () => {
  const other = await invited(service, me, { name: 'Other-of-the-lake', role: 'editor' })
  const at = `/console/workspaces/${me.workspace_id}/api`
  await me.page.ask('PUT', '/console/me', { timezone: 'Asia/Kathmandu' })
  for (let count = 0; count < 3; count++)
    await me.page.ask('POST', `${at}/api-keys`, { name: `Key ${count}` })
  await other.page.ask('POST', `${at}/posts`, {
    content: 'Not hers',
    social_account_ids: Object.values(service.accounts),
  })
  // A row in every table that points to persons, of each of both.
  await plainly(service, async (add) => {
    for (const [table, columns] of await tablesOf(service)) {
      const names = columns.map(({ column_name }) => column_name)
      if (!names.includes('person_id') || ['members', 'sessions'].includes(table)) continue
      for (const { id } of [me, other]) {
        const workspace = names.includes('workspace_id') && {
          workspace_id: String(me.workspace_id),
        }
        await add(columns, { person_id: String(id), ...workspace })
      }
    }
  })
  await numberAll(service)

  const answer = await fetch(`${service.base_url}/console/me/export`, {
    headers: { cookie: [...me.page.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  assert.equal(answer.status, 200)
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /attachment; filename="crier-my-data\.json"/,
  )
  const text = await answer.text()
  const told = Export.parse(JSON.parse(text))
  assert.equal(told.profile.email, ada.email)
  assert.equal(told.profile.has_password, true)
  assert.equal(told.profile.timezone, 'Asia/Kathmandu')
  assert.equal(told.memberships.length, 1)
  assert.equal(told.keys_made.length, 3)
  for (const list of [
    told.sessions,
    told.passkeys,
    told.second_factor,
    told.sign_in_providers,
    told.apps,
    told.notices,
    told.notice_settings,
    told.begun_posts,
    told.did,
  ])
    assert.ok(list.length > 0)
  assert.ok(told.did.some(({ type }) => type === 'audit.key_created'))
  assert.ok(!text.includes('Other-of-the-lake') && !text.includes(other.email))

  const { rows } = await service.query(`
    select password_hash as secret from persons where password_hash is not null
    union all select secret_hash::text from keys union all select token_hash::text from sessions
    union all select sealed_secret::text from second_factors union all select public_key::text from passkeys
    union all select ref from grants`)
  const [cookie = ''] = me.page.cookies.values()
  for (const secret of [cookie, ...rows.map((row) => String(row['secret']))])
    assert.ok(!text.includes(secret.replace(/^\\x/, '')), secret)
})

test('who is signed out gets nothing, and who asks over and over waits', async () => {
  assert.equal((await browser(service).ask('GET', '/console/me/export')).status, 401)
  const statuses: number[] = []
  for (let count = 0; count < 8; count++)
    statuses.push((await me.page.ask('GET', '/console/me/export')).status)
  assert.ok(statuses.includes(429), statuses.join())
})
