/** One JSON file that follows a changing state: written whole or not at all, and not on every change. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface Snapshot extends AsyncDisposable {
  /** What an earlier run left, or undefined. Throws when the file is not JSON. */
  read(): Promise<unknown>
  /** `state` is asked for the JSON when it is time to write. */
  changed(state: () => unknown): void
  /** Resolves when what was changed by now is written. */
  flush(): Promise<void>
  /** Writes what is not yet written, and nothing afterwards. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Milliseconds between two writes: the first change is written at once, those that follow share the next write. */
const PAUSE = 200
/** A large state is written less often, so that writing takes a tenth of the time at most. */
const SHARE = 10

/** `failed` hears of a write that did not succeed; the next change tries again. */
export function snapshotFile(path: string, failed: (error: unknown) => void): Snapshot {
  const closing = new AbortController()
  let latest: (() => unknown) | undefined
  let writing: Promise<void> | undefined
  let hurry = new AbortController()

  const write = async (state: () => unknown) => {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(`${path}.new`, JSON.stringify(state()), { mode: 0o600 })
      await rename(`${path}.new`, path)
    } catch (error) {
      failed(error)
    }
  }
  const drain = async () => {
    while (latest) {
      const state = latest
      latest = undefined
      const began = performance.now()
      await write(state)
      const wait = Math.max(PAUSE, SHARE * (performance.now() - began))
      const signal = AbortSignal.any([closing.signal, hurry.signal])
      await pause(wait, undefined, { signal, ref: false }).catch(() => {})
    }
    writing = undefined
  }

  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(missing)
      return text === undefined ? undefined : JSON.parse(text)
    },
    changed(state) {
      if (closing.signal.aborted) return
      latest = state
      writing ??= drain()
    },
    async flush() {
      hurry.abort()
      await writing
      hurry = new AbortController()
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await writing
    },
  }
}

function missing(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
