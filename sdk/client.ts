/** One call of the REST API: where its fields travel, when it is tried again, what comes back. */
import { CrierError, errorOf } from './error.ts'

export interface ClientOptions {
  /** `https://crier.example`, without /api. */
  base_url: string
  /** An API key: `<id>|<secret>`. Without one the browser's cookies are sent, to the same origin only. */
  token?: string
  /** How often a call without a clear answer is sent again; 2 by default. It still happens once. */
  retries?: number
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  /** Of your own, when a call must stay the same over restarts of your program; otherwise each call gets one. */
  idempotency_key?: string
}

/** As the generated methods know their operation. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{id}`. */
  path: string
  /** Where fields go that are not in the path. */
  fields: 'query' | 'json' | 'form' | 'bytes'
}

export type Fields = Readonly<Record<string, unknown>>

type Redirect = 'follow' | 'manual'
type Bytes = Blob | Uint8Array<ArrayBuffer>
type Body = string | FormData | Bytes

const RETRIES = 2
const FIRST_PAUSE = 300
const LONGEST_PAUSE = 20_000
/** Once in a call it waits for its key to be allowed again, so long at the most. */
const LONGEST_LIMIT = 65_000

export class Client {
  readonly options: ClientOptions

  constructor(options: ClientOptions) {
    this.options = { ...options, base_url: options.base_url.replace(/\/+$/, '') }
  }

  /** Every method of an operation comes down to this. */
  async call(route: Route, input: Fields, options: CallOptions = {}): Promise<unknown> {
    const { retries = RETRIES } = this.options
    const request = this.#requestOf(route, input, options)
    let limited = false
    for (let attempt = 0; ; attempt++) {
      const result = await this.#send(request, options.signal)
      if (result.ok) return result.body
      options.signal?.throwIfAborted()
      if (result.limited !== undefined && !limited) {
        limited = true
        // It is no try that failed: the service did not begin.
        attempt--
        await pause(result.limited, options.signal)
        continue
      }
      if (attempt >= retries || !result.again) throw result.error
      await pause(result.after ?? FIRST_PAUSE * 2 ** attempt, options.signal)
    }
  }

