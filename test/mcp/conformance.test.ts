import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import Fastify from 'fastify'
import { guard } from '#surfaces/guard.ts'
import { mcpEndpoint } from '#surfaces/mcp/endpoint.ts'
import { connect, openBrowser } from '../oauth/browser.ts'
import { register } from '../oauth/kit.ts'
import { openService } from '../service.ts'
import { fixtureServer } from './fixtures/server.ts'
import { keyProxy } from './proxy.ts'
import { conformance, requiredOf } from './suite.ts'

const service = await openService({ ROLE: 'api' })
const stack = new AsyncDisposableStack()
stack.use(service)
after(() => stack.disposeAsync())
const product = stack.use(await keyProxy(service.base_url, service.token))
const signedIn = stack.use(await keyProxy(service.base_url, await accessToken()))
const fixtures = stack.use(await keyProxy(await serveFixtures(), service.token))

const untestable = 'the suite needs a diagnostic tool of its own for it; the fixtures have them'
/** Of the product, which has none of the suite's tools: what needs no fixture. */
const plain = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'prompts-list',
    'caching',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2025-06-18': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
}
const baseline = Object.fromEntries(
  [
    'server-rejects-undeclared-capability',
    'missing-capability-http-400',
    'http-server-no-independent-requests-on-stream',
    'server-no-log-without-loglevel',
    'server-sends-tools-list-changed-on-subscription',
  ].map((check) => [`server-stateless:sep-2575-${check}`, untestable]),
)

const endpoints = {
  'with a key': `${product.url}/mcp`,
  'with a token of OAuth': `${signedIn.url}/mcp-oauth`,
}

describe('Crier conforms', { concurrency: 3 }, () => {
  for (const [how, url] of Object.entries(endpoints)) {
    for (const [spec_version, scenarios] of Object.entries(plain)) {
      for (const scenario of scenarios) {
        test(`to ${spec_version} ${how}: ${scenario}`, async () => {
          const run = { url, what: { scenario, spec_version } }
          const expected = scenario === 'server-stateless' ? { baseline } : {}
          assert.equal(await conformance({ ...run, ...expected }), undefined)
        })
      }
    }
  }
})

const sessions = 'a server without sessions can not ask its client in the middle of a call'
const unserved = {
  'tools-call-sampling': sessions,
  'tools-call-elicitation': sessions,
  'elicitation-sep1034-defaults': sessions,
  'elicitation-sep1330-enums': sessions,
  'server-sse-multiple-streams': 'it only warns, before any check, that there is no session id',
}

test('transport, guard and Host check serve all that 2026-07-28 requires', async () => {
  assert.equal((await requiredOf('2026-07-28')).length, 37)
  const run = { url: `${fixtures.url}/mcp`, what: { requirements: '2026-07-28' } }
  assert.equal(await conformance(run), undefined)
})

test('…and all that 2025-11-25 requires, but for what takes a session', async () => {
  const required = await requiredOf('2025-11-25')
  assert.equal(required.length, 30)
  for (const scenario of Object.keys(unserved)) assert.ok(required.includes(scenario))
  const run = { url: `${fixtures.url}/mcp`, what: { requirements: '2025-11-25' } }
  assert.equal(await conformance({ ...run, baseline: unserved }), undefined)
})

/** As a client gets one that a person lets in. */
async function accessToken() {
  const { client_id } = await register(service)
  return (await connect(service, await openBrowser(service), client_id)).access_token
}

/** The product's endpoint, with its guard before it and the suite's fixtures behind it. */
async function serveFixtures() {
  const app = Fastify()
  app.decorateRequest('holder', undefined)
  const hosts = new Set<string>()
  const enter = guard({ db: service.db, environment: { now: () => new Date() } })
  await app.register(async (scope) =>
    mcpEndpoint(scope, { url: '/mcp', enter, hosts }, () => fixtureServer()),
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  hosts.add(new URL(url).host)
  stack.defer(() => app.close())
  return url
}
