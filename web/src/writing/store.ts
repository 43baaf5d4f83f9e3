/** Compositions outlive the room that shows them: kept in memory here, in the browser's own store on this device, and in the service. */
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { isOver } from '../api/person.ts'
import { type Became, hearSent, sentAs, sentBefore, tellSent } from './became.ts'
import { dropBytes } from './bytes.ts'
import { type Composition, empty, isBlank, isWhole } from './composition.ts'
import { contentsOf } from './conflict.ts'
import { isNew, newUuid } from './new.ts'
import { own } from './owner.ts'
import { later, personal } from './personal.ts'
import { follow, forgetThere, isUnsent, listed, there, type There } from './remote.ts'
import { leaveBehind, takeBack, takeIn } from './unkept.ts'

const texts = personal<Composition>('crier-writing', 'compositions', later)

const SAVED_AFTER = 150
const KEPT_DAYS = 30
/** Milliseconds for the service to say how another device left it. */
const PATIENCE = 2_000

export type Saved = 'saved' | 'saving' | 'failed'

export interface Store {
  get: () => Composition
  saved: () => Saved
  /** Whether this tab is the one that writes it. */
  owned: () => boolean
  /** As the other tab left it; that one reads from then on. */
  takeOver: () => Promise<void>
  change: (next: (before: Composition) => Partial<Composition>) => void
  /** As another device left it meanwhile: either that one or this one goes on. */
  changedThere: () => There | undefined
  takeThere: () => void
  keepHere: () => void
  /** At once, and wait until it is kept. */
  keep: () => Promise<void>
  /** It became this post: nothing of it is kept but what another tab has typed since. */
  forget: (post_id: number) => Promise<void>
  /** It became a post in another tab, or its post went out without what was typed since; what is here can only be read then. */
  became: () => Became | undefined
  /** The post went out as it was before this. */
  wentOut: (post_id: number) => void
  /** What is here, as a composition of its own that became nothing yet: its address. */
  anew: () => Promise<string>
  subscribe: (listener: () => void) => () => void
}

const open = new Map<string, Hearing>()

/** The composition of this address: as it was left on this device, or a new one. */
export async function composition(
  uuid: string,
  workspace_id: number,
  begin?: Partial<Composition>,
) {
  const opened = open.get(uuid)
  if (opened) return opened
  await takeIn(texts)
  const found = await texts.get(uuid).catch(() => undefined)
  const kept = found && isWhole(found) ? found : undefined
  const other = !kept && mayBeThere(uuid) ? await thereOf(workspace_id, uuid) : undefined
  const blank = { ...empty(uuid, workspace_id), ...begin }
  const became = mayBeThere(uuid) ? await sentAs(uuid) : undefined
  const store = await storeOf(kept ? whole(kept) : other ? taken(other, blank) : blank, became)
  open.set(uuid, store)
  if (kept && mayBeThere(uuid)) void thereOf(workspace_id, uuid).then(store.heard)
  return store
}

/** A post that is being changed is in the service already; of what is new it knows nothing. */
function mayBeThere(uuid: string) {
  return !isChange(uuid) && !isNew(uuid)
}

function isChange(uuid: string) {
  return uuid.startsWith('post-')
}

/** Without an answer what is here is gone on with. */
async function thereOf(workspace_id: number, uuid: string) {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))
  return Promise.race([there(workspace_id, uuid).catch(() => undefined), late])
}

function taken({ rev, body, updated_at }: There, { uuid, workspace_id }: Composition): Composition {
  const touched_at = Date.parse(updated_at)
  const blank = empty(uuid, workspace_id)
  return whole({ ...blank, ...body, uuid, workspace_id, rev, touched_at, sent_at: touched_at })
}

export interface Unfinished {
  uuid: string
  title: string
  files: number
  touched_at: number
  discard: () => Promise<void>
}

