/** A page on another site must not reach the service through the browser of somebody who can. */
import type { FastifyRequest } from 'fastify'
import { Problem } from '#rules/problem.ts'

/** Hosts by which this service may be called, with their ports. */
export interface Hosts {
  has(host: string): boolean
}

/** A browser that was lured here says so in Origin or Host. */
export function requireHost({ headers }: FastifyRequest, hosts: Hosts) {
  const origin = headers.origin
  const from = origin === undefined ? undefined : URL.canParse(origin) ? new URL(origin).host : ''
  if (!hosts.has(headers.host ?? '') || (from !== undefined && !hosts.has(from))) {
    throw new Problem(
      'forbidden',
      'Call this service by its own address: set BASE_URL to the one that callers use.',
    )
  }
}
