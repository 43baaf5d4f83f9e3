import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { operation, type Toolset, toolsets } from '#operations/operation.ts'
import type { Environment } from '#operations/context.ts'
import { limiter } from '#access/limiter.ts'
import { guard } from '#surfaces/guard.ts'
import { mcpEndpoint } from '#surfaces/mcp/endpoint.ts'
import { offersOf } from '#surfaces/mcp/offers.ts'
import { crierServer } from '#surfaces/mcp/server.ts'
import { knownToolsets } from '#surfaces/mcp/toolsets.ts'
import { connect, openBrowser } from '../oauth/browser.ts'
import { register } from '../oauth/kit.ts'
import { openService } from '../service.ts'
import { legacy, messageOf, modern, resultOf, type Send, sender } from './rpc.ts'

const service = await openService({ ROLE: 'api' })
const stack = new AsyncDisposableStack()
stack.use(service)
after(() => stack.disposeAsync())

const Names = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) })
const namesOf = async (send: Send, headers: Record<string, string> = {}) => {
  const [message, own] = modern('tools/list')
  const { tools } = Names.parse(await resultOf(send(message, { ...own, ...headers })))
  return tools.map(({ name }) => name)
}
const namesIn = (asked: readonly Toolset[]) =>
  [...offersOf(operations).values()].flatMap(({ tool, toolset }) =>
    asked.includes(toolset) ? [tool.name] : [],
  )
const known = knownToolsets(operations)
const asking = (words: string) => sender(service, `/mcp?toolsets=${words}`)

test('without a word a client gets the default tools; by its address or a header it gets others', async () => {
  assert.deepEqual(await namesOf(sender(service)), namesIn(['default']))
  assert.deepEqual(await namesOf(asking('')), namesIn(['default']))
  assert.deepEqual(await namesOf(asking('all')), namesIn(toolsets))
  for (const each of known) {
    assert.deepEqual(await namesOf(asking(each)), namesIn([each]))
    assert.deepEqual(await namesOf(asking(`default,%20${each}`)), namesIn(['default', each]))
    const header = { 'mcp-toolsets': `default, ${each}` }
    assert.deepEqual(await namesOf(sender(service), header), namesIn(['default', each]))
    assert.deepEqual(
      await namesOf(asking('default'), { 'mcp-toolsets': each }),
      namesIn(['default', each]),
    )
  }
})

test('every further toolset takes less than 1,500 tokens', () => {
  for (const each of known.filter((name) => name !== 'default')) {
    const tools = [...offersOf(operations).values()].flatMap(({ tool, toolset }) =>
      toolset === each ? [tool] : [],
    )
    assert.ok(encode(JSON.stringify({ tools })).length < 1500, each)
  }
})

test('an unknown toolset is refused with those that exist, at either address', async () => {
  const { client_id } = await register(service)
  const { access_token } = await connect(service, await openBrowser(service), client_id, {
    toolsets: [...known],
  })
  for (const [path, token] of [
    ['/mcp', service.token],
    ['/mcp-oauth', access_token],
  ] as const) {
    for (const [message, headers] of [modern('tools/list'), legacy('tools/list')]) {
      const said = await sender(service, `${path}?toolsets=default,crypto`, token)(message, headers)
      const { error } = messageOf(said)
      assert.deepEqual([said.status, error?.code], [400, -32_602])
      assert.match(
        error?.message ?? '',
        /^Ask for toolsets that exist: default.*, all\..* crypto\.$/,
      )
      assert.deepEqual(error?.data, { known: [...known, 'all'] })
      const headed = { ...headers, 'mcp-toolsets': 'crypto' }
      assert.equal((await sender(service, path, token)(message, headed)).status, 400)
    }
    assert.deepEqual(
      await namesOf(sender(service, `${path}?toolsets=all`, token)),
      namesIn(toolsets),
    )
  }
})

test('a stranger hears nothing of toolsets', async () => {
  const [message, headers] = modern('tools/list')
  const send = sender(service, '/mcp?toolsets=crypto', '1|nothing')
  assert.equal((await send(message, headers)).status, 401)
})

test('a tool of a further toolset is listed and called by those that ask for it, and no one else', async () => {
  const whole = await serveWith('account')
  const further = (words: string) =>
    sender({ ...service, base_url: whole }, `/mcp?toolsets=${words}`)
  assert.deepEqual(await namesOf(further('')), namesIn(['default']))
  assert.deepEqual(await namesOf(further('account')), [...namesIn(['account']), 'say_hello'])
  assert.deepEqual(await namesOf(further('all')), [...namesIn(toolsets), 'say_hello'])
  const call = modern('tools/call', { name: 'say_hello', arguments: {} })
  assert.deepEqual((await resultOf(further('account')(...call)))['structuredContent'], { hi: true })
  const { error } = messageOf(await further('default')(...call))
  assert.equal(error?.code, -32_602)
  assert.match(error.message, /\?toolsets=default,account/)
})

/** The product's tools, and one more in this toolset. */
async function serveWith(toolset: Toolset) {
  const hello = operation({
    name: 'say_hello',
    summary: 'Say hello when there is nothing else to do. Answers that it did.',
    effect: 'reads',
    ability: 'posts:read',
    actions: ['read'],
    idempotent: true,
    input: z.strictObject({}),
    output: z.object({ hi: z.boolean() }),
    refuses: [],
    rest: { absent: 'It stands for a tool of another toolset.' },
    mcp: { title: 'Say hello', toolset },
    run: async () => ({ hi: true }),
  })
  const app = Fastify()
  app.decorateRequest('holder', undefined)
  app.decorateRequest('counted', undefined)
  const hosts = new Set<string>()
  const environment: Environment = {
    now: () => new Date(),
    base_url: service.base_url,
    upgrade_url: service.base_url,
    cdn_url: service.base_url,
    manifests: {},
    choices: async () => undefined,
    people: async () => undefined,
    plans: {},
    rates: {},
    seal: { close: unneeded, open: unneeded },
    disconnect: unneeded,
    connect_url: unneeded,
    upload_url: unneeded,
    get: unneeded,
    card: unneeded,
    settled: unneeded,
    happened: unneeded,
    webhook_refusal: unneeded,
    standing: unneeded,
    get intake() {
      return unneeded()
    },
  }
  const deps = {
    db: service.db,
    environment,
    limiter: stack.use(limiter(service.db)),
    stopping: new AbortController().signal,
  }
  const serve = crierServer([...operations, hello], deps, { version: '1.0.0' })
  await app.register(async (scope) =>
    mcpEndpoint(scope, { url: '/mcp', enter: guard(deps), hosts }, serve),
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  hosts.add(new URL(url).host)
  stack.defer(() => app.close())
  return url
}

function unneeded(): never {
  throw new Error('It is not needed to say hello.')
}
