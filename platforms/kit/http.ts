/** One HTTP call of a connector: a deadline, no redirects, a capped body, and every way to fail turned into a `Failure`. */
import type { Fetch, FetchInit } from '../tools.ts'
import { Failure, type FailureKind } from './failure.ts'

/**
 * What a call is for: `publish`, `comment`, `edit` and `remove` can be seen, `prepare` changes what nobody sees, `read` and `sign_in` nothing.
 * It decides what a lost answer means.
 */
export type Purpose = 'publish' | 'comment' | 'edit' | 'remove' | 'prepare' | 'read' | 'sign_in'

export interface HttpCall {
  purpose: Purpose
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, string>
  /** Sent as application/json. */
  json?: unknown
  /** Sent as application/x-www-form-urlencoded. */
  form?: Record<string, string>
  /** Sent as it is; `headers` must carry its content-type (a FormData brings its own). */
  body?: FetchInit['body']
  /** Milliseconds for the whole call. */
  timeout?: number
}

export interface Answer {
  purpose: Purpose
  status: number
  headers: { get(name: string): string | null }
  text: string
  /** The body as JSON, or undefined when it is none. */
  json: unknown
}

const TIMEOUT = 30_000
const MAX_BODY = 4 * 1024 * 1024

/** Codes of undici and Node that mean: no byte of the request was written. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ADDRESS_NOT_ALLOWED',
])

/** On these a network that went away is told by the same codes, of a request that may have arrived. */
const UNDER_WAY = new Set(['read', 'write'])

/** Sends one request and reads the whole answer. Any status is an answer; only a lost one is a `Failure`. */
export async function call(
  tools: { fetch: Fetch; signal: AbortSignal },
  request: HttpCall,
): Promise<Answer> {
  const { purpose, method, url, json, form, timeout = TIMEOUT } = request
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers }
  let body = request.body
  if (json !== undefined) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(json)
  }
  if (form) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    body = new URLSearchParams(form).toString()
  }

  const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(timeout)])
  try {
    const response = await tools.fetch(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body === undefined ? {} : { body, duplex: 'half' as const }),
    })
    const text = storable(await read(response.body))
    const { status, headers: told } = response
    return { purpose, status, headers: told, text, json: parsed(text) }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw lost(error, purpose, tools.signal)
  }
}

function lost(error: unknown, purpose: Purpose, stopped: AbortSignal) {
  const { code, syscall = '' } = saidBy(error)
  if (code && NOT_SENT.has(code) && !UNDER_WAY.has(syscall)) {
    return new Failure('later', 'unreachable', 'The platform could not be reached.', {
      words: code,
      cause: error,
    })
  }
  const message = stopped.aborted
    ? 'The call was stopped before the platform answered.'
    : 'The platform did not answer; whether the call took effect is not known.'
  return new Failure(doubt(purpose), 'no_answer', message, {
    words: code,
    lost: 'silence',
    cause: error,
  })
}

const VISIBLE = new Set<Purpose>(['publish', 'comment', 'edit', 'remove'])

/** A call that publishes, changes or takes down, may have done so; of any other the same is no more than a reason to ask again. */
export function doubt(purpose: Purpose): FailureKind {
  return VISIBLE.has(purpose) ? 'unknown' : 'later'
}

/** `fetch` wraps the reason, sometimes twice. */
function saidBy(error: unknown): { code?: string; syscall?: string } {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if (!('code' in at) || typeof at.code !== 'string') continue
    const syscall = 'syscall' in at && typeof at.syscall === 'string' ? at.syscall : ''
    return { code: at.code, syscall }
  }
  return error instanceof Error ? { code: error.name } : {}
}

async function read(body: AsyncIterable<Uint8Array> | null) {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_BODY) throw new Error('The answer is longer than any answer of this platform.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return ODD.test(text) ? JSON.parse(text, cleaned) : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How JSON writes a NUL or a surrogate; of the latter most are halves of a sound pair. */
const ODD = /\\u(0000|d[89a-f])/i

function cleaned(_: string, value: unknown) {
  return typeof value === 'string' ? storable(value) : value
}

/** Whatever a platform says may be stored, and the database takes neither NUL nor half a pair of surrogates. */
function storable(text: string) {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
