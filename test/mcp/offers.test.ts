import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { openService } from '../service.ts'
import { newKey, newMedia, newPost } from '../surfaces/kit.ts'
import { legacy, modern, resultOf, sender } from './rpc.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const send = sender(service)
const get = (method: string, params = {}) => resultOf(send(...modern(method, params)))

const tools =
  `schedule_post update_post get_post list_posts list_scheduled publish_now retry_post duplicate_post cancel_post
  delete_post restore_post upload_media list_media get_media update_media delete_media get_queue_slots get_accounts
  get_capabilities get_stats get_analytics manage_api_keys`.split(/\s+/)

test('there are exactly 22 tools, always in the same order', async () => {
  const Named = z.array(z.looseObject({ name: z.string() }))
  const names = Named.parse((await get('tools/list'))['tools']).map(({ name }) => name)
  assert.deepEqual(names, tools)
  assert.equal(names.length, 22)
  assert.deepEqual(await get('tools/list'), await get('tools/list'))
})

test('a tool says when to use it and what comes back, in a few sentences', () => {
  for (const { name, summary, mcp } of operations) {
    if ('absent' in mcp) continue
    assert.ok(summary.length >= 40 && summary.length <= 260, name)
  }
})

test('what a client is told first stands alone in 512 characters', async () => {
  const instructions = String((await get('server/discover'))['instructions'])
  const first = instructions.slice(0, 512)
  for (const word of ['get_accounts', 'get_capabilities', 'schedule_post', 'when', 'get_post'])
    assert.ok(first.includes(word), word)
  assert.equal(instructions.split('\n\n')[0]?.length, first.split('\n\n')[0]?.length)
})

test('the server says its name, its page and its picture, in both eras', async () => {
  const About = z.looseObject({
    name: z.literal('crier'),
    title: z.literal('Crier'),
    websiteUrl: z.literal(service.base_url),
    icons: z
      .array(z.looseObject({ src: z.string().startsWith('data:image/png;base64,iVBOR') }))
      .min(1),
  })
  const discovered = z.looseObject({ _meta: z.looseObject({}) }).parse(await get('server/discover'))
  About.parse(discovered._meta['io.modelcontextprotocol/serverInfo'])
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  }
  const { serverInfo } = await resultOf(send(...legacy('initialize', hello, '2025-06-18')))
  About.parse(serverInfo)
})

test('whatever may be kept is kept by its caller only, and says how long', async () => {
  const uri = 'crier://accounts'
  for (const method of [
    'server/discover',
    'tools/list',
    'prompts/list',
    'resources/list',
    'resources/templates/list',
    'resources/read',
  ]) {
    const { ttlMs, cacheScope } = await get(method, method === 'resources/read' ? { uri } : {})
    assert.equal(cacheScope, 'private', method)
    assert.ok(Number(ttlMs) > 0, method)
  }
})

const Contents = z.object({
  contents: z.tuple([
    z.looseObject({ uri: z.string(), mimeType: z.literal('application/json'), text: z.string() }),
  ]),
})
async function read(uri: string): Promise<unknown> {
  const {
    contents: [content],
  } = Contents.parse(await get('resources/read', { uri }))
  assert.equal(content.uri, uri)
  return JSON.parse(content.text)
}

test('there are four resources and two templates, each the answer of a tool', async () => {
  const post = await newPost(service, { when: '2998-01-02T00:00:00Z' })
  const media = await newMedia(service)
  const { resources } = z
    .object({ resources: z.array(z.looseObject({ uri: z.string(), title: z.string() })) })
    .parse(await get('resources/list'))
  assert.deepEqual(
    resources.map(({ uri }) => uri),
    ['crier://accounts', 'crier://capabilities', 'crier://queue', 'crier://posts/upcoming'],
  )
  const { resourceTemplates } = z
    .object({ resourceTemplates: z.array(z.looseObject({ uriTemplate: z.string() })) })
    .parse(await get('resources/templates/list'))
  assert.deepEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['crier://posts/{id}', 'crier://media/{id}'],
  )

  const same = async (uri: string, tool: string, args = {}) =>
    assert.deepEqual(await read(uri), (await service.tool(tool, args)).result, uri)
  await same('crier://capabilities', 'get_capabilities')
  await same('crier://queue', 'get_queue_slots')
  await same(`crier://posts/${post}`, 'get_post', { id: post })
  await same(`crier://media/${media}`, 'get_media', { id: media })
  const accounts = z
    .looseObject({ accounts: z.array(z.unknown()) })
    .parse(await read('crier://accounts'))
  assert.equal(accounts.accounts.length, Object.keys(service.accounts).length)
})

