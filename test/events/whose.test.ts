/** That an event says what became of the thing. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { numberAll } from './numbered.ts'
import { openService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import { demoWorkspace, inAnHour, newAccount, newPost } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)
const { x = 0 } = service.accounts

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

test('several accounts that are paused are told of once', async () => {
  const paused = await told(() =>
    rest('pause_publishing', { account_ids: Object.values(service.accounts) }),
  )
  assert.deepEqual(
    paused.map(({ type }) => type),
    ['audit.setting_changed'],
  )
})
