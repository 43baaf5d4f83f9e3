/** Files on their way to the service: three at once, going on where they were after a reload. */
import { useEffect, useSyncExternalStore } from 'react'
import { common } from '../words/common.ts'
import { bytesOf, dropBytes, keepBytes } from './bytes.ts'
import type { File as Written } from './composition.ts'

/** What has files: a composition, or the queue of the library. */
export interface Holder {
  get: () => { workspace_id: number; files: readonly Written[] }
  change: (next: (before: { files: readonly Written[] }) => { files: readonly Written[] }) => void
  /** At once, and wait until it is kept. */
  keep: () => Promise<void>
  /** Whether nothing of it may go now. */
  paused?: () => boolean
}

export interface Progress {
  state: 'waiting' | 'uploading' | 'failed' | 'lost'
  received: number
  problem?: string
}

const AT_ONCE = 3

const progress = new Map<string, Progress>()
const running = new Map<string, AbortController>()
const waiting: { key: string; run: () => Promise<void> }[] = []
const listeners = new Set<() => void>()
let version = 0

/** What became of files that were taken out while they were on their way: for whoever takes that back. */
const arrived = new Map<string, Partial<Written>>()

/** Sessions that this page sends, or sent. */
const sessions = new Set<string>()

export const isOfThisPage = (upload_id: string) => sessions.has(upload_id)

/** Local previews, while the page lives. */
const previews = new Map<string, string>()

/** To look at, small and whole: from this device where it is here, else from the service. */
export function usePreview({ key, type, url, thumbnail_url }: Written) {
  useUploads()
  const full = { type, src: previews.get(key) ?? url }
  const made = thumbnail_url && !previews.has(key)
  return { full, small: made ? { type: 'image/webp', src: thumbnail_url } : full }
}

export function useUploads() {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => version,
  )
  return progress
}

export function isUnderWay(key: string) {
  return running.has(key) || waiting.some((each) => each.key === key)
}

/** Stops these where they are; `goOn` goes on there. */
export function hold(keys: readonly string[]) {
  for (const key of keys) {
    stop(key)
    const place = waiting.findIndex((each) => each.key === key)
    if (place >= 0) waiting.splice(place, 1)
  }
  bump()
}

/** Files that a person dropped, pasted or picked, for a part of a thread or the post itself. */
export async function add(store: Holder, files: readonly File[], part?: string) {
  const added = await Promise.all(
    files.map(async (file) => {
      const key = crypto.randomUUID()
      previews.set(key, URL.createObjectURL(file))
      const [measures] = await Promise.all([
        measuresOf(file, previews.get(key) ?? ''),
        keptSoon(key, file),
      ])
      const { name, type, size } = file
      return {
        blob: file,
        entry: {
          key,
          name,
          type,
          size,
          alt_text: '',
          ...measures,
          ...(part !== undefined && { part }),
        },
      }
    }),
  )
  store.change(({ files: before }) => ({ files: [...before, ...added.map(({ entry }) => entry)] }))
  for (const { entry, blob } of added) {
    if (blob.size > SMALL) void keepBytes(entry.key, blob)
    begin(store, entry, blob)
  }
}

/** What is shown is kept: a page that is loaded again in the next moment has these. Larger ones take longer than anybody waits. */
const SMALL = 20_000_000
const SOON = 3_000

async function keptSoon(key: string, file: File) {
  if (file.size <= SMALL) await soon(keepBytes(key, file))
}

/** A store that does not answer holds nobody up. */
function soon(kept: Promise<void>) {
  const late = new Promise<void>((resolve) => setTimeout(resolve, SOON))
  return Promise.race([kept, late])
}

/** Behind the first look, so that it is here when the network is gone. Undefined: it could not be had. */
function sending() {
  return import('./sending.ts').catch(() => undefined)
}

/** After a reload, and of what is there again: goes on with what is kept here, and says of the rest that it is needed again. */
export async function goOn(store: Holder) {
  void sending()
  for (const file of store.get().files) {
    if (file.id !== undefined || progress.has(file.key)) continue
    const there = arrived.get(file.key)
    if (there) {
      put(store, file.key, there)
      continue
    }
    tell(file.key, { state: 'waiting', received: 0 })
    const blob = await bytesOf(file.key)
    if (blob) {
      if (!previews.has(file.key)) previews.set(file.key, URL.createObjectURL(blob))
      begin(store, file, blob)
    } else tell(file.key, { state: 'lost', received: 0 })
  }
}