  #requestOf({ method, path, fields }: Route, input: Fields, { idempotency_key }: CallOptions) {
    const { base_url, token } = this.options
    // Beside JSON null would arrive as a word.
    const isSaid = (value: unknown) => value !== undefined && (value !== null || fields === 'json')
    const rest = new Map(Object.entries(input).filter(([, value]) => isSaid(value)))
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = rest.get(name)
      rest.delete(name)
      return encodeURIComponent(String(value))
    })
    const headers: Record<string, string> = { accept: 'application/json' }
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`
    // What changes something happens once, however often it is sent.
    if (method !== 'GET') headers['idempotency-key'] = idempotency_key ?? crypto.randomUUID()

    const bytes = fields === 'bytes' ? rest.get('bytes') : undefined
    if (fields === 'bytes') rest.delete('bytes')
    const file = fields === 'form' ? rest.get('file') : undefined
    const inBody = fields === 'json' || fields === 'form'
    const url = `${base_url}${filled}${inBody ? '' : queryOf(rest)}`
    let body: Body | undefined
    if (isBytes(bytes)) {
      body = bytes
      headers['content-type'] = 'application/octet-stream'
    } else if (isBlob(file)) {
      // The boundary is fetch's to choose, and the content type with it.
      body = formOf(rest, file)
    } else if (inBody) {
      body = JSON.stringify(Object.fromEntries(rest))
      headers['content-type'] = 'application/json'
    }
    requireSendable(url, headers)
    // A write that is led elsewhere would arrive there as a read, and its answer be taken for that of the write.
    const redirect: Redirect = method === 'GET' ? 'follow' : 'manual'
    return { url, init: { method, headers, body, redirect } }
  }

  async #send(
    {
      url,
      init,
    }: {
      url: string
      init: {
        method: string
        headers: Record<string, string>
        body: Body | undefined
        redirect: Redirect
      }
    },
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const { token, fetch: send = fetch } = this.options
    try {
      const { body, ...rest } = init
      const response = await send(url, {
        ...rest,
        ...(body !== undefined && { body }),
        ...(token === undefined && { credentials: 'same-origin' }),
        ...(signal && { signal }),
      })
      return await resultOf(response)
    } catch (error) {
      const message = 'The service did not answer.'
      return {
        ok: false,
        again: true,
        after: undefined,
        error: new CrierError(0, { code: 'no_answer', message, cause: error }),
      }
    }
  }
}

/** What `fetch` would not send is wrong with the call: no service was asked, and none would answer the next time. */
function requireSendable(url: string, headers: Record<string, string>) {
  const refuse = (field: string, message: string, cause?: unknown) => {
    throw new CrierError(0, { code: 'invalid', message, errors: { [field]: [message] }, cause })
  }
  if (!/^(https?:\/)?\//.test(url))
    refuse('base_url', 'Give the whole address, such as https://crier.example, without /api.')
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers({ [name]: value })
    } catch (cause) {
      const field = { authorization: 'token', 'idempotency-key': 'idempotency_key' }[name] ?? name
      refuse(field, 'Use printable characters of ASCII.', cause)
    }
  }
}

type Result =
  | { ok: true; body: unknown }
  | {
      ok: false
      error: CrierError
      again: boolean
      after: number | undefined
      /** Milliseconds until a policy on requests lets the next one in. */
      limited?: number | undefined
    }

async function resultOf(response: Response): Promise<Result> {
  const { status } = response
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('zip')) return { ok: true, body: await response.blob() }
  const text = await response.text()
  if (response.ok && type.includes('json')) return { ok: true, body: JSON.parse(text) }
  if (response.ok && isPlain(type, status)) return { ok: true, body: text }
  if (response.ok || isRedirect(response))
    return { ok: false, error: strange(response), again: false, after: undefined }
  const error = errorOf(status, parsed(text), response.headers.get('x-request-id') ?? undefined)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const after = Number.isFinite(seconds) ? seconds * 1000 : undefined
  // A long wait is for the caller to decide: `error.data.resets_at` tells until when.
  const soon = after === undefined || after <= LONGEST_PAUSE
  // Posts of the day are no matter of minutes.
  const limited =
    status === 429 && after !== undefined && isLimit(error) && after <= LONGEST_LIMIT
      ? after
      : undefined
  const again = limited === undefined && soon && (status >= 500 || status === 429)
  return { ok: false, error, again, after, limited }
}

/** A table, or nothing at all. A page that a proxy shows in place of the service is neither. */
function isPlain(type: string, status: number) {
  return status === 204 || (type.startsWith('text/') && !type.includes('html'))
}

/** Browsers show no status of one. */
function isRedirect({ status, type }: Response) {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

function strange(response: Response) {
  const { status, headers } = response
  const to = headers.get('location')
  const message = isRedirect(response)
    ? `Give the address that base_url leads to${to === null ? '' : ` (${to})`} in its place: what is written is not sent on.`
    : 'See whether base_url is the address of a service: what answers there is none.'
  return new CrierError(status, { code: 'unreadable', message })
}

/** Refused by a policy on requests. */
function isLimit({ data }: CrierError) {
  return ['read', 'write', 'requests_per_minute'].some((policy) => data['policy'] === policy)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Lists as `name[]=a&name[]=b`. */
function queryOf(fields: ReadonlyMap<string, unknown>) {
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    if (Array.isArray(value)) for (const each of value) query.append(`${name}[]`, String(each))
    else query.append(name, String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}

function formOf(fields: ReadonlyMap<string, unknown>, file: Blob) {
  const form = new FormData()
  for (const [name, value] of fields) {
    if (name === 'file') continue
    if (Array.isArray(value)) for (const each of value) form.append(`${name}[]`, String(each))
    else form.append(name, String(value))
  }
  form.append('file', file)
  return form
}

function isBytes(value: unknown): value is Bytes {
  return value instanceof Uint8Array || isBlob(value)
}

function isBlob(value: unknown): value is Blob {
  return value instanceof Blob
}

export function pause(ms: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
