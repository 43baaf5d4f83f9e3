import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { newMedia, newPost } from '../surfaces/kit.ts'
import { postIn } from '../surfaces/states.ts'
import { openService } from '../service.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts
const Page = z.looseObject({ data: z.array(z.looseObject({ id: z.int() })) })
const pageOf = async (name: string, args = {}) =>
  Page.parse((await service.tool(name, args)).result)

test('a list over MCP tells of a post what to choose by, and all of it when asked', async () => {
  const partial = await postIn('partial', service)
  const long = `Line one ${'and more '.repeat(20)}\nLine two`
  const id = await newPost(service, { content: long, when: '2998-01-02T00:00:00Z' })
  const { data } = await pageOf('list_posts', { status: 'all' })
  const found = data.find((each) => each.id === id)
  assert.deepEqual(Object.keys(found ?? {}).sort(), [
    'accounts',
    'excerpt',
    'id',
    'outcome',
    'scheduled_at',
  ])
  assert.ok(long.startsWith(String(found?.['excerpt']).replace(/…$/, '')))
  assert.ok(String(found?.['excerpt']).length <= 80)
  const accounts = z
    .array(z.looseObject({}))
    .parse(data.find((each) => each.id === partial)?.['accounts'])
  assert.deepEqual(
    accounts.toSorted((a, b) => (String(a['platform']) < String(b['platform']) ? -1 : 1)),
    [
      { id: bluesky, platform: 'bluesky', status: 'published' },
      { id: x, platform: 'x', status: 'failed', error_code: 'refused' },
    ],
  )
  for (const tool of ['list_posts', 'list_scheduled']) {
    const whole = await pageOf(tool, { detail: true })
    const { result } = await service.tool('get_post', { id })
    assert.deepEqual(whole.data.find((each) => each.id === id)?.['content'], result['content'])
    assert.ok((await pageOf(tool)).data.every((each) => !('content' in each)))
  }
})

test('a list of media leaves out addresses and digests until it is asked for them', async () => {
  const id = await newMedia(service, { alt_text: 'A square' })
  const of = async (args = {}) =>
    (await pageOf('list_media', args)).data.find((each) => each.id === id)
  assert.equal((await of())?.['alt_text'], 'A square')
  assert.ok(!('cdn_url' in ((await of()) ?? {})))
  const { result } = await service.tool('get_media', { id })
  assert.deepEqual(await of({ detail: 'true' }), result)
  assert.equal(typeof result['created_at'], 'string')
})

test('how a post stands on its accounts is told once over MCP, and in both places over REST', async () => {
  const id = await postIn('partial', service)
  const Post = z.looseObject({
    socialAccounts: z.array(z.looseObject({ id: z.int() })).min(2),
    per_account: z.array(z.looseObject({ account_id: z.int(), status: z.string() })).min(2),
  })
  const told = Post.parse((await service.tool('get_post', { id })).result)
  const rest = Post.parse((await service.rest('GET', `/api/posts/${id}`)).body)
  assert.deepEqual(told.per_account, rest.per_account)
  for (const account of told.socialAccounts) assert.ok(!('pivot' in account))
  for (const account of rest.socialAccounts) assert.ok('pivot' in account)
})

test('detail is yes or no where there are short items, and unknown elsewhere and over REST', async () => {
  for (const { name, mcp } of operations) {
    if ('absent' in mcp || !mcp.brief) continue
    const { result, isError } = await service.tool(name, { detail: 'perhaps' })
    assert.ok(isError && JSON.stringify(result).includes('Use true or false'), name)
  }
  const { result } = await service.tool('get_stats', { detail: true })
  assert.match(JSON.stringify(result), /"detail":/)
  assert.equal((await service.rest('GET', '/api/posts?detail=true')).status, 422)
})
