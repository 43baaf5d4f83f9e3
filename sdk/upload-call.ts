/** One call of an upload. Bytes go by XMLHttpRequest where there is one and somebody listens: `fetch` does not tell how far they are. */

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

export interface UploadCall {
  base_url: string
  token?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  fetch?: typeof fetch | undefined
  signal?: AbortSignal | undefined
  /** Sent again with it, it happens once. */
  key?: string | undefined
  /** How many bytes of this call have left. */
  onSent?: ((bytes: number) => void) | undefined
}

/** What is used of a browser's, which the types of Node do not know. */
interface Xhr extends EventTarget {
  readonly upload: EventTarget
  readonly status: number
  readonly responseText: string
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body?: string | Blob): void
  abort(): void
}

interface Request {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Blob | undefined
}

interface Answered {
  status: number
  answer: unknown
}

export async function ask<Answer>(
  method: string,
  path: string,
  call: UploadCall,
  body?: string | Blob,
): Promise<Answer> {
  const { base_url, token, fetch: own, onSent, key } = call
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  const request = {
    method,
    url: base_url.replace(/\/+$/, '') + path,
    headers: {
      ...call.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      accept: 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': type }),
    },
    body,
  }
  const Made: (new () => Xhr) | undefined = Reflect.get(globalThis, 'XMLHttpRequest')
  const { status, answer } = await (Made && onSent && own === undefined
    ? byXhr(new Made(), request, onSent, call.signal)
    : byFetch(request, call))
  const done = status >= 200 && status < 300
  if (done && answer !== undefined) return answer as Answer
  if (done || status >= 500 || isBusy(answer) || status === 429) {
    throw new Error(`The service answered with status ${status}.`)
  }
  throw new UploadRefused(status, answer)
}

async function byFetch(
  { method, url, headers, body }: Request,
  { fetch: send = fetch, token, signal }: UploadCall,
): Promise<Answered> {
  const response = await send(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(token === undefined && { credentials: 'same-origin' as const }),
    ...(signal && { signal }),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  return { status: response.status, answer }
}

function byXhr(
  xhr: Xhr,
  { method, url, headers, body }: Request,
  onSent: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => xhr.abort()
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', (event) => {
      if ('loaded' in event && typeof event.loaded === 'number') onSent(event.loaded)
    })
    xhr.addEventListener('load', () => resolve({ status: xhr.status, answer: read(xhr) }))
    xhr.addEventListener('abort', () => reject(signal?.reason))
    xhr.addEventListener('error', () => reject(new TypeError('The service did not answer.')))
    xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', stop))
    signal?.addEventListener('abort', stop)
    xhr.send(body)
  })
}

function read({ responseText }: Xhr): unknown {
  try {
    return JSON.parse(responseText)
  } catch {
    return undefined
  }
}

function isBusy(body: unknown) {
  return JSON.stringify(body)?.includes('"upload_busy"') ?? false
}

function sentenceOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if ('message' in body && typeof body.message === 'string') return body.message
  return 'error' in body ? sentenceOf(body.error) : undefined
}
