/** Whose a post is, and who wants it out: told with the post itself. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { leashed } from './leashed.ts'
import { idOf, inAnHour, newKey, newPost } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { x = 0 } = service.accounts

test('a post tells who made it, and by name only to those who run the workspace', async () => {
  const id = await newPost(service, { when: 'draft' })
  const reader = callers(service, (await newKey(service, ['posts:read'])).token)
  for (const surface of surfaces) {
    const told = (await both[surface]('get_post', { id })).body
    const { created_by } = told as { created_by?: { kind: string; id: string; name: string } }
    assert.equal(created_by?.kind, 'key')
    assert.ok(created_by.name && created_by.id)
    assert.ok(!('asked_by' in told), 'nobody asked for approval')
    const { body } = await reader[surface]('get_post', { id })
    assert.deepEqual(body['created_by'], { kind: 'key', id: null, name: null })
  }
})

test('what waits for approval tells who wants it out, until that is decided, as the list of approvals does', async () => {
  const key = await leashed(service, { needs_approval: true })
  const wish = { content: 'May it go out?', social_account_ids: [x], when: inAnHour() }
  const id = idOf((await key.rest('schedule_post', wish)).body)
  const { body: list } = await both.rest('list_approvals', {})
  const [listed] = list['data'] as { id: number; asked_by: unknown }[]
  assert.equal(listed?.id, id)
  for (const surface of surfaces) {
    const { body } = await both[surface]('get_post', { id })
    assert.deepEqual(body['asked_by'], { key_id: key.id, name: 'On a leash' })
    assert.deepEqual(body['asked_by'], listed.asked_by)
  }
  await both.rest('approve_post', { id })
  assert.ok(!('asked_by' in (await both.rest('get_post', { id })).body))
})
