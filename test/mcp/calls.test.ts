import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { z } from 'zod'
import { type Body, openWorld } from '../world.ts'
import { callers } from '../surfaces/callers.ts'
import { end } from '../surfaces/hand.ts'
import { demoWorkspace, inAnHour, newKey, newNeighbour, setAccountHealth } from '../surfaces/kit.ts'
import { postIn } from '../surfaces/states.ts'
import { picture } from '../media/kit.ts'
import { legacy, messageOf, modern, resultOf, sender } from './rpc.ts'

let arriving: (() => void) | undefined
const site = createServer((_, response) => {
  const file = picture()
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': file.length })
  response.write(file.subarray(0, 10))
  arriving?.()
  response.on('close', () => left?.())
  if (!left) response.end(file.subarray(10))
})
let left: (() => void) | undefined
site.listen(0, '127.0.0.1')
await once(site, 'listening')
const at = site.address()
const origin = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`

const world = await openWorld({ ROLE: 'api', PLAN: 'free' }, { reachable: [origin] })
after(async () => {
  await world[Symbol.asyncDispose]()
  site.closeAllConnections()
  site.close()
})
const send = sender(world)
const { x = 0, bluesky = 0 } = world.accounts
const call = (name: string, args: Body, meta: Body = {}) => {
  const [message, headers] = modern('tools/call', { name, arguments: args })
  const { params, ...rest } = z
    .looseObject({ params: z.looseObject({ _meta: z.looseObject({}) }) })
    .parse(message)
  return [{ ...rest, params: { ...params, _meta: { ...params._meta, ...meta } } }, headers] as const
}
const Progress = z.looseObject({
  method: z.literal('notifications/progress'),
  params: z.looseObject({ progress: z.number(), progressToken: z.literal('p') }),
})
const framesOf = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : [])) as unknown[]

test('an upload by address tells its progress to a client that asked, and only to such', async () => {
  const args = { url: `${origin}/a.png` }
  const told = await send(...call('upload_media', args, { progressToken: 'p' }))
  const frames = framesOf(told.text)
  assert.ok(frames.length > 1, told.text)
  const steps = frames.slice(0, -1).map((frame) => Progress.parse(frame).params.progress)
  assert.deepEqual(
    steps,
    [...new Set(steps)].sort((a, b) => a - b),
  )
  const untold = await send(...call('upload_media', args))
  assert.match(untold.headers.get('content-type') ?? '', /^application\/json/)
})

test('waiting tells how many accounts have settled', async () => {
  const id = await postIn('publishing', world)
  const waiting = send(...call('get_post', { id, wait: 30 }, { progressToken: 'p' }))
  await end(world, id, { [x]: 'published', [bluesky]: 'published' })
  const said = await waiting
  assert.equal(
    z.looseObject({ outcome: z.string() }).parse(messageOf(said).result?.['structuredContent'])
      .outcome,
    'published',
  )
  for (const frame of framesOf(said.text).slice(0, -1)) Progress.parse(frame)
})

test(
  'a client that goes away stops the download that it asked for',
  { timeout: 10_000 },
  async () => {
    const gone = new Promise<void>((resolve) => (left = resolve))
    const begun = new Promise<void>((resolve) => (arriving = resolve))
    const [message, headers] = call('upload_media', { url: `${origin}/slow.png` })
    const controller = new AbortController()
    const asking = fetch(`${world.base_url}/mcp`, {
      method: 'POST',
      signal: controller.signal,
      headers: {
        ...headers,
        authorization: `Bearer ${world.token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify(message),
    })
    await begun
    controller.abort()
    await assert.rejects(asking)
    await gone
    left = undefined
  },
)

const later = { content: 'Hand over', social_account_ids: [x], when: inAnHour() }
const opens = { elicitation: { url: {} } }
const asked = (params: Body, capabilities: Body) =>
  modern('tools/call', { name: 'schedule_post', ...params }, capabilities)

test('an account that must be reconnected: a client that opens addresses is asked to, others are told', async () => {
  await setAccountHealth(world, x, 'needs_reconnect')
  const first = await resultOf(send(...asked({ arguments: later }, opens)))
  assert.equal(first['resultType'], 'input_required')
  const Asked = z.object({
    account_inactive: z.looseObject({
      method: z.literal('elicitation/create'),
      params: z.looseObject({ mode: z.literal('url'), url: z.string(), message: z.string() }),
    }),
  })
  const { url, message } = Asked.parse(first['inputRequests']).account_inactive.params
  assert.match(url, /\/connect\/x\?ticket=/)
  assert.match(message, /^Reconnect /)

  const answered = { inputResponses: { account_inactive: { action: 'accept' } } }
  const Plain = z.looseObject({
    error: z.looseObject({
      code: z.literal('account_inactive'),
      reconnect_url: z.string(),
      alternatives: z.array(z.looseObject({ id: z.int(), health: z.string() })).min(1),
    }),
  })
  for (const [message, headers] of [
    asked({ arguments: later }, {}),
    asked({ arguments: later }, { elicitation: {} }),
    legacy('tools/call', { name: 'schedule_post', arguments: later }),
    // Whoever comes back just as refused is not sent round in a circle.
    asked({ arguments: later, ...answered }, opens),
  ]) {
    const result = await resultOf(send(message, headers))
    assert.equal(result['isError'], true)
    Plain.parse(result['structuredContent'])
  }
  await setAccountHealth(world, x, 'healthy')
  const done = await resultOf(send(...asked({ arguments: later, ...answered }, opens)))
  assert.equal(
    z.looseObject({ status: z.string() }).parse(done['structuredContent']).status,
    'scheduled',
  )
})

