/** Files on their way into the library: one queue for a person and a workspace, which outlives the room and a reload. */
import { useSyncExternalStore } from 'react'
import { whose } from '../api/person.ts'
import type { File as Written } from './file.ts'
import { personal } from './personal.ts'
import { add, again, type Holder, goOn, hold, isUnderWay } from './uploads.ts'

/** What the library takes, by the ends of names; browsers know no type of some. */
const extensions = /\.(jpe?g|png|gif|webp|mp4|mov|webm|m4v|mp3|wav|m4a|aac|pdf|srt|vtt)$/i

const kept = personal<readonly Written[]>('crier-library', 'queue', together)
/** Pictures are measured as they come: not two hundred at once. */
const AT_ONCE = 8

export interface Queue extends Holder {
  subscribe: (listener: () => void) => () => void
  version: () => number
  /** Since the queue was last empty. */
  done: () => number
  paused: () => boolean
  pause: () => void
  resume: () => void
  take: (files: readonly File[]) => Promise<readonly string[]>
  again: (file: Written) => void
}

const open = new Map<number, Queue>()

/** `arrived` is called with each that is there; the same for all rooms. */
export function queueOf(workspace_id: number, arrived: (id: number) => void): Queue {
  const queue = open.get(workspace_id) ?? make(workspace_id, arrived)
  open.set(workspace_id, queue)
  return queue
}

export function useQueue(queue: Queue) {
  useSyncExternalStore(queue.subscribe, queue.version)
  return queue
}

function make(workspace_id: number, arrived: (id: number) => void): Queue {
  let files: readonly Written[] = []
  let done = 0
  let paused = false
  let mine = false
  let version = 0
  const listeners = new Set<() => void>()
  let keeping: Promise<void> = Promise.resolve()
  function tell() {
    version++
    if (mine) keeping = kept.set(String(workspace_id), files).catch(() => undefined)
    for (const listener of listeners) listener()
  }
  const queue: Queue = {
    get: () => ({ workspace_id, files }),
    change(next) {
      const now = next({ files }).files
      const there = now.flatMap(({ id }) => id ?? [])
      if (!files.length) done = 0
      done += there.length
      files = now.filter(({ id }) => id === undefined)
      tell()
      for (const id of there) arrived(id)
    },
    keep: () => keeping,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
    done: () => done,
    paused: () => paused,
    pause() {
      paused = true
      hold(files.map(({ key }) => key))
      tell()
    },
    resume() {
      paused = false
      tell()
      void goOn(queue)
    },
    async take(given) {
      const taken = given.filter(({ name }) => extensions.test(name))
      for (let at = 0; at < taken.length; at += AT_ONCE)
        await add(queue, taken.slice(at, at + AT_ONCE))
      return given.filter((file) => !taken.includes(file)).map(({ name }) => name)
    },
    again: (file) => void again(queue, file),
  }
  // One tab goes on with what was left; another one when that is closed.
  void navigator.locks.request(`crier-library-${whose()}-${workspace_id}`, async () => {
    mine = true
    const left = await kept.get(String(workspace_id)).catch(() => undefined)
    if (Array.isArray(left)) files = together(files, left)
    tell()
    void goOn(queue)
    await new Promise(() => {})
  })
  addEventListener('online', () => {
    if (paused) return
    for (const file of files) if (!isUnderWay(file.key)) queue.again(file)
  })
  return queue
}

/** Those that were left come first. */
function together(files: readonly Written[], left: readonly Written[]) {
  return [...left.filter(({ key }) => files.every((each) => each.key !== key)), ...files]
}
