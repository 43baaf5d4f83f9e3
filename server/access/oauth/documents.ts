/** Clients that publish their metadata at the address that is their id: fetched through the guard, and made into what we take. */
import { z } from 'zod'
import { clientMetadata } from '#rules/oauth-client.ts'

/** The guarded fetch, as far as it is needed. */
export type Get = (
  url: string,
  init: { headers?: Record<string, string>; signal: AbortSignal },
) => Promise<{
  status: number
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}>

const MAX_BYTES = 64 * 1024
const DEADLINE = 5_000

/**
 * A `fetch` for oidc-provider, which asks with it for metadata documents and nothing else. It never reaches a private
 * address, follows no redirect, and reads a small document at the most.
 */
export function documentFetch(get: Get) {
  return async (address: string | URL | Request): Promise<Response> => {
    const url = address instanceof Request ? address.url : String(address)
    const signal = AbortSignal.timeout(DEADLINE)
    const answer = await get(url, { headers: { accept: 'application/json' }, signal })
    const text = await read(answer.body)
    if (answer.status !== 200) return new Response(null, { status: statusOf(answer.status) })
    const headers = kept(answer.headers, ['cache-control', 'expires'])
    return new Response(JSON.stringify(normalised(JSON.parse(text), url)), { headers })
  }
}

/** Reads only as much as a document may have. */
async function read(body: AsyncIterable<Uint8Array> | null) {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new Error('The metadata document is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The id stays as it was said: that it is the document's own address is checked by oidc-provider. */
function normalised(said: unknown, url: string): unknown {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return said
  const { client_id, client_secret } = z.looseObject({}).parse(said)
  if (client_id !== url || client_secret !== undefined) return { client_id, client_secret }
  // Whatever it could do besides: here it shows no secret.
  const made = clientMetadata({ ...said, token_endpoint_auth_method: 'none' }, 'none')
  if ('refusal' in made) throw new Error(made.refusal.error_description)
  return { client_id, ...made.metadata }
}

function statusOf(status: number) {
  return status >= 200 && status <= 599 && ![204, 205, 304].includes(status) ? status : 502
}

function kept(headers: { get(name: string): string | null }, names: readonly string[]) {
  const found = names.map((name) => [name, headers.get(name)] as const)
  return Object.fromEntries(
    found.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}
