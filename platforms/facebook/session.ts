import { z } from 'zod'
import type { Login } from '../meta/facebook-login.ts'
import type { Graph } from '../meta/graph.ts'
import type { Account, Tools } from '../platform.ts'
import { rules } from './refusals.ts'

export const login: Login = { web: 'web', graph: 'graph', rules }

/** The Page's token acts; the person's renews it. */
const Secret = z.object({ access_token: z.string(), user_token: z.string() })
export const secretOf = ({ secret }: Account) => Secret.parse(secret)

export interface Session {
  account: Account
  tools: Tools
}

export function graphOf({ account, tools }: Session): Graph {
  return { tools, host: login.graph, token: secretOf(account).access_token, rules, proven: true }
}
