import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import type { FetchResponse } from '#platforms/tools.ts'
import { guardedFetch } from './guarded-fetch.ts'

const refused = { code: 'ADDRESS_NOT_ALLOWED' }
const nobody = async () => []

test('an address that is not on the public internet is refused, however it is written', async () => {
  await using fetch = guardedFetch({ resolve: nobody })
  const disguises = `
    127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 ①②⑦.⓪.⓪.①
    0.0.0.0 0 10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1
    169.254.169.254 192.0.0.8 198.18.0.1 224.0.0.1 255.255.255.255 [::1]
    [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::a9fe:a9fe] [2002:a00:1::]
    [2001:db8::1] [fc00::1] [fd00:ec2::254] [fe80::1] [ff02::1]`
  for (const host of disguises.trim().split(/\s+/))
    await assert.rejects(fetch(`https://${host}/`), refused, host)
})

test('a name is refused when any of its addresses is not public', async () => {
  const answers: Record<string, string[]> = {
    'loopback.example': ['127.0.0.1'],
    'six.example': ['::1'],
    'mapped.example': ['::ffff:10.0.0.1'],
    'shared.example': ['100.64.0.1'],
    'nat64.example': ['64:ff9b::a00:1'],
    'metadata.example': ['169.254.169.254'],
    'mixed.example': ['93.184.215.14', '10.0.0.1'],
    'mixed-six.example': ['2606:4700::1111', 'fd00::1'],
    'anything.localhost': ['127.0.0.1'],
    'localhost.': ['127.0.0.1'],
  }
  await using fetch = guardedFetch({
    resolve: async (name) =>
      (answers[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  })
  for (const name of Object.keys(answers)) {
    await assert.rejects(fetch(`https://${name}/`), refused, name)
  }
})

test('a name without an address is not found', async () => {
  await using fetch = guardedFetch({ resolve: nobody })
  await assert.rejects(fetch('https://nowhere.example/'), { code: 'ENOTFOUND' })
})

test('outside the configured origins only https on its own port is spoken, and never with a password', async () => {
  await using fetch = guardedFetch({ resolve: nobody })
  const addresses = [
    'http://example.com/',
    'https://example.com:8443/',
    'https://example.com:80/',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,hello',
    'no address',
  ]
  for (const address of addresses) await assert.rejects(fetch(address), refused, address)
})

test('an allowed origin is matched by its host and port together', async (t) => {
  const base = await serve(t, (_, response) => response.end('inside'))
  const other = await serve(t, (_, response) => response.end('another service'))
  for (const allowed of [base, `${base}/x/api`, base.replace('http://', '')]) {
    await using fetch = guardedFetch({ allow: [allowed] })
    assert.equal(await bodyOf(await fetch(`${base}/`)), 'inside')
    await assert.rejects(fetch(`${other}/`), refused)
    await assert.rejects(fetch(base.replace('127.0.0.1', '127.0.0.2')), refused)
    await assert.rejects(fetch(base.replace('//', '//me:secret@')), refused)
  }
})

test('an allowed name may be private, and only that name', async (t) => {
  const { port } = new URL(await serve(t, (_, response) => response.end('inside')))
  await using fetch = guardedFetch({
    allow: [`http://emulators.internal:${port}`],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  assert.equal(await bodyOf(await fetch(`http://emulators.internal:${port}/`)), 'inside')
  await assert.rejects(fetch(`http://emulators.internal.evil.example:${port}/`), refused)
})

test('what became late while it was looking for its connection is never written', async (t) => {
  let bytes = 0
  const base = await serve(t, (request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => response.end('taken'))
  })
  const late = new Error('Somebody else does it now.')
  let isLate = false
  const { port } = new URL(base)
  await using fetch = guardedFetch({
    allow: [`http://slow.internal:${port}`],
    // The process was frozen meanwhile, for a day.
    async resolve() {
      isLate = true
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  const post = () =>
    fetch(`http://slow.internal:${port}/`, {
      method: 'POST',
      body: 'said once',
      late: () => (isLate ? late : undefined),
    })
  await assert.rejects(post(), (error) => error === late)
  assert.equal(bytes, 0)
  // In time it goes as ever, over a connection that is there already too.
  await using other = guardedFetch({ allow: [base] })
  for (let n = 1; n <= 2; n++) {
    const answer = await other(base, { method: 'POST', body: 'said once', late: () => undefined })
    assert.equal(await bodyOf(answer), 'taken')
    assert.equal(bytes, n * 'said once'.length)
  }
  await assert.rejects(
    other(base, { method: 'POST', body: 'late', late: () => late }),
    (error) => error === late,
  )
  assert.equal(bytes, 2 * 'said once'.length)
})

test('an entry of the allow-list that names no port is a mistake', () => {
  for (const entry of ['localhost', 'example.com/path', '', 'http://']) {
    assert.throws(() => guardedFetch({ allow: [entry] }), TypeError, entry)
  }
})

test('a redirect is handed back and never followed', async (t) => {
  let hits = 0
  const base = await serve(t, (request, response) => {
    hits += 1
    if (request.url === '/start') response.writeHead(302, { location: '/secret' })
    response.end()
  })
  await using fetch = guardedFetch({ allow: [base] })
  const answer = await fetch(`${base}/start`)
  await bodyOf(answer)
  assert.deepEqual([answer.status, answer.headers.get('Location'), hits], [302, '/secret', 1])
})

test('text, bytes, streams and forms arrive as they were sent', async (t) => {
  const base = await serve(t, echo)
  await using fetch = guardedFetch({ allow: [base] })
  const send = async (body: Parameters<typeof fetch>[1]) =>
    JSON.parse(await bodyOf(await fetch(base, { method: 'POST', duplex: 'half', ...body })))

  const plain = { type: 'text/plain', encoding: 'identity' }
  const headers = { 'content-type': 'text/plain' }
  assert.deepEqual(await send({ headers, body: 'grüße' }), { ...plain, body: 'grüße', length: '7' })
  const bytes = new TextEncoder().encode('bytes')
  assert.deepEqual(await send({ headers, body: bytes }), { ...plain, body: 'bytes', length: '5' })
  assert.deepEqual(await send({ headers, body: pieces() }), { ...plain, body: 'one two' })

  const form = new FormData()
  form.set('media', new Blob(['pixels'], { type: 'image/png' }), 'a.png')
  const received = await send({ body: form })
  assert.match(received.type, /^multipart\/form-data; boundary=/)
  assert.match(received.body, /filename="a.png"\r\nContent-Type: image\/png\r\n\r\npixels\r\n/)
  assert.equal(Number(received.length), received.body.length)
})

test('several headers of one name are joined and a missing one is null', async (t) => {
  const base = await serve(t, (_, response) => response.setHeader('warning', ['one', 'two']).end())
  await using fetch = guardedFetch({ allow: [base] })
  const answer = await fetch(base)
  await bodyOf(answer)
  assert.equal(answer.headers.get('Warning'), 'one, two')
  assert.equal(answer.headers.get('absent'), null)
})

test('an answer with more than 16 kB of headers fails', async (t) => {
  const base = await serve(t, (_, response) =>
    response.setHeader('filler', 'x'.repeat(17 * 1024)).end(),
  )
  await using fetch = guardedFetch({ allow: [base] })
  await assert.rejects(fetch(base), { code: 'UND_ERR_HEADERS_OVERFLOW' })
})

test('a call ends when its signal says so, before and within the answer', async (t) => {
  const base = await serve(t, (request, response) => {
    if (request.url === '/drip') response.write('first')
  })
  await using fetch = guardedFetch({ allow: [base] })
  await assert.rejects(fetch(`${base}/silence`, { signal: AbortSignal.timeout(20) }), {
    name: 'TimeoutError',
  })
  const stop = new AbortController()
  const answer = await fetch(`${base}/drip`, { signal: stop.signal })
  stop.abort(new DOMException('It is enough.', 'TimeoutError'))
  await assert.rejects(bodyOf(answer), { name: 'TimeoutError' })
})

test('a connection is used again, and several hundred calls run side by side', async (t) => {
  let sockets = 0
  // Those that are asked side by side are answered when enough are there: however fast they are opened, none is used twice before.
  let enough = 1
  const held: ServerResponse[] = []
  const server = createServer((_, response) => {
    held.push(response)
    if (held.length < enough) return
    enough = 1
    for (const each of held.splice(0)) each.end('ok')
  })
  server.on('connection', () => (sockets += 1))
  const base = await listening(t, server)
  await using fetch = guardedFetch({ allow: [base] })

  for (let turn = 0; turn < 10; turn++) await bodyOf(await fetch(base))
  assert.ok(sockets <= 2, `${sockets} connections`)
  enough = 300
  const calls = Array.from({ length: 400 }, async () => bodyOf(await fetch(base)))
  assert.deepEqual([...new Set(await Promise.all(calls))], ['ok'])
  assert.ok(sockets >= 300, `${sockets} connections`)
})

test('a post whose connection breaks is never sent a second time', async (t) => {
  let posts = 0
  const base = await serve(t, (request, response) => {
    if (request.method === 'GET') return response.end()
    posts += 1
    request.socket.destroy()
  })
  await using fetch = guardedFetch({ allow: [base] })
  await bodyOf(await fetch(base))
  await assert.rejects(fetch(base, { method: 'POST', body: 'once' }), { code: 'UND_ERR_SOCKET' })
  await bodyOf(await fetch(base))
  assert.equal(posts, 1)
})

test('a proxy in the environment is not used', async (t) => {
  const proxy = await serve(t, (_, response) => response.end('through the proxy'))
  const base = await serve(t, (_, response) => response.end('direct'))
  const script = `
    import { guardedFetch } from ${JSON.stringify(import.meta.resolve('./guarded-fetch.ts'))}
    await using fetch = guardedFetch({ allow: ['${base}'] })
    for await (const chunk of (await fetch('${base}')).body) process.stdout.write(chunk)`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { env: { HTTP_PROXY: proxy, http_proxy: proxy, NODE_USE_ENV_PROXY: '1' } },
  )
  assert.equal(stdout, 'direct')
})

const echo: RequestListener = (request, response) => {
  const { 'content-type': type, 'content-length': length } = request.headers
  const encoding = request.headers['accept-encoding']
  const answer = async () => JSON.stringify({ body: await text(request), type, length, encoding })
  answer().then((json) => response.end(json), assert.ifError)
}

async function* pieces() {
  yield new TextEncoder().encode('one ')
  yield new TextEncoder().encode('two')
}

async function bodyOf(answer: FetchResponse) {
  let all = ''
  for await (const chunk of answer.body ?? []) all += Buffer.from(chunk).toString()
  return all
}

async function serve(t: TestContext, answer: RequestListener) {
  return listening(t, createServer(answer))
}

async function listening(t: TestContext, server: ReturnType<typeof createServer>) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return `http://127.0.0.1:${address.port}`
}
