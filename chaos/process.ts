/** One process of the service. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { mind } from './aftermath.ts'

const root = join(import.meta.dirname, '..')

export interface Process {
  child: ChildProcess
  /** As the attempts name it. */
  name: string
  ready: Promise<void>
}

/** `settings` is its environment, `log` the file for what it prints. */
export function launch(settings: Record<string, string>, log: string): Process {
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    env: { PATH: dirname(process.execPath), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  mind(child)
  const file = createWriteStream(log)
  child.stdout.pipe(file, { end: false })
  child.stderr.pipe(file, { end: false })
  return { child, name: `${hostname()}:${child.pid}`, ready: saysReady(child) }
}

/** Never rejects: a process that dies before is replaced. */
async function saysReady({ stdout }: ChildProcess) {
  let said = ''
  await new Promise<void>((resolve) => {
    const listen = (part: Buffer) => {
      said += part.toString()
      if (!said.includes('Crier is ready')) return
      stdout?.off('data', listen)
      resolve()
    }
    stdout?.on('data', listen)
  })
}

/** Throws when it died instead. */
export async function isReady({ child, ready }: Process) {
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`A process ended with ${String(code)} instead of getting ready.`)
  })
  died.catch(() => {})
  await Promise.race([ready, died])
}
