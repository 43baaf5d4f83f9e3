/** Signing in by an OpenID Connect provider: there and back, in the same browser, once. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { NotSignedIn } from '#access/oidc.ts'
import { ownPath } from '#rules/oidc.ts'
import { TOLD_HOURS } from '#rules/person.ts'
import { insertOidcRequest, takeOidcRequest } from '#store/identities.ts'
import { contexts } from '#store/sealed.ts'
import { type Entered, enterBy } from './oidc-person.ts'
import type { OidcDependencies, People } from './people.ts'

/** What somebody wanted who goes to the provider. */
interface Wish {
  return_to?: string | undefined
  /** The token of an invitation's link. */
  invitation?: string | undefined
  /** Who is signed in, and wants to be known by the provider too. */
  link?: number | undefined
}

const MINUTES_TO_RETURN = 10

const Kept = z.object({
  nonce: z.string(),
  verifier: z.string(),
  return_to: z.string(),
  invitation: z.string().optional(),
  link: z.int().optional(),
})

/** The address to send the person to. */
export async function beginSignIn(
  people: People,
  oidc: OidcDependencies,
  { redirect_uri, browser, wish }: { redirect_uri: string; browser: string; wish: Wish },
): Promise<string> {
  const bond = { state: chance(), nonce: chance(), verifier: chance() }
  const url = await oidc.begin(redirect_uri, bond)
  const { state, ...kept } = bond
  const { invitation, link } = wish
  const keep = {
    ...kept,
    return_to: ownPath(wish.return_to),
    ...(invitation !== undefined && invitation.length <= 200 && { invitation }),
    ...(link !== undefined && { link }),
  }
  await insertOidcRequest(people.db, {
    state_hash: hash(state),
    browser_hash: hash(browser),
    keep: oidc.seal.close(keep, contexts.oidc),
    expires_at: new Date(people.now().getTime() + MINUTES_TO_RETURN * 60_000),
  })
  return url
}

/** Where they wanted to, as far as we know whose answer this is; and who they are, or why they do not get in. */
export type Back = { return_to: string; ends_at: Date | null } & (
  | Entered
  | { refused: NotSignedIn }
)

/**
 * The person is back with the provider's answer. The state is used up, whatever comes of it, and good in the browser alone
 * that it was made for: somebody lured here would be signed in as a stranger.
 */
export async function finishSignIn(
  people: People,
  oidc: OidcDependencies,
  {
    at,
    browser,
    person_id,
  }: { at: URL; browser: string | undefined; person_id: number | undefined },
): Promise<Back> {
  const now = people.now()
  const state = at.searchParams.get('state') ?? ''
  const waiting = await takeOidcRequest(people.db, hash(state), now)
  const ends_at = oidc.roles ? new Date(now.getTime() + TOLD_HOURS * 3600_000) : null
  if (!waiting?.browser_hash.equals(hash(browser ?? ''))) {
    return { return_to: '/', ends_at, refused: new NotSignedIn('expired') }
  }
  const kept = Kept.parse(oidc.seal.open(waiting.keep, contexts.oidc))
  const { return_to, invitation, link, ...bond } = kept
  try {
    // Whoever began it is not in this browser any more.
    if (link !== undefined && link !== person_id) throw new NotSignedIn('expired')
    const told = await oidc.finish(at, { state, ...bond })
    return { return_to, ends_at, ...(await enterBy(people, oidc, told, { invitation, link })) }
  } catch (error) {
    if (error instanceof NotSignedIn) return { return_to, ends_at, refused: error }
    throw error
  }
}

function chance() {
  return randomBytes(32).toString('base64url')
}

function hash(text: string) {
  return createHash('sha256').update(text).digest()
}
