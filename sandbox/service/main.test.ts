import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const main = join(import.meta.dirname, 'main.ts')

test('the sandbox runs as a process of its own, says where, and stops when asked', async () => {
  const client = { client_id: 'a', client_secret: 'b', redirect_uris: ['http://127.0.0.1/back'] }
  const clients = JSON.stringify({ x: [client] })
  const child = spawn(process.execPath, [main, '--port', '0', '--clients', clients], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(child.stdout, 'data')
    const { url } = JSON.parse(String(line))
    assert.equal((await fetch(url)).status, 200)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  } finally {
    child.kill('SIGKILL')
  }
})

test('wrong flags are named and nothing is started', async () => {
  const wrong = ['--port', 'many', '--clients', '{"x":']
  const child = spawn(process.execPath, [main, ...wrong], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  assert.equal(code, 2)
  assert.match(said, /port/)
  assert.match(said, /clients/)
})
