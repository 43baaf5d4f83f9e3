/**
 * Opens sockets to public addresses only. The check sits here, on the addresses that are really connected to, because
 * a name that was checked earlier may resolve to something else a moment later.
 */
import type { LookupAddress } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import { isIP, type LookupFunction, type Socket } from 'node:net'
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
  const anywhere = connectorWith(lookupWith(resolve, () => true))
  const publicly = connectorWith(lookupWith(resolve, permits), permits)

  return (target, callback) => {
    if (trusted.has(hostAndPort(target))) return anywhere(target, callback)

    // Node makes no lookup for an address literal.
    if (isIP(target.hostname) && !permits(target.hostname)) {
      return callback(refusal(target.hostname), null)
    }
    publicly(target, callback)
  }
}

/** Connects, looks once more where to, and only then speaks TLS. */
function connectorWith(
  lookup: LookupFunction,
  permits: (address: string) => boolean = () => true,
): buildConnector.connector {
  // HTTP/2 is off: undici sends requests again after a GOAWAY, and a post must leave exactly as often as we say.
  const connect = buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT, lookup })
  return (target, callback) => {
    const { servername: _, ...place } = target
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    connect({ ...place, protocol: 'http:', port }, (...[error, raw]) => {
      if (error) return callback(error, null)
      if (!permits(raw.remoteAddress ?? '')) {
        raw.destroy()
        return callback(refusal(target.hostname), null)
      }
      if (target.protocol !== 'https:') return callback(null, takingBack(raw, raw))
      connect({ ...target, httpSocket: raw }, (...[failure, secure]) => {
        if (failure) return callback(failure, null)
        callback(null, takingBack(secure, raw))
      })
    })
  }
}

/**
 * A call that is given up takes back what has not arrived: a connection that is merely closed is still delivered by the system, for
 * minutes if it must, once the network or the other side is back, and nobody would expect a post any more.
 */
function takingBack<Kind extends Socket>(socket: Kind, raw: Socket): Kind {
  const destroy = socket.destroy.bind(socket)
  let why: Error | undefined
  socket.destroy = (error?: Error) => {
    if (error && !why && !raw.destroyed) {
      why = error
      raw.resetAndDestroy()
    }
    return destroy(error ?? why)
  }
  return socket
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
