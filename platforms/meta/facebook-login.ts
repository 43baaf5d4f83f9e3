/** Facebook Login, as Pages and Instagram accounts behind Pages use it: no refresh tokens, long-lived user tokens instead. */
import { z } from 'zod'
import { ask, asked, baseOf, GRAPH_VERSION, type Graph, Id, understood } from './graph.ts'
import type { GraphRule } from './refusals.ts'
import { ahead, ended } from '../kit/oauth.ts'
import { Failure, type Tools } from '../platform.ts'

/** "About 60 days" when the answer does not say. */
const LONG = 60 * 86_400

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().nullish().catch(null),
})

export interface UserToken {
  token: string
  expires_at: Date
}

/** Which hosts are Facebook's in the manifest that uses it. */
export interface Login {
  web: string
  graph: string
  rules: readonly GraphRule[]
}

export function dialogUrl(login: Login, tools: Tools, state: string, scopes: readonly string[]) {
  const { client_id, redirect_uri, hosts, version } = tools.config
  const query = new URLSearchParams({
    client_id,
    redirect_uri,
    state,
    response_type: 'code',
    scope: scopes.join(','),
  })
  const at = `${hosts[login.web]}/${version ?? GRAPH_VERSION.value}/dialog/oauth`
  return `${at}?${query.toString()}`
}

/** A code for a token of an hour, that one for a token of 60 days. */
export async function userToken(login: Login, tools: Tools, code: string): Promise<UserToken> {
  const { redirect_uri } = tools.config
  const short = await token(login, tools, { redirect_uri, code }, [code])
  return longer(login, tools, short.token)
}

/** A new token for one that still lives. */
export async function longer(login: Login, tools: Tools, old: string): Promise<UserToken> {
  const form = { grant_type: 'fb_exchange_token', fb_exchange_token: old }
  return token(login, tools, form, [old])
}

async function token(
  login: Login,
  tools: Tools,
  more: Record<string, string>,
  secrets: readonly string[],
): Promise<UserToken> {
  const { client_id, client_secret } = tools.config
  const query = new URLSearchParams({ client_id, client_secret, ...more })
  const graph: Graph = { tools, host: login.graph, token: secrets[0] ?? '', rules: login.rules }
  const url = `${baseOf(graph)}/oauth/access_token?${query.toString()}`
  const answer = await asked(graph, 'sign_in', { method: 'GET', url })
  // Whatever it holds, it may hold tokens: no word of it is kept.
  const { access_token, expires_in } = understood({ ...answer, text: '(not kept)' }, Token, [])
  return { token: access_token, expires_at: ahead(tools.now(), expires_in ?? LONG) }
}

const Permissions = z.object({
  data: z.array(z.object({ permission: z.string(), status: z.string() })),
})

/** What the person allowed; single permissions can be declined. */
export async function grantedTo(graph: Graph): Promise<Set<string>> {
  const { data } = await ask(graph, {
    purpose: 'sign_in',
    method: 'GET',
    path: '/me/permissions',
    answer: Permissions,
  })
  const granted = data.filter(({ status }) => status === 'granted')
  return new Set(granted.map(({ permission }) => permission))
}

const Picture = z
  .object({ data: z.object({ url: z.string() }) })
  .nullish()
  .catch(null)

const Page = z.object({
  id: Id,
  name: z.string(),
  username: z.string().nullish(),
  access_token: z.string().nullish(),
  tasks: z.array(z.string()).nullish(),
  picture: Picture,
  instagram_business_account: z
    .object({
      id: Id,
      username: z.string().nullish(),
      name: z.string().nullish(),
      profile_picture_url: z.string().nullish(),
    })
    .nullish(),
})
export type Page = z.output<typeof Page>

const Pages = z.object({
  data: z.array(Page),
  paging: z
    .object({
      cursors: z.object({ after: z.string().nullish() }).nullish(),
      next: z.string().nullish(),
    })
    .nullish(),
})

const MOST_LISTS = 50

/** Every Page of the person, over all pages of the list. */
export async function pagesOf(graph: Graph, fields: string): Promise<Page[]> {
  const pages: Page[] = []
  let after: string | undefined
  for (let list = 0; list < MOST_LISTS; list++) {
    const { data, paging } = await ask(graph, {
      purpose: 'sign_in',
      method: 'GET',
      path: '/me/accounts',
      query: { fields, limit: '100', ...(after && { after }) },
      answer: Pages,
    })
    pages.push(...data)
    after = paging?.next ? (paging.cursors?.after ?? undefined) : undefined
    if (!after) return pages
  }
  return pages
}

/** A refusal while refreshing is about the connection, unless it is for now only. */
export function refreshRefused(error: unknown, name: string): unknown {
  if (!(error instanceof Failure)) return error
  const lasting = error.kind === 'expired' || error.kind === 'rejected'
  return lasting ? ended(name, error.words) : error
}
