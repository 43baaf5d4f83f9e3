/** From a fresh clone to the first published post, as a newcomer types it, and what rests in memory afterwards. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { tell } from './goals.ts'
import { memoryOf, root, say } from './service.ts'
import { freePort } from '../test/free-port.ts'

/** By then what a start left in memory is given back (docs/decisions/0274), were the machine busy for one look. */
const RESTED = 45_000
const WARM = 1.5
const AT_REST = { with: 210, without: 160 }

export async function startUp() {
  const folder = await mkdtemp(join(tmpdir(), 'crier-clone-'))
  try {
    execFileSync('git', ['clone', '-q', root, folder])
    await run(folder, 'fresh clone, installation included')
    const { ready } = await run(folder, 'second start, data there')
    tell({ name: 'start, data there', value: ready, goal: WARM, lower: true, unit: ' s' })
    await rm(join(folder, 'data'), { recursive: true, force: true })
    const { memory } = await run(folder, 'installed, first start', { rests: true })
    const unit = ' MB'
    tell({ name: 'memory at rest', value: memory, goal: AT_REST.with, lower: true, unit })
    await rm(join(folder, 'data'), { recursive: true, force: true })
    const without = await run(folder, 'without the sandbox', { rests: true, SANDBOX: 'off' })
    tell({
      name: 'memory at rest without the sandbox',
      value: without.memory,
      goal: AT_REST.without,
      lower: true,
      unit,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(
  folder: string,
  what: string,
  { rests = false, ...more }: { rests?: boolean; SANDBOX?: string } = {},
) {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: {
      PATH: systemPath(),
      HOME: process.env['HOME'],
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    while (!/ready.*\n(.*\n)+.*(curl -s|key create)/.test(printed)) {
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
      if (child.exitCode !== null) throw new Error(`npm start ended:\n${printed}`)
    }
    const ready = performance.now() - began
    const token = /shown this once:\s+(\S+)/.exec(printed)?.[1]
    const published = token ? await publish(`http://127.0.0.1:${port}`, token) : undefined
    const total = performance.now() - began
    say(
      `${what}: ready after ${(ready / 1000).toFixed(2)} s${published ? `, first post published after ${(total / 1000).toFixed(2)} s` : ''}`,
    )
    if (rests) await sleep(RESTED)
    return { ready: ready / 1000, memory: rests ? await rest(child.pid ?? 0) : 0 }
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

async function publish(base_url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const accounts = await fetch(`${base_url}/api/accounts`, { headers })
  const ids = z
    .object({ accounts: z.array(z.object({ id: z.number() })) })
    .parse(await accounts.json())
  const body = {
    content: 'Hello',
    social_account_ids: ids.accounts.map(({ id }) => id),
    publish_now: true,
  }
  const created = await fetch(`${base_url}/api/posts`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const { id } = z.object({ id: z.number() }).parse(await created.json())
  const post = await fetch(`${base_url}/api/posts/${id}?wait=30`, { headers })
  const { status } = z.object({ status: z.string() }).parse(await post.json())
  if (status !== 'published') throw new Error(`The first post is ${status}.`)
  return true
}

/** Everything that npm start left running, PostgreSQL included, which lives in a session of its own. */
async function rest(npm: number) {
  const all = await processes()
  const ours = all.filter(({ pid }) => pid !== npm && isBelow(pid, npm, all))
  const service = ours.filter(({ name }) => name.startsWith('node') || name === 'MainThread')
  const database = ours.filter(({ name }) => name.startsWith('postgres'))
  const of = (list: readonly { pid: number }[]) => memoryOf(list.map(({ pid }) => pid))
  const [node, postgres] = [await of(service), await of(database)]
  say(
    `at rest: service ${node.toFixed(0)} MB, PostgreSQL ${postgres.toFixed(0)} MB in ${database.length} processes (proportional set size)`,
  )
  return node + postgres
}

interface Process {
  pid: number
  parent: number
  name: string
}

async function processes(): Promise<Process[]> {
  const pids = (await readdir('/proc').catch(() => []))
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return {
        pid,
        parent: Number(/^PPid:\s+(\d+)/m.exec(text)?.[1] ?? 0),
        name: /^Name:\s+(.+)/m.exec(text)?.[1] ?? '',
      }
    }),
  )
  return found
}

function isBelow(pid: number, ancestor: number, all: readonly Process[]): boolean {
  const parent = all.find((each) => each.pid === pid)?.parent
  return (
    parent === ancestor || (parent !== undefined && parent > 1 && isBelow(parent, ancestor, all))
  )
}

/** Without our own node_modules: npm start must find its Node by itself. */
function systemPath() {
  return (process.env['PATH'] ?? '')
    .split(':')
    .filter((part) => !part.includes('node_modules'))
    .join(':')
}
