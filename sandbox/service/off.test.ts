import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'

const root = join(import.meta.dirname, '../..')

/** The files of ours that the service loads until it is ready, from the root of the project. */
async function loadedBy(settings: Record<string, string>) {
  await using stack = new AsyncDisposableStack()
  const { config } = stack.use(await testDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'crier-start-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const into = join(folder, 'trace')
  const hook = pathToFileURL(join(import.meta.dirname, 'module-trace.ts'))
  hook.searchParams.set('into', into)
  const port = settings['HEALTH_PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, [`--import=${hook.href}`, join(root, 'server/main.ts')], {
    cwd: root,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      NODE_ENV: 'production',
      DATABASE_URL: urlOf(config),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      PORT: port,
      SANDBOX_PORT: String(await freePort()),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  stack.defer(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  for (;;) {
    assert.equal(child.exitCode, null, said)
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (answer?.ok) break
    await wait(50)
  }
  const lines = (await readFile(into, 'utf8')).trim().split('\n')
  return [...new Set(lines.map((url) => relative(root, fileURLToPath(url))))]
}

const Database = z.object({
  connectionString: z.string().optional(),
  host: z.string().optional(),
  port: z.number().optional(),
  user: z.string().optional(),
  database: z.string().optional(),
})

function urlOf(config: unknown): string {
  const { connectionString, host = '', port, user = '', database = '' } = Database.parse(config)
  if (connectionString !== undefined) return connectionString
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

const isMigration = (file: string) => /^server\/store\/migrations\/\d/.test(file)
const inSandbox = (file: string) => file.startsWith('sandbox/') && !file.includes('module-trace')

test('an instance without a sandbox loads none of its files, and no more of its own than it did', async (t) => {
  const files = await loadedBy({ SANDBOX: 'off' })
  assert.deepEqual(files.filter(inSandbox), [])
  assert.deepEqual(
    files.filter((file) => /\.test\.ts$|^(test|chaos|bench|scripts)\//.test(file)),
    [],
  )
  // Nobody asked for them.
  assert.deepEqual(
    files.filter((file) => /^server\/(metrics|telemetry)\/|@opentelemetry/.test(file)),
    [],
  )
  // The database is in the present schema.
  assert.deepEqual(files.filter(isMigration), [])
  t.diagnostic(`${files.length} files`)
  // Each is read, stripped and compiled at every start. Raise it knowingly.
  assert.ok(files.length > 100 && files.length <= MOST, `${files.length} files`)
})

test('a worker loads nothing of what answers callers', async (t) => {
  const health = String(await freePort())
  const files = await loadedBy({ SANDBOX: 'off', ROLE: 'worker', HEALTH_PORT: health })
  assert.deepEqual(
    files.filter((file) => /^server\/(surfaces|people)\//.test(file)),
    [],
  )
  assert.deepEqual(files.filter(isMigration), [])
  assert.ok(files.includes('server/publishing/worker.ts'))
  t.diagnostic(`${files.length} files`)
})

test('one that is asked for traces loads what they need', async () => {
  const files = await loadedBy({
    SANDBOX: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  })
  assert.ok(files.includes('server/telemetry/tracing.ts'))
  assert.ok(files.some((file) => file.includes('@opentelemetry/sdk-trace/')))
})

test('an instance with a sandbox loads its service, and no test of it', async () => {
  const files = await loadedBy({ SANDBOX: 'on' })
  const sandbox = files.filter(inSandbox)
  assert.ok(sandbox.includes('sandbox/service/serve.ts'))
  assert.deepEqual(
    sandbox.filter((file) => /\.test\.ts$|harness|testing/.test(file)),
    [],
  )
})

/**
 * Of 684 when emulators were loaded too; previews of links, the kit for answers, choices, who came for a file, events, webhooks,
 * limits, notices, threads, what is under way, activity, taking down, changing what is out, tables, sets, many posts at once, the settings of metrics, signing in by a provider, the calendar, analytics, places and mentions, keys that change,
 * passkeys, workspaces that end, the settings of traces, files taken along, the order in a queue, what an account is called, what LinkedIn and TikTok count of one, the pages of lists, what single accounts take, previews of links for whoever asks, finding people, who brought a file in, snippets, lists by several orders, the weeks of the schedule, hands, what each sentence of a check is called, pages of answers in two languages, turns and counts of long texts, the names of what forms refuse, times that are given back as shown, old secrets of webhooks, readers that stop, how fields come over the wire, the mark of a database, the day of a restored post with what posts of series were, and memory that is given back came since. Migrations are not among them, nor is what is behind a role that the process does not have.
 */
const MOST = 872
