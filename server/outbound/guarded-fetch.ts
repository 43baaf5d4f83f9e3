/** The only way out: everything that leaves for an address somebody else chose goes through this `fetch`. */
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { Agent, type Dispatcher } from 'undici'
import type { Fetch, FetchInit, FetchResponse } from '#platforms/tools.ts'
import { AddressNotAllowed, isPublic } from './address.ts'
import { guardedConnect, type Resolve } from './connect.ts'

export interface GuardOptions {
  /**
   * Origins the operator configured, as base URLs or `host:port`. They may be private and need no TLS, so the defaults
   * of the manifests do not belong here. Matched exactly, after parsing.
   */
  allow?: Iterable<string>
  /** Name resolution, for tests. */
  resolve?: Resolve
}

export type GuardedFetch = Fetch &
  AsyncDisposable & {
    /** Why the address will never be reached, as far as the address itself tells; names are looked up by each call. */
    refusal(address: string): string | undefined
    /** Closes every connection; calls still under way fail. */
    close(): Promise<void>
  }

/** Milliseconds without a byte, before and within the answer. The deadline of a whole call is the caller's signal. */
const IDLE = 30_000

/**
 * A `fetch` that reaches public addresses by HTTPS on port 443, and the allowed origins; anything else fails with the
 * code `ADDRESS_NOT_ALLOWED` before a byte is written. Plain HTTP to the public is refused: what we send are tokens.
 * Redirects are given back, bodies are never decompressed, a request is never sent twice, and HTTP_PROXY has no effect
 * (behind a proxy nobody would check addresses). An answer's body must be read or its iteration ended.
 */
export function guardedFetch({ allow = [], resolve }: GuardOptions): GuardedFetch {
  const trusted = new Set(Array.from(allow, originOf))
  const agent = new Agent({
    connect: guardedConnect({ trusted, resolve }),
    headersTimeout: IDLE,
    bodyTimeout: IDLE,
    maxHeaderSize: 16 * 1024,
    pipelining: 1,
  })

  const fetch = async (address: string, init: FetchInit = {}): Promise<FetchResponse> => {
    const url = checked(address, trusted)
    const { headers, body } = await packed(init)
    const dispatcher = init.late ? agent.compose(unlessLate(init.late)) : agent
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: init.method ?? 'GET',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
      signal: init.signal ?? null,
    })
    return {
      status: answer.statusCode,
      headers: { get: (name) => joined(answer.headers[name.toLowerCase()]) },
      body: answer.body,
    }
  }
  const refusal = (address: string) => {
    try {
      const { origin, hostname } = checked(address, trusted)
      if (trusted.has(originOf(origin)) || !isInner(hostname)) return undefined
      return `${hostname} is not on the public internet.`
    } catch (error) {
      if (error instanceof AddressNotAllowed) return error.message
      throw error
    }
  }
  const close = () => agent.destroy()
  return Object.assign(fetch, { refusal, close, [Symbol.asyncDispose]: close })
}

/** The last moment at which nothing is written yet: the request has its connection. */
function unlessLate(late: () => Error | undefined): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        const refusal = late()
        if (refusal) controller.abort(refusal)
        else handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...said) => handler.onRequestUpgrade?.(...said),
      onResponseStart: (...said) => handler.onResponseStart?.(...said),
      onResponseData: (...said) => handler.onResponseData?.(...said),
      onResponseEnd: (...said) => handler.onResponseEnd?.(...said),
      onResponseError: (...said) => handler.onResponseError?.(...said),
    })
}

/** Literals outside the public internet, and names that never lead into it. */
function isInner(hostname: string) {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return !isPublic(host)
  return !host.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)\.?$/.test(host)
}

function checked(address: string, trusted: ReadonlySet<string>) {
  if (!URL.canParse(address)) throw new AddressNotAllowed('This is not an address.')
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new AddressNotAllowed(`${url.protocol} is not spoken here, only https.`)
  }
  if (url.username || url.password) {
    throw new AddressNotAllowed('An address must not carry a user name or password.')
  }
  if (trusted.has(originOf(url.origin))) return url
  if (url.protocol !== 'https:' || url.port) {
    throw new AddressNotAllowed(`${url.origin} is neither https on port 443 nor configured.`)
  }
  return url
}

/** `host:port` with the port always said. */
function originOf(entry: string) {
  const isUrl = entry.includes('://')
  const text = isUrl ? entry : `http://${entry}`
  if (!URL.canParse(text) || (!isUrl && !/:\d+$/.test(entry))) {
    throw new TypeError(`${entry} is neither a base URL nor host:port.`)
  }
  const { hostname, port, protocol } = new URL(text)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

/**
 * Node's FormData belongs to another undici than ours, which refuses it. Its parts are in memory anyway, so it is
 * written out here, and the platform is told a length instead of being sent chunks.
 */
async function packed({ headers = {}, body }: FetchInit) {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    return { headers, body: body ?? null }
  }
  if (!(body instanceof FormData)) return { headers, body: Readable.from(body) }
  const form = new Response(body)
  const type = form.headers.get('content-type') ?? ''
  return {
    headers: { ...headers, 'content-type': type },
    body: new Uint8Array(await form.arrayBuffer()),
  }
}

function joined(value: string | string[] | undefined) {
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}
