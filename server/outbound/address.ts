/** Which addresses an outbound call may reach, decided on the address itself and never on a name. */
import ipaddr from 'ipaddr.js'

/** The only part of IPv6 that is routed on the public internet so far. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether `address` (an IP literal as Node gives it, without brackets) belongs to the public internet. Everything with a
 * special meaning is not: private, loopback, link-local (cloud metadata), carrier-grade NAT, NAT64, 6to4, multicast, …
 * An IPv4 address in IPv6 clothes (`::ffff:10.0.0.1`) is judged by what it is.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6)) return false
  return parsed.range() === 'unicast'
}

/** Thrown before a byte is written; `code` is what connectors look at. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed'
  readonly code = 'ADDRESS_NOT_ALLOWED'
}
