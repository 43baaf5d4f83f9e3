/** Puts the authorization server together: what it is told by the rest of the service. */
import type { FastifyBaseLogger } from 'fastify'
import type { Provider } from 'oidc-provider'
import { consentCookie, consentPath } from '#access/oauth/consent.ts'
import type { Get } from '#access/oauth/documents.ts'
import { authorizationServer } from '#access/oauth/provider.ts'
import { isLiveGrant } from '#store/grants.ts'
import type { Db } from '#store/schema.ts'
import type { Seal } from '#store/seal.ts'
import { oauthPage } from '#surfaces/oauth-page.ts'
import type { OAuthDoor } from '#surfaces/oauth.ts'

export interface Authorizing {
  db: Db
  seal: Seal
  now(): Date
  log: FastifyBaseLogger
  secret_key: string
  get: Get
  at: { readonly base_url: string }
  /** Whether somebody is signed in, by the headers of a request. */
  isSignedIn(headers: Record<string, string | string[] | undefined>): Promise<boolean>
  /** Seconds to wait when this has been done too often from one address. */
  tooOften(what: 'register' | 'fetch', address: string): Promise<number | undefined>
}

const HOUR_MS = 3600_000

export function authorizing({ at, log, ...doing }: Authorizing): OAuthDoor {
  let made: Provider | undefined
  return {
    get base_url() {
      return at.base_url
    },
    get resource() {
      return `${at.base_url}/mcp-oauth`
    },
    provider: () => (made ??= make()),
    registrationWait: (address) => doing.tooOften('register', address),
  }

  function make() {
    const { base_url } = at
    const { db } = doing
    return authorizationServer({
      ...doing,
      base_url,
      resource: `${base_url}/mcp-oauth`,
      mayFetch: async ({ ip }) => (await doing.tooOften('fetch', ip)) === undefined,
      isLive: (ref) => isLiveGrant(db, ref),
      page: oauthPage,
      report: (error) => log.error({ err: error }, 'oauth failed'),
      async consentUrl(ctx, uid) {
        ctx.cookies.set(consentCookie, uid, {
          path: consentPath(uid),
          httpOnly: true,
          sameSite: 'lax',
          secure: base_url.startsWith('https:'),
          maxAge: HOUR_MS,
          signed: false,
        })
        const room = `/consent/${encodeURIComponent(uid)}`
        const known = await doing.isSignedIn(ctx.req.headers)
        return known ? room : `/sign-in?${new URLSearchParams({ return_to: room }).toString()}`
      },
    })
  }
}