/** What was begun here or on another device and became no post, the latest first. */
export async function unfinished(workspace_id: number): Promise<Unfinished[]> {
  await takeIn(texts)
  const fresh = Date.now() - KEPT_DAYS * 86_400_000
  const all = await texts.rest((each) => each.touched_at < fresh).catch(() => [])
  const sent = await sentBefore(fresh)
  const here = all
    .flatMap(([, each]) => (isWhole(each) ? whole(each) : []))
    .filter((each) => each.workspace_id === workspace_id)
    .filter((each) => isMore(each, sent.get(each.uuid)))
    .map((each) => ({ ...summaryOf(each), discard: () => discard(each) }))
  const known = new Set(here.map(({ uuid }) => uuid))
  const others = (await listed(workspace_id).catch(() => []))
    // The service's copy is deleted a moment after it was sent, or when there is a connection again.
    .filter(({ uuid, updated_at }) => {
      return !known.has(uuid) && Date.parse(updated_at) > (sent.get(uuid)?.at ?? 0)
    })
    .map(({ uuid, title, updated_at }) => ({
      uuid,
      title,
      files: 0,
      touched_at: Date.parse(updated_at),
      discard: () => forgetThere(workspace_id, uuid),
    }))
  return [...here, ...others].toSorted((a, b) => b.touched_at - a.touched_at)
}

/** Whether something was typed that is not in what it became. */
export function isMore(
  { touched_at }: Pick<Composition, 'touched_at'>,
  became: Became | undefined,
) {
  return became === undefined || touched_at > became.touched_at
}

