/** Stands before /mcp-oauth: knows the caller by an access token, and tells clients without one where they get it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { grantHolderOf } from '#access/oauth/grants.ts'
import { Problem } from '#rules/problem.ts'
import type { ApiDependencies } from './guard.ts'
import { type OAuthDependencies, resourceMetadata } from './oauth.ts'

/** All kinds of bad tokens look the same. Tokens come in the header only: addresses end up in logs. */
export function grantGuard(
  { db, environment }: ApiDependencies,
  oauth: Pick<OAuthDependencies, 'base_url' | 'resource'>,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const metadata = `resource_metadata="${oauth.base_url}${resourceMetadata}"`
    const challenge = `Bearer ${metadata}, scope="mcp:use"`
    const { authorization } = request.headers
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
    const now = environment.now()
    const holder = token && (await grantHolderOf(db, { token, resource: oauth.resource, now }))
    if (!holder) {
      const about = authorization === undefined ? '' : ', error="invalid_token"'
      void reply.header('www-authenticate', challenge + about)
      throw new Problem(
        'unauthenticated',
        'Sign in again: send an access token that is valid here.',
      )
    }
    if (!holder.scopes.includes('mcp:use')) {
      const about = `Bearer error="insufficient_scope", scope="mcp:use", ${metadata}`
      void reply.header('www-authenticate', about)
      throw new Problem('forbidden', 'Ask for the scope mcp:use: this token does not have it.')
    }
    request.holder = holder
  }
}
