import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())
const everyone = Object.values(service.accounts)

test('a post created over REST reaches the platforms and comes back with its addresses', async () => {
  const created = await service.rest('POST', '/api/posts', {
    content: 'Hello by REST',
    social_account_ids: everyone,
    publish_now: true,
  })
  assert.equal(created.status, 201)
  assert.equal(created.body['status'], 'scheduled')
  const { body } = await service.rest('GET', `/api/posts/${String(created.body['id'])}?wait=30`)
  assert.equal(body['status'], 'published')
  assert.equal(body['outcome'], 'published')
  for (const platform of Object.keys(service.accounts)) {
    const texts = (await service.received(platform)).map(({ text }) => text)
    assert.deepEqual(texts.filter((text) => text === 'Hello by REST').length, 1, platform)
  }
})

test('the same through a real MCP client', async () => {
  const { result, isError } = await service.tool('schedule_post', {
    content: 'Hello by MCP',
    social_account_ids: everyone,
    when: 'now',
  })
  assert.equal(isError, false)
  const { result: post } = await service.tool('get_post', { id: result['id'], wait: 30 })
  assert.equal(post['outcome'], 'published')
  assert.equal(post['created_via'], 'mcp')
})
