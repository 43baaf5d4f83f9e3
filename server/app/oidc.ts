/** Sign-in by a provider of OpenID Connect, where one is set. */
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import type { OidcDependencies } from '#people/people.ts'
import type { Config } from '#config/config.ts'
import type { Seal } from '#store/seal.ts'

/** Loaded where it is used. The issuer may be in a private network, and nothing else that it names. */
export async function oidcOf(
  { oidc }: Config,
  stack: AsyncDisposableStack,
  { now, seal: sealed }: { now: () => Date; seal: Seal },
): Promise<OidcDependencies | undefined> {
  if (!oidc) return undefined
  const { openIdProvider } = await import('#access/oidc.ts')
  const ask = stack.use(guardedFetch({ allow: [oidc.issuer] }))
  return { ...oidc, seal: sealed, ...openIdProvider(oidc, { ask, now }) }
}
