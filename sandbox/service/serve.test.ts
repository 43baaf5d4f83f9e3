import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { tinyEmulator } from '../../test/tiny-emulator.ts'
import { allow, deny } from './person.ts'
import { serveSandbox, type SandboxOptions } from './serve.ts'

const json = { 'content-type': 'application/json' }

test('an emulator is served below its name and takes JSON as well as forms', async (t) => {
  const { url, send, notes } = await open(t)
  await send('POST', '/tiny/notes', { account: 'ann', text: 'as JSON' })
  const form = new URLSearchParams({ account: 'bo', text: 'as a form' })
  await fetch(`${url}/tiny/notes`, { method: 'POST', body: form })
  assert.deepEqual(await notes(), ['as JSON', 'as a form'])
  assert.deepEqual(await notes('?account=bo'), ['as a form'])
})

test('a fault is played on the next call that publishes, as often as asked', async (t) => {
  const { send, notes } = await open(t)
  const armed = await send('POST', '/_sandbox/tiny/faults', {
    account: 'ann',
    fault: 'landed_500',
    times: 2,
  })
  assert.equal(armed.status, 201)
  const statuses = []
  for (const text of ['one', 'two', 'three']) {
    statuses.push((await send('POST', '/tiny/notes', { account: 'ann', text })).status)
  }
  assert.deepEqual(statuses, [500, 500, 200])
  assert.deepEqual(await notes(), ['one', 'two', 'three'])
  const { body } = await send('GET', '/_sandbox/tiny/faults')
  assert.deepEqual([body.waiting, body.played], [[], { landed_500: 2 }])
})

test('armed faults can be taken back', async (t) => {
  const { send } = await open(t)
  await send('POST', '/_sandbox/tiny/faults', { account: '*', fault: 'moody' })
  const { body } = await send('GET', '/_sandbox/tiny/faults')
  const [armed, ...others] = body.waiting
  assert.deepEqual([armed.account, armed.fault, armed.times, armed.on], ['*', 'moody', 1, 'post'])
  assert.equal(others.length, 0)
  assert.equal((await send('DELETE', '/_sandbox/tiny/faults')).status, 204)
  assert.deepEqual((await send('GET', '/_sandbox/tiny/faults')).body.waiting, [])
})

test('every problem of a fault is named at once, with the faults that are known', async (t) => {
  const { send } = await open(t)
  const wrong = { account: '', fault: 'landed_5000', times: 0, tines: 3 }
  const { status, body } = await send('POST', '/_sandbox/tiny/faults', wrong)
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.errors).toSorted(), ['account', 'fault', 'times', 'tines'])
  assert.ok(body.known_faults.includes('landed_500') && body.known_faults.includes('moody'))
  assert.deepEqual((await send('GET', '/_sandbox/tiny/faults')).body.waiting, [])
})

test('an unknown platform is a 404 that names the known ones', async (t) => {
  const { send } = await open(t)
  for (const path of ['/_sandbox/huge/faults', '/_sandbox/huge/posts', '/_sandbox/nothing']) {
    const { status, body } = await send('GET', path)
    assert.deepEqual([status, body.error.platforms], [404, ['tiny']], path)
  }
})

test('the clock moves forward only', async (t) => {
  const { send, sandbox } = await open(t, { now: () => new Date('2026-01-01T00:00:00Z') })
  assert.equal((await send('POST', '/_sandbox/clock', { advance_ms: 90_000 })).status, 200)
  assert.equal((await send('POST', '/_sandbox/clock', { advance_ms: -1 })).status, 422)
  const { body } = await send('GET', '/_sandbox/clock')
  assert.deepEqual(body, { now: '2026-01-01T00:01:30.000Z', ahead_ms: 90_000 })
  assert.throws(() => sandbox.clock.advance(-1), RangeError)
})

test('everything is forgotten on request', async (t) => {
  const { send, notes } = await open(t)
  await send('POST', '/tiny/notes', { account: 'ann', text: 'gone' })
  await send('POST', '/_sandbox/tiny/faults', { account: '*', fault: 'slow', ms: 5 })
  assert.equal((await send('DELETE', '/_sandbox')).status, 204)
  assert.deepEqual(await notes(), [])
  assert.deepEqual((await send('GET', '/_sandbox/tiny/faults')).body.waiting, [])
})

test('what was received and the time outlive a restart', async (t) => {
  const stateDir = await folder(t)
  const first = await open(t, { stateDir })
  for (const text of ['one', 'two', 'three']) {
    await first.send('POST', '/tiny/notes', { account: 'ann', text })
  }
  await first.send('POST', '/_sandbox/clock', { advance_ms: 5000 })
  await first.sandbox.close()
  assert.equal(JSON.parse(await readFile(join(stateDir, 'tiny.json'), 'utf8')).length, 3)

  const second = await open(t, { stateDir })
  assert.deepEqual(await second.notes(), ['one', 'two', 'three'])
  assert.equal(second.sandbox.clock.ahead, 5000)
})

test('a saved world that cannot be read is reported, and a new one begins', async (t) => {
  const stateDir = await folder(t)
  await writeFile(join(stateDir, 'tiny.json'), '[{"half')
  const warnings: string[] = []
  const log = { warn: (_: unknown, message: string) => void warnings.push(message) }
  const { notes } = await open(t, { stateDir, log })
  assert.deepEqual(await notes(), [])
  assert.equal(warnings.length, 1)
})

test('a port that is taken is an error', async (t) => {
  const { sandbox } = await open(t)
  await assert.rejects(open(t, { port: sandbox.port }), { code: 'EADDRINUSE' })
})

test('closing does not wait for a caller who gets no answer', async (t) => {
  const { sandbox, send } = await open(t)
  await send('POST', '/_sandbox/tiny/faults', { account: 'ann', fault: 'landed_silence' })
  const silent = send('POST', '/tiny/notes', { account: 'ann', text: 'hello?' })
  const lost = assert.rejects(silent)
  while (sandbox.emulators.get('tiny')?.posts().length === 0) await new Promise(setImmediate)
  await sandbox.close()
  await lost
})

test('a person can say yes and no', async (t) => {
  const { url } = await open(t)
  const page = `${url}/tiny/web/authorize?client_id=service&state=abc`
  assert.equal(await allow(page, 'ann'), `${url}/back?who=ann&said=allow`)
  assert.equal(await deny(page, 'bo'), `${url}/back?who=bo&said=deny`)
  await assert.rejects(allow(`${url}/tiny/web/nothing`, 'ann'), /404/)
})

async function open(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const emulators = { tiny: tinyEmulator }
  const sandbox = await serveSandbox({ port: 0, clients: () => [], emulators, ...options })
  t.after(() => sandbox.close())
  const send = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { headers: json, body: JSON.stringify(body) }
    const response = await fetch(`${sandbox.url}${path}`, { method, ...init })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const notes = async (query = '') => {
    const { body } = await send('GET', `/_sandbox/tiny/posts${query}`)
    return body.map(({ text }: { text: string }) => text)
  }
  return { sandbox, url: sandbox.url, send, notes }
}

async function folder(t: TestContext) {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}
