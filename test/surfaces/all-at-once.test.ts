/** Everything that is wrong with a call is told in one answer: with its path, its header, and what it leaves out, too. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { operations } from '#operations/index.ts'
import { openService } from '../service.ts'
import { callers } from './callers.ts'
import { newMedia, newPost } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { x = 0 } = service.accounts

const withPlaces = operations.flatMap(({ name, rest }) => {
  if ('absent' in rest || !rest.path.includes(':')) return []
  const [, place = ''] = /:(\w+)/.exec(rest.path) ?? []
  return [{ name, place, ...rest }]
})

test('a body or query that names another thing than the path is refused, by every operation', async () => {
  assert.ok(withPlaces.length > 40, 'most operations name one thing')
  for (const { name, place, method, path } of withPlaces) {
    const url = path.replaceAll(/:\w+/g, '82')
    const asked = await service.rest(method, `${url}?${place}=5`)
    assert.equal(asked.status, 422, name)
    assert.ok(place in Object(asked.body['errors']), `${name} ${JSON.stringify(asked.body)}`)
    if (method === 'GET' || method === 'PATCH') continue
    const { status, body } = await service.rest(method, url, { [place]: 5 })
    assert.equal(status, 422, name)
    assert.ok(place in Object(body['errors']), `${name} ${JSON.stringify(body)}`)
  }
})

test('a post keeps what it is when the body is meant for another, and is changed when the body names it', async () => {
  const id = await newPost(service, { content: 'Mine' })
  const refused = await service.rest('PUT', `/api/posts/${id}`, { id: id + 1, content: 'Yours' })
  assert.deepEqual(Object.keys(Object(refused.body['errors'])), ['id'])
  assert.equal((await service.rest('GET', `/api/posts/${id}`)).body['content'], 'Mine')
  for (const said of [id, String(id)]) {
    const changed = await service.rest('PUT', `/api/posts/${id}`, { id: said, content: 'Ours' })
    assert.equal(changed.status, 200)
  }
  const both_wrong = await service.rest('PUT', `/api/posts/${id}`, { id: 0, content: 5 })
  assert.deepEqual(Object.keys(Object(both_wrong.body['errors'])).toSorted(), ['content', 'id'])
})

test('a key for repeating that is none is told beside the fields that are wrong', async () => {
  const key = { 'idempotency-key': 'with space' }
  const post = { content: 'Twice', social_account_ids: [987_654], media_ids: ['first'] }
  const { status, body } = await service.rest('POST', '/api/posts', post, key)
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(Object(body['errors'])).toSorted(), [
    'Idempotency-Key',
    'media_ids.0',
    'social_account_ids.0',
  ])
  const sound = { content: 'Sound', social_account_ids: [x] }
  const alone = await service.rest('POST', '/api/posts', sound, key)
  assert.deepEqual(Object.keys(Object(alone.body['errors'])), ['Idempotency-Key'])
  const unknown = { ...sound, social_account_ids: [987_654] }
  const known = await service.rest('POST', '/api/posts', unknown, key)
  assert.deepEqual(Object.keys(Object(known.body['errors'])).toSorted(), [
    'Idempotency-Key',
    'social_account_ids.0',
  ])
  const tool = await both.mcp(
    'schedule_post',
    { ...unknown, when: 'draft' },
    { idempotency_key: 'with space' },
  )
  assert.deepEqual(Object.keys(tool.errors).toSorted(), ['idempotency_key', 'social_account_ids.0'])
  for (const [surface, field, more] of [
    ['mcp', 'idempotency_key', {}],
    ['rest', 'Idempotency-Key', { when: null }],
  ] as const) {
    const sent = { idempotency_key: 'with space' }
    const { errors } = await both[surface]('schedule_post', { ...sound, ...more }, sent)
    assert.deepEqual(Object.keys(errors).toSorted(), [field, 'when'], surface)
  }
  const list = await service.rest('POST', '/api/posts', [post], key)
  assert.deepEqual(Object.keys(Object(list.body['errors'])).toSorted(), ['Idempotency-Key', 'body'])
  for (const text of ['{"content":', '{"content":"a","content":"b"}']) {
    const unread = await service.rest('POST', '/api/posts', text, key)
    const { errors } = unread.body
    assert.equal(unread.status, 422)
    assert.deepEqual(Object.keys(Object(errors)).toSorted(), ['Idempotency-Key', 'body'], text)
    const stranger = { ...key, authorization: 'Bearer no' }
    assert.equal((await service.rest('POST', '/api/posts', text, stranger)).status, 401)
  }
})

test('a missing when is told beside what else is wrong, and alone is the refusal of its own', async () => {
  const unsaid = { content: 'When?', social_account_ids: [987_654] }
  const ofTool = await both.mcp('schedule_post', unsaid)
  assert.deepEqual(Object.keys(ofTool.errors).toSorted(), ['social_account_ids.0', 'when'])
  const shapeless = await both.mcp('schedule_post', { content: 5, social_account_ids: [x] })
  assert.deepEqual(Object.keys(shapeless.errors).toSorted(), ['content', 'when'])
  const ofRest = await both.rest('schedule_post', { ...unsaid, when: '' })
  assert.deepEqual(Object.keys(ofRest.errors).toSorted(), ['social_account_ids.0', 'when'])
  const alone = await both.mcp('schedule_post', { content: 'When?', social_account_ids: [x] })
  assert.equal(alone.code, 'no_timing_specified')
  const draft = await both.rest('schedule_post', unsaid)
  assert.deepEqual(Object.keys(draft.errors), ['social_account_ids.0'], 'over REST none is a draft')
})

test('what is to be done with many is told beside ids that are none', async () => {
  const { id } = await newMedia(service).then((each) => ({ id: Number(each) }))
  for (const call of Object.values(both)) {
    const nothing = await call('update_many_media', { ids: [id, 'two'] })
    assert.deepEqual(Object.keys(nothing.errors).toSorted(), ['ids', 'ids.1'])
    const kept = await call('update_many_media', { ids: [id, 'two'], for_good: true, folder: 'a' })
    assert.deepEqual(Object.keys(kept.errors).toSorted(), ['for_good', 'ids.1'])
  }
})
