/**
 * Sends a file as a resumable upload and makes a media item of it, whatever happens on the way. Nothing here belongs to
 * Node: it runs wherever there is a `fetch`.
 */
import { pause as sleep } from './client.ts'
import { ask, type UploadCall, UploadRefused } from './upload-call.ts'

/** Where the bytes are. A browser's File fits as `{ name, type, size, slice: (a, b) => file.slice(a, b) }`. */
export interface UploadSource {
  name: string
  type: string
  /** Bytes. */
  size: number
  /** The bytes from `start` to `end`, exclusive. */
  slice(start: number, end: number): Blob | Promise<Blob>
}

export interface UploadOptions {
  /** `https://crier.example`, without /api. */
  base_url: string
  /** Without one the browser's cookies are sent, to the same origin only. */
  token?: string
  /** Sent with every call beside the upload's own. */
  headers?: Readonly<Record<string, string>>
  /** Carried onto the item. */
  about?: { folder?: string; tags?: readonly string[]; alt_text?: string }
  /** Hex; completing verifies it. */
  sha256?: string
  /** An upload to go on with, as `onSession` told it. */
  upload_id?: string
  onSession?: (upload_id: string) => void | Promise<void>
  /** What the service has. It never goes back. */
  onProgress?: (received_bytes: number, size_bytes: number) => void
  /**
   * What has left, also within a chunk: in a browser, unless `fetch` is given; elsewhere it is told as `onProgress` is. It
   * goes back to what the service has after an interruption.
   */
  onBytes?: (sent_bytes: number, size_bytes: number) => void
  /**
   * The service does not know the caller (any more): the upload waits until this resolves, and goes on where it was, with
   * the token that it resolves to or else with the one before. It ends with what this rejects with. Without it a 401 is
   * an `UploadRefused`.
   */
  onUnauthorized?: () => Promise<string | void>
  signal?: AbortSignal
  /** How often in a row the same bytes may fail, with growing pauses between. */
  patience?: number
  fetch?: typeof fetch
}

export interface UploadedMedia {
  id: number
  cdn_url: string
  sha256: string | null
  [field: string]: unknown
}

/** The item, once it is there. */
export interface Upload extends Promise<UploadedMedia> {
  /** Stops at once: a chunk that is under way is cut off, and what the service has of it counts. */
  pause(): void
  /** Goes on at what the service has. Uploads expire that nobody goes on with for a day. */
  resume(): void
}

interface UploadSession {
  upload_id: string
  chunk_size: number
  received_bytes: number
  size_bytes: number
  media_id: number | null
}

export function upload(source: UploadSource, options: UploadOptions): Upload {
  const brake = brakeOf(options.signal)
  const { pause, resume } = brake
  return Object.assign(carry(source, options, brake).finally(brake.release), { pause, resume })
}

async function carry(
  source: UploadSource,
  options: UploadOptions,
  brake: Brake,
): Promise<UploadedMedia> {
  const { patience = 10, signal, onProgress, onBytes, onUnauthorized } = options
  let { token } = options
  let failures = 0
  /** Whether the service may have received more than it said. */
  let stale = false
  const again = async <Result>(run: (call: UploadCall) => Promise<Result>): Promise<Result> => {
    for (;;) {
      const cut = await brake.free()
      try {
        const result = await run({ ...options, token, signal: cut })
        failures = 0
        return result
      } catch (error) {
        signal?.throwIfAborted()
        stale = cut.aborted
        if (stale) continue
        if (onUnauthorized && error instanceof UploadRefused && error.status === 401) {
          token = (await orAborted(onUnauthorized(), signal)) ?? token
          stale = true
          continue
        }
        if (error instanceof UploadRefused || ++failures > patience) throw error
        await sleep(Math.min(10_000, 250 * 2 ** Math.min(failures, 6)), signal)
      }
    }
  }

  // One for all tries: what was opened by a call whose answer was lost is found again.
  const key = crypto.randomUUID()
  let session = await again((call) => openOrFind(source, options, { ...call, key }))
  await options.onSession?.(session.upload_id)
  const path = `/api/media/uploads/${session.upload_id}`
  const { size_bytes } = session
  while (session.received_bytes < size_bytes) {
    const { received_bytes } = session
    onProgress?.(received_bytes, size_bytes)
    onBytes?.(received_bytes, size_bytes)
    stale = false
    session = await again(async (call) => {
      if (stale) session = await ask<UploadSession>('GET', path, call)
      stale = false
      if (session.received_bytes > received_bytes) return session
      const onSent = onBytes && ((bytes: number) => onBytes(received_bytes + bytes, size_bytes))
      return sendNext(path, session, source, { ...call, onSent })
    })
  }
  onProgress?.(size_bytes, size_bytes)
  onBytes?.(size_bytes, size_bytes)
  const item = await again((call) => ask<UploadedMedia>('POST', `${path}/complete`, call))
  if (options.sha256 !== undefined && item.sha256 !== options.sha256.toLowerCase()) {
    throw new UploadRefused(200, { message: 'The service stored other bytes than were sent.' })
  }
  return item
}

