/** A stand-in for X in tests of the connector: gives the answers it was told, in order, and remembers what it was asked. */
import type { FetchInit, FetchResponse } from '../http.ts'
import { type Account, Failure, type Publication, type Tools } from '../platform.ts'
import { publish } from './publish.ts'

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
  body: FetchInit['body']
  /** The body as JSON, when it is text. */
  json: unknown
}

export const NOW = new Date('2026-11-20T12:00:00Z')
export const HOUR = 3_600_000

export interface Stage {
  tools: Tools
  asked: Asked[]
  slept: number[]
  /** Moves the clock of `tools.now()`. */
  pass(ms: number): void
}

/** An `Error` among the replies is thrown instead: the answer is lost. Beyond the last reply every call is one too many. */
export function stage(...replies: (Reply | Error)[]): Stage {
  const asked: Asked[] = []
  const slept: number[] = []
  let time = NOW.getTime()
  const tools: Tools = {
    fetch: (url, init = {}) => {
      asked.push(asking(url, init))
      const reply = replies[asked.length - 1]
      if (!reply) return Promise.reject(new Error(`A call too many: ${init.method} ${url}`))
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(response(reply))
    },
    now: () => new Date(time),
    signal: new AbortController().signal,
    sleep: (ms) => {
      slept.push(ms)
      time += ms
      return Promise.resolve()
    },
    config: {
      client_id: 'client',
      client_secret: 'hush-hush',
      redirect_uri: 'https://crier.example/connect/x',
      hosts: { api: 'https://x.test/api', web: 'https://x.test/web' },
    },
  }
  return { tools, asked, slept, pass: (ms) => (time += ms) }
}

export const account: Account = {
  platform_account_id: '2244994945',
  username: 'ada',
  settings: { subscription_type: 'None' },
  secret: { access_token: 'access-1', refresh_token: 'refresh-1' },
}

export function publication(part: Partial<Publication> = {}): Publication {
  return { delivery_id: 7, text: 'Hello', first_comment: null, media: [], options: {}, ...part }
}

export function image(
  part: Partial<Publication['media'][number]> = {},
): Publication['media'][number] {
  const size = part.size_bytes ?? 3
  return {
    id: 1,
    mime_type: 'image/png',
    size_bytes: size,
    width: 1,
    height: 1,
    duration: null,
    alt_text: null,
    url: undefined,
    async *open({ start, end } = { start: 0, end: size }) {
      for (let at = start; at < end; at += 1 << 20) {
        yield await Promise.resolve(new Uint8Array(Math.min(1 << 20, end - at)))
      }
    },
    ...part,
  }
}

/** The Failure a promise ends with; anything else is a failed test. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('It did not fail.')
}

/** A row of a table of refusals. `outcome`: kind, code, and the scope unless it is the call. */
export interface Row {
  name: string
  reply: Reply
  outcome: string
  /** Milliseconds until `retry_at`. */
  wait?: number
}

export function told({ kind, code, scope }: Failure): string {
  return [kind, code, ...(scope === 'call' ? [] : [scope])].join(' ')
}

/** What posting a text ends with when X answers so. */
export function postRefusedBy(reply: Reply | Error): Promise<Failure> {
  const [post] = publish(publication(), account, stage(reply).tools)
  return failureOf(post?.run({}) ?? Promise.resolve())
}

export function problem(status: number, detail: string, more: object = {}): Reply {
  return { status, json: { title: 'Forbidden', type: 'about:blank', status, detail, ...more } }
}

/** Where the live API keeps its problem types. */
export const PROBLEMS = 'https://api.twitter.com/2/problems'

function asking(url: string, { method = 'GET', headers = {}, body }: FetchInit): Asked {
  const json: unknown =
    typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : undefined
  return { method, url: new URL(url), headers, body, json }
}

function response({ status = 200, headers = {}, json, text }: Reply): FetchResponse {
  const written = text ?? (json === undefined ? '' : JSON.stringify(json))
  const names = new Map(Object.entries(headers))
  return {
    status,
    headers: { get: (name) => names.get(name.toLowerCase()) ?? null },
    body: bytes(written),
  }
}

async function* bytes(text: string) {
  yield await Promise.resolve(new TextEncoder().encode(text))
}
