import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createServer as createSecureServer, setDefaultCACertificates } from 'node:tls'
import { Agent } from 'undici'
import { isPublic } from './address.ts'
import { guardedConnect, type ConnectOptions } from './connect.ts'

test('the public internet is what is public', () => {
  for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1']) {
    assert.ok(isPublic(address), address)
  }
  for (const address of [
    '::1',
    '64:ff9b::101:101',
    '3fff::1',
    '5f00::1',
    'fe80::1%eth0',
    '',
    'x',
  ]) {
    assert.ok(!isPublic(address), address)
  }
})

test('a socket that ended up at another address than the one looked up is closed', async (t) => {
  const { port, accepted } = await listen(t)
  const judged: string[] = []
  const connecting = connect(port, {
    trusted: new Set(),
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    // Stands for a resolver or a kernel that lies: allowed when looked up, refused when seen on the socket.
    permits: (address) => judged.push(address) === 1,
  })
  await assert.rejects(connecting, { code: 'ADDRESS_NOT_ALLOWED' })
  assert.deepEqual(judged, ['127.0.0.1', '127.0.0.1'])
  const socket = await accepted
  if (!socket.destroyed) await once(socket.resume(), 'close')
})

test('every connection looks the name up once and goes where the answer says', async (t) => {
  const { port } = await listen(t)
  let asked = 0
  const options: ConnectOptions = {
    trusted: new Set(),
    resolve: async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
    permits: (address) => address === '127.0.0.1',
  }
  const socket = await connect(port, options)
  assert.equal(socket.remoteAddress, '127.0.0.1')
  socket.destroy()
  await assert.rejects(connect(port, options), { code: 'ADDRESS_NOT_ALLOWED' })
  assert.equal(asked, 2)
})

for (const protocol of ['http:', 'https:']) {
  test(`${protocol} a call that is given up takes back what has not arrived`, async (t) => {
    setDefaultCACertificates([certificate])
    const { port, accepted } = await listen(t, protocol)
    const watched = await watch(t, port)
    const agent = new Agent({ connect: guardedConnect(anywhere) })
    t.after(() => agent.destroy())
    const given_up = new AbortController()
    const call = agent.request({
      origin: `${protocol}//service.example:${watched.port}`,
      path: '/',
      method: 'POST',
      // More than both ends keep for one who does not read.
      body: new Uint8Array(32 * 1024 * 1024),
      signal: given_up.signal,
    })
    const failed = assert.rejects(call, { name: 'AbortError' })
    const socket = await accepted
    await once(socket, 'readable')
    given_up.abort()
    await failed
    socket.on('error', () => {}).resume()
    // A connection that was closed in order would hand over the rest, and end.
    assert.equal(await watched.end, 'ECONNRESET')
  })

  test(`${protocol} a call is answered`, async (t) => {
    setDefaultCACertificates([certificate])
    const { port, accepted } = await listen(t, protocol)
    const agent = new Agent({ connect: guardedConnect(anywhere) })
    t.after(() => agent.destroy())
    const call = agent.request({
      origin: `${protocol}//service.example:${port}`,
      path: '/',
      method: 'GET',
    })
    const socket = await accepted
    socket.on('error', () => {})
    await once(socket, 'data')
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')
    assert.equal(await (await call).body.text(), 'hi')
  })
}

/** Stands before a port; `end` is how the caller's connection ended. */
async function watch(t: TestContext, port: number) {
  const { promise: end, resolve } = Promise.withResolvers<string>()
  const front = createServer((caller) => {
    const behind = connectTo(port, '127.0.0.1').on('error', () => {})
    caller.on('end', () => resolve('in order'))
    caller.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    caller.on('close', () => behind.destroy())
    caller.pipe(behind).pipe(caller)
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  t.after(() => front.close())
  const address = front.address()
  assert.ok(address && typeof address === 'object')
  return { port: address.port, end }
}

const anywhere: ConnectOptions = {
  trusted: new Set(),
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  permits: () => true,
}

function connect(port: number, options: ConnectOptions) {
  const target = { hostname: 'service.example', port: String(port), protocol: 'http:' }
  return new Promise<Socket>((resolve, reject) => {
    guardedConnect(options)(target, (...[error, socket]) =>
      error ? reject(error) : resolve(socket),
    )
  })
}

async function listen(t: TestContext, protocol = 'http:') {
  const server: Server =
    protocol === 'https:' ? createSecureServer({ key, cert: certificate }) : createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  const event = protocol === 'https:' ? 'secureConnection' : 'connection'
  const accepted = new Promise<Socket>((resolve) => server.once(event, resolve))
  return { port: address.port, accepted }
}

/** Of `service.example`, signed by itself, for a hundred years; it opens nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgt09BXYb1XpNM6B95
ccFyiiW/jXWKWSK5Wdy6yjyWyvahRANCAARqX7/2w597Pu1VhUxO3ACAANuU5L4X
yQKLnCAMCxgrxMhY0yM/z+DthuKD2x9f9BAxjZEzc3PBDiP+lL6wLNsN
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU2gAwIBAgIUTUDM/sRcAVx5rl26hDUMiskbAj0wCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPc2VydmljZS5leGFtcGxlMCAXDTI2MTEyOTEyMzg1OFoYDzIx
MjYxMTA1MTIzODU4WjAaMRgwFgYDVQQDDA9zZXJ2aWNlLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAARqX7/2w597Pu1VhUxO3ACAANuU5L4XyQKLnCAM
CxgrxMhY0yM/z+DthuKD2x9f9BAxjZEzc3PBDiP+lL6wLNsNo28wbTAdBgNVHQ4E
FgQUdqrGmXRsMfVBxYKJwucrUcuzZe8wHwYDVR0jBBgwFoAUdqrGmXRsMfVBxYKJ
wucrUcuzZe8wDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9zZXJ2aWNlLmV4
YW1wbGUwCgYIKoZIzj0EAwIDSQAwRgIhAKBQ3NeHk9NxRByIwqGm0+Qk6XjfaqpT
TmbC6V/raownAiEAnn2dKT6GC1izG7E46CB9uBc5k+5waKyIHfYgFWW/XPo=
-----END CERTIFICATE-----`
