/** A service under measurement: processes of its own, so that the load does not share a thread with what it loads. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#database/embedded.ts'
import type pg from 'pg'
import { z } from 'zod'
import { freePort } from '../test/free-port.ts'
import { statementSettings } from './statements.ts'

export const root = join(import.meta.dirname, '..')

export interface Running extends AsyncDisposable {
  base_url: string
  sandbox_url: string
  token: string
  account_ids: number[]
  data_dir: string
  database: pg.PoolConfig
  child: ChildProcess
}

/** Starts the real service in a new folder. The database is started first, so that a bench can look into it. */
export async function runService(environment: Record<string, string> = {}): Promise<Running> {
  await using stack = new AsyncDisposableStack()
  const data_dir = await mkdtemp(join(tmpdir(), 'crier-bench-'))
  stack.defer(() => rm(data_dir, { recursive: true, force: true }))
  const embedded = stack.use(
    await startEmbedded({ dataDir: data_dir, settings: statementSettings }),
  )
  const port = Number(environment['PORT'] ?? (await freePort()))
  const sandbox = await freePort()
  const { child, output } = launch('server/main.ts', [], {
    PORT: String(port),
    SANDBOX_PORT: String(sandbox),
    DATA_DIR: data_dir,
    LOG_LEVEL: 'error',
    NODE_ENV: 'development',
    ...environment,
    NODE_OPTIONS: [await optionsOfStart(), environment['NODE_OPTIONS'] ?? ''].join(' ').trim(),
  })
  stack.defer(() => stop(child))
  const text = await output(/curl -s|did not start/)
  const token = /shown this once:\s+(\S+)/.exec(text)?.[1]
  const ids = /"social_account_ids":\[([\d,]*)\]/.exec(text)?.[1]
  if (!token || !ids) throw new Error(`The service did not start:\n${text}`)
  const owned = stack.move()
  return {
    base_url: `http://127.0.0.1:${port}`,
    sandbox_url: `http://127.0.0.1:${sandbox}`,
    token,
    account_ids: ids.split(',').map(Number),
    data_dir,
    database: embedded.connectionConfig,
    child,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** What `npm start` tells Node. */
async function optionsOfStart() {
  const text = await readFile(join(root, 'package.json'), 'utf8')
  const { scripts } = z.object({ scripts: z.object({ start: z.string() }) }).parse(JSON.parse(text))
  return scripts.start.split(' ').slice(1, -1).join(' ')
}

export async function temporaryFolder(stack: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'crier-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A script of ours as a process; `output` resolves with all that it printed once it matches. */
export function launch(
  script: string,
  args: readonly string[],
  environment: Record<string, string>,
) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const output = async (wanted: RegExp) => {
    while (!wanted.test(printed)) {
      if (child.exitCode !== null) throw new Error(`${script} ended:\n${printed}`)
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    }
    return printed
  }
  return { child, output }
}

export async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Proportional set size of a process and its children, in MB; 0 where the system does not tell. */
export async function memoryOf(pids: readonly number[]) {
  let kilobytes = 0
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
  }
  return kilobytes / 1024
}

export function percentile(values: readonly number[], share: number) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function say(line: string) {
  process.stdout.write(`${line}\n`)
}