test('recovery data is the same on both surfaces, and messages lead with what to do', async () => {
  const next = await newNeighbour(world, 'free')
  await world.query(`delete from accounts where workspace_id = ${next.workspace_id}`)
  await setAccountHealth(world, x, 'needs_reconnect')
  const wished = { content: 'x', social_account_ids: [x], when: inAnHour() }
  const cases = [
    [
      next.token,
      { ...wished, social_account_ids: [next.account_id] },
      'no_connected_accounts',
      ['alternatives', 'connect_url'],
    ],
    [world.token, wished, 'account_inactive', ['account_id', 'alternatives', 'reconnect_url']],
    [
      world.token,
      { ...wished, when: 'next_slot', social_account_ids: [bluesky] },
      'no_queue_slots',
      ['settings_url'],
    ],
    [world.token, { ...wished, when: '' }, 'no_timing_specified', []],
  ] as const
  for (const [token, args, code, data] of cases) {
    const { rest, mcp } = callers(world, token)
    const answers = [await rest('schedule_post', args), await mcp('schedule_post', args)]
    for (const { code: said, body } of answers) {
      assert.equal(said, code)
      assert.match(String(body['message']), /^(Connect|Reconnect|Set up|Say|Upgrade) /)
      assert.deepEqual(Object.keys(body).sort(), ['code', 'message', ...data].sort())
    }
    // Addresses are signed, with a time.
    const plain = answers.map(({ body }) => JSON.stringify(body).replace(/ticket=[^"]+/g, ''))
    assert.equal(plain[0], plain[1])
  }
  await setAccountHealth(world, x, 'healthy')
})

test('keys are managed by one tool: list, create, update, revoke', async () => {
  const { mcp, rest } = callers(world)
  const made = await mcp('manage_api_keys', {
    action: 'create',
    name: 'Robot',
    leash: { posts_per_day: 3 },
  })
  const { id, token } = z.looseObject({ id: z.string(), token: z.string() }).parse(made.body)
  assert.ok(token.startsWith(`${id}|`))
  const Keys = z.array(z.looseObject({ id: z.string(), name: z.string() }))
  const listed = await mcp('manage_api_keys', { action: 'list' })
  assert.deepEqual(listed.body['keys'], (await rest('list_api_keys')).body['list'])
  assert.ok(!JSON.stringify(listed.body).includes(token.split('|')[1] ?? token))
  await mcp('manage_api_keys', { action: 'update', id, name: 'Robot 2' })
  assert.equal(
    Keys.parse((await mcp('manage_api_keys', { action: 'list' })).body['keys']).find(
      (key) => key.id === id,
    )?.name,
    'Robot 2',
  )
  const revoked = await mcp('manage_api_keys', { action: 'revoke', id })
  assert.deepEqual(revoked.body, { revoked: true, id })
  for (const action of ['update', 'revoke'])
    assert.equal((await mcp('manage_api_keys', { action, id })).code, 'key_not_found', action)
})

test('managing keys refuses what its REST operations refuse, field by field', async () => {
  const { mcp, rest } = callers(world)
  for (const [action, name, args] of [
    ['create', 'create_api_key', {}],
    ['create', 'create_api_key', { name: 'x', abilities: ['fly'] }],
    ['create', 'create_api_key', { name: 'x', leash: { account_ids: [999_999] } }],
    ['revoke', 'revoke_api_key', { id: '987654' }],
  ] as const) {
    const one = await mcp('manage_api_keys', { action, ...args })
    const other = await rest(name, args)
    assert.equal(one.code, other.code)
    assert.deepEqual(Object.keys(one.errors), Object.keys(other.errors))
  }
  assert.deepEqual(
    Object.keys((await mcp('manage_api_keys', { action: 'list', name: 'x' })).errors),
    ['name'],
  )
  assert.deepEqual(Object.keys((await mcp('manage_api_keys', { action: 'revoke' })).errors), ['id'])
  const { token } = await newKey(world, ['posts:read'], await demoWorkspace(world))
  assert.equal(
    (await callers(world, token).mcp('manage_api_keys', { action: 'list' })).code,
    'forbidden',
  )
})

test('get_analytics is the same on both surfaces, to the byte', async () => {
  const query = { from: '2026-01-01', to: '2026-01-31' }
  const response = await fetch(
    `${world.base_url}/api/analytics?${new URLSearchParams(query).toString()}`,
    {
      headers: { authorization: `Bearer ${world.token}` },
    },
  )
  const { content } = await resultOf(
    send(...modern('tools/call', { name: 'get_analytics', arguments: query })),
  )
  const [said] = z.array(z.looseObject({ text: z.string() })).parse(content)
  assert.equal(said?.text, await response.text())
})
