/**
 * Opens sockets to public addresses only. The check sits here, on the addresses that are really connected to, because
 * a name that was checked earlier may resolve to something else a moment later.
 */
import type { LookupAddress } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { AddressNotAllowed, isPublic } from './address.ts'

/** Every address of a name, as `dns.promises.lookup(name, { all: true })` gives them. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

export interface ConnectOptions {
  /** `host:port` of origins that may be anywhere, private networks included. */
  trusted: ReadonlySet<string>
  resolve?: Resolve | undefined
  /** The judgement on one address. */
  permits?: (address: string) => boolean
}

const CONNECT_TIMEOUT = 10_000

/** A connector for undici's Agent. */
export function guardedConnect({
  trusted,
  resolve = (name) => resolveName(name, { all: true }),
  permits = isPublic,
}: ConnectOptions): buildConnector.connector {
  // HTTP/2 is off: undici sends requests again after a GOAWAY, and a post must leave exactly as often as we say.
  const shared = { allowH2: false, timeout: CONNECT_TIMEOUT }
  const anywhere = buildConnector({ ...shared, lookup: lookupWith(resolve, () => true) })
  const publicly = buildConnector({ ...shared, lookup: lookupWith(resolve, permits) })

  return (target, callback) => {
    if (trusted.has(hostAndPort(target))) return anywhere(target, callback)

    // Node makes no lookup for an address literal.
    if (isIP(target.hostname) && !permits(target.hostname)) {
      return callback(refusal(target.hostname), null)
    }
    publicly(target, (...[error, socket]) => {
      if (error) return callback(error, null)
      if (permits(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(refusal(target.hostname), null)
    })
  }
}

/** Refuses a name when any of its addresses is refused: a mixed answer is an attack or a mistake, never a service. */
function lookupWith(resolve: Resolve, permits: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    const answer = async () => {
      const addresses = await resolve(name)
      const [first] = addresses
      if (!first) throw Object.assign(new Error(`${name} has no address.`), { code: 'ENOTFOUND' })
      if (!addresses.every(({ address }) => permits(address))) throw refusal(name)
      return { addresses, first }
    }
    answer().then(
      ({ addresses, first }) =>
        options.all ? callback(null, addresses) : callback(null, first.address, first.family),
      (error: unknown) =>
        callback(error instanceof Error ? error : new Error(String(error)), options.all ? [] : ''),
    )
  }
}

function hostAndPort({ hostname, port, protocol }: buildConnector.Options) {
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname
  return `${host}:${port || (protocol === 'https:' ? '443' : '80')}`
}

function refusal(host: string) {
  return new AddressNotAllowed(`${host} is not on the public internet.`)
}
