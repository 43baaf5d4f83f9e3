/** What a model has to read, in tokens (o200k): lists, the plan of a week, capabilities, the tools themselves. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { callers } from '../surfaces/callers.ts'
import { demoWorkspace, newAccount, newPost } from '../surfaces/kit.ts'
import { type Body, openService } from '../service.ts'
import { modern, resultOf, sender } from './rpc.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const get = (method: string, params = {}) => resultOf(sender(service)(...modern(method, params)))
const weight = (value: unknown) => encode(JSON.stringify(value)).length

const words =
  'A new season begins, and with it the long walks that we have missed since the spring. Which of them do you take first?'
const { id: third } = await newAccount(service, await demoWorkspace(service))
const social_account_ids = [...Object.values(service.accounts), third]
const DAYS = 30
for (let at = 0; at < 150; at++) {
  const day = String(1 + (at % DAYS)).padStart(2, '0')
  const when = `2998-09-${day}T${String(8 + (at % 12)).padStart(2, '0')}:00:00Z`
  await newPost(service, { content: `${at}: ${words}`, when, social_account_ids })
}

test('names, descriptions and inputs of the tools take at most 6,500 tokens, all of it 11,000', async () => {
  const { tools } = z
    .looseObject({ tools: z.array(z.looseObject({})) })
    .parse(await get('tools/list'))
  // What stands in `_meta` is for the client itself.
  const whole = weight({ tools: tools.map(({ _meta, ...told }) => told) })
  assert.ok(whole <= 11_000, String(whole))
  const first = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }))
  assert.ok(weight(first) <= 6_500, String(weight(first)))
})

test('a default page of posts on three accounts takes less than 3,000 tokens, its links included', async () => {
  const { content, structuredContent } = await get('tools/call', {
    name: 'list_posts',
    arguments: {},
  })
  const page = z.looseObject({ data: z.array(z.looseObject({ accounts: z.array(z.unknown()) })) })
  const { data } = page.parse(structuredContent)
  assert.equal(data.length, 20)
  assert.ok(data.every(({ accounts }) => accounts.length === 3))
  assert.ok(weight(content) < 3_000, String(weight(content)))
})

test('the plan of a week beside 150 scheduled posts takes less than 6,000 tokens, and has that week only', async () => {
  const { messages } = await get('prompts/get', {
    name: 'plan_week',
    arguments: { week: '2998-09-03' },
  })
  assert.ok(weight(messages) < 6_000, String(weight(messages)))
  const days = new Set(JSON.stringify(messages).match(/2998-09-\d\d(?= \d\d:)/g))
  assert.deepEqual(
    [...days].sort(),
    ['03', '04', '05', '06', '07', '08', '09'].map((day) => `2998-09-${day}`),
  )
})

test('…and when all of them are in that week, the rest is counted', async () => {
  await service.query(`update posts set scheduled_at = '2998-09-04T09:00:00Z'`)
  const { messages } = await get('prompts/get', {
    name: 'plan_week',
    arguments: { week: '2998-09-03' },
  })
  assert.ok(weight(messages) < 6_000, String(weight(messages)))
  assert.match(JSON.stringify(messages), /… and 50 more: see list_posts/)
})

test('the capabilities of one platform take less than 1,150 tokens, and no key goes missing', async () => {
  const { rest, mcp } = callers(service)
  const { platform_options, platforms, ...others } = (await mcp('get_capabilities')).body
  const all: Body = { ...z.record(z.string(), z.unknown()).parse(platform_options) }
  for (const platform of Object.keys(manifests)) {
    const { body } = await mcp('get_capabilities', { platforms: [platform] })
    assert.ok(weight(body) < 1_150, `${platform}: ${weight(body)}`)
    assert.deepEqual(body, (await rest('get_capabilities', { 'platforms[]': platform })).body)
    const { platform_options: options, platforms: rules, ...same } = body
    assert.deepEqual(same, others)
    assert.deepEqual(rules, { [platform]: Object(platforms)[platform] })
    const empty = Object.fromEntries(Object.keys(all).map((each) => [each, {}]))
    assert.deepEqual(options, { ...empty, [platform]: all[platform] })
  }
  for (const call of [rest, mcp]) {
    const { errors } = await call('get_capabilities', { platforms: 'myspace' })
    assert.match(errors['platforms']?.[0] ?? '', /^Name platforms that exist here: .*tiktok/)
  }
})
