/** A stand-in for any platform in tests of a connector: gives the answers it was told, in order, and remembers what it was asked. */
import type { Fetch, FetchInit, FetchResponse } from '#platforms/http.ts'
import {
  Failure,
  type Manifest,
  type PlatformConfig,
  type Publication,
  type PublicationMedia,
  type Step,
  type Tools,
} from '#platforms/platform.ts'

export interface Reply {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
}

export interface Asked {
  method: string
  url: URL
  headers: Record<string, string>
  /** The body as text; of bytes, how many there were. */
  body: string | number | undefined
  json: unknown
}

export const NOW = new Date('2026-11-20T12:00:00Z')

/** An `Error` among the replies is thrown instead: the answer is lost. Beyond the last reply every call is one too many. */
export function scripted(manifest: Manifest, ...replies: (Reply | Error)[]) {
  const asked: Asked[] = []
  const slept: number[] = []
  let time = NOW.getTime()
  const hosts = Object.keys(manifest.hosts).map((host) => [host, `https://platform.test/${host}`])
  const config: PlatformConfig = {
    client_id: 'client',
    client_secret: 'hush-hush-secret',
    redirect_uri: 'https://crier.example/connect/callback',
    hosts: Object.fromEntries(hosts),
  }
  const fetch: Fetch = async (url, init = {}) => {
    asked.push(await asking(url, init))
    const reply = replies[asked.length - 1]
    if (!reply) throw new Failure('rejected', 'a_call_too_many', `${init.method} ${url}`)
    if (reply instanceof Error) throw reply
    return response(reply)
  }
  const tools: Tools = {
    fetch,
    now: () => new Date(time),
    signal: new AbortController().signal,
    sleep: async (ms) => {
      slept.push(ms)
      time += ms
    },
    config,
  }
  return { tools, asked, slept }
}

export function publication(part: Partial<Publication> = {}): Publication {
  return { delivery_id: 7, text: 'Hello', first_comment: null, media: [], options: {}, ...part }
}

/** How files of a kind begin. */
const BEGINNINGS: Record<string, string> = {
  'image/png': '\u0089PNG\r\n\u001a\n',
  'image/jpeg': '\u00ff\u00d8\u00ff\u00e0',
  'image/gif': 'GIF89a',
  'video/mp4': '\u0000\u0000\u0000\u0018ftypmp42',
  'application/pdf': '%PDF-1.7\n',
}

/** A file of that size which begins as such files do, and is empty behind. */
export function file(mime_type: string, size_bytes = 3): PublicationMedia {
  const beginning = Buffer.from(BEGINNINGS[mime_type] ?? '', 'latin1')
  return {
    id: 1,
    mime_type,
    size_bytes,
    width: 1,
    height: 1,
    duration: null,
    alt_text: null,
    url: undefined,
    async *open({ start, end } = { start: 0, end: size_bytes }) {
      for (let at = start; at < end; at += 1 << 20) {
        const piece = new Uint8Array(Math.min(1 << 20, end - at))
        if (at < beginning.length) piece.set(beginning.subarray(at, at + piece.length))
        yield piece
      }
    },
  }
}

/** Runs the steps once, each with the results of those before it; `saved` is what an earlier attempt left. */
export async function runAll(steps: readonly Step[], saved: Record<string, unknown> = {}) {
  const results = JSON.parse(JSON.stringify(saved))
  for (const step of steps)
    if (!(step.name in results)) results[step.name] = await step.run(results)
  return results
}

/** The Failure a promise ends with; anything else is a failed test. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof Failure) return error
  throw error
}

/** Kind, code, the scope unless it is the call, and the seconds to wait where they are said. */
export function told({ kind, code, scope, retry_at }: Failure): string {
  const wait = retry_at ? [`${(retry_at.getTime() - NOW.getTime()) / 1000} s`] : []
  return [kind, code, ...(scope === 'call' ? [] : [scope]), ...wait].join(' ')
}

async function asking(url: string, { method = 'GET', headers = {}, body }: FetchInit) {
  const written = typeof body === 'string' ? body : body && (await sizeOf(body))
  const json: unknown =
    typeof written === 'string' && written.startsWith('{') ? JSON.parse(written) : undefined
  return { method, url: new URL(url), headers, body: written, json }
}

async function sizeOf(body: Exclude<FetchInit['body'], string | undefined>) {
  if (body instanceof Uint8Array) return body.length
  if (body instanceof FormData) return 0
  let size = 0
  for await (const piece of body) size += piece.length
  return size
}

function response({ status = 200, headers = {}, json, text }: Reply): FetchResponse {
  const written = text ?? (json === undefined ? '' : JSON.stringify(json))
  const names = new Map(Object.entries(headers))
  return {
    status,
    headers: { get: (name) => names.get(name.toLowerCase()) ?? null },
    body: (async function* () {
      yield new TextEncoder().encode(written)
    })(),
  }
}
