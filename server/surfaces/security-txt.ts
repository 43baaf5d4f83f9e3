/** Whom to write to about a weakness of this instance (RFC 9116), where its operator says so. */
import type { FastifyInstance } from 'fastify'
import type { Environment } from '#operations/context.ts'
import { Problem } from '#rules/problem.ts'

interface SecurityDoor {
  environment: Pick<Environment, 'base_url' | 'now'>
  /** The preferred first; empty: nobody is named. */
  security_contacts: readonly string[]
}

/** "It is RECOMMENDED that the value of this field be less than a year into the future" (RFC 9116, 2.5.5). */
const GOOD_FOR_MS = 90 * 86_400_000

export function securityTxt(
  app: FastifyInstance,
  { environment, security_contacts }: SecurityDoor,
) {
  app.get('/.well-known/security.txt', async (_, reply) => {
    if (security_contacts.length === 0)
      throw new Problem('not_found', 'Nobody is named here: SECURITY_CONTACT is not set.')
    const { base_url } = environment
    const expires = new Date(environment.now().getTime() + GOOD_FOR_MS)
    const lines = [
      ...security_contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires.toISOString()}`,
      // Addresses of the web have to be https here (2.5.2).
      ...(base_url.startsWith('https:') ? [`Canonical: ${base_url}/.well-known/security.txt`] : []),
    ]
    return reply
      .headers({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      })
      .send(`${lines.join('\n')}\n`)
  })
}
