/** Which of the two logins an account came by, and so where its calls go. */
import { z } from 'zod'
import type { Graph } from '../meta/graph.ts'
import type { Login } from '../meta/facebook-login.ts'
import type { Account, Tools } from '../platform.ts'
import { FACEBOOK_SCOPES, INSTAGRAM_SCOPES, manifest } from './manifest.ts'
import { rules } from './refusals.ts'

export const facebook: Login = { web: 'fb_web', graph: 'fb_graph', rules }

const Secret = z.object({ access_token: z.string(), user_token: z.string().nullish() })
const Settings = z.object({ login: z.enum(['instagram', 'facebook']) })

export type LoginName = z.output<typeof Settings>['login']

export const secretOf = ({ secret }: Account) => Secret.parse(secret)
export const loginOf = ({ settings }: Account) => Settings.parse(settings).login

export function graphOf(account: Account, tools: Tools): Graph {
  const proven = loginOf(account) === 'facebook'
  const host = proven ? facebook.graph : 'graph'
  return { tools, host, token: secretOf(account).access_token, rules, proven }
}

/** For reads that the Page's token is refused at times and the person's is not; undefined with Instagram's own login. */
export function personOf(account: Account, tools: Tools): Graph | undefined {
  const { user_token } = secretOf(account)
  return user_token ? { ...graphOf(account, tools), token: user_token } : undefined
}

/** An app has the permissions of one login or the other; where it has both, the person may say "facebook". */
export function chosenLogin({ config }: Tools, hint: string | undefined): LoginName {
  const scopes = config.scopes ?? manifest.scopes
  const known = (of: readonly string[]) => of.some((scope) => scopes.includes(scope))
  if (!known(INSTAGRAM_SCOPES)) return 'facebook'
  return hint === 'facebook' && known(FACEBOOK_SCOPES) ? 'facebook' : 'instagram'
}

export function scopesOf({ config }: Tools, login: LoginName): string[] {
  const asked = config.scopes ?? manifest.scopes
  const business = (scope: string) => scope.startsWith('instagram_business_')
  return asked.filter((scope) => business(scope) === (login === 'instagram'))
}
