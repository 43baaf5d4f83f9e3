/** What a post shows can be sent back as it is shown, wherever it may be changed: nothing changes, and nothing is refused. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { updatePost } from '#operations/posts/update-post.ts'
import { type Body, openService } from '../service.ts'
import { inAnHour, newMedia, newPost } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

const { rest } = updatePost
assert.ok(!('absent' in rest) && rest.accepts)
const { properties } = z
  .looseObject({ properties: z.record(z.string(), z.unknown()) })
  .parse(z.toJSONSchema(rest.accepts, { io: 'input', unrepresentable: 'any' }))
/** Fields that are shown and may be written. */
const written = (shown: Body) =>
  Object.fromEntries(Object.entries(shown).filter(([field]) => Object.hasOwn(properties, field)))

const moving = ['updated_at', 'revisions', 'warnings', 'problems']
const still = (shown: Body) =>
  Object.fromEntries(Object.entries(shown).filter(([field]) => !moving.includes(field)))

const kinds: Record<string, () => Promise<Body>> = {
  'on schedule': async () => ({ when: inAnHour() }),
  'in a thread': async () => ({
    when: inAnHour(),
    thread: [{ content: 'Second', media_ids: [await newMedia(service)] }],
    thread_as: 'join',
  }),
  'cut by its length': async () => ({
    when: inAnHour(),
    split: 'numbered',
    content: 'Long. '.repeat(90),
  }),
  'full of fields': async () => ({
    when: inAnHour(),
    first_comment: 'First',
    in_doubt: 'ask',
    external_id: 'mine',
    metadata: { a: 1 },
    labels: ['one'],
    note: 'Note',
    platform_content: [{ account_id: service.accounts['x'], content: 'Own' }],
  }),
}

for (const [kind, more] of Object.entries(kinds))
  test(`a post ${kind} is sent back as it is shown`, async () => {
    const id = await newPost(service, await more())
    const path = `/api/posts/${id}`
    const { body: shown } = await service.rest('GET', path)
    const { status, body } = await service.rest('PUT', path, written(shown))
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(still((await service.rest('GET', path)).body), still(shown))
  })

test('a draft is sent back with the time that it keeps, also once that has passed', async () => {
  const id = await newPost(service, { when: inAnHour() })
  await service.query(
    `update posts set status = 'draft', scheduled_at = '2026-01-01' where id = ${id}`,
  )
  const path = `/api/posts/${id}`
  const { body: shown } = await service.rest('GET', path)
  const { status, body } = await service.rest('PUT', path, written(shown))
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body['status'], body['scheduled_at']], ['draft', shown['scheduled_at']])
})

test('a draft without a time is sent back with none; of a post that has one, null says not what shall be', async () => {
  const draft = await newPost(service, {})
  const { body: shown } = await service.rest('GET', `/api/posts/${draft}`)
  assert.equal(shown['scheduled_at'], null)
  const back = await service.rest('PUT', `/api/posts/${draft}`, written(shown))
  assert.equal(back.status, 200, JSON.stringify(back.body))
  assert.deepEqual(still((await service.rest('GET', `/api/posts/${draft}`)).body), still(shown))

  const planned = await newPost(service, { when: inAnHour() })
  const asked = { scheduled_at: null, social_account_ids: [999_999] }
  const { status, body } = await service.rest('PUT', `/api/posts/${planned}`, asked)
  assert.equal(status, 422)
  const { errors } = z.object({ errors: z.record(z.string(), z.unknown()) }).parse(body)
  assert.deepEqual(Object.keys(errors).sort(), ['scheduled_at', 'social_account_ids.0'])
  const { body: after } = await service.rest('GET', `/api/posts/${planned}`)
  assert.deepEqual([after['status'], after['scheduled_at'] !== null], ['scheduled', true])
})

test('null takes a thread apart, and says none of a new post', async () => {
  const id = await newPost(service, { thread: [{ content: 'Second' }], thread_as: 'join' })
  const none = { thread: null, thread_as: null, split: null }
  const { status, body } = await service.rest('PUT', `/api/posts/${id}`, none)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body['thread'], body['thread_as'], body['split']], [null, null, null])
  await newPost(service, none)
})
