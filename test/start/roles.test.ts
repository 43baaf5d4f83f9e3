/** What is printed and answered depends on what a process does, and what was printed is true, whatever comes next. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crier, launch, scratch, tokenOf } from './kit.ts'
import { freePort } from '../free-port.ts'

test('a worker prints no address at which nobody listens, and answers /ready where it is told to', async () => {
  await using place = await scratch()
  const HEALTH_PORT = String(await freePort())
  const settings = { DATA_DIR: place.folder, ROLE: 'worker' }
  const METRICS_TOKEN = 'a-token-of-the-operator'
  await using worker = await launch({ ...settings, HEALTH_PORT, METRICS_TOKEN })
  assert.match(worker.said, /Crier is ready/)
  assert.doesNotMatch(worker.said, /http/)
  const answer = await fetch(`http://127.0.0.1:${HEALTH_PORT}/ready`)
  assert.deepEqual(await answer.json(), { status: 'ready' })
  assert.equal((await fetch(`http://127.0.0.1:${HEALTH_PORT}/api`)).status, 404)
  const metrics = `http://127.0.0.1:${HEALTH_PORT}/metrics`
  assert.equal((await fetch(metrics)).status, 401)
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  assert.match(await (await fetch(metrics, { headers })).text(), /crier_info\{.*role="worker"/)
})

test('a service that is killed as soon as it is ready finds its sandbox accounts signed in', async () => {
  await using place = await scratch()
  const settings = { DATA_DIR: place.folder }
  await using first = await launch(settings)
  await first.kill('SIGKILL')
  const token = tokenOf(first)
  const ports = {
    PORT: new URL(first.base_url).port,
    SANDBOX_PORT: new URL(first.sandbox_url).port,
  }
  await using second = await launch({ ...settings, ...ports })
  const body = { content: 'Still here', social_account_ids: [1, 2], publish_now: true }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${ports.PORT}/api/posts`
  const made = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.ok(made.ok, second.said)
  const answer = await (await fetch(`${url}/1?wait=30`, { headers })).text()
  assert.match(answer, /"outcome":"published"/)
})

test('nobody else may look into what a start and a command leave in DATA_DIR', async () => {
  await using place = await scratch()
  const DATA_DIR = join(place.folder, 'data')
  await using service = await launch({ DATA_DIR })
  await crier(['key', 'list'], { DATA_DIR })
  await service.kill('SIGTERM')
  const open = []
  for (const name of ['.', ...(await readdir(DATA_DIR, { recursive: true }))]) {
    const { mode } = await stat(join(DATA_DIR, name))
    if (mode & 0o077) open.push(`${name} ${(mode & 0o777).toString(8)}`)
  }
  assert.deepEqual(open, [])
  assert.ok((await readFile(join(DATA_DIR, 'secret-key'), 'utf8')).length >= 32)
})
