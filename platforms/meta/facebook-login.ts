/** Facebook Login, as Pages and Instagram accounts behind Pages use it: no refresh tokens, long-lived user tokens instead. */
import { z } from 'zod'
import { ask, baseOf, GRAPH_VERSION, type Graph, Id } from './graph.ts'
import { tokenDialect } from './refusals.ts'
import { ahead, ended } from '../kit/oauth.ts'
import type { Row } from '../kit/refusals.ts'
import { grant, notRenewed } from '../kit/token-endpoint.ts'
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
  rules: readonly Row[]
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
  const url = `${baseOf({ tools, host: login.graph })}/oauth/access_token?${query.toString()}`
  const asked = { renewing: 'fb_exchange_token' in more, secrets: [...secrets, client_secret] }
  const dialect = tokenDialect(login.rules)
  const { access_token, expires_in } = await grant(
    tools,
    { method: 'GET', url },
    Token,
    dialect,
    asked,
  )
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

/** Only a token that is not taken any more is an end; any other refusal while refreshing is asked about again. */
export function refreshRefused(error: unknown, name: string): unknown {
  if (!(error instanceof Failure)) return error
  if (error.kind === 'expired') return ended(name, error.words, { cause: error })
  return error.kind === 'rejected' ? notRenewed(error, name) : error
}