export async function again(store: Holder, file: Written) {
  const blob = await bytesOf(file.key)
  if (blob) begin(store, file, blob)
  else tell(file.key, { state: 'lost', received: 0 })
}

export function drop(store: Holder, key: string) {
  stop(key)
  void dropBytes(key)
  store.change(({ files }) => ({ files: files.filter((each) => each.key !== key) }))
}

/** Whatever comes of it is not waited for: it may begin again at once. */
function stop(key: string) {
  progress.delete(key)
  running.get(key)?.abort()
  running.delete(key)
}

function begin(store: Holder, file: Written, blob: Blob) {
  // Its bytes took their time, and somebody else has begun it meanwhile: twice at once it would be there twice.
  if (store.paused?.() || isUnderWay(file.key)) return
  tell(file.key, { state: 'waiting', received: 0 })
  waiting.push({ key: file.key, run: () => send(store, file, blob) })
  next()
}

function next() {
  while (running.size < AT_ONCE) {
    const job = waiting.shift()
    if (!job) return
    void job.run().finally(next)
  }
}

async function send(store: Holder, { key, name, type, size }: Written, blob: Blob) {
  const mine = () => store.get().files.find((each) => each.key === key)
  const before = mine()
  // Taken out before its turn came, and should it be there again, it begins anew; or it has arrived meanwhile.
  if (!before || before.id !== undefined) return void progress.delete(key)
  const controller = new AbortController()
  running.set(key, controller)
  tell(key, { state: 'uploading', received: 0 })
  if (before.upload_id !== undefined) sessions.add(before.upload_id)
  const part = await sending()
  try {
    if (!part) throw new Error(common.service.noAnswer)
    const item = await part.sendFile({ name, type, size }, blob, {
      workspace_id: store.get().workspace_id,
      upload_id: before.upload_id,
      signal: controller.signal,
      async onSession(upload_id) {
        sessions.add(upload_id)
        put(store, key, { upload_id })
        // Before there are bytes: a page that is loaded again after them goes on with this one.
        await soon(store.keep())
      },
      onBytes: (received) => tell(key, { state: 'uploading', received }),
    })
    progress.delete(key)
    const { id, cdn_url: url, mime_type, thumbnail_url } = item
    const there = {
      id,
      url,
      ...(typeof mime_type === 'string' && { type: mime_type }),
      ...(typeof thumbnail_url === 'string' && { thumbnail_url }),
    }
    if (mine()) put(store, key, there)
    else arrived.set(key, there)
    void dropBytes(key)
  } catch (error) {
    if (controller.signal.aborted) return
    const problem = (await part?.problemOf(error)) ?? common.service.noAnswer
    tell(key, { state: 'failed', received: 0, problem })
  } finally {
    if (running.get(key) === controller) running.delete(key)
    bump()
  }
}

function put(store: Holder, key: string, changes: Partial<Written>) {
  store.change(({ files }) => ({
    files: files.map((each) => (each.key === key ? { ...each, ...changes } : each)),
  }))
}

async function measuresOf(file: File, url: string): Promise<Partial<Written>> {
  try {
    if (file.type.startsWith('image/')) {
      const { width, height } = await createImageBitmap(file)
      return { width, height }
    }
    if (file.type.startsWith('video/')) return await measuresOfVideo(url)
  } catch {
    // Not a picture that this browser knows; the service will say what it is.
  }
  return {}
}

function measuresOfVideo(url: string): Promise<Partial<Written>> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    video.preload = 'metadata'
    video.addEventListener('loadedmetadata', () => {
      const { videoWidth: width, videoHeight: height, duration } = video
      resolve({ width, height, ...(Number.isFinite(duration) && { duration }) })
    })
    video.addEventListener('error', () => resolve({}))
    video.src = url
  })
}

function tell(key: string, now: Progress) {
  progress.set(key, now)
  bump()
}

function bump() {
  version++
  for (const listener of listeners) listener()
}

/** The browser asks before somebody leaves with bytes under way. */
export function useLeaveWarning() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (running.size || waiting.length) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}
