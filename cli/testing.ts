/** For tests: the command line and the service as real processes on a folder of their own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What a developer's .env may say; the environment wins over it. */
const UNSET = ['DATABASE_URL', 'SECRET_KEY', 'BASE_URL', 'HOST', 'SANDBOX', 'X_CLIENT_ID']

export interface Finished {
  code: number
  stdout: string
  stderr: string
}

export interface Place extends AsyncDisposable {
  folder: string
  /** Where the service answers once it runs. */
  base_url: string
  /** `crier …` */
  crier(words: string[], environment?: Record<string, string>): Promise<Finished>
  /** Any other program in the project's folder, with the same settings. */
  run(program: string, words: string[], environment?: Record<string, string>): Promise<Finished>
  /** The service; resolves when it is ready, and stops when disposed of. */
  serve(environment?: Record<string, string>): Promise<AsyncDisposable>
}

/** An empty data folder and free ports. */
export async function place(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'crier-cli-'))
  // As root the database runs as nobody, who has to get in.
  await chmod(folder, 0o711)
  const [port, sandbox] = [await freePort(), await freePort()]
  const base_url = `http://127.0.0.1:${port}`
  const settings = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: folder,
    PORT: String(port),
    SANDBOX_PORT: String(sandbox),
    LOG_LEVEL: 'silent',
    ...Object.fromEntries(UNSET.map((name) => [name, ''])),
  }

  const run: Place['run'] = async (program, words, environment = {}) => {
    const child = spawn(program, words, {
      cwd: root,
      env: { ...settings, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const closed = once(child, 'close')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    await closed
    return { code: child.exitCode ?? -1, stdout, stderr }
  }

  return {
    folder,
    base_url,
    run,
    crier: (words, environment) => run(process.execPath, ['cli/crier.ts', ...words], environment),

    async serve(environment = {}) {
      const child = spawn(process.execPath, ['server/main.ts'], {
        cwd: root,
        env: { ...settings, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(child, 'exit')
      const stop = async () => {
        child.kill('SIGTERM')
        await exited
      }
      const failed = exited.then(() => Promise.reject(new Error('The service did not start.')))
      failed.catch(() => {})
      await Promise.race([saysReady(child.stdout), failed])
      return { [Symbol.asyncDispose]: stop }
    },

    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

async function saysReady(stdout: Readable) {
  let said = ''
  for await (const part of stdout.iterator({ destroyOnReturn: false })) {
    said += String(part)
    if (said.includes('Crier is ready')) return
  }
  throw new Error(`The service did not start: ${said}`)
}
