/**
 * `PROXIES=1 npm test -- test/proxies/*.test.ts`: nginx and Caddy, where they are installed, with our samples and TLS before the
 * service: uploads, streams, MCP and OAuth through them, and what the doctor says of them. `PROXIES=1024` uploads so many MB.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { upload } from '@crier/sdk'
import { z } from 'zod'
import { certificate } from '../../cli/testing-tls.ts'
import { officialClients } from '../mcp/official-clients.ts'
import { bulk, form, send, sha256 } from '../media/kit.ts'
import { openBrowser } from '../oauth/browser.ts'
import { connectSdk } from '../oauth/sdk-client.ts'
import { owner } from '../people/cast.ts'
import { openService, type TestService } from '../service.ts'
import { isThere, kinds, proxyBefore } from './stage.ts'
import { freePorts } from '../free-port.ts'

const wanted = Number(process.env['PROXIES'] ?? 0)
const RESUMED = Math.max(64, wanted) * 2 ** 20
/** As much as the service takes at once. */
const SINGLE = 88 * 2 ** 20

if (wanted) setDefaultCACertificates([...getCACertificates('default'), certificate])

for (const name of Object.keys(kinds)) {
  const skip = !wanted ? 'PROXIES is not set' : !isThere(name) && `${name} is not installed`

  test(`${name}, as our sample has it, lets everything through`, { skip }, async () => {
    await using through = await behind(name)
    const { service } = through
    await uploads(service)
    await streams(service)
    await clients(service)
    const { code, found } = await through.doctor()
    assert.equal(code, 0, JSON.stringify(found))
  })
}

const wrongs: [string, string, [string, string][], Record<string, string>, string, RegExp][] = [
  [
    'nginx',
    'takes 1 MB, as it does unless it is told',
    [['client_max_body_size 0;', '']],
    {},
    'send large files',
    /89 MB are refused on the way \(413\)/,
  ],
  [
    'nginx',
    'holds answers back',
    [['proxy_buffering off;', 'proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;']],
    {},
    'hear at once what happens',
    /nothing came for 5 seconds/,
  ],
  [
    'nginx',
    'does not tell who asks',
    [['proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;', '']],
    {},
    'be told from other callers',
    /does not tell who asks/,
  ],
  [
    'nginx',
    'gives the service a name of its own',
    [['proxy_set_header Host $http_host;', '']],
    {},
    'challenge at /mcp',
    /foreign one \(403\)/,
  ],
  [
    'caddy',
    'is not trusted by the service',
    [],
    { TRUST_PROXY: '' },
    'be told from other callers',
    /TRUST_PROXY is not set/,
  ],
  [
    'caddy',
    'stands at another address than BASE_URL says',
    [],
    { BASE_URL: 'https://crier.example.org' },
    'challenge at /mcp',
    /foreign one \(403\)/,
  ],
]
for (const [name, what, changes, settings, step, found] of wrongs) {
  const skip = !wanted ? 'PROXIES is not set' : !isThere(name) && `${name} is not installed`
  test(`the doctor notices that ${name} ${what}`, { skip }, async () => {
    await using through = await behind(name, settings, changes)
    const told = await through.doctor()
    assert.equal(told.code, 1, JSON.stringify(told.found))
    const broken = told.found.find((each) => each.step === step)
    assert.equal(broken?.result, 'broken', JSON.stringify(told.found))
    assert.match(broken.found, found)
  })
}

async function behind(
  name: string,
  settings: Record<string, string> = {},
  wrong: readonly [string, string][] = [],
) {
  await using stack = new AsyncDisposableStack()
  const [port = 0, inner = 0] = await freePorts(2)
  const { base_url } = stack.use(await proxyBefore(name, { port, inner }, wrong))
  const service = stack.use(
    await openService({
      PORT: String(inner),
      BASE_URL: base_url,
      TRUST_PROXY: 'loopback',
      ...settings,
    }),
  )
  const held = stack.move()
  return {
    service,
    async doctor() {
      const trusted = join(service.data_dir, 'certificate.pem')
      await writeFile(trusted, certificate)
      const words = ['doctor', '--json', '--url', base_url, '--key', service.token]
      const root = join(import.meta.dirname, '../..')
      const child = spawn(process.execPath, ['cli/crier.ts', ...words], {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          DATA_DIR: service.data_dir,
          NODE_EXTRA_CA_CERTS: trusted,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const Report = z.looseObject({
        steps: z.array(z.looseObject({ step: z.string(), result: z.string(), found: z.string() })),
      })
      const closed = once(child, 'close')
      const { steps } = Report.parse(JSON.parse(await text(child.stdout)))
      await closed
      return { code: child.exitCode, found: steps.filter(({ result }) => result !== 'ok') }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** In one piece, and in pieces. */
async function uploads(service: TestService) {
  const single = bulk(SINGLE)
  const whole = await send(service, 'POST', '/api/media', form(single, {}, 'a.wav', 'audio/wav'))
  assert.equal(whole.status, 201, JSON.stringify(whole.body))
  assert.equal(whole.body['sha256'], sha256(single))
  const large = bulk(RESUMED)
  const began = performance.now()
  const item = await upload(
    {
      name: 'large.wav',
      type: 'audio/wav',
      size: large.length,
      slice: (from, to) => new Blob([large.subarray(from, to)]),
    },
    { base_url: service.base_url, token: service.token, sha256: sha256(large) },
  )
  assert.equal(item.sha256, sha256(large))
  const seconds = (performance.now() - began) / 1000
  process.stderr.write(`${RESUMED / 2 ** 20} MB in ${seconds.toFixed(1)} s\n`)
}

/** What an open page of the dashboard hears: the sign of life at once, and a post when it is made. */
async function streams(service: TestService) {
  const { page, workspace_id } = await owner(service)
  const cookie = [...page.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(new Error('Nothing came.')), 10_000)
  const url = `${service.base_url}/console/workspaces/${workspace_id}/live`
  const { status, body } = await fetch(url, { headers: { cookie }, signal: stop.signal })
  assert.equal(status, 200)
  assert.ok(body)
  const decoder = new TextDecoder()
  let [said, made] = ['', false]
  for await (const part of body) {
    said += decoder.decode(part, { stream: true })
    if (said.includes('post.')) break
    if (made) continue
    made = true
    const social_account_ids = Object.values(service.accounts)
    const { status: created } = await service.rest('POST', '/api/posts', {
      content: 'Streamed',
      social_account_ids,
      scheduled_at: '2999-01-01T09:00:00Z',
    })
    assert.equal(created, 201)
  }
  clearTimeout(late)
  assert.match(said, /^: here\n\n/)
}

/** AI clients with a key, both of the official ones, and one that signs in by itself. */
async function clients(service: TestService) {
  for (const connect of Object.values(officialClients)) {
    await using client = await connect(`${service.base_url}/mcp`, service.token)
    const { isError } = await client.call('get_stats', {})
    assert.equal(isError, false)
  }
  const client = await connectSdk(service, await openBrowser(service), {})
  assert.notEqual((await client.callTool({ name: 'get_stats' })).isError, true)
  await client.close()
}
