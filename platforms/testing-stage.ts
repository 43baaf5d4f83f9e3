/** A stand-in for any platform in tests of its connector: gives the answers it was told, in order, and remembers what it was asked. */
import type { FetchInit, FetchResponse } from './http.ts'
import { Failure, type Json, type Publication, type Step, type Tools } from './platform.ts'

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
  /** The body as JSON or as a form, when it is text. */
  body: unknown
  /** How many bytes, when it is a stream. */
  bytes: number
}

export const NOW = new Date('2026-11-20T12:00:00Z')

/** An `Error` among the replies is thrown instead: the answer is lost. Beyond the last reply every call is one too many. */
export function stage(hosts: readonly string[], ...replies: (Reply | Error)[]) {
  const asked: Asked[] = []
  const slept: number[] = []
  let time = NOW.getTime()
  const tools: Tools = {
    fetch: async (url, init = {}) => {
      const number = asked.push(await asking(url, init))
      const reply = replies[number - 1]
      if (!reply) throw new Error(`A call too many: ${init.method} ${url}`)
      if (reply instanceof Error) throw reply
      return response(reply)
    },
    now: () => new Date(time),
    signal: new AbortController().signal,
    async sleep(ms) {
      slept.push(ms)
      time += ms
      return Promise.resolve()
    },
    config: {
      client_id: 'client',
      client_secret: 'hush-hush',
      redirect_uri: 'https://crier.example/connect',
      hosts: Object.fromEntries(hosts.map((host) => [host, `https://platform.test/${host}`])),
    },
  }
  return { tools, asked, slept, pass: (ms: number) => void (time += ms) }
}
export type Stage = ReturnType<typeof stage>

export function publication(part: Partial<Publication> = {}): Publication {
  return { delivery_id: 7, text: 'Hello', first_comment: null, media: [], options: {}, ...part }
}

export function medium(
  part: Partial<Publication['media'][number]> = {},
): Publication['media'][number] {
  const size = part.size_bytes ?? 3
  return {
    id: 1,
    mime_type: 'image/jpeg',
    size_bytes: size,
    width: 1080,
    height: 1080,
    duration: null,
    alt_text: null,
    url: 'https://crier.example/media/1.jpg',
    async *open({ start, end } = { start: 0, end: size }) {
      for (let at = start; at < end; at += 1 << 20)
        yield await Promise.resolve(new Uint8Array(Math.min(1 << 20, end - at)))
    },
    ...part,
  }
}

/** Runs the steps in order, as the engine does; gives all that was saved. */
export async function runAll(steps: readonly Step[]): Promise<Record<string, Json>> {
  const saved: Record<string, Json> = {}
  for (const step of steps) saved[step.name] = await step.run(saved)
  return saved
}

/** The Failure a promise ends with; anything else is a failed test. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  )
  if (error instanceof Failure) return error
  throw error
}

/** Kind, code, and the scope unless it is the call. */
export function told({ kind, code, scope }: Failure): string {
  return [kind, code, ...(scope === 'call' ? [] : [scope])].join(' ')
}

async function asking(url: string, init: FetchInit): Promise<Asked> {
  const { method = 'GET', headers = {}, body } = init
  let bytes = 0
  if (typeof body === 'object' && Symbol.asyncIterator in body)
    for await (const chunk of body) bytes += chunk.length
  const text = typeof body === 'string' ? body : ''
  const json: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
  const form =
    text && json === undefined ? Object.fromEntries(new URLSearchParams(text)) : undefined
  return { method, url: new URL(url), headers, body: json ?? form, bytes }
}

function response({ status = 200, headers = {}, json, text }: Reply): FetchResponse {
  const written = text ?? (json === undefined ? '' : JSON.stringify(json))
  const names = new Map(Object.entries(headers))
  return {
    status,
    headers: { get: (name) => names.get(name.toLowerCase()) ?? null },
    body: bytesOf(written),
  }
}

async function* bytesOf(text: string) {
  yield await Promise.resolve(new TextEncoder().encode(text))
}
