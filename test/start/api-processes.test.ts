/** Several processes that answer on one port, of a service that is one to everybody outside. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { processesFor } from '#app/api-processes.ts'
import { launch, type Launched, scratch } from './kit.ts'
import { freePort } from '../free-port.ts'

const only = { skip: process.platform !== 'linux' && 'More than one needs Linux.' }

test('by itself there is one on few cores, and never more than four', () => {
  const counts = [1, 2, 3, 4, 6, 8, 64].map((cores) => processesFor('auto', cores))
  if (process.platform === 'linux') assert.deepEqual(counts, [1, 1, 1, 2, 3, 4, 4])
  else assert.deepEqual(new Set(counts), new Set([1]))
  assert.equal(processesFor(1, 64), 1)
})

test(
  'connections are dealt out; one that is killed is replaced; a stop answers what each was asked',
  only,
  async () => {
    await using place = await scratch()
    const settings = { METRICS_TOKEN: TOKEN, METRICS_PORT: String(await freePort()) }
    await using crier = await several(join(place.folder, 'one'), 3, settings)
    const first = await answering(crier, 3)
    const killed = first.find((pid) => pid !== crier.pid) ?? 0
    process.kill(killed, 'SIGKILL')
    await until(() => /API process has ended/.test(crier.said))
    const pids = await answering(crier, 3, [killed])
    assert.equal(pids.filter((pid) => first.includes(pid)).length, 2)
    await tellTogether(crier, settings.METRICS_PORT)

    const { port } = new URL(crier.base_url)
    await using other = await several(join(place.folder, 'other'), 2, { PORT: port })
    assert.equal(other.code, 1, 'a port that another Crier has is not shared with it')
    assert.match(other.said, new RegExp(`Port ${port} is taken`))

    const token = /\d+\|[\w-]{43}/.exec(crier.said)?.[0] ?? ''
    const post = { content: 'Later', social_account_ids: [1], scheduled_at: '2090-01-01T00:00:00Z' }
    const made = await call(crier, { method: 'POST', path: '/api/posts', token, post }).answer
    const path = `/api/posts/${JSON.parse(made.text).id}?wait=30`
    const waits = Array.from({ length: 12 }, () => call(crier, { path, token }))
    await Promise.all(waits.map(({ taken }) => taken))
    await crier.kill('SIGTERM')
    const answers = await Promise.all(waits.map(({ answer }) => answer))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    for (const pid of pids) assert.equal(lives(pid), false, `${pid} lives on`)
  },
)

test('they end with the first one, however that ends', only, async () => {
  await using place = await scratch()
  await using crier = await several(place.folder, 3)
  const pids = await answering(crier, 3)
  await crier.kill('SIGKILL')
  await until(() => !pids.some(lives))
})

const TOKEN = 'a-token-of-the-operator'

/** Whichever is asked for metrics tells those of all, and the instance's once. */
async function tellTogether(crier: Launched, port: string) {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const whole = (text: string) =>
    ['main', 'api-1', 'api-2'].every((name) =>
      text.includes(`role="${name === 'main' ? 'all' : 'api'}",process="${name}"} 1`),
    ) && text.split('\ncrier_database_up 1\n').length === 2
  const scrape = async (url: string) => (await fetch(url, { headers })).text()
  await until(async () => whole(await scrape(`http://127.0.0.1:${port}/metrics`)))
  // Connections are dealt out: some of so many come to each.
  const texts = await Promise.all(
    Array.from({ length: 12 }, () => call(crier, { path: '/metrics', token: TOKEN }).answer),
  )
  for (const { text: told } of texts) assert.ok(whole(told), told)
}

const several = (DATA_DIR: string, count: number, more: Record<string, string> = {}) =>
  launch({ DATA_DIR, API_PROCESSES: String(count), LOG_LEVEL: 'debug', ...more })

/** Asks until so many processes have answered, and names them. */
async function answering(crier: Launched, count: number, without: readonly number[] = []) {
  const seen = () =>
    [...crier.said.matchAll(/"pid":(\d+),(?=[^\n]*"msg":"request")/g)]
      .map(([, pid]) => Number(pid))
      .filter((pid) => !without.includes(pid))
  await until(async () => {
    await call(crier, { path: '/health' }).answer
    return new Set(seen()).size >= count
  })
  return [...new Set(seen())]
}

interface Wish {
  method?: string
  path: string
  token?: string
  post?: object
}

/** On a connection of its own; `taken` when a process has it. */
function call(crier: Launched, { method = 'GET', path, token, post }: Wish) {
  const headers = {
    'content-type': 'application/json',
    expect: '100-continue',
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const asked = request(crier.base_url + path, { method, headers, agent: false })
  const taken = once(asked, 'continue')
  const answer = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    asked.on('error', reject)
    asked.on('response', (response) => {
      text(response).then((read) => resolve({ status: response.statusCode, text: read }), reject)
    })
  })
  asked.end(post && JSON.stringify(post))
  return { taken, answer }
}

/** The limit on a test's time is the runner's. */
async function until(holds: () => boolean | Promise<boolean>) {
  while (!(await holds())) await pause(20)
}

function lives(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
