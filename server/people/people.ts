/** What everything about people works with. */
import type { OidcSettings, OpenIdProvider } from '#access/oidc.ts'
import type { Passwords } from '#access/passwords.ts'
import { Problem } from '#rules/problem.ts'
import type { Db } from '#store/schema.ts'
import type { Seal } from '#store/seal.ts'

/** A provider that people sign in by. */
export interface OidcDependencies extends OidcSettings, OpenIdProvider {
  seal: Seal
}

export interface People {
  db: Db
  now(): Date
  passwords: Passwords
  seal: Seal
  /**
   * Who may sign up. `first`: the first person, later those who are invited; `invitation`: those who are invited, from the
   * first on; `open`: everybody; `closed`: nobody.
   */
  sign_up: 'first' | 'open' | 'invitation' | 'closed'
  /** Of new workspaces. */
  plan: string
  /** False: people sign in by the provider only. */
  takes_passwords: boolean
  /** Undefined: nobody signs in by a provider. */
  oidc: OidcDependencies | undefined
}

/** Refuses whatever has to do with passwords where there are none. */
export function requirePasswords({ takes_passwords, oidc }: People) {
  if (takes_passwords) return
  const name = oidc?.name ?? 'the provider'
  throw new Problem('forbidden', `Sign in by ${name}: nobody has a password here.`)
}
