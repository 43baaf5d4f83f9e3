/** What whoever follows requests and deliveries is told, and what never. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSecret } from '#connecting/secrets.ts'
import { spanAttributes } from '#rules/spans.ts'
import { readToken } from '#store/tokens.ts'
import { doingOf, openService, type TestService } from '../service.ts'
import { openReceiver, type Receiver } from '../webhooks/receiver.ts'
import { openOtlp, type OtlpReceiver, type Span } from './receiver.ts'

const AUTHORIZATION = 'Bearer of-the-operator'
let otlp: OtlpReceiver
let hooks: Receiver
let service: TestService
before(async () => {
  otlp = await openOtlp()
  hooks = await openReceiver()
  service = await openService({
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(AUTHORIZATION)}, x-tenant=one`,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=of%20the%20test',
    WEBHOOK_PRIVATE_HOSTS: hooks.host,
  })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await hooks[Symbol.asyncDispose]()
  await otlp[Symbol.asyncDispose]()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const traceparent = (trace = TRACE, flags = '01') => ({
  traceparent: `00-${trace}-${PARENT}-${flags}`,
})
const named = (name: string, trace?: string) => (span: Span) =>
  span.name === name && (trace === undefined || span.traceId === trace)

function below(span: Span) {
  return otlp.spans().filter((each) => each.parentSpanId === span.spanId)
}

test('a request is a span of its caller’s trace, with its operation, its statements and its answer', async () => {
  const answer = await service.rest('GET', '/api/posts?page=1', undefined, {
    ...traceparent(),
    'x-request-id': 'of-the-test',
  })
  assert.equal(answer.status, 200)
  const span = await otlp.soon(named('GET /api/posts', TRACE))
  assert.equal(span.parentSpanId, PARENT)
  assert.equal(span.kind, 2)
  const { 'crier.workspace_id': workspace, ...told } = span.attributes
  assert.ok(Number(workspace) > 0)
  assert.deepEqual(told, {
    'http.request.method': 'GET',
    'http.route': '/api/posts',
    'http.response.status_code': '200',
    'crier.operation': 'list_posts',
    'crier.request_id': 'of-the-test',
  })
  assert.equal(span.status?.code ?? 0, 0)
  const statements = below(span)
  assert.ok(statements.length > 0)
  for (const { attributes, startTimeUnixNano, endTimeUnixNano } of statements) {
    assert.equal(attributes['db.system.name'], 'postgresql')
    assert.ok(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano))
  }
  const trip = statements.find(({ name }) => name === 'trip')
  assert.equal(trip?.attributes['db.operation.name'], 'trip')
  const key = statements.find(({ name }) => name === 'select keys')
  assert.equal(key?.attributes['db.collection.name'], 'keys')
})

test('whoever sends no trace begins one, and one that is not kept is not told', async () => {
  await service.rest('GET', '/api/posts/4711', undefined, traceparent('f'.repeat(32), '00'))
  await service.rest('GET', '/api/labels')
  const span = await otlp.soon(named('GET /api/labels'))
  assert.equal(span.parentSpanId, '')
  assert.deepEqual(
    otlp.spans().filter(({ traceId }) => traceId === 'f'.repeat(32)),
    [],
  )
})

test('a refusal has its code, and is no error of ours', async () => {
  const trace = 'a'.repeat(32)
  await service.rest('GET', '/api/posts/4711', undefined, traceparent(trace))
  const span = await otlp.soon(named('GET /api/posts/:id', trace))
  assert.equal(span.attributes['error.type'], 'post_not_found')
  assert.equal(span.attributes['http.response.status_code'], '404')
  assert.equal(span.status?.code ?? 0, 0)
})

test('probes are not told', async () => {
  await fetch(`${service.base_url}/health`)
  await fetch(`${service.base_url}/ready`)
  const trace = 'b'.repeat(32)
  await service.rest('GET', '/no/such/place', undefined, traceparent(trace))
  await otlp.soon(named('GET', trace))
  assert.deepEqual(
    otlp.spans().filter(({ name }) => /health|ready/.test(name)),
    [],
  )
})

test('a tool call is a span below its request, with what became of it', async () => {
  const { isError } = await service.tool('get_post', { post_id: 4711, id: 4711 })
  assert.ok(isError)
  const span = await otlp.soon(named('tools/call get_post'))
  assert.equal(span.attributes['gen_ai.tool.name'], 'get_post')
  assert.equal(span.status?.code, 2)
  const above = await otlp.soon(({ spanId }) => spanId === span.parentSpanId)
  assert.equal(above.name, 'POST /mcp')
})

test('an attempt is a trace of its own, linked to the request that asked for it, with steps and calls below', async () => {
  const { x = 0 } = service.accounts
  const trace = 'c'.repeat(32)
  const { body } = await service.rest(
    'POST',
    '/api/posts',
    { content: 'Of a trace', social_account_ids: [x], publish_now: true },
    traceparent(trace),
  )
  const asked = await otlp.soon(named('POST /api/posts', trace))
  assert.equal(asked.attributes['crier.post_id'], String(body['id']))
  const attempt = await otlp.soon(
    ({ name, attributes }) =>
      name === 'attempt x' &&
      attributes['crier.post_id'] === String(body['id']) &&
      attributes['crier.outcome'] === 'published',
  )
  assert.equal(attempt.parentSpanId, '')
  assert.notEqual(attempt.traceId, trace)
  assert.deepEqual(attempt.links, [{ traceId: trace, spanId: asked.spanId }])
  assert.equal(attempt.attributes['crier.platform'], 'x')
  assert.equal(attempt.attributes['crier.sandbox'], true)
  assert.ok(Number(attempt.attributes['crier.attempt']) >= 1)
  const steps = below(attempt).filter(({ name }) => name.startsWith('step '))
  const post = steps.find(({ name }) => name === 'step post')
  assert.equal(post?.attributes['crier.outcome'], 'done')
  const [call] = below(post ?? assert.fail()).filter(
    ({ attributes }) => attributes['server.address'],
  )
  assert.equal(call?.kind, 3)
  assert.equal(call?.name, 'POST')
  assert.equal(call?.attributes['server.address'], '127.0.0.1')
  assert.match(String(call?.attributes['http.response.status_code']), /^20[01]$/)
})

test('an attempt that fails says how, and every further one is another', async () => {
  const { x = 0 } = service.accounts
  await service.fault('x', { fault: 'landed_500' })
  const { body } = await service.rest('POST', '/api/posts', {
    content: 'Of a trace that looks',
    social_account_ids: [x],
    publish_now: true,
  })
  const of = (outcome: string) =>
    otlp.soon(
      ({ attributes }) =>
        attributes['crier.post_id'] === String(body['id']) &&
        attributes['crier.outcome'] === outcome,
    )
  const looking = await of('look')
  assert.equal(looking.status?.code, 2)
  assert.ok(looking.attributes['error.type'])
  const failed = below(looking).find(({ status }) => status?.code === 2)
  assert.ok(failed)
})

test('a webhook’s call is told by its id and its outcome, and not where it went', async () => {
  const made = await service.rest('POST', '/api/webhooks', { url: hooks.url('/secret-hook-path') })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await service.rest('POST', '/api/labels', { name: 'Of a trace' })
  await service.rest('POST', `/api/webhooks/${String(made.body['id'])}/test`)
  const span = await otlp.soon(
    ({ name, attributes }) => name === 'webhook' && attributes['crier.outcome'] === 'sent',
  )
  assert.equal(span.attributes['http.response.status_code'], '200')
  const call = below(span).find(({ attributes }) => attributes['http.request.method'])
  assert.deepEqual(call?.attributes, {
    'http.request.method': 'POST',
    'http.response.status_code': '200',
  })
})

test('no text, no address that somebody wrote and no secret of anybody is in what was sent', async () => {
  const { x = 0, bluesky = 0 } = service.accounts
  const markers = {
    text: 'zebra-of-the-text',
    caption: 'zebra-of-the-reply',
    link: 'zebra-of-the-link',
    query: 'zebra-of-the-query',
    state: 'zebra-of-the-state',
    agent: 'zebra-of-the-agent',
    label: 'zebra-of-the-label',
    hook: 'secret-hook-path',
  }
  const trace = 'd'.repeat(32)
  const { body } = await service.rest(
    'POST',
    '/api/posts',
    {
      content: `${markers.text} https://${markers.link}.example/${markers.link}?q=${markers.query}`,
      social_account_ids: [x, bluesky],
      publish_now: true,
    },
    {
      ...traceparent(trace),
      tracestate: `vendor=${markers.state}`,
      baggage: `who=${markers.state}`,
      'user-agent': markers.agent,
    },
  )
  assert.ok(body['id'], JSON.stringify(body))
  await service.tool('schedule_post', {
    content: `${markers.caption} by a tool`,
    social_account_ids: [x],
    when: 'draft',
  })
  await service.rest('GET', `/api/posts?search=${markers.query}`)
  await service.rest('POST', '/api/labels', { name: markers.label })
  await service.rest('GET', `/${markers.query}/${markers.text}`)
  await service.rest('POST', '/api/posts', `{"content": "${markers.text}`)
  await fetch(`${service.base_url}/api/posts`, {
    headers: { authorization: `Bearer ${markers.query}` },
  })
  for (const platform of ['x', 'bluesky'])
    await otlp.soon(
      ({ name, attributes }) =>
        name === `attempt ${platform}` && attributes['crier.post_id'] === String(body['id']),
    )
  await otlp.soon(named('tools/call schedule_post'))

  const secrets = [service.token, service.token.split('|')[1] ?? '', AUTHORIZATION]
  const doing = await doingOf(service)
  for (const account of [x, bluesky]) {
    const row = await rowOf(account)
    const token = await readToken({ db: service.db, workspace_id: row.workspace_id }, account)
    assert.ok(token)
    const values = Object.values(openSecret(token.secret, doing.seal, row.workspace_id))
    secrets.push(
      ...values.filter((value) => typeof value === 'string' && value.length > 8).map(String),
    )
  }
  assert.ok(secrets.length > 4)
  const sent = Buffer.concat(otlp.requests.map((request) => request.body)).toString('latin1')
  assert.ok(sent.includes('schedule_post'))
  for (const word of [...Object.values(markers), ...secrets]) {
    assert.ok(word.length > 8)
    assert.equal(sent.includes(word), false, word)
  }
  for (const span of otlp.spans()) {
    assert.deepEqual(
      Object.keys(span.attributes).filter((name) => !Object.hasOwn(spanAttributes, name)),
      [],
    )
    assert.deepEqual(span.events, [])
    assert.equal(span.traceState, '')
    assert.equal(span.status?.message ?? '', '')
    assert.match(span.name, /^[\w/:.*-]+( [\w/:.*-]+)?$/)
  }
})

async function rowOf(account: number) {
  const row = await service.db
    .selectFrom('accounts')
    .select('workspace_id')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return row
}

test('it is sent as the operator says, and says who sends it', () => {
  const [first] = otlp.requests
  assert.equal(first?.path, '/v1/traces')
  assert.equal(first?.headers['content-type'], 'application/x-protobuf')
  assert.equal(first?.headers['authorization'], AUTHORIZATION)
  assert.equal(first?.headers['x-tenant'], 'one')
  const [resource = {}] = otlp.resources()
  assert.equal(resource['service.name'], 'crier')
  assert.equal(resource['crier.role'], 'all')
  assert.equal(resource['crier.process'], 'main')
  assert.equal(resource['deployment.environment.name'], 'of the test')
  assert.match(String(resource['service.version']), /^\d+\.\d+\.\d+/)
})
