/** Acting on a post that is no longer what was seen: refused where the caller says what it saw, with the post as it is. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { openService } from '../service.ts'
import { callers, named, requestOf, surfaces } from './callers.ts'
import { inAnHour, newMedia, newPost } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)

/** The state in which each can be done, and what it takes besides. */
const moves = {
  update_post: { more: { when: inAnHour() }, with: { content: 'Mine' } },
  publish_now: { more: {}, with: {} },
  cancel_post: { more: { when: inAnHour() }, with: {} },
  delete_post: { more: {}, with: {} },
  duplicate_post: { more: {}, with: {} },
} as const

const Changed = z.looseObject({
  updated_at: z.string(),
  post: z.looseObject({ id: z.number(), content: z.string(), updated_at: z.string() }),
})

for (const surface of surfaces) {
  const call = both[surface]
  for (const [name, { more, with: fields }] of Object.entries(moves)) {
    test(`${name} refuses what is not what was seen, and does it on what is, over ${surface}`, async () => {
      const id = await newPost(service, more)
      const { updated_at } = (await call('get_post', { id })).body
      await call('update_post', { id, content: 'Theirs' })
      const refused = await call(name, { id, updated_at, ...fields })
      assert.equal(refused.code, 'post_changed')
      const now = Changed.parse(refused.body)
      assert.deepEqual([now.post.id, now.post.content], [id, 'Theirs'])
      assert.equal(now.updated_at, now.post.updated_at)
      const still = (await call('get_post', { id })).body
      assert.deepEqual([still['content'], still['deleted_at']], ['Theirs', null])

      const done = await call(name, { id, updated_at: now.updated_at, ...fields })
      assert.equal(done.code, undefined, JSON.stringify(done.body))
    })
  }

  test(`a restored post is the one that was seen, over ${surface}`, async () => {
    const id = await newPost(service, { when: inAnHour() })
    const before = (await call('get_post', { id })).body['updated_at']
    const cancelled = (await call('cancel_post', { id })).body['updated_at']
    assert.equal((await call('restore_post', { id, updated_at: before })).code, 'post_changed')
    const done = await call('restore_post', { id, updated_at: cancelled })
    assert.equal(done.code, undefined)
  })
}

const ChangedMedia = z.looseObject({
  updated_at: z.string(),
  media: z.looseObject({ id: z.number(), alt_text: z.string(), updated_at: z.string() }),
})

for (const surface of surfaces) {
  const call = both[surface]
  for (const [name, fields] of [
    ['update_media', { tags: ['mine'] }],
    ['update_media', {}],
    ['delete_media', {}],
  ] as const) {
    test(`${name} refuses what is not what was seen, and does it on what is, over ${surface}, with ${JSON.stringify(fields)}`, async () => {
      const id = await newMedia(service)
      const { updated_at } = (await call('get_media', { id })).body
      const other = await call('update_media', { id, alt_text: 'Theirs' })
      assert.notEqual(other.body['updated_at'], updated_at)
      const refused = await call(name, { id, updated_at, ...fields })
      assert.equal(refused.code, 'media_changed')
      const now = ChangedMedia.parse(refused.body)
      assert.deepEqual([now.media.id, now.media.alt_text], [id, 'Theirs'])
      assert.equal(now.updated_at, now.media.updated_at)
      const { created_at, created_by: _, ...still } = (await call('get_media', { id })).body
      assert.deepEqual(still, now.media)
      assert.ok(created_at)

      const done = await call(name, { id, updated_at: now.updated_at, ...fields })
      assert.equal(done.code, undefined, JSON.stringify(done.body))
    })
  }

  test(`the library lists what an item is seen by, over ${surface}`, async () => {
    const id = await newMedia(service)
    const { updated_at } = (await call('update_media', { id, folder: 'Spring' })).body
    const { body } = await call('list_media', {
      folder: 'Spring',
      ...(surface === 'mcp' && { detail: true }),
    })
    const { data } = Listed.parse(body)
    assert.equal(data.find((item) => item.id === id)?.updated_at, updated_at)
  })
}

const Listed = z.looseObject({
  data: z.array(z.looseObject({ id: z.number(), updated_at: z.string() })),
})

test('attaching an item to a post, and posting it, is no change of the item', async () => {
  const id = await newMedia(service)
  const { updated_at } = (await both.rest('get_media', { id })).body
  await newPost(service, { media_ids: [id] })
  assert.equal((await both.rest('get_media', { id })).body['updated_at'], updated_at)
})

test('of two people who describe the same item at once one is told', async () => {
  const id = await newMedia(service)
  const { updated_at } = (await both.rest('get_media', { id })).body
  const said = await Promise.all(
    ['One', 'Two'].map((alt_text) => both.rest('update_media', { id, alt_text, updated_at })),
  )
  assert.deepEqual(
    said.flatMap(({ code }) => code ?? []),
    ['media_changed'],
  )
})

test('every move on a post takes updated_at, so that none can be made blindly', () => {
  const without = operations
    .filter(({ effect, ability, rest }) => {
      const onPost = !('absent' in rest) && rest.path.startsWith('/api/posts/:id')
      return onPost && effect !== 'reads' && ability === 'posts:write'
    })
    .filter(
      ({ input }) =>
        !(
          'updated_at' in
          (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {})
        ),
    )
    .map(({ name }) => name)
  assert.deepEqual(without, [])
})

test('a DELETE takes it in its query', async () => {
  const id = await newPost(service)
  const { path } = requestOf(named('delete_post'), { id })
  const stale = await service.rest('DELETE', `${path}?updated_at=2020-01-01T00:00:00Z`)
  assert.equal(stale.status, 409)
  const { updated_at } = (await both.rest('get_post', { id })).body
  assert.equal(
    (await service.rest('DELETE', `${path}?updated_at=${String(updated_at)}`)).status,
    204,
  )
})

test('two changes within a millisecond are two versions', async () => {
  const id = await newPost(service)
  const seen = new Set<unknown>()
  for (let count = 0; count < 5; count++)
    seen.add((await both.rest('update_post', { id, content: `${count}` })).body['updated_at'])
  assert.equal(seen.size, 5)
})

test('of two people who change the same post at once one is told', async () => {
  const id = await newPost(service)
  const { updated_at } = (await both.rest('get_post', { id })).body
  const said = await Promise.all(
    ['One', 'Two'].map((content) => both.rest('update_post', { id, content, updated_at })),
  )
  assert.deepEqual(
    said.flatMap(({ code }) => code ?? []),
    ['post_changed'],
  )
  assert.equal(said.length, 2)
})
