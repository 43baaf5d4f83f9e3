/** The client against a service that dies and a line that drops answers: what arrives is what was sent. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { upload } from '@crier/sdk'
import { addressOf } from '../database.ts'
import { freePort } from '../free-port.ts'
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

test('an upload whose opening was answered in vain is opened once', async () => {
  const file = bulk(1_000)
  const opened: string[] = []
  const lossy: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const isOpening = pathname.endsWith('/uploads')
    if (isOpening) opened.push(String(Object(await answer.clone().json())['upload_id']))
    if (isOpening && opened.length === 1) throw new TypeError('the answer was lost')
    return answer
  }
  const to = { base_url: service.base_url, token: service.token, fetch: lossy }
  const item = await upload(sourceOf(file), to)
  assert.equal(item.sha256, sha256(file))
  assert.equal(opened.length, 2)
  assert.equal(new Set(opened).size, 1)
  // The same file once more is another upload.
  await upload(sourceOf(file), to)
  assert.equal(new Set(opened).size, 2)
})

test('a service that is killed in the middle of uploads goes on with them', async () => {
  const port = await freePort()
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

/** Calls by method and offset, and what each is answered with first. */
function line(before: (call: string, init: RequestInit | undefined) => Promise<Response | void>) {
  const calls: string[] = []
  const send: typeof fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const place = searchParams.get('offset') ?? pathname.split('/').at(-1)
    const call = `${init?.method} ${place}`
    calls.push(call)
    return (await before(call, init)) ?? fetch(input, init)
  }
  return { calls, send }
}

test('an upload pauses in the middle of a chunk, sends nothing meanwhile, and goes on where it was', async () => {
  const file = bulk(20_000_000)
  const CHUNK = 8_388_608
  const held = Promise.withResolvers<void>()
  let cuts = 0
  const { calls, send } = line(async (call, init) => {
    if (call !== `PATCH ${CHUNK}` || cuts++) return
    held.resolve()
    await new Promise((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
  })
  let upload_id = ''
  const sending = upload(sourceOf(file), {
    base_url: service.base_url,
    token: service.token,
    sha256: sha256(file),
    onSession: (id) => void (upload_id = id),
    fetch: send,
  })
  await held.promise
  sending.pause()
  sending.pause()
  const before = calls.length
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.equal(calls.length, before, 'nothing is asked while it is paused')
  sending.resume()
  const item = await sending
  assert.equal(item.sha256, sha256(file))
  assert.deepEqual(calls.slice(before), [
    `GET ${upload_id}`,
    `PATCH ${CHUNK}`,
    `PATCH ${2 * CHUNK}`,
    'POST complete',
  ])
  assert.equal(cuts, 2, 'no chunk that had arrived was sent twice')
})

test('a paused upload can be given up', async () => {
  const giveUp = new AbortController()
  const sending = upload(sourceOf(bulk(9_000_000)), {
    base_url: service.base_url,
    token: service.token,
    signal: giveUp.signal,
  })
  sending.pause()
  giveUp.abort(new Error('enough'))
  await assert.rejects(sending, /enough/)
})

test('an upload whose key ended waits for another one, and goes on at what was received', async () => {
  const file = bulk(20_000_000)
  const seen: number[] = []
  let asked = 0
  const refusing = new Set<string>()
  const { calls, send } = line(async (call, init) => {
    const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? ''
    // As if it ended in the middle.
    if (call === 'PATCH 16777216' && token === service.token) refusing.add(token)
    if (!refusing.has(token)) return
    return Response.json({ error: { code: 'unauthorized', message: 'No.' } }, { status: 401 })
  })
  const options = {
    base_url: service.base_url,
    token: service.token,
    sha256: sha256(file),
    fetch: send,
  }
  const made = await service.rest('POST', '/api/api-keys', { name: 'The next one' })
  const other = String(made.body['token'])
  const item = await upload(sourceOf(file), {
    ...options,
    onBytes: (sent) => seen.push(sent),
    // The first time nothing has changed yet.
    onUnauthorized: async () => (++asked > 1 ? other : undefined),
  })
  assert.equal(item.sha256, sha256(file))
  assert.equal(asked, 2)
  assert.equal(calls.filter((call) => call === 'PATCH 0').length, 1)
  assert.deepEqual([seen[0], seen.at(-1)], [0, 20_000_000])
  await assert.rejects(upload(sourceOf(file), options), { name: 'UploadRefused', status: 401 })
  const never = { ...options, onUnauthorized: () => Promise.reject(new Error('not today')) }
  await assert.rejects(upload(sourceOf(file), never), /not today/)
})

/** As a browser has it: it sends, and tells in the middle how far it is. */
class Xhr extends EventTarget {
  readonly upload = new EventTarget()
  readonly #headers = new Headers()
  readonly #stop = new AbortController()
  #call: [string, string] = ['', '']
  status = 0
  responseText = ''
  open(...call: [string, string]) {
    this.#call = call
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  abort() {
    this.#stop.abort()
  }
  async send(body?: Blob) {
    const [method, url] = this.#call
    const loaded = Math.floor((body?.size ?? 0) / 2)
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
    const init = { method, headers: this.#headers, body: body ?? null, signal: this.#stop.signal }
    const answer = await fetch(url, init).catch(() => undefined)
    this.status = answer?.status ?? 0
    this.responseText = (await answer?.text()) ?? ''
    const end = this.#stop.signal.aborted ? 'abort' : answer ? 'load' : 'error'
    for (const type of [end, 'loadend']) this.dispatchEvent(new Event(type))
  }
}

test('where there is an XMLHttpRequest, bytes are told within a chunk, and it pauses all the same', async () => {
  const file = bulk(10_000_000)
  const seen: number[] = []
  Object.assign(globalThis, { XMLHttpRequest: Xhr })
  try {
    const sending = upload(sourceOf(file), {
      base_url: service.base_url,
      token: service.token,
      sha256: sha256(file),
      onBytes(sent) {
        seen.push(sent)
        if (seen.length === 2) setImmediate(stopAndGo)
      },
    })
    const stopAndGo = () => {
      sending.pause()
      sending.resume()
    }
    assert.equal((await sending).sha256, sha256(file))
  } finally {
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest')
  }
  assert.deepEqual(seen.slice(0, 2), [0, 4_194_304])
  assert.deepEqual(seen.slice(-3), [
    8_388_608,
    8_388_608 + (10_000_000 - 8_388_608) / 2,
    10_000_000,
  ])
})
