/**
 * A request as the authorization server is to see it: asked by our own public address, whatever proxies stand before us,
 * and with the habits of clients evened out.
 */
import type { IncomingMessage } from 'node:http'
import { knownScopes } from '#rules/oauth-client.ts'

export interface Seen {
  base_url: string
  /** Path and query. */
  url: string
  address: string
  /** Instead of what was read already. */
  body?: { bytes: Buffer; type: string } | undefined
}

/** The same request, seen so. The original stays as it is. */
export function requestAs(
  raw: IncomingMessage,
  { base_url, url, address, body }: Seen,
): IncomingMessage {
  const { protocol, host } = new URL(base_url)
  const headers = {
    ...raw.headers,
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-for': address,
    ...(body && { 'content-type': body.type, 'content-length': String(body.bytes.length) }),
  }
  const own: PropertyDescriptorMap = {
    url: { value: url, writable: true },
    originalUrl: { value: url, writable: true },
    headers: { value: headers },
    ...(body && {
      readable: { value: true },
      readableEncoding: { value: null },
      iterator: { value: () => [body.bytes] },
    }),
  }
  const request: IncomingMessage = Object.create(raw, own)
  return request
}

/** All that is read of a request for authorization; the rest belongs to features that are not offered. */
const asked = [
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
]

/** Parameters that came twice stay twice: that is refused further on. */
export function authorizationQuery(query: URLSearchParams, resource: string) {
  const kept = new URLSearchParams()
  for (const name of asked) for (const value of query.getAll(name)) kept.append(name, value)
  kept.set('scope', knownScopes(query.get('scope') ?? undefined))
  for (const wanted of resourcesOf(query, resource)) kept.append('resource', wanted)
  // Everybody is asked; only who may not be asked has to be told.
  if (query.get('prompt') === 'none') kept.set('prompt', 'none')
  const mode = query.get('response_mode')
  if (mode !== null) kept.set('response_mode', mode === 'query' ? mode : 'unsupported')
  return kept.toString()
}

/** A form for the token endpoint, with the resource as we write it. */
export function tokenForm(body: Buffer, resource: string) {
  const form = new URLSearchParams(body.toString('utf8'))
  const resources = resourcesOf(form, resource)
  form.delete('resource')
  for (const wanted of resources) form.append('resource', wanted)
  return Buffer.from(form.toString())
}

/** With and without a slash or a query at the end is the same: clients build it from the address that they were given. */
function resourcesOf(from: URLSearchParams, resource: string) {
  const ours = (each: string) => {
    const [address] = each.split('?')
    return address === resource || address === `${resource}/`
  }
  return new Set(from.getAll('resource').map((each) => (ours(each) ? resource : each)))
}
