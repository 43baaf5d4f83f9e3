/** V6: what people do at the dashboard's own routes stands in the activity, or it is said why not. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { openBrowser } from '../oauth/browser.ts'
import { granter } from '../oauth/granted.ts'
import { ada, trusting } from '../people/browser.ts'
import { invitationFor, invited, owner } from '../people/cast.ts'
import { routes } from '../people/routes.ts'
import { openService } from '../service.ts'
import { offering } from '../web/offering.ts'

const service = await openService(trusting)
after(() => service[Symbol.asyncDispose]())
const me = await owner(service)
const grants = await openBrowser(service)
const granted = await granter(service)
const at = `/console/workspaces/${me.workspace_id}`

/** They are about a person, whom several workspaces may have: none of them is told when and how somebody signs in. */
const ofAPerson =
  /^\w+ \/console\/(sign-|me\b|password|email|identity|second-factor|passkeys|sessions)/
/** The whole instance is no workspace's. */
const ofTheInstance = /^\w+ \/console\/instance\//

const untold: Readonly<Record<string, string>> = {
  'POST /console/workspaces/:id/notices/read': 'a person has read them; nobody else sees that',
  'PUT /console/workspaces/:id/notices/preferences': 'what a person wants to hear is theirs',
  'PUT /console/workspaces/:id/compositions/:id': 'private until it is a post, which is told',
  'DELETE /console/workspaces/:id/compositions/:id': 'the same',
  'POST /console/workspaces/:id/connect':
    'it begins; what came of it is told (test/connecting, account.connected)',
  'POST /console/workspaces': 'nobody looked there before it was made',
}

const Invitations = z.object({ invitations: z.array(z.object({ id: z.int() })) })

/** Each makes what it needs, and answers the call that has to be told. */
const told: Readonly<Record<string, () => Promise<Call>>> = {
  'PUT /console/workspaces/:id': async () => mine('PUT', '', { name: 'Orchard' }),
  'PUT /console/workspaces/:id/schedule': async () =>
    mine('PUT', '/schedule', { timezone: 'Europe/Berlin', entries: [] }),
  'POST /console/workspaces/:id/invitations': async () =>
    mine('POST', '/invitations', { email: 'new@example.org', role: 'editor' }),
  'DELETE /console/workspaces/:id/invitations/:id': async () => {
    await invitationFor(service, me, { email: 'gone@example.org', role: 'viewer' })
    const { body } = await me.page.ask('GET', `${at}/members`)
    const last = Invitations.parse(body).invitations.at(-1)
    return mine('DELETE', `/invitations/${last?.id}`)
  },
  'POST /console/invitations/:id/accept': async () => {
    const other = await invited(service, me, { name: 'Joan', role: 'viewer' })
    await service.query(`delete from members where person_id = ${other.id}`)
    const token = await invitationFor(service, me, { email: other.email, role: 'editor' })
    return () => other.page.ask('POST', `/console/invitations/${token}/accept`, {})
  },
  'PUT /console/workspaces/:id/members/:id': async () => {
    const other = await invited(service, me, { name: 'Mary', role: 'viewer' })
    return mine('PUT', `/members/${other.id}`, { role: 'author' })
  },
  'DELETE /console/workspaces/:id/members/:id': async () => {
    const other = await invited(service, me, { name: 'Nora', role: 'viewer' })
    return mine('DELETE', `/members/${other.id}`)
  },
  'POST /console/workspaces/:id/connect/sign-in': async () =>
    mine('POST', '/connect/sign-in', {
      platform: 'bluesky',
      sandbox: true,
      values: { handle: 'ben.sandbox.test', app_password: 'app-pass-ben.sandbox.test' },
    }),
  'POST /console/workspaces/:id/offers/:id': async () => {
    const offer = await offering(service, ['1', '2'], 'person')
    return mine('POST', `/offers/${offer}`, { platform_account_ids: ['2'] })
  },
  'DELETE /console/workspaces/:id/accounts/:id': async () =>
    mine('DELETE', `/accounts/${await accountInSandbox(service, 'x')}`),
  'POST /console/consents/:id': async () => async () => {
    await granted(grants)
    return { status: 200 }
  },
  'PUT /console/workspaces/:id/grants/:id': async () => {
    const { path } = await granted(grants)
    return () => grants.call('PUT', path, { posts_per_day: 1 })
  },
  'DELETE /console/workspaces/:id/grants/:id': async () => {
    const { path } = await granted(grants)
    return () => grants.call('DELETE', path)
  },
  'POST /console/workspaces/:id/grants/:id/undo-today': async () => {
    const { path, call } = await granted(grants)
    const social_account_ids = [service.accounts['bluesky']]
    const when = new Date(Date.now() + 3600_000).toISOString()
    await call('schedule_post', { content: 'By an app', social_account_ids, when })
    return () => grants.call('POST', `${path}/undo-today`, {})
  },
  'POST /console/workspaces/:id/deletion': async () => (await another()).call,
  'DELETE /console/workspaces/:id/deletion': async () => {
    const { id, call } = await another()
    await call()
    return () => me.page.ask('DELETE', `/console/workspaces/${id}/deletion`)
  },
}

type Call = () => Promise<{ status: number; body?: unknown }>

function mine(method: string, path: string, body?: unknown): Call {
  return () => me.page.ask(method, `${at}${path}`, body)
}

const Made = z.object({ workspace: z.object({ id: z.int() }) })

/** A workspace whose end can be asked for, and the call that does. */
async function another() {
  const { body } = await me.page.ask('POST', '/console/workspaces', {
    name: 'Own',
    timezone: 'UTC',
  })
  const { id } = Made.parse(body).workspace
  const given = { name: 'Own', password: ada.password }
  return { id, call: () => me.page.ask('POST', `/console/workspaces/${id}/deletion`, given) }
}

const writing = routes
  .filter(({ method }) => method !== 'GET')
  .map((each) => `${each.method} ${each.path}`)

test('V6: every route of the console that writes is told, or it is said why not; and none is named that is gone', () => {
  const named = [...Object.keys(told), ...Object.keys(untold)]
  const others = writing.filter((each) => !ofAPerson.test(each) && !ofTheInstance.test(each))
  assert.deepEqual(named.toSorted(), others.toSorted())
})

for (const [route, prepare] of Object.entries(told))
  test(`${route} is told`, async () => {
    await service.query('delete from attempts_at_secrets')
    const call = await prepare()
    const before = await events()
    const { status, body } = await call()
    assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
    assert.ok((await events()) > before, route)
  })

async function events() {
  const { rows } = await service.query(
    'select (select count(*) from events)::int + (select count(*) from fresh_events)::int as told',
  )
  return Number(rows[0]?.['told'])
}
