/**
 * What rests in memory, and whose it is: Node alone, with the libraries of a start, with our modules loaded and nothing begun;
 * PostgreSQL with nobody connected and with idle connections. Each after a collection of everything, as a service does (decision 274).
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { withChildren } from './processor-time.ts'
import { memoryOf, root, say, stop } from './service.ts'

const LIBRARIES = [
  'fastify',
  'pg',
  'kysely',
  'zod',
  'undici',
  'pg-boss',
  '@modelcontextprotocol/sdk/server/mcp.js',
]
const CONNECTIONS = 10

export async function memoryCost() {
  await ofNode('Node alone', [])
  for (let count = 1; count <= LIBRARIES.length; count++)
    await ofNode(`… and ${LIBRARIES[count - 1]}`, LIBRARIES.slice(0, count))
  await ofNode('all modules of a start without the sandbox, nothing begun', [
    '#app/run.ts',
    '#app/start.ts',
    '#app/http-service.ts',
  ])
  await ofPostgres()
}

async function ofNode(what: string, modules: readonly string[]) {
  const text = `
    ${modules.map((name) => `await import(${JSON.stringify(name)})`).join('\n')}
    gc()
    setTimeout(gc, 500)
    setTimeout(() => console.log('rests'), 1000)
    setInterval(() => {}, 60000)`
  const words = ['--max-semi-space-size=8', '--expose-gc', '--input-type=module', '-e', text]
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    say(`${what.padEnd(60)} ${(await memoryOf([child.pid ?? 0])).toFixed(0).padStart(4)} MB`)
  } finally {
    await stop(child)
  }
}

async function ofPostgres() {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'crier-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o711)
  const server = stack.use(await startEmbedded({ dataDir }))
  const measure = async (what: string) => {
    await sleep(1_000)
    const pids = await processesOf(dataDir)
    say(
      `PostgreSQL ${what.padEnd(49)} ${(await memoryOf(pids)).toFixed(0).padStart(4)} MB in ${pids.length} processes`,
    )
  }
  await measure('of a new folder, nobody connected')
  await migrate(server.connectionConfig)
  await measure('with our tables, nobody connected')
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client(server.connectionConfig))
  stack.defer(async () => void (await Promise.all(clients.map((client) => client.end()))))
  for (const client of clients) await client.connect()
  await measure(`and ${CONNECTIONS} connections that asked nothing`)
  for (const client of clients)
    await client.query(
      'select from posts p join deliveries d using (workspace_id) join accounts a using (workspace_id) limit 1',
    )
  await measure(`and each asked once for posts and deliveries`)
}

async function processesOf(dataDir: string) {
  const file = await readFile(join(dataDir, 'postgresql/postmaster.pid'), 'utf8')
  return withChildren(Number.parseInt(file, 10))
}
