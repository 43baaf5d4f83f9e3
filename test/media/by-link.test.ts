/** Files of clients that signed in: chunks to an address that needs no credential, and small files inside of a call. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import { urlOf } from '../engine-stage.ts'
import { openBrowser } from '../oauth/browser.ts'
import { granter } from '../oauth/granted.ts'
import { callers } from '../surfaces/callers.ts'
import { newKey, newNeighbour } from '../surfaces/kit.ts'
import { openService } from '../service.ts'
import { bulk, picture, sha256 } from './kit.ts'
import { freePort } from '../free-port.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const owner = await openBrowser(service)
const granted = await granter(service)
const { rest, mcp } = callers(service)

const Session = z.looseObject({
  upload_id: z.string(),
  received_bytes: z.number(),
  completed: z.boolean(),
  upload_url: z.string().nullable(),
})

const about = (file: Uint8Array) => ({
  filename: 'a.png',
  mime_type: 'image/png',
  size_bytes: file.length,
})
const local = (file: Uint8Array) => ({ source: 'local', ...about(file) })

function linkOf(body: unknown) {
  const { upload_id, upload_url } = Session.parse(body)
  const url = upload_url ?? ''
  assert.ok(url.startsWith(`${service.base_url}/uploads/`))
  return { upload_id, url }
}

/** As `curl --data-binary` sends it, without any credential. */
async function put(url: string, offset: number, bytes: Uint8Array<ArrayBuffer>, headers = {}) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(`${url}?offset=${offset}`, {
    method: 'PATCH',
    headers: { ...type, ...headers },
    body: new Blob([bytes]),
  })
  return { status: answer.status, body: z.looseObject({}).parse(await answer.json()) }
}

async function look(url: string) {
  const answer = await fetch(url)
  return { status: answer.status, body: z.looseObject({}).parse(await answer.json()) }
}

test('a client that signed in uploads a file of several chunks, and goes on after a failure', async () => {
  const { call } = await granted(owner)
  const file = bulk(limits.chunk_size + 1000)
  const announced = { ...local(file), filename: 'a.wav', mime_type: 'audio/wav' }
  const { upload_id, url } = linkOf((await call('upload_media', announced)).result)
  const first = await put(url, 0, file.subarray(0, limits.chunk_size))
  assert.deepEqual(first, {
    status: 200,
    body: { received_bytes: limits.chunk_size, size_bytes: file.length, completed: false },
  })
  assert.equal((await put(url, 5, file.subarray(0, 10))).status, 409)
  const { received_bytes } = Session.parse((await look(url)).body)
  assert.equal(received_bytes, limits.chunk_size)
  assert.equal((await put(url, received_bytes, file.subarray(received_bytes))).status, 200)
  const { result, code } = await call('upload_media', { source: 'complete', upload_id })
  assert.equal(code, undefined)
  assert.equal(result['sha256'], sha256(file))
})

test('the address is of one session, and ends with it', async () => {
  const file = picture()
  const one = linkOf((await rest('open_upload', about(file))).body)
  const other = linkOf((await rest('open_upload', about(file))).body)
  const [, signature = ''] = /\.([\w-]+)$/.exec(one.url) ?? []
  const forged = [
    one.url.replace(signature, /\.([\w-]+)$/.exec(other.url)?.[1] ?? ''),
    one.url.replace(one.upload_id, other.upload_id),
    one.url.replace(/uploads\/\d+/, 'uploads/987654'),
    one.url.slice(0, -1),
    `${service.base_url}/uploads/x`,
  ]
  for (const url of forged) {
    assert.equal((await put(url, 0, file)).status, 404, url)
    assert.equal((await look(url)).status, 404, url)
  }
  assert.equal((await put(one.url, 0, file)).status, 200)
  assert.equal((await look(one.url)).status, 200)
  await rest('complete_upload', { id: one.upload_id })
  assert.equal((await look(one.url)).status, 404)
  await rest('cancel_upload', { id: other.upload_id })
  assert.equal((await put(other.url, 0, file)).status, 404)

  const third = linkOf((await rest('open_upload', about(file))).body)
  clock = new Date(clock.getTime() + limits.upload_hours * 3_600_000)
  assert.equal((await put(third.url, 0, file)).status, 404)
  assert.equal((await fetch(third.url, { method: 'DELETE' })).status >= 400, true)
})

test('the address ends with the key that opened the session', async () => {
  const key = await newKey(service, ['media:write', 'media:read'])
  const mine = callers(service, key.token)
  const file = picture()
  const opened = (await mine.rest('open_upload', about(file))).body
  const { url, upload_id } = linkOf(opened)
  const path = `/api/media/uploads/${upload_id}?offset=0`
  const type = { 'content-type': 'application/octet-stream' }
  const bearer = await fetch(service.base_url + path, {
    method: 'PATCH',
    headers: { ...type, authorization: `Bearer ${key.token}` },
    body: new Blob([file]),
  })
  assert.equal(bearer.status, 401, 'the specification: a restricted key sends no chunks itself')
  assert.equal((await look(url)).status, 200)
  await rest('update_api_key', { id: key.id, leash: { paused: true } })
  assert.equal((await put(url, 0, file)).status, 403)
  await rest('update_api_key', { id: key.id, leash: { paused: false, actions: ['read'] } })
  assert.equal((await put(url, 0, file)).status, 403)
  await rest('update_api_key', { id: key.id, leash: { actions: null } })
  await rest('revoke_api_key', { id: key.id })
  assert.equal((await put(url, 0, file)).status, 404)
  assert.equal((await look(url)).status, 404)
})

