/** Nothing is left behind, however an experiment ends: no process, no folder. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'

const children = new Set<ChildProcess>()
const folders = new Set<string>()
const stops = new Set<() => Promise<unknown>>()

/** It is killed when this process ends, even by an error that nobody caught. */
export function mind(child: ChildProcess) {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

export function sweep(folder: string) {
  folders.add(folder)
}

/** For what has to be stopped more gently, on Ctrl-C. */
export function beforeLeaving(stop: () => Promise<unknown>) {
  stops.add(stop)
}

/** SIGKILL, frozen or not; resolves when it is gone. */
export async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // PostgreSQL may still be writing its last words.
    }
  }
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    const all = [...[...children].map((child) => end(child)), ...[...stops].map((stop) => stop())]
    void Promise.allSettled(all).then(() => process.exit(130))
  })
}