test('upcoming posts come soonest first, also where there are more than are told', async () => {
  for (const day of ['03', '01', '02']) await newPost(service, { when: `2997-01-${day}T00:00:00Z` })
  const { bluesky = 0 } = service.accounts
  const posts = Array.from({ length: 200 }, (_, at) => ({
    content: `Far away ${at}`,
    social_account_ids: [bluesky],
    when: '2999-01-01T00:00:00Z',
  }))
  const { status } = await service.rest('POST', '/api/posts/batch', { posts })
  assert.equal(status, 200)
  const Page = z.looseObject({ data: z.array(z.looseObject({ scheduled_at: z.string() })) })
  const times = Page.parse(await read('crier://posts/upcoming')).data.map(
    (each) => each.scheduled_at,
  )
  assert.deepEqual(times, times.toSorted())
  assert.equal(times[0], '2997-01-01T00:00:00.000Z')
  assert.equal(times.length, 200)
})

test('items of a list are linked as resources, which can be read', async () => {
  await newPost(service, { content: `Line one\n${'x'.repeat(100)}` })
  await newMedia(service)
  for (const [tool, args] of [
    ['list_posts', { status: 'all' }],
    ['list_media', {}],
  ] as const) {
    const answer = await get('tools/call', { name: tool, arguments: args })
    const Link = z.looseObject({
      type: z.literal('resource_link'),
      uri: z.string(),
      name: z.string().min(1).max(60),
    })
    const [, ...links] = z
      .tuple([z.looseObject({ type: z.literal('text') })])
      .rest(Link)
      .parse(answer['content'])
    const { data } = z
      .looseObject({ data: z.array(z.unknown()) })
      .parse(answer['structuredContent'])
    assert.equal(links.length, data.length)
    assert.deepEqual(await read(links[0]?.uri ?? ''), {
      ...Object(await read(links[0]?.uri ?? '')),
    })
  }
})

test('a leash and an ability hold for what is read and asked as well', async () => {
  const { token } = await newKey(service, ['media:read'])
  const weak = sender(service, '/mcp', token)
  for (const [method, params] of [
    ['resources/read', { uri: 'crier://accounts' }],
    ['prompts/get', { name: 'plan_week' }],
    [
      'completion/complete',
      {
        ref: { type: 'ref/resource', uri: 'crier://posts/{id}' },
        argument: { name: 'id', value: '' },
      },
    ],
  ] as const) {
    await assert.rejects(resultOf(weak(...modern(method, params))), /posts:read/, method)
  }
})

const Completion = z.looseObject({
  completion: z.object({ values: z.array(z.string()), total: z.int(), hasMore: z.boolean() }),
})
async function completed(ref: object, name: string, value: string) {
  const argument = { name, value }
  return Completion.parse(await get('completion/complete', { ref, argument })).completion
}

test('ids and arguments are completed from what is typed', async () => {
  const id = String(await newPost(service))
  const template = { type: 'ref/resource', uri: 'crier://posts/{id}' }
  assert.ok((await completed(template, 'id', id)).values.includes(id))
  assert.deepEqual((await completed(template, 'id', 'x')).values, [])
  assert.ok(
    (await completed({ ...template, uri: 'crier://media/{id}' }, 'id', '')).values.length > 0,
  )
  const plan = { type: 'ref/prompt', name: 'plan_week' }
  const { values } = await completed(plan, 'week', '')
  assert.equal(values.length, 8)
  for (const day of values) assert.equal(new Date(day).getUTCDay(), 1, `${day} is a Monday`)
  const review = { type: 'ref/prompt', name: 'performance_review' }
  assert.deepEqual((await completed(review, 'period', 'LAST_3')).values, ['last_30_days'])
  assert.deepEqual(
    (await completed(review, 'platform', '')).values,
    Object.keys(service.accounts).toSorted(),
  )
  assert.deepEqual((await completed(review, 'nothing', '')).values, [])
})