async function openOrFind(
  source: UploadSource,
  options: UploadOptions,
  { key, ...call }: UploadCall & { key: string },
): Promise<UploadSession> {
  if (options.upload_id !== undefined) {
    try {
      const path = `/api/media/uploads/${encodeURIComponent(options.upload_id)}`
      const session = await ask<UploadSession>('GET', path, call)
      if (session.size_bytes === source.size) return session
    } catch (error) {
      // It has expired: begin again.
      if (!(error instanceof UploadRefused) || error.status !== 404) throw error
    }
  }
  const body = JSON.stringify({
    filename: source.name,
    mime_type: source.type,
    size_bytes: source.size,
    ...(options.sha256 !== undefined && { sha256: options.sha256 }),
    ...options.about,
  })
  return ask<UploadSession>('POST', '/api/media/uploads', { ...call, key }, body)
}

/** One chunk, and where to go on. The session is the truth: after anything unexpected it is asked. */
async function sendNext(
  path: string,
  session: UploadSession,
  source: UploadSource,
  call: UploadCall,
): Promise<UploadSession> {
  const offset = session.received_bytes
  const end = Math.min(offset + session.chunk_size, session.size_bytes)
  const bytes = await source.slice(offset, end)
  try {
    const { received_bytes } = await ask<{ received_bytes: number }>(
      'PATCH',
      `${path}?offset=${offset}`,
      call,
      bytes,
    )
    return { ...session, received_bytes }
  } catch (error) {
    const passing = !(error instanceof UploadRefused) || error.status === 409
    if (!passing || call.signal?.aborted) throw error
    const now = await ask<UploadSession>('GET', path, call)
    // Another writer is at it, or nothing got through: the caller pauses before the next try.
    if (now.received_bytes === offset)
      throw new Error('The chunk did not arrive.', { cause: error })
    return now
  }
}

interface Brake {
  pause(this: void): void
  resume(this: void): void
  /** What cuts off the calls that begin now; waits while it is paused. Rejects when all of it is aborted. */
  free(this: void): Promise<AbortSignal>
  release(this: void): void
}

function brakeOf(signal?: AbortSignal): Brake {
  let calls = new AbortController()
  let waiting: { over: Promise<void>; end: () => void } | undefined
  const stop = () => calls.abort(signal?.reason)
  signal?.addEventListener('abort', stop)
  return {
    pause() {
      if (waiting) return
      let end = () => {}
      const over = new Promise<void>((resolve) => (end = resolve))
      waiting = { over, end }
      calls.abort()
    },
    resume() {
      waiting?.end()
      waiting = undefined
    },
    async free() {
      while (waiting) await orAborted(waiting.over, signal)
      signal?.throwIfAborted()
      if (calls.signal.aborted) calls = new AbortController()
      return calls.signal
    },
    release: () => signal?.removeEventListener('abort', stop),
  }
}

function orAborted<Result>(promise: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (!signal) return promise
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
