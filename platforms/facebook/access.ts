import { z } from 'zod'
import type { AccessTo } from '../kit/access.ts'
import type { Login } from '../meta/facebook-login.ts'
import type { Graph } from '../meta/graph.ts'
import type { Account } from '../platform.ts'
import { rules } from './refusals.ts'

export const login: Login = { web: 'web', graph: 'graph', rules }

/** The Page's token acts; the person's renews it. */
const Secret = z.object({ access_token: z.string(), user_token: z.string() })
export const secretOf = ({ secret }: Account) => Secret.parse(secret)

export type Access = AccessTo

export function graphOf({ account, tools }: Access): Graph {
  return { tools, host: login.graph, token: secretOf(account).access_token, rules, proven: true }
}

/** As the person: the Page's own token searches nothing. */
export function personOf(access: Access): Graph {
  return { ...graphOf(access), token: secretOf(access.account).user_token }
}
