/** The client against a service that dies and a line that drops answers: what arrives is what was sent. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { upload } from '@crier/sdk'
import { addressOf } from '../database.ts'
import { openService } from '../service.ts'
import { bulk, sha256 } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

function sourceOf(file: Buffer<ArrayBuffer>) {
  const slice = (start: number, end: number) => new Blob([file.subarray(start, end)])
  return { name: 'a.wav', type: 'audio/wav', size: file.length, slice }
}

test('a client whose answers get lost, every second one, arrives with the same bytes', async () => {
  const file = bulk(20_000_000)
  let calls = 0
  const lossy: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (++calls % 2) return answer
    await answer.arrayBuffer()
    throw new TypeError('the answer was lost')
  }
  const seen: number[] = []
  const item = await upload(sourceOf(file), {
    base_url: service.base_url,
    token: service.token,
    sha256: sha256(file),
    onProgress: (received) => seen.push(received),
    fetch: lossy,
  })
  assert.equal(item.sha256, sha256(file))
  assert.deepEqual(
    seen,
    [...seen].sort((a, b) => a - b),
    'progress never goes back',
  )
})

test('a service that is killed in the middle of uploads goes on with them', async () => {
  const port = 20_000 + (process.pid % 20_000)
  const serve = async () => {
    const child = spawn(process.execPath, ['server/main.ts'], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: service.data_dir,
        DATABASE_URL: addressOf(service.database),
        PORT: String(port),
        ROLE: 'api',
        SANDBOX: 'off',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    return child
  }
  let child = await serve()
  const files = Array.from({ length: 4 }, () => bulk(40_000_000))
  let done = false
  const sending = Promise.all(
    files.map((file) =>
      upload(sourceOf(file), {
        base_url: `http://127.0.0.1:${port}`,
        token: service.token,
        sha256: sha256(file),
        patience: 30,
      }),
    ),
  ).finally(() => (done = true))
  sending.catch(() => {})
  for (let kills = 0; kills < 3 && !done; kills++) {
    await new Promise((resolve) => setTimeout(resolve, 150 + 100 * kills))
    child.kill('SIGKILL')
    await once(child, 'exit')
    child = await serve()
  }
  try {
    const items = await sending
    assert.deepEqual(
      items.map((item) => item.sha256),
      files.map((file) => sha256(file)),
    )
  } finally {
    child.kill('SIGKILL')
  }
})
