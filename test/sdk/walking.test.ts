/** Walking a list and acting on what it shows, which takes items away from under the walk. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Crier, type CrierError } from '@crier/sdk'
import { inAnHour, newKey, newMedia, newPost } from '../surfaces/kit.ts'
import { openService } from '../service.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const crier = new Crier({ base_url: service.base_url, token: service.token })

async function many<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: 10 }, () => make()))))
  return made
}

test('cancelling 300 posts while walking them visits 300', async () => {
  const made = await many(300, () => newPost(service, { when: inAnHour() }))
  const visited: number[] = []
  for await (const { id } of crier.listPosts({ status: 'scheduled' })) {
    await crier.cancelPost({ id })
    visited.push(id)
  }
  assert.deepEqual(visited.toSorted(byNumber), made.toSorted(byNumber))
  assert.equal((await crier.listPosts({ status: 'scheduled' })).total, 0)
})

test('deleting every file while walking the library visits each once', async () => {
  const made = await many(40, () => newMedia(service, { folder: 'walk' }))
  const visited: number[] = []
  for await (const { id } of crier.listMedia({ folder: 'walk', per_page: 7 })) {
    await crier.deleteMedia({ id })
    visited.push(id)
  }
  assert.deepEqual(visited.toSorted(byNumber), made.toSorted(byNumber))
})

test('declining all that waits while walking it visits each once, the longest waiting first', async () => {
  const { id, token } = await newKey(service)
  await crier.updateApiKey({ id, leash: { needs_approval: true } })
  const leashed = new Crier({ base_url: service.base_url, token })
  const social_account_ids = Object.values(service.accounts)
  const made: number[] = []
  for (let count = 0; count < 9; count++)
    made.push(
      (await leashed.schedulePost({ content: 'Ask', social_account_ids, when: inAnHour() })).id,
    )
  const visited: number[] = []
  for await (const post of crier.listApprovals({ per_page: 2 })) {
    await crier.declinePost({ id: post.id })
    visited.push(post.id)
  }
  assert.deepEqual(visited, made)
})

test('what is made while a list is walked moves nothing that is still to come', async () => {
  const made: number[] = []
  for (let count = 0; count < 10; count++) made.push(await newPost(service))
  const visited: number[] = []
  for await (const { id } of crier.listPosts({ status: 'draft', per_page: 3 })) {
    if (made.includes(id)) visited.push(id)
    if (visited.length < 3) await newPost(service, { content: 'In between' })
  }
  assert.deepEqual(visited, made.toSorted(byNumber).toReversed())
})

test('an anchored page says how much is left, and its numbers fit each other', async () => {
  await many(10, () => newMedia(service, { folder: 'numbers' }))
  const first = await crier.listMedia({ folder: 'numbers', per_page: 4 })
  await crier.deleteMedia({ id: first.data[0]?.id ?? 0 })
  const url = new URL(first.next_page_url ?? '')
  const { body } = await service.rest('GET', url.pathname + url.search)
  const { current_page, last_page, total, next_page_url } = body
  assert.deepEqual([current_page, last_page, total], [2, 3, 9])
  const last = new URL(String(next_page_url))
  const end = (await service.rest('GET', last.pathname + last.search)).body
  assert.deepEqual([end['current_page'], end['last_page'], end['next_page_url']], [3, 3, null])
})

test('an anchor that no page gave is refused by its name', async () => {
  for (const wrong of ['1', 'x-1', '1-2-3', '', '-1-1']) {
    const { status, body } = await service.rest('GET', `/api/posts?after=${wrong}`)
    assert.equal(status, 422, wrong)
    assert.deepEqual(Object.keys(Object(body['errors'])), ['after'])
  }
})

test('events are walked to the last, however few an answer has, and from a cursor on', async () => {
  const { cursor: from } = await crier.listEvents({ after: 'now' })
  const made: number[] = []
  for (let count = 0; count < 7; count++) made.push(await newPost(service))
  // They come a moment after what they tell of.
  while ((await crier.listEvents({ types: ['post.created'], after: from })).data.length < 7)
    await crier.listEvents({ after: 'now', wait: 1 })
  const visited: (number | null)[] = []
  const cursors: string[] = []
  const only = { types: ['post.created' as const], limit: 3 }
  for await (const { cursor, post_id } of crier.listEvents({ ...only, after: from })) {
    visited.push(post_id)
    cursors.push(cursor)
  }
  assert.deepEqual(visited, made)
  const rest: (number | null)[] = []
  const [, , third = ''] = cursors
  for await (const { post_id } of crier.listEvents({ ...only, after: third })) rest.push(post_id)
  assert.deepEqual(rest, made.slice(3))
})

test('with wait a walk of events goes on with what comes, until it is left or its signal aborts', async () => {
  const before = await newPost(service)
  let { cursor: from } = await crier.listEvents({ limit: 1 })
  for await (const { cursor, post_id } of crier.listEvents({ after: from, wait: 30 })) {
    from = cursor
    if (post_id === before) break
  }
  const made: number[] = []
  const visited: (number | null)[] = []
  const input = { types: ['post.created' as const], wait: 30 }
  const after = from
  made.push(await newPost(service))
  for await (const { post_id } of crier.listEvents({ ...input, after })) {
    visited.push(post_id)
    if (visited.length === 3) break
    made.push(await newPost(service))
  }
  assert.deepEqual(visited, made)

  const stop = new AbortController()
  const heard: unknown[] = []
  await assert.rejects(async () => {
    for await (const { post_id } of crier.listEvents(
      { ...input, after },
      { signal: stop.signal },
    )) {
      heard.push(post_id)
      if (heard.length === made.length) stop.abort(new Error('enough'))
    }
  }, /enough/)
  assert.deepEqual(heard, made)
})

test('a walk of events throws what the service refuses, with the cursor to go on with', async () => {
  await assert.rejects(
    async () => {
      for await (const _ of crier.listEvents({ after: '000000000000.1' })) assert.fail()
    },
    ({ status, code, data }: CrierError) =>
      status === 410 && code === 'cursor_gone' && typeof data['cursor'] === 'string',
  )
})

function byNumber(a: number, b: number) {
  return a - b
}
