/** A receiver of traces that is away, silent or full is no business of posts. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { ConfigError, readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { openService, type TestService } from '../service.ts'
import { launch, scratch, tokenOf } from '../start/kit.ts'
import { type Behaviour, openOtlp, until } from './receiver.ts'
import { freePort } from '../free-port.ts'

const POSTS = 5

async function publish(service: TestService) {
  const { x = 0 } = service.accounts
  const before = (await service.received('x')).length
  const texts = Array.from({ length: POSTS }, (_, index) => `Unseen by anybody ${index}`)
  const made = await Promise.all(
    texts.map((content) =>
      service.rest('POST', '/api/posts', {
        content,
        social_account_ids: [x],
        publish_now: true,
      }),
    ),
  )
  for (const { body } of made)
    for (;;) {
      const post = await service.rest('GET', `/api/posts/${String(body['id'])}?wait=20`)
      if (post.body['status'] === 'published') break
      assert.notEqual(post.body['status'], 'failed')
    }
  assert.equal((await service.received('x')).length, before + POSTS)
}

const quick = { OTEL_BSP_SCHEDULE_DELAY: '1', OTEL_EXPORTER_OTLP_TIMEOUT: '3000' }

for (const how of ['hang', 400, 429, 503] satisfies Behaviour[])
  test(`posts go out once, and a stop ends, while whoever takes traces answers ${how}`, async () => {
    await using otlp = await openOtlp()
    otlp.behave(how)
    const service = await openService({ OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, ...quick })
    await publish(service)
    await until(() => otlp.requests.length > 0, 'a request')
    await service[Symbol.asyncDispose]()
  })

test('posts go out once, and a stop ends, while nobody takes traces', async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await freePort()}`
  const service = await openService({ OTEL_EXPORTER_OTLP_ENDPOINT, ...quick })
  await publish(service)
  await service[Symbol.asyncDispose]()
})

test('what is gathered is sent at a stop', async () => {
  await using otlp = await openOtlp()
  const service = await openService({
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  })
  await service.rest('GET', '/api/labels')
  assert.deepEqual(otlp.spans(), [])
  await service[Symbol.asyncDispose]()
  assert.ok(otlp.spans().some(({ name }) => name === 'GET /api/labels'))
})

test('of traces that are sampled by a ratio of nothing, none is sent', async () => {
  await using otlp = await openOtlp()
  const service = await openService({
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  await service.rest('GET', '/api/labels')
  const traceId = 'e'.repeat(32)
  const traceparent = `00-${traceId}-${'e'.repeat(16)}-01`
  await service.rest('GET', '/api/labels', undefined, { traceparent })
  await service[Symbol.asyncDispose]()
  assert.deepEqual(new Set(otlp.spans().map((span) => span.traceId)), new Set([traceId]))
})

test('log lines of a request and of an attempt carry their trace, each process sends its own, and losses are told once', async () => {
  await using otlp = await openOtlp()
  await using place = await scratch()
  otlp.behave(400)
  const several = process.platform === 'linux' ? '2' : '1'
  await using crier = await launch({
    DATA_DIR: place.folder,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    API_PROCESSES: several,
  })
  const headers = {
    authorization: `Bearer ${tokenOf(crier)}`,
    'content-type': 'application/json',
    traceparent: `00-${'9'.repeat(32)}-${'9'.repeat(16)}-01`,
  }
  const url = `${crier.base_url}/api/posts`
  const body = JSON.stringify({
    content: 'In the log',
    social_account_ids: [1],
    publish_now: true,
  })
  const made = await fetch(url, { method: 'POST', headers, body })
  assert.equal(made.status, 201, await made.clone().text())
  const attempted =
    /"trace_id":"([0-9a-f]{32})","span_id":"[0-9a-f]{16}"[^\n]*"msg":"attempt ended"/
  await until(() => attempted.test(crier.said), 'the end of the attempt')
  assert.notEqual(attempted.exec(crier.said)?.[1], '9'.repeat(32))
  const lines = crier.said.split('\n').filter((line) => line.includes('"msg":"request"'))
  const traced = lines.filter((line) => line.includes(`"trace_id":"${'9'.repeat(32)}"`))
  assert.ok(traced.length > 0, lines.join('\n'))
  // A connection goes to one of them, by chance.
  const processes = () => new Set(otlp.resources().map((told) => told['crier.process'])).size
  await until(async () => {
    await alone(url, headers)
    return processes() === Number(several)
  }, 'spans of each process')
  await until(() => crier.said.includes('traces could not be sent'), 'the loss')
  assert.match(crier.said, /"why":400,"msg":"traces could not be sent, and are lost"/)
})

/** On a connection of its own. */
async function alone(url: string, headers: Record<string, string>) {
  const asked = request(url, { headers, agent: false }).end()
  const [response] = await once(asked, 'response')
  response.resume()
}

test('settings are OpenTelemetry’s, and a wrong one is named', () => {
  const tracing = (set: Record<string, string>) => readConfig(manifests, set).tracing
  assert.equal(tracing({}), undefined)
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/'
  const base = tracing({ OTEL_EXPORTER_OTLP_ENDPOINT })
  assert.equal(base?.url, 'http://collector:4318/v1/traces')
  assert.equal(base?.service, 'crier')
  const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = 'https://traces.example/otlp'
  const own = tracing({
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=posts,a=b%2Cc',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=2',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'b=3',
  })
  assert.equal(own?.url, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
  assert.equal(own?.service, 'posts')
  assert.deepEqual(own?.resource, { a: 'b,c' })
  assert.deepEqual(JSON.parse(own?.headers.reveal() ?? ''), { a: '1', b: '3' })
  assert.doesNotMatch(JSON.stringify(own), /"a":"1"/)
  for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
    assert.equal(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT, ...off }), undefined)
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
    OTEL_EXPORTER_OTLP_HEADERS: 'no pair',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '2',
  }
  assert.throws(
    () => tracing(wrong),
    (error) =>
      error instanceof ConfigError &&
      Object.keys(wrong).every((name) => error.message.includes(`${name}: `)),
  )
})
