import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
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

function connect(port: number, options: ConnectOptions) {
  const target = { hostname: 'service.example', port: String(port), protocol: 'http:' }
  return new Promise<Socket>((resolve, reject) => {
    guardedConnect(options)(target, (...[error, socket]) =>
      error ? reject(error) : resolve(socket),
    )
  })
}

async function listen(t: TestContext) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  return { port: address.port, accepted }
}
