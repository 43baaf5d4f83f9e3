/** Senders that begin a body and do not go on; the service's clock is the test's. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { dashboard } from '#surfaces/dashboard.ts'
import { answerError } from '#surfaces/errors.ts'
import { openService } from '../service.ts'

let clock = new Date()
let looks = 0
const now = () => {
  looks++
  return clock
}
const service = await openService({ ROLE: 'api' }, { now })
after(() => service[Symbol.asyncDispose]())
const { port, hostname } = new URL(service.base_url)
const pass = (ms: number) => (clock = new Date(clock.getTime() + ms))
const bearer = `Authorization: Bearer ${service.token}`

interface Sender {
  socket: Socket
  /** All that came back. */
  said: () => string
  closed: Promise<unknown>
}

/** Begins a request whose body is longer than what is sent of it. */
async function begin(path: string, headers: string[], body = '{'): Promise<Sender> {
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(service.base_url).host}`,
    'Content-Length: 1000',
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return { socket, said: () => Buffer.concat(parts).toString(), closed }
}

/** Once the service has seen what was sent so far: it answers another request that came later. */
const seen = () => fetch(`${service.base_url}/health`)
const until = async (true_: () => boolean) => {
  while (!true_()) await new Promise((resolve) => setTimeout(resolve, 20))
}

const json = 'Content-Type: application/json'
const form = 'Content-Type: multipart/form-data; boundary=x'
for (const [who, path, headers, first] of [
  ['a key at the API', '/api/posts', [json, bearer], 408],
  ['nobody at the API', '/api/posts', [json], 401],
  ['nobody with a file', '/api/media', [form], 401],
  ['a key at MCP', '/mcp', [json, bearer], 408],
  ['nobody at MCP', '/mcp', [json], 401],
  ['nobody at MCP by OAuth', '/mcp-oauth', [json], 401],
  ['a visitor who signs in', '/console/sign-in', [json, `Origin: ${service.base_url}`], 408],
  ['a client that registers', '/oauth/register', [json], 408],
  [
    'a client that wants a token',
    '/oauth/token',
    ['Content-Type: application/x-www-form-urlencoded'],
    408,
  ],
  [
    'a form of the connect pages',
    '/connect/x/sign-in',
    ['Content-Type: application/x-www-form-urlencoded'],
    408,
  ],
  ['whoever asks for nothing', '/nowhere', [json], 408],
] as const) {
  test(`after 30 seconds without a byte the connection ends: ${who}`, async () => {
    const { said, closed } = await begin(path, [...headers])
    await seen()
    if (first === 401) await until(() => said().includes('401 Unauthorized'))
    pass(29_000)
    await seen()
    pass(1_500)
    await closed
    assert.match(said(), new RegExp(`^HTTP/1.1 ${first} `))
    if (first === 408)
      assert.match(said(), /request_timeout|invalid_request|Send the whole request/)
  })
}

test('a body that trickles ends after 300 seconds, and one that comes in time is answered', async () => {
  const slow = await begin('/api/posts', [json, bearer])
  for (let n = 0; n < 10; n++) {
    slow.socket.write(' ')
    await seen()
    const before = looks
    await until(() => looks > before)
    pass(28_000)
  }
  assert.equal(slow.said(), '')
  const rest = await begin('/api/posts', [json, bearer])
  rest.socket.write(`"content":"${'x'.repeat(986)}"}`)
  await until(() => rest.said().includes('422'))
  rest.socket.destroy()
  slow.socket.write(' ')
  pass(21_000)
  await slow.closed
  assert.match(slow.said(), /^HTTP\/1.1 408 /)
})

test('methods that nobody answers are told which are, at every address', async () => {
  for (const method of ['QUERY', 'PROPFIND', 'LINK', 'M-SEARCH']) {
    for (const path of ['/', '/api/posts', '/mcp', '/console/me', '/oauth/token', '/nothing']) {
      const socket = connect(Number(port), hostname)
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      let said = ''
      for await (const part of socket) said += String(part)
      assert.match(said, /^HTTP\/1.1 405 .*\r\n/, `${method} ${path}`)
      assert.match(said, /\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/)
    }
  }
})

test('an address of a file that leads out of the folder is one without meaning', async () => {
  const dist = `${await mkdtemp(join(tmpdir(), 'crier-dist-'))}/`
  await mkdir(`${dist}assets`)
  await writeFile(`${dist}assets/a.js`, 'x')
  await writeFile(`${dist}index.html`, '<html>')
  await using app = Fastify()
  app.setErrorHandler(answerError)
  await dashboard(app, { base_url: 'http://127.0.0.1', sandbox_url: undefined }, dist)
  assert.equal((await app.inject('/assets/a.js')).statusCode, 200)
  for (const path of [
    '%2e%2e/',
    '%2e%2e/index.html',
    '..%2findex.html',
    '%00',
    '.',
    '',
    '%5c..%5c',
    '%2e%2e',
    'a'.repeat(5000),
  ]) {
    const { statusCode, body } = await app.inject({ url: `/assets/${path}` })
    assert.equal(statusCode, 404, `${path}: ${body}`)
  }
  await rm(dist, { recursive: true })
})