test('the address is in no line of the log, whatever becomes of the call', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: service.data_dir,
      DATABASE_URL: urlOf(service.database),
      PORT: String(port),
      ROLE: 'api',
      SANDBOX: 'off',
      LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const up = Promise.withResolvers<void>()
  const heard = (part: Buffer) => {
    log += part.toString()
    if (log.includes(`:${port}`)) up.resolve()
  }
  child.stdout.on('data', heard)
  child.stderr.on('data', heard)
  const ended = once(child, 'close')
  await Promise.race([up.promise, ended])
  assert.ok(log.includes(`:${port}`), log)
  const file = picture()
  const { url } = linkOf((await rest('open_upload', about(file))).body)
  const there = url.replace(service.base_url, `http://127.0.0.1:${port}`)
  assert.equal((await put(there, 7, file)).status, 409)
  assert.equal((await put(there, 0, file)).status, 200)
  assert.equal((await look(there)).status, 200)
  assert.equal((await look(`${there}x`)).status, 404)
  child.kill('SIGTERM')
  await ended
  assert.match(log, /uploads/, 'the calls are logged')
  assert.ok(!log.includes(url.slice(-20)))
})

test('only whoever opened a session is shown its address', async () => {
  const { body } = await rest('open_upload', about(picture()))
  const { upload_id: id, url } = linkOf(body)
  assert.equal((await rest('get_upload', { id })).body['upload_url'], url)
  const { body: asked } = await mcp('upload_media', { source: 'status', upload_id: id })
  assert.equal(asked['upload_url'], url)
  for (const abilities of [['media:read'], ['*']]) {
    const { token } = await newKey(service, abilities)
    const { body: seen } = await callers(service, token).rest('get_upload', { id })
    assert.equal(seen['upload_url'], null)
  }
  const { token } = await newNeighbour(service)
  assert.equal((await callers(service, token).rest('get_upload', { id })).code, 'upload_not_found')
})

test('a small file travels inside of a tool call, and is looked at like any other', async () => {
  const { call } = await granted(owner)
  const file = picture()
  const data = file.toString('base64')
  const inline = { source: 'inline', filename: 'a.png', data }
  const { result, code } = await call('upload_media', { ...inline, alt_text: 'A square' })
  assert.equal(code, undefined)
  assert.equal(result['sha256'], sha256(file))
  assert.deepEqual([result['alt_text'], result['mime_type']], ['A square', 'image/png'])
  for (const written of [
    `data:image/png;base64,${data}`,
    file.toString('base64url'),
    data.replaceAll(/(.{60})/g, '$1\n'),
  ]) {
    const again = await mcp('upload_media', { ...inline, data: written })
    assert.equal(again.body['sha256'], sha256(file))
  }
})

test('inline takes 3 MB and no byte more, and says what is wrong', async () => {
  const whole = bulk(limits.inline_bytes)
  const sound = { source: 'inline', filename: 'a.wav' }
  const taken = await mcp('upload_media', { ...sound, data: whole.toString('base64') })
  assert.equal(taken.body['sha256'], sha256(whole))
  const more = Buffer.alloc(limits.inline_bytes + 1)
  const plain = picture().toString('base64')
  for (const [args, field] of [
    [{ ...sound, data: more.toString('base64') }, 'data'],
    [{ ...sound, data: 'no base64!' }, 'data'],
    [{ ...sound, data: '' }, 'data'],
    [{ ...sound, data: 'AAAAA' }, 'data'],
    [{ ...sound, data: Buffer.from('<html>').toString('base64') }, 'data'],
    [{ source: 'inline', data: plain }, 'filename'],
    [{ source: 'inline', filename: 'a.svg', data: plain }, 'filename'],
    [{ source: 'inline', filename: 'a.png' }, 'data'],
    [{ source: 'inline', filename: 'a.png', data: plain, url: 'https://example.com/a' }, 'url'],
    [{ url: 'https://example.com/a.png', data: plain }, 'data'],
  ] as const) {
    const { code, errors } = await mcp('upload_media', args)
    assert.equal(code, 'invalid')
    assert.deepEqual(Object.keys(errors), [field])
  }
})

test('the address ends with the grant, and with the membership of whoever gave it', async () => {
  const file = picture()
  const first = await granted(owner)
  const one = linkOf((await first.call('upload_media', local(file))).result)
  await owner.call('DELETE', first.path)
  assert.equal((await put(one.url, 0, file)).status, 404)

  const second = await granted(owner)
  const two = linkOf((await second.call('upload_media', local(file))).result)
  assert.equal((await look(two.url)).status, 200)
  await service.query(`update members set role = 'viewer'`)
  assert.equal((await put(two.url, 0, file)).status, 404)
  await service.query('delete from members')
  assert.equal((await put(two.url, 0, file)).status, 404)
})
