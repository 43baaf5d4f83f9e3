import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openWorld } from '../world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())
const everyone = Object.values(world.accounts)

test('a post created over REST reaches the platforms and comes back with its addresses', async () => {
  const created = await world.rest('POST', '/api/posts', {
    content: 'Hello by REST',
    social_account_ids: everyone,
    publish_now: true,
  })
  assert.equal(created.status, 201)
  assert.equal(created.body['status'], 'scheduled')
  const { body } = await world.rest('GET', `/api/posts/${String(created.body['id'])}?wait=30`)
  assert.equal(body['status'], 'published')
  assert.equal(body['outcome'], 'published')
  for (const platform of Object.keys(world.accounts)) {
    const texts = (await world.received(platform)).map(({ text }) => text)
    assert.deepEqual(texts.filter((text) => text === 'Hello by REST').length, 1, platform)
  }
})

test('the same through a real MCP client', async () => {
  const { result, isError } = await world.tool('schedule_post', {
    content: 'Hello by MCP',
    social_account_ids: everyone,
    when: 'now',
  })
  assert.equal(isError, false)
  const { result: post } = await world.tool('get_post', { id: result['id'], wait: 30 })
  assert.equal(post['outcome'], 'published')
  assert.equal(post['created_via'], 'mcp')
})
