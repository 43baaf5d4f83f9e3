import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { z } from 'zod'
import { whyRefused } from '#checkup/checkup-key-reason.ts'
import { proxySteps } from '#checkup/checkup-proxy.ts'
import { walk } from '#checkup/checkup.ts'
import { examine as walkThrough } from '#checkup/examine.ts'
import { place } from './testing.ts'

const home = await place()
const stack = new AsyncDisposableStack()
stack.use(home)
after(() => stack.disposeAsync())

const Report = z.strictObject({
  base_url: z.string(),
  healthy: z.boolean(),
  steps: z.array(
    z.strictObject({
      step: z.string(),
      result: z.enum(['ok', 'broken', 'skipped']),
      found: z.string(),
      mend: z.string().optional(),
    }),
  ),
})
async function examine(words: string[] = []) {
  const { code, stdout, stderr } = await home.crier(['doctor', '--json', ...words])
  assert.equal(stderr, '')
  const report = Report.parse(JSON.parse(stdout))
  assert.equal(code, report.healthy ? 0 : 1)
  const broken = report.steps.filter(({ result }) => result === 'broken')
  for (const { found, mend } of broken) assert.ok(found && mend)
  return { ...report, broken: broken.map(({ step }) => step) }
}

/** As the command does with --url, without a process and a key of its own each time. */
async function through(base_url: string, key: string) {
  const steps = await walkThrough(base_url, {
    lend: async () => ({ key, async [Symbol.asyncDispose]() {} }),
  })
  const broken = steps.filter(({ result }) => result === 'broken')
  return { steps, broken: broken.map(({ step }) => step) }
}

async function keyAtHome() {
  const { stdout } = await home.crier(['key', 'create', '--name', 'Proxied', '--json'])
  return z.looseObject({ token: z.string() }).parse(JSON.parse(stdout)).token
}

test('a service that does not run is the first broken step, and the only one', async () => {
  const { broken, steps } = await examine()
  assert.deepEqual(broken, ['reach the service'])
  assert.match(steps[0]?.found ?? '', /does not answer/)
})

test('every step works on a service as it is, and no key is left behind', async () => {
  stack.use(await home.serve())
  const { broken, steps, healthy } = await examine()
  assert.deepEqual(broken, [])
  assert.ok(healthy && steps.length === 18)
  assert.ok(steps.every(({ result }) => result === 'ok'))
  assert.doesNotMatch((await home.crier(['key', 'list'])).stdout, /doctor/)
  const { stdout, code } = await home.crier(['doctor'])
  assert.equal(code, 0)
  assert.match(stdout, /ok +list tools with a key +7 tools/)
  assert.match(stdout, /Every step works\.\n$/)
})

test('a key that opens nothing breaks the step in which it is first used, and is told why', async () => {
  const { stdout } = await home.crier(['key', 'create', '--name', 'A', '--json'])
  const live = z.looseObject({ id: z.string() }).parse(JSON.parse(stdout))
  for (const [words, found] of [
    [['--key', ''], /^The key is empty/],
    [['--key', 's3cret'], /^This is no key/],
    [['--key', '999|nonsense'], /^There is no key 999: it was revoked/],
    [['--key', `${live.id}|nonsense`], /^The secret is not that of key/],
    [['--key', '999|nonsense', '--url', home.base_url], /mistyped, revoked or expired/],
  ] as const) {
    const { broken, steps } = await examine([...words])
    assert.deepEqual(broken, ['list tools with a key'])
    assert.match(steps.find(({ result }) => result === 'broken')?.found ?? '', found)
    assert.equal(steps.find(({ step }) => step === 'call a tool')?.result, 'skipped')
  }
})

test('a key that has expired is told from one that was revoked', async () => {
  const patient = { base_url: home.base_url, key: '7|s3cret' }
  const known = async () => [{ id: '7', expires_at: '2020-01-01T00:00:00.000Z' }]
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  assert.match((await whyRefused(patient, known, list)).message, /^The key expired at 2020-01-01/)
  assert.match((await whyRefused(patient, async () => [], list)).message, /^There is no key 7/)
})

test('the address of the endpoint is taken for that of its service', async () => {
  for (const path of ['/mcp', '/mcp-oauth/', '/api']) {
    const { base_url, broken } = await examine(['--url', home.base_url + path])
    assert.deepEqual([base_url, broken], [home.base_url, []])
  }
})

test('an address that can not be one is told before anything is asked', async () => {
  const secure = home.base_url.replace('http', 'https')
  for (const [url, found] of [
    ['crier.example.com', /is no address/],
    [`${home.base_url}/somewhere`, /has a path, \/somewhere/],
    [secure, /does not speak https here, but http:.* answers/],
    [await forwarding(secure), /sends callers on to https:/],
  ] as const) {
    const { broken, steps } = await examine(['--url', url])
    assert.deepEqual(broken, ['reach the service'])
    assert.match(steps[0]?.found ?? '', found)
  }
})

