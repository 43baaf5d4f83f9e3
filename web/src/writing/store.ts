/** Compositions outlive the room that shows them: kept in memory here, and in the browser's own store on this device. */
import { createStore, del, entries, get, set } from 'idb-keyval'
import { useEffect, useState, useSyncExternalStore, useTransition } from 'react'
import { type Composition, empty, isBlank } from './composition.ts'
import { contentsOf } from './conflict.ts'
import { own } from './owner.ts'

const texts = createStore('crier-writing', 'compositions')
const bytes = createStore('crier-files', 'files')

const SAVED_AFTER = 150
/** Larger files are asked for again after a crash. */
const KEPT_BYTES = 500_000_000
const KEPT_DAYS = 30

export type Saved = 'saved' | 'saving' | 'failed'

export interface Store {
  get: () => Composition
  saved: () => Saved
  /** Whether this tab is the one that writes it. */
  owned: () => boolean
  /** As the other tab left it; that one reads from then on. */
  takeOver: () => Promise<void>
  change: (next: (before: Composition) => Partial<Composition>) => void
  /** At once, and wait until it is kept. */
  keep: () => Promise<void>
  /** It became a post, or nobody wants it: nothing of it is kept. */
  forget: () => Promise<void>
  subscribe: (listener: () => void) => () => void
}

const open = new Map<string, Store>()

/** The composition of this address: as it was left on this device, or a new one. */
export async function composition(
  uuid: string,
  workspace_id: number,
  begin?: Partial<Composition>,
) {
  const there = open.get(uuid)
  if (there) return there
  const kept = await get<Composition>(uuid, texts).catch(() => undefined)
  const store = await storeOf(kept ? whole(kept) : { ...empty(uuid, workspace_id), ...begin })
  open.set(uuid, store)
  return store
}

/** What was begun on this device and became no post, the latest first. */
export async function unfinished(workspace_id: number): Promise<Composition[]> {
  const all = await entries<string, Composition>(texts).catch(() => [])
  const fresh = Date.now() - KEPT_DAYS * 86_400_000
  for (const [uuid, each] of all) if (each.touched_at < fresh) await del(uuid, texts)
  return all
    .map(([, each]) => whole(each))
    .filter((each) => each.workspace_id === workspace_id && each.touched_at >= fresh)
    .toSorted((a, b) => b.touched_at - a.touched_at)
}

/** What an older page kept lacks what is newer. */
function whole(kept: Composition): Composition {
  const blank = empty(kept.uuid, kept.workspace_id)
  return {
    ...blank,
    ...kept,
    ...(kept.base && { base: { ...contentsOf(blank), ...kept.base } }),
  }
}

export async function discard({ uuid, files }: Composition) {
  open.delete(uuid)
  await del(uuid, texts)
  for (const { key } of files) await del(key, bytes)
}

async function storeOf(begin: Composition): Promise<Store> {
  let now = begin
  let saved: Saved = 'saved'
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  async function keep() {
    clearTimeout(timer)
    timer = undefined
    if (over || !owner.owns()) return
    const mine = now
    try {
      await (isBlank(mine) && !mine.post ? del(mine.uuid, texts) : set(mine.uuid, mine, texts))
      if (now === mine) saved = 'saved'
    } catch {
      saved = 'failed'
    }
    tell()
  }
  // Whoever leaves within the moment before it is kept loses nothing.
  const flush = () => {
    if (timer !== undefined) void keep()
  }
  const owner = await own(begin.uuid, keep, tell)
  addEventListener('visibilitychange', flush)
  addEventListener('pagehide', flush)
  return {
    get: () => now,
    saved: () => saved,
    owned: owner.owns,
    async takeOver() {
      await owner.takeOver()
      now = (await get<Composition>(begin.uuid, texts)) ?? now
      tell()
    },
    change(next) {
      if (!owner.owns()) return
      now = { ...now, ...next(now), touched_at: Date.now() }
      saved = 'saving'
      timer ??= setTimeout(() => void keep(), SAVED_AFTER)
      tell()
    },
    keep,
    async forget() {
      over = true
      clearTimeout(timer)
      removeEventListener('visibilitychange', flush)
      removeEventListener('pagehide', flush)
      await discard(now)
      owner.end()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** At once, for what is typed in: whoever asks for it is drawn between two keys. */
export function useTyped(store: Store, of: (composition: Composition) => string) {
  return useSyncExternalStore(store.subscribe, () => of(store.get()))
}

/** What follows from a text is drawn as soon as there is time for it, and never keeps a key waiting; all else at once. */
export function useComposition(store: Store): Composition {
  const [composition, setComposition] = useState(store.get)
  const [, startTransition] = useTransition()
  useEffect(() => {
    let told = store.get()
    const heard = () => {
      const now = store.get()
      const typing = isOnlyTyped(told, now)
      told = now
      if (typing) startTransition(() => setComposition(now))
      else setComposition(now)
    }
    // What changed between drawing and listening.
    queueMicrotask(heard)
    return store.subscribe(heard)
  }, [store])
  return composition
}

const typed = new Set(['text', 'variants', 'parts', 'first_comment', 'touched_at'])

function isOnlyTyped(before: Composition, now: Composition) {
  const was = new Map<string, unknown>(Object.entries(before))
  const keys = ({ parts }: Composition) => parts.map(({ key }) => key).join()
  return (
    keys(before) === keys(now) &&
    Object.entries(now).every(([name, value]) => typed.has(name) || was.get(name) === value)
  )
}

export function useOwned(store: Store) {
  return useSyncExternalStore(store.subscribe, store.owned)
}

export function useSaved(store: Store) {
  return useSyncExternalStore(store.subscribe, store.saved)
}

export async function keepBytes(key: string, blob: Blob) {
  // Without room for it the upload goes on all the same.
  if (blob.size <= KEPT_BYTES) await set(key, blob, bytes).catch(() => undefined)
}

export async function bytesOf(key: string) {
  return get<Blob>(key, bytes).catch(() => undefined)
}

export async function dropBytes(key: string) {
  await del(key, bytes).catch(() => undefined)
}
