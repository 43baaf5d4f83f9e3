import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { z } from 'zod'
import { type Body, openService } from '../service.ts'
import { end } from '../surfaces/hand.ts'
import { inAnHour, setAccountHealth } from '../surfaces/kit.ts'
import { postIn } from '../surfaces/states.ts'
import { picture } from '../media/kit.ts'
import { answerOf } from './answer.ts'
import { legacy, modern, resultOf, sender } from './rpc.ts'

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

const service = await openService({ ROLE: 'api', PLAN: 'free' }, { reachable: [origin] })
after(async () => {
  await service[Symbol.asyncDispose]()
  site.closeAllConnections()
  site.close()
})
const send = sender(service)
const { x = 0, bluesky = 0 } = service.accounts
const call = (name: string, args: Body, meta: Body = {}) => {
  const [message, headers] = modern('tools/call', { name, arguments: args })
  const { params, ...rest } = z
    .looseObject({ params: z.looseObject({ _meta: z.looseObject({}) }) })
    .parse(message)
  return [{ ...rest, params: { ...params, _meta: { ...params._meta, ...meta } } }, headers] as const
}
const Progress = z.looseObject({
  method: z.literal('notifications/progress'),
  params: z.looseObject({
    progress: z.number(),
    total: z.number().optional(),
    progressToken: z.literal('p'),
  }),
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
  const id = await postIn('publishing', service)
  const asked = call('get_post', { id, wait: 30 }, { progressToken: 'p' })
  const told = []
  let outcome: unknown
  // Each account settles once the client has heard of the one before: no clock decides what is told.
  const next = [
    () => end(service, id, { [x]: 'published' }),
    () => end(service, id, { [bluesky]: 'published' }),
  ]
  for await (const frame of streamed(...asked)) {
    const { success, data } = Progress.safeParse(frame)
    if (success) told.push([data.params.progress, data.params.total])
    else outcome = Final.parse(frame).result.structuredContent.outcome
    await next.shift()?.()
  }
  assert.deepEqual(told, [
    [0, 2],
    [1, 2],
    [2, 2],
  ])
  assert.equal(outcome, 'published')
})

const Final = z.looseObject({
  result: z.looseObject({ structuredContent: z.looseObject({ outcome: z.string() }) }),
})

/** The messages of an answer, as they come. */
async function* streamed(message: Body, headers: Record<string, string>) {
  const response = await post(message, headers)
  let rest = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    yield* framesOf(lines.join('\n'))
  }
}

function post(message: Body, headers: Record<string, string>, signal?: AbortSignal) {
  return fetch(`${service.base_url}/mcp`, {
    method: 'POST',
    ...(signal && { signal }),
    headers: {
      ...headers,
      authorization: `Bearer ${service.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify(message),
  })
}

test(
  'a client that goes away stops the download that it asked for',
  { timeout: 10_000 },
  async () => {
    const gone = new Promise<void>((resolve) => (left = resolve))
    const begun = new Promise<void>((resolve) => (arriving = resolve))
    const [message, headers] = call('upload_media', { url: `${origin}/slow.png` })
    const controller = new AbortController()
    const asking = post(message, headers, controller.signal)
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
  await setAccountHealth(service, x, 'needs_reconnect')
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
    Plain.parse(answerOf(result).body)
  }
  await setAccountHealth(service, x, 'healthy')
  const done = await resultOf(send(...asked({ arguments: later, ...answered }, opens)))
  assert.equal(
    z.looseObject({ status: z.string() }).parse(done['structuredContent']).status,
    'scheduled',
  )
})
