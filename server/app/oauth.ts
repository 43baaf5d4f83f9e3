/** Puts the authorization server together: what it is told by the rest of the service. */
import type { FastifyBaseLogger } from 'fastify'
import { consentCookie, consentPath } from '#access/oauth/consent.ts'
import type { Get } from '#access/oauth/documents.ts'
import { personOf } from '#access/sessions.ts'
import { networkOf } from '#access/throttle.ts'
import type { Keyring } from '#rules/keyring.ts'
import { isLiveGrant } from '#store/grants.ts'
import type { Db } from '#store/schema.ts'
import type { Seal } from '#store/seal.ts'
import { countAttempt } from '#store/secret-attempts.ts'
import { oauthPage } from '#surfaces/oauth-page.ts'
import type { OAuthDependencies } from '#surfaces/oauth.ts'

export interface Authorizing {
  db: Db
  seal: Seal
  now: () => Date
  log: FastifyBaseLogger
  ring: Keyring
  get: Get
  at: { readonly base_url: string }
}

const HOUR_MS = 3600_000

/**
 * Clients register in bursts, and hosted ones for many people from few addresses. This is only to keep a single sender
 * from filling the table, or from having us fetch for it; clients that nobody allows anything are forgotten in a day.
 */
const RATE = { limit: 60, seconds: 60 }

export function authorizing({ db, seal, now, log, ring, get, at }: Authorizing): OAuthDependencies {
  let made: ReturnType<typeof make> | undefined
  // The library is two hundred files, and an instance whose clients all have keys never needs them.
  const server = () => (made ??= make())
  return {
    get base_url() {
      return at.base_url
    },
    get resource() {
      return `${at.base_url}/mcp-oauth`
    },
    provider: async () => (await server()).provider,
    answer: async (request, response) => (await server()).answer(request, response),
    registrationWait: (address) => tooOften('register', address),
  }

  /** Seconds to wait, when one address does this too often. */
  function tooOften(what: 'register' | 'fetch', address: string) {
    return countAttempt(db, `oauth ${what} from ${networkOf(address)}`, RATE, now())
  }

  async function make() {
    const { authorizationServer } = await import('#access/oauth/provider.ts')
    const { base_url } = at
    const provider = authorizationServer({
      db,
      seal,
      now,
      get,
      base_url,
      keys: ring.all,
      resource: `${base_url}/mcp-oauth`,
      mayFetch: async ({ ip }) => (await tooOften('fetch', ip)) === undefined,
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
        const known = await personOf(
          db,
          { headers: ctx.req.headers, ip: ctx.ip },
          { base_url, now: now() },
        )
        return known ? room : `/sign-in?${new URLSearchParams({ return_to: room }).toString()}`
      },
    })
    return { provider, answer: provider.callback() }
  }
}
