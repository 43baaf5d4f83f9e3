/** A reader that stops reading holds nothing for long: over a real socket, whose buffers are full. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { close, write } from '#surfaces/console/stalled.ts'

const MUCH = 'x'.repeat(1_000_000)
const listening = ['drain', 'close'] as const

/** The server's side of a stream, and the socket that nobody reads from until `read`. */
async function streamed() {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => resolve(response.writeHead(200)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const socket = connect(address.port, '127.0.0.1').pause()
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const raw = await promise
  return {
    raw,
    socket,
    listeners: () => listening.map((name) => raw.listenerCount(name)),
    async [Symbol.asyncDispose]() {
      socket.destroy()
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

async function fill(raw: ServerResponse, signal: AbortSignal, limit: number) {
  for (let written = 0; written < 100; written++)
    if (!(await write(raw, MUCH, signal, limit))) return
  assert.fail('The socket took everything.')
}

test('whoever takes nothing any more is cut off, and nothing is left behind', async () => {
  await using stream = await streamed()
  const before = stream.listeners()
  const { signal } = new AbortController()
  await fill(stream.raw, signal, 200)
  assert.ok(stream.raw.destroyed)
  assert.deepEqual(stream.listeners(), before)
  assert.equal(await write(stream.raw, 'more', signal, 200), false)
})

test('…and whoever is slow only is told all, and leaves no listeners behind with each message', async () => {
  await using stream = await streamed()
  const before = stream.listeners()
  let read = 0
  setTimeout(() => {
    stream.socket.on('data', (bytes: Buffer) => (read += bytes.length))
    stream.socket.resume()
  }, 100)
  const { signal } = new AbortController()
  for (let message = 0; message < 30; message++)
    assert.ok(await write(stream.raw, MUCH, signal, 10_000))
  assert.deepEqual(stream.listeners(), before)
  const finished = once(stream.raw, 'finish')
  close(stream.raw)
  await finished
  assert.ok(read > 20 * MUCH.length)
})

test('a stream that ends while nobody reads is closed all the same', async () => {
  await using stream = await streamed()
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 100)
  await fill(stream.raw, stop.signal, 60_000)
  assert.ok(!stream.raw.destroyed)
  close(stream.raw, 200)
  await once(stream.raw, 'close')
  assert.ok(stream.raw.destroyed)
})
