import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { after, test } from 'node:test'
import { z } from 'zod'
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

test('a service that does not run is the first broken step, and the only one', async () => {
  const { broken, steps } = await examine()
  assert.deepEqual(broken, ['reach the service'])
  assert.match(steps[0]?.found ?? '', /does not answer/)
})

test('every step works on a service as it is, and no key is left behind', async () => {
  stack.use(await home.serve())
  const { broken, steps, healthy } = await examine()
  assert.deepEqual(broken, [])
  assert.ok(healthy && steps.length === 13)
  assert.ok(steps.every(({ result }) => result === 'ok'))
  assert.doesNotMatch((await home.crier(['key', 'list'])).stdout, /doctor/)
  const { stdout, code } = await home.crier(['doctor'])
  assert.equal(code, 0)
  assert.match(stdout, /ok +list tools with a key +22 tools/)
  assert.match(stdout, /Every step works\.\n$/)
})

test('a wrong key breaks the step in which it is first used', async () => {
  const { broken, steps } = await examine(['--key', '1|nonsense'])
  assert.deepEqual(broken, ['list tools with a key'])
  assert.equal(steps.find(({ step }) => step === 'call a tool')?.result, 'skipped')
})

/** A proxy between client and service that does one thing wrong. */
async function behind(wrong: { drop?: string; path?: RegExp; status?: number }): Promise<string> {
  const { host, port } = new URL(home.base_url)
  const server = createServer((from, to) => {
    if (wrong.path?.test(from.url ?? '')) return to.writeHead(wrong.status ?? 404).end('<html>')
    const kept = Object.entries(from.headers).filter(([name]) => name !== wrong.drop)
    const headers = { ...Object.fromEntries(kept), host }
    const forward = request({ port, path: from.url, method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    forward.on('error', () => to.destroy())
    return from.pipe(forward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

test('a proxy that does one thing wrong is found by the step that it breaks', async () => {
  for (const [wrong, step] of [
    [{ drop: 'authorization' }, 'list tools with a key'],
    [{ path: /^\/ready/, status: 503 }, 'be ready'],
    [{ path: /^\/mcp-oauth/ }, 'challenge at /mcp-oauth'],
    // The address is not the one that the service knows itself by.
    [{}, 'read the resource metadata'],
  ] as const) {
    const { broken } = await examine(['--url', await behind(wrong)])
    assert.equal(broken[0], step, JSON.stringify(wrong))
  }
})
