import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Crier, CrierError } from '@crier/sdk'
import { operations } from '#operations/index.ts'
import { openService, type TestService } from '../service.ts'
import { makePng } from '../png.ts'

let service: TestService
let crier: Crier

before(async () => {
  service = await openService()
  crier = new Crier({ base_url: `${service.base_url}/`, token: service.token })
})
after(() => service[Symbol.asyncDispose]())

test('every operation with a REST face is a method', () => {
  const missing = operations
    .filter(({ rest }) => !('absent' in rest))
    .map(({ name }) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .filter((method) => typeof Reflect.get(crier, method) !== 'function')
  assert.deepEqual(missing, [])
})

test('a post is scheduled, changed, cancelled, restored, duplicated and deleted', async () => {
  const social_account_ids = Object.values(service.accounts)
  const scheduled_at = new Date(Date.now() + 3600_000).toISOString()
  const post = await crier.schedulePost({ content: 'One', social_account_ids, scheduled_at })
  assert.equal(post.status, 'scheduled')
  const changed = await crier.updatePost({ id: post.id, content: 'Two' })
  assert.equal(changed.content, 'Two')
  assert.ok((await crier.cancelPost({ id: post.id })).deleted_at)
  assert.equal((await crier.restorePost({ id: post.id })).status, 'scheduled')
  const copy = await crier.duplicatePost({ id: post.id })
  assert.deepEqual(copy.dropped_account_ids, [])
  assert.equal(await crier.deletePost({ id: copy.id }), undefined)
  assert.ok((await crier.getPost({ id: copy.id })).deleted_at)
})

test('a list is one page when awaited, and everything when walked', async () => {
  const social_account_ids = Object.values(service.accounts)
  for (let number = 0; number < 5; number++) {
    await crier.schedulePost({ content: `Walk ${number}`, social_account_ids })
  }
  const page = await crier.listPosts({ status: 'draft', per_page: 2 })
  assert.equal(page.data.length, 2)
  assert.ok(page.total >= 5)
  const walked = []
  for await (const post of crier.listPosts({ status: 'draft', per_page: 2 })) walked.push(post.id)
  assert.equal(walked.length, page.total)
  assert.equal(new Set(walked).size, page.total)
})

test('a file goes up with its tags, and is found by them', async () => {
  const file = new File([makePng({ width: 8 })], 'dot.png', { type: 'image/png' })
  const item = await crier.uploadMedia({ file, tags: ['alpha', 'beta'], alt_text: 'A dot' })
  assert.deepEqual(item.tags, ['alpha', 'beta'])
  const found = await crier.listMedia({ tags: ['alpha', 'beta'] })
  assert.deepEqual(
    found.data.map(({ id }) => id),
    [item.id],
  )
})

test('an upload in chunks is opened, filled and completed', async () => {
  const bytes = makePng({ width: 9 })
  const session = await crier.openUpload({
    filename: 'nine.png',
    mime_type: 'image/png',
    size_bytes: bytes.length,
  })
  const id = session.upload_id
  const state = await crier.uploadChunk({ id, offset: 0, bytes })
  assert.equal(state.completed, true)
  const item = await crier.completeUpload({ id })
  assert.equal(item.size_bytes, bytes.length)
})

test('a refusal is an error with its code, its status and what to go on with', async () => {
  await assert.rejects(crier.getPost({ id: 999_999 }), (error) => {
    assert.ok(error instanceof CrierError)
    assert.equal(error.status, 404)
    assert.equal(error.code, 'post_not_found')
    assert.ok(error.request_id)
    return true
  })
  await assert.rejects(crier.schedulePost({ content: '', social_account_ids: [] }), (error) => {
    assert.ok(error instanceof CrierError)
    assert.equal(error.code, 'invalid')
    assert.ok(error.errors['social_account_ids']?.length)
    return true
  })
})

test('the reports come through as they are', async () => {
  const [accounts, capabilities, stats, analytics] = await Promise.all([
    crier.getAccounts(),
    crier.getCapabilities(),
    crier.getStats(),
    crier.getAnalytics(),
  ])
  assert.ok(accounts.accounts.length)
  assert.ok(capabilities.limits.max_upload_bytes)
  assert.ok(stats)
  assert.deepEqual(analytics, (await service.rest('GET', '/api/analytics')).body)
})

test('a key is made, listed and revoked', async () => {
  const key = await crier.createApiKey({ name: 'From the SDK' })
  const other = new Crier({ base_url: service.base_url, token: key.token })
  assert.ok((await other.listApiKeys()).some(({ id }) => id === key.id))
  await crier.revokeApiKey({ id: key.id })
  await assert.rejects(other.getAccounts(), { code: 'unauthenticated' })
})
