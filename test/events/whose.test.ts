/** That an event says what became of the thing, and who did it, whichever way it was done. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { numberAll } from './numbered.ts'
import { trusting } from '../people/browser.ts'
import { invitationFor, invited, owner } from '../people/cast.ts'
import { allSent, mailTo, tokenIn } from '../people/post.ts'
import { openService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import { demoWorkspace, inAnHour, newAccount, newPost } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'

const service = await openService(trusting)
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)
const { x = 0 } = service.accounts
const me = await owner(service)
const at = `/console/workspaces/${me.workspace_id}`

const Page = z.object({
  data: z.array(
    z.looseObject({
      type: z.string(),
      actor: z.object({ kind: z.string(), id: z.string().nullable() }),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
  cursor: z.string(),
})

/** What was told while it was done. */
async function told(work: () => Promise<unknown>) {
  await numberAll(service)
  const { cursor } = Page.parse((await rest('list_events', { after: 'now' })).body)
  await work()
  await numberAll(service)
  return Page.parse((await rest('list_events', { after: cursor })).body).data
}

const statesOf = (events: z.infer<typeof Page>['data']) =>
  events
    .filter(({ type }) => type.startsWith('post.'))
    .map(({ type, data }) => `${type} ${String(data['status'])}`)

const doersOf = (events: z.infer<typeof Page>['data']) =>
  Object.fromEntries(events.map(({ type, actor }) => [type, `${actor.kind} ${actor.id}`]))

test('what waits for approval was never on schedule, also where it is one of many', async () => {
  const key = await leashed(service, { needs_approval: true })
  const wish = { content: 'May I, too?', social_account_ids: [x], when: inAnHour() }
  const waits = ['post.created draft', 'post.awaiting_approval draft']
  assert.deepEqual(statesOf(await told(() => key.rest('schedule_posts', { posts: [wish] }))), waits)
  const draft = await newPost(service, { content: 'A draft for many' })
  const change = { ids: [draft], when: inAnHour() }
  assert.deepEqual(statesOf(await told(() => key.rest('update_posts', change))), waits.slice(1))

  const { id } = await newAccount(service, await demoWorkspace(service), 'linkedin')
  await service.query(
    `update accounts set token_expires_at = now() + interval '10 minutes' where id = ${id}`,
  )
  const risky = { ...wish, social_account_ids: [id] }
  const states = statesOf(await told(() => key.rest('schedule_post', risky)))
  assert.deepEqual(states.toSorted(), [...waits, 'post.at_risk draft'].toSorted())
})

test('a person did it, whichever way: disconnecting, joining, ending apps by a new password', async () => {
  const { id } = await newAccount(service, await demoWorkspace(service), 'linkedin')
  const mine = `person ${me.id}`
  const gone = await told(() => me.page.ask('DELETE', `${at}/accounts/${id}`))
  assert.equal(doersOf(gone)['account.disconnected'], mine)

  let grace = 0
  const joined = await told(async () => {
    grace = (await invited(service, me, { name: 'Grace', role: 'editor' })).id
  })
  assert.equal(doersOf(joined)['audit.member_joined'], `person ${grace}`)

  await service.query(`insert into grants (workspace_id, person_id, ref, client_id, client_name, redirect_host, leash, created_at)
    select ${me.workspace_id}, ${grace}, 'r', 'c', 'An app', 'h', leash, now() from keys limit 1`)
  const email = 'grace@example.org'
  const reset = await told(async () => {
    await me.page.ask('POST', '/console/password/forgot', { email })
    await allSent(service)
    const token = tokenIn(await mailTo(service, email, /password/))
    const answer = await me.page.ask('POST', '/console/password/reset', {
      token,
      password: 'Another long password of hers',
    })
    assert.equal(answer.status, 204, JSON.stringify(answer.body))
  })
  assert.equal(doersOf(reset)['audit.grant_ended'], `person ${grace}`)
})

test('that an invitation was taken back is told', async () => {
  await invitationFor(service, me, { email: 'heidi@example.org', role: 'viewer' })
  const { body } = await me.page.ask('GET', `${at}/members`)
  const { invitations } = z.object({ invitations: z.array(z.object({ id: z.int() })) }).parse(body)
  const back = await told(async () => {
    const answer = await me.page.ask('DELETE', `${at}/invitations/${invitations[0]?.id}`)
    assert.equal(answer.status, 204)
  })
  assert.deepEqual(
    back.map(({ type }) => type),
    ['audit.invitation_withdrawn'],
  )
})

test('several accounts that are paused are told of once', async () => {
  const paused = await told(() =>
    rest('pause_publishing', { account_ids: Object.values(service.accounts) }),
  )
  assert.deepEqual(
    paused.map(({ type }) => type),
    ['audit.setting_changed'],
  )
})
