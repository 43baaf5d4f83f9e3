/** What the platforms' ways through OAuth 2.0 (RFC 6749) have in common; each way is in `<platform>/oauth.ts`. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Account, Credentials } from '../tools.ts'
import { Failure } from './failure.ts'
import type { Redacted } from './redaction.ts'

/** A new secret for PKCE (RFC 7636), and what the authorize address says of it. */
export function pkce() {
  const verifier = randomBytes(48).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return { keep: { verifier }, asked: { code_challenge, code_challenge_method: 'S256' } }
}

/** What `pkce` gave to keep until the callback. */
export const Keep = z.object({ verifier: z.string() })

/** The code that a callback brings, or the Failure that it is: declined by the person, or refused by the platform. */
export function codeOf(
  answer: Record<string, string>,
  platform: string,
  redacted: Redacted,
): string {
  const { error, error_description } = answer
  if (error === 'access_denied') throw declined(platform)
  // Meta hangs `#_` on to the address, and some browsers on to the code.
  const code = answer['code']?.replace(/#_$/, '')
  if (code) return code
  throw notAuthorized(platform, redacted([error, error_description].filter(Boolean).join(' – ')))
}

export function declined(platform: string): Failure {
  const message = `The connection was declined on ${platform}. Start again if that was not meant.`
  return new Failure('rejected', 'access_denied', message)
}

export function notAuthorized(platform: string, words: string): Failure {
  const message = `${platform} sent no authorization. Start the connection again.`
  return new Failure('rejected', 'authorization_failed', message, { words })
}

/** The platform took the code for none of its own. */
export function codeRefused(words?: string, why = ''): Failure {
  const message = `The authorization is no longer valid${why}. Start the connection again.`
  return new Failure('rejected', 'authorization_failed', message, { words })
}

/** The id or the secret of the app is wrong. Accounts that are connected are well: they wait until it is put right. */
export function appNotAccepted(platform: string, refreshing: boolean, words: string): Failure {
  const message = `${platform} does not accept this app. Check its client id and client secret.`
  const kind = refreshing ? 'later' : 'rejected'
  return new Failure(kind, 'app_not_accepted', message, { scope: 'app', words })
}

/** The platform takes the refresh token no more: only its person can help. */
export function connectionEnded(
  platform: string,
  words?: string,
  {
    why = `${platform} has ended the connection of this account.`,
    cause,
  }: { why?: string | undefined; cause?: unknown } = {},
): Failure {
  const message = `${why} Connect it again.`
  return new Failure('reconnect', 'access_ended', message, { scope: 'account', words, cause })
}

/** What a token endpoint grants; `lifetime` in seconds is for answers without `expires_in`. */
export const tokens = (lifetime: number) =>
  z.object({
    access_token: z.string().min(1),
    refresh_token: z.string().min(1).nullish(),
    expires_in: z.coerce.number().positive().catch(lifetime),
    scope: z.string().optional().catch(undefined),
  })
export type Tokens = z.output<ReturnType<typeof tokens>>

/** The `previous` refresh token stays where the answer brings no other. */
export function credentialsOf(granted: Tokens, previous: string | null, now: Date): Credentials {
  const refresh_token = granted.refresh_token ?? previous
  return {
    secret: { access_token: granted.access_token, refresh_token },
    expires_at: ahead(now, granted.expires_in),
    refreshable: refresh_token !== null,
  }
}

export function ahead(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

/** What is kept for an account, in the shape of its platform. */
export function secretAs<Secret>(
  schema: z.ZodType<Secret>,
  { secret }: Pick<Account, 'secret'>,
): Secret {
  const { success, data } = schema.safeParse(secret)
  if (success) return data
  const message = 'The stored credentials of this account cannot be used. Connect it again.'
  throw new Failure('reconnect', 'credentials_unusable', message, { scope: 'account' })
}
