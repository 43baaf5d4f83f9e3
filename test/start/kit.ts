/** The service as a process of its own, and what it says before it runs or gives up. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Launched extends AsyncDisposable {
  /** Undefined while it runs, and of one that a signal ended. */
  readonly code: number | undefined
  pid: number
  /** So far. */
  readonly said: string
  base_url: string
  sandbox_url: string
  kill(signal: NodeJS.Signals): Promise<void>
}

export type Environment = Record<string, string>

/** What is started: a file below a folder, and the words after it. */
export interface Program {
  folder: string
  words: readonly string[]
}

/** Starts it; resolves when it says that it is ready, or has ended. `user`: runs as that uid. */
export async function launch(
  environment: Environment,
  user?: number,
  { folder, words }: Program = { folder: root, words: ['server/main.ts'] },
): Promise<Launched> {
  const [port = 0, sandbox = 0] = await freePorts(2)
  const settings = { PORT: String(port), SANDBOX_PORT: String(sandbox), LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...UNSET, ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  })
  let said = ''
  const closed = once(child, 'close')
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        said += part
        if (said.includes('Crier is ready')) resolve()
      })
    }
  })
  await Promise.race([ready, closed])
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await closed
  }
  return {
    get code() {
      return child.exitCode ?? undefined
    },
    pid: child.pid ?? 0,
    get said() {
      return said
    },
    base_url: `http://127.0.0.1:${port}`,
    sandbox_url: `http://127.0.0.1:${sandbox}`,
    kill,
    [Symbol.asyncDispose]: () => kill('SIGTERM'),
  }
}

/** `crier …` with the same settings. */
export async function crier(words: readonly string[], environment: Environment) {
  const child = spawn(process.execPath, ['cli/crier.ts', ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...UNSET, LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (said += part))
  }
  const [code] = await once(child, 'close')
  return { code: Number(code), said }
}

/** What a developer's .env may say; the environment wins over it. */
const UNSET = Object.fromEntries(
  ['DATABASE_URL', 'SECRET_KEY', 'BASE_URL', 'HOST', 'SANDBOX', 'SANDBOX_URL'].map((name) => [
    name,
    '',
  ]),
)

/** The key that a first start shows once. */
export function tokenOf({ said }: Pick<Launched, 'said'>): string {
  return /API key, shown this once: +(\S+)/.exec(said)?.[1] ?? assert.fail(said)
}

export async function scratch(): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'crier-start-'))
  await chmod(folder, 0o755)
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return { folder, [Symbol.asyncDispose]: remove }
}