function summaryOf({ uuid, text, files, touched_at }: Composition) {
  return { uuid, title: text, files: files.length, touched_at }
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

export async function discard({ uuid, files, workspace_id, rev }: Composition) {
  open.delete(uuid)
  takeBack(uuid)
  await texts.del(uuid)
  if (rev) await forgetThere(workspace_id, uuid)
  for (const { key } of files) await dropBytes(key)
}

interface Hearing extends Store {
  /** What the service has of it. */
  heard: (other: There | undefined) => void
}

async function storeOf(begin: Composition, already: Became | undefined): Promise<Hearing> {
  let now = begin
  let became = already
  let other: There | undefined
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
      await (isBlank(mine) && !mine.post ? texts.del(mine.uuid) : texts.set(mine.uuid, mine))
      if (now === mine) {
        saved = 'saved'
        takeBack(mine.uuid)
      }
    } catch {
      saved = 'failed'
    }
    tell()
  }
  const following = follow({
    get: () => now,
    owned: () => owner.owns() && !isOver() && !isChange(now.uuid),
    sent(rev, sent_at) {
      now = { ...now, rev, sent_at }
      void keep()
    },
    refused(by) {
      other = by
      tell()
    },
  })
  function take(by: There) {
    other = undefined
    now = taken(by, now)
    void keep()
    tell()
  }
  // Whoever leaves within the moment before it is kept loses nothing.
  const flush = () => {
    if (saved !== 'saved' && owner.owns()) leaveBehind(now)
    if (timer !== undefined) void keep()
    following.now()
  }
  const owner = await own(begin.uuid, keep, tell)
  const leave = hearSent((uuid, by) => {
    if (uuid !== now.uuid || isChange(uuid)) return
    became = by
    tell()
  })
  addEventListener('visibilitychange', flush)
  addEventListener('pagehide', flush)
  const end = () => {
    over = true
    clearTimeout(timer)
    following.end()
    leave()
    removeEventListener('visibilitychange', flush)
    removeEventListener('pagehide', flush)
  }
  return {
    get: () => now,
    saved: () => saved,
    owned: owner.owns,
    async takeOver() {
      await owner.takeOver()
      now = (await texts.get(begin.uuid)) ?? now
      tell()
    },
    change(next) {
      if (!owner.owns()) return
      now = { ...now, ...next(now), touched_at: Date.now() }
      saved = 'saving'
      timer ??= setTimeout(() => void keep(), SAVED_AFTER)
      following.changed()
      tell()
    },
    changedThere: () => other,
    takeThere() {
      if (other) take(other)
      following.resume()
    },
    keepHere() {
      now = { ...now, ...(other && { rev: other.rev }), touched_at: Date.now() }
      other = undefined
      following.resume()
      tell()
    },
    heard(by) {
      if (!by || over || !owner.owns() || by.rev <= (now.rev ?? 0)) return following.now()
      if (!isUnsent(now)) return take(by)
      other = by
      tell()
    },
    keep,
    async forget(post_id) {
      end()
      if (!isChange(now.uuid))
        await tellSent(now.uuid, { post_id, touched_at: now.touched_at, at: Date.now() })
      // Another tab that took over while it was sent keeps what it has.
      if (owner.owns()) await discard(now)
      else open.delete(now.uuid)
      owner.end()
    },
    became: () => became,
    wentOut(post_id) {
      became = { post_id, touched_at: 0, at: Date.now() }
      tell()
    },
    async anew() {
      const uuid = newUuid()
      const { rev: _, sent_at: __, sending: ___, post: ____, base: _____, ...rest } = now
      await texts.set(uuid, { ...rest, uuid, tries: 0, touched_at: Date.now() })
      end()
      open.delete(now.uuid)
      await texts.del(now.uuid)
      if (now.rev) await forgetThere(now.workspace_id, now.uuid)
      owner.end()
      return uuid
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What is told of it at once, and drawn only when that is another. */
export function useTyped<Value extends string | boolean>(
  store: Store,
  of: (composition: Composition) => Value,
) {
  return useSyncExternalStore(store.subscribe, () => of(store.get()))
}

/**
 * What follows from a text is drawn as soon as there is time for it, and never keeps a key waiting; all else at once. What
 * follows from a long one waits until typing rests.
 */
export function useComposition(store: Store): Composition {
  const [composition, setComposition] = useState(store.get)
  useEffect(() => {
    let told = store.get()
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Since when there is something that is not drawn. */
    let since = 0
    const draw = () => {
      timer = undefined
      startTransition(() => setComposition(store.get()))
    }
    const heard = () => {
      const now = store.get()
      if (now === told) return
      const typing = isOnlyTyped(told, now)
      told = now
      if (timer === undefined) since = now.touched_at
      clearTimeout(timer)
      timer = undefined
      if (!typing) setComposition(now)
      else if (lengthOf(now) < LONG) draw()
      else timer = setTimeout(draw, Math.min(REST, since + MOST - now.touched_at))
    }
    // What changed between drawing and listening.
    queueMicrotask(() => setComposition(store.get()))
    const leave = store.subscribe(heard)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [store])
  return composition
}

/**
 * UTF-16 units from which on all that follows from a text takes longer than there is between two keys. Where a box does not
 * grow by itself, it has the height of what is drawn, and nothing waits.
 */
const LONG = globalThis.CSS?.supports('field-sizing', 'content') ? 2_000 : Infinity
/** Milliseconds without a key; and at most, however long somebody types on. */
const REST = 400
const MOST = 2_000

function lengthOf({ text, variants, parts }: Composition) {
  const all = [...Object.values(variants), ...parts.map((part) => part.text)]
  return all.reduce((sum, each) => sum + each.length, text.length)
}

/** By whoever types, and by what keeps it. */
const typed = /^(text|variants|parts|first_comment|touched_at|rev|sent_at)$/

function isOnlyTyped(before: Composition, now: Composition) {
  const was = new Map<string, unknown>(Object.entries(before))
  const keys = ({ parts }: Composition) => parts.map(({ key }) => key).join()
  return (
    keys(before) === keys(now) &&
    Object.entries(now).every(([name, value]) => typed.test(name) || was.get(name) === value)
  )
}

export function useOwned(store: Store) {
  return useSyncExternalStore(store.subscribe, store.owned)
}

export function useChangedThere(store: Store) {
  return useSyncExternalStore(store.subscribe, store.changedThere)
}

export function useBecame(store: Store) {
  return useSyncExternalStore(store.subscribe, store.became)
}

export function useSaved(store: Store) {
  return useSyncExternalStore(store.subscribe, store.saved)
}

/** In its place, whatever happened to the others meanwhile. */
export function replace(store: Store, key: string, file: Composition['files'][number]) {
  store.change(({ files }) => ({ files: files.map((each) => (each.key === key ? file : each)) }))
}