/** A proxy between client and service that does one thing wrong. `renames`: the service takes its name for its own. */
async function behind(wrong: {
  drop?: string
  path?: RegExp
  status?: number
  host?: string
  date?: string
  renames?: true
  /** Passes nothing on before it is whole. */
  holds?: true
  /** Bytes. */
  takes?: number
}): Promise<string> {
  const { host, port } = new URL(home.base_url)
  const own = await listening((from, to) => {
    if (Number(from.headers['content-length'] ?? 0) > (wrong.takes ?? Infinity))
      return to.writeHead(413).end('<html>')
    if (wrong.path?.test(from.url ?? '')) return to.writeHead(wrong.status ?? 404).end('<html>')
    const kept = Object.entries(from.headers).filter(([name]) => name !== wrong.drop)
    const headers = { ...Object.fromEntries(kept), host: wrong.host ?? host }
    const forward = request(
      { port, path: from.url, method: from.method, headers },
      (answer) => void handOn(answer, to),
    )
    forward.on('error', () => to.destroy())
    return from.pipe(forward)
  })
  return own

  async function handOn(answer: IncomingMessage, to: ServerResponse) {
    const renamed = (said: string) => (wrong.renames ? said.replaceAll(home.base_url, own) : said)
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers
    const said = Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? renamed(value) : value,
    ])
    to.writeHead(answer.statusCode ?? 502, {
      ...Object.fromEntries(said),
      ...(wrong.date && { date: wrong.date }),
    })
    const streams = answer.headers['content-type'] === 'text/event-stream'
    if (streams && !wrong.holds) return void answer.pipe(to)
    to.end(renamed(await text(answer)))
  }
}

test('a proxy that does one thing wrong is found by the step that it breaks', async () => {
  const key = await keyAtHome()
  const cases = [
    [{ drop: 'authorization' }, 'list tools with a key', /header does not arrive/],
    [{ path: /^\/ready/, status: 503 }, 'be ready', /503/],
    [{ path: /^\/mcp-oauth/ }, 'challenge at /mcp-oauth', /no \/mcp-oauth/],
    [{ host: 'other.example' }, 'challenge at /mcp', /Host header/],
    [{ date: hoursAway(33) }, 'agree on the time', /33 hours ahead of/],
    [{ date: hoursAway(-33) }, 'agree on the time', /33 hours behind/],
    // The address is not the one that the service knows itself by.
    [{}, 'read the resource metadata', /not for/],
  ] as const
  // Most of it is waiting.
  await Promise.all(
    cases.map(async ([wrong, step, found]) => {
      const { broken, steps } = await through(await behind(wrong), key)
      assert.equal(broken[0], step, JSON.stringify(wrong))
      assert.match(steps.find(({ result }) => result === 'broken')?.found ?? '', found)
    }),
  )
})

test('an address that somebody else keeps is named: the metadata, and where people sign in', async () => {
  const key = await keyAtHome()
  for (const [path, step, found] of [
    [/^\/\.well-known/, 'read the resource metadata', /\.well-known\/.* answers 404 without/],
    [/^\/console/, "reach the dashboard's own addresses", /\/console\/state answers 404/],
  ] as const) {
    // As a proxy that stands under the service's own name.
    const { broken, steps } = await through(await behind({ path, renames: true }), key)
    assert.equal(broken[0], step)
    assert.match(steps.find(({ result }) => result === 'broken')?.found ?? '', found)
  }
})

test('a proxy that holds events back, or takes no large files, is named, with what it would take', async () => {
  const key = await keyAtHome()
  for (const [wrong, step, found] of [
    [{}, undefined, /^$/],
    [{ holds: true }, 'hear at once what happens', /held back: nothing came for 2 seconds/],
    [{ takes: 1024 * 1024 }, 'send large files', /^Files of 89 MB are refused .* 1 MB are not/],
    [{ takes: 10_000_000 }, 'send large files', / 5 MB are not/],
    [{ takes: 10_000 }, 'send large files', /^Files of 1 MB are refused/],
  ] as const) {
    const base_url = await behind({ ...wrong, renames: true })
    const results = []
    for (const each of proxySteps(true, 2000))
      results.push(...(await walk([each], { base_url, key })))
    const broken = results.filter(({ result }) => result === 'broken')
    assert.deepEqual(
      broken.map((each) => each.step),
      step === undefined ? [] : [step],
    )
    assert.match(broken[0]?.found ?? '', found)
  }
})

/** Sends everybody on to that address. */
async function forwarding(to: string) {
  return listening((_, response) => void response.writeHead(301, { location: to }).end())
}

async function listening(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

function hoursAway(hours: number) {
  return new Date(Date.now() + hours * 3_600_000).toUTCString()
}
