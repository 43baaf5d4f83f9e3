/**
 * Sends a file as a resumable upload and makes a media item of it, whatever happens on the way. Nothing here belongs to
 * Node: it runs wherever there is a `fetch`.
 */
import { pause } from './client.ts'

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
  /** Carried onto the item. */
  about?: { folder?: string; tags?: readonly string[]; alt_text?: string }
  /** Hex; completing verifies it. */
  sha256?: string
  /** An upload to go on with, as `onSession` told it. */
  upload_id?: string
  onSession?: (upload_id: string) => void | Promise<void>
  onProgress?: (received_bytes: number, size_bytes: number) => void
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

/** The service refused, and trying again would not change that. `body` is what it said. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(sentenceOf(body) ?? `The service answered with status ${status}.`)
    this.status = status
    this.body = body
  }
}

interface UploadSession {
  upload_id: string
  chunk_size: number
  received_bytes: number
  size_bytes: number
  media_id: number | null
}

export async function upload(source: UploadSource, options: UploadOptions): Promise<UploadedMedia> {
  const { patience = 10, signal, onProgress } = options
  let failures = 0
  const again = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        const result = await call()
        failures = 0
        return result
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof UploadRefused || ++failures > patience) throw error
        await pause(Math.min(10_000, 250 * 2 ** Math.min(failures, 6)), signal)
      }
    }
  }

  let session = await again(() => openOrFind(source, options))
  await options.onSession?.(session.upload_id)
  const path = `/api/media/uploads/${session.upload_id}`
  while (session.received_bytes < session.size_bytes) {
    onProgress?.(session.received_bytes, session.size_bytes)
    session = await again(() => sendNext(path, session, source, options))
  }
  onProgress?.(session.size_bytes, session.size_bytes)
  const item = await again(() => ask<UploadedMedia>('POST', `${path}/complete`, options))
  if (options.sha256 !== undefined && item.sha256 !== options.sha256.toLowerCase()) {
    throw new UploadRefused(200, { message: 'The service stored other bytes than were sent.' })
  }
  return item
}

async function openOrFind(source: UploadSource, options: UploadOptions): Promise<UploadSession> {
  if (options.upload_id !== undefined) {
    try {
      const path = `/api/media/uploads/${encodeURIComponent(options.upload_id)}`
      const session = await ask<UploadSession>('GET', path, options)
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
  return ask<UploadSession>('POST', '/api/media/uploads', options, body)
}

/** One chunk, and where to go on. The session is the truth: after anything unexpected it is asked. */
async function sendNext(
  path: string,
  session: UploadSession,
  source: UploadSource,
  options: UploadOptions,
): Promise<UploadSession> {
  const offset = session.received_bytes
  const end = Math.min(offset + session.chunk_size, session.size_bytes)
  const bytes = await source.slice(offset, end)
  try {
    const { received_bytes } = await ask<{ received_bytes: number }>(
      'PATCH',
      `${path}?offset=${offset}`,
      options,
      bytes,
    )
    return { ...session, received_bytes }
  } catch (error) {
    const passing = !(error instanceof UploadRefused) || error.status === 409
    if (!passing) throw error
    const now = await ask<UploadSession>('GET', path, options)
    // Another writer is at it, or nothing got through: the caller pauses before the next try.
    if (now.received_bytes === offset)
      throw new Error('The chunk did not arrive.', { cause: error })
    return now
  }
}

async function ask<Answer>(
  method: string,
  path: string,
  { base_url, token, signal, fetch: send = fetch }: UploadOptions,
  body?: string | Blob,
): Promise<Answer> {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  const response = await send(base_url.replace(/\/+$/, '') + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
    ...(token === undefined && { credentials: 'same-origin' as const }),
    ...(signal && { signal }),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return answer as Answer
  if (response.ok || response.status >= 500 || isBusy(answer) || response.status === 429) {
    throw new Error(`The service answered with status ${response.status}.`)
  }
  throw new UploadRefused(response.status, answer)
}

function isBusy(body: unknown) {
  return JSON.stringify(body)?.includes('"upload_busy"') ?? false
}

function sentenceOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if ('message' in body && typeof body.message === 'string') return body.message
  return 'error' in body ? sentenceOf(body.error) : undefined
}
