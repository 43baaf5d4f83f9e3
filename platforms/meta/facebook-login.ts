/** Facebook Login, as Pages and Instagram accounts behind Pages use it: no refresh tokens, long-lived user tokens instead. */
import { z } from 'zod'
import { ask, callGraph, baseOf, GRAPH_VERSION, type Graph, Id, parseAnswer } from './graph.ts'
import { pageOf as pageSchemaOf } from './lists.ts'
import { tokenDialect } from './refusals.ts'
import { ahead, connectionEnded } from '../kit/oauth.ts'
import type { Row } from '../kit/refusals.ts'
import { retold } from '../kit/failure.ts'
import { grant, notRenewed } from '../kit/token-endpoint.ts'
import { type Credentials, Failure, type Tools } from '../platform.ts'

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

const Pages = pageSchemaOf(Page)

const Businesses = pageSchemaOf(z.object({ id: Id }))

const MOST_LISTS = 50

/** Every Page of the person, over all pages of the lists: their own, and those of portfolios they work in. */
export async function pagesOf(graph: Graph, fields: string): Promise<Page[]> {
  const own = await listed(graph, '/me/accounts', fields, Pages)
  const shared = await portfolioPages(graph, fields)
  return [...new Map([...shared, ...own].map((page) => [page.id, page])).values()]
}

/** `/me/accounts` does not tell Pages that somebody has through a Business Portfolio; seeing those is a permission of its own. */
async function portfolioPages(graph: Graph, fields: string): Promise<Page[]> {
  try {
    const businesses = await listed(graph, '/me/businesses', 'id', Businesses)
    const pages: Page[] = []
    for (const { id } of businesses)
      for (const edge of ['owned_pages', 'client_pages'])
        pages.push(...(await listed(graph, `/${id}/${edge}`, fields, Pages)))
    return pages
  } catch (error) {
    const denied = error instanceof Failure && ['reconnect', 'rejected'].includes(error.kind)
    if (denied) return []
    throw error
  }
}

async function listed<Entry>(
  graph: Graph,
  path: string,
  fields: string,
  answer: z.ZodType<z.output<ReturnType<typeof pageSchemaOf<z.ZodType<Entry>>>>>,
): Promise<Entry[]> {
  const entries: Entry[] = []
  let after: string | undefined
  for (let list = 0; list < MOST_LISTS; list++) {
    const { data, paging } = await ask(graph, {
      purpose: 'sign_in',
      method: 'GET',
      path,
      query: { fields, limit: '100', ...(after && { after }) },
      answer,
    })
    entries.push(...data)
    after = paging?.next ? (paging.cursors?.after ?? undefined) : undefined
    if (!after) return entries
  }
  return entries
}

const Inspected = z.object({
  data: z.object({
    is_valid: z.boolean(),
    /** Seconds since 1970; 0 or absent: no end. */
    expires_at: z.coerce.number().nullish(),
  }),
})

/** What Facebook says of a token, asked as the app that it was made for. `ends` is null where it has no end. */
export async function inspected(login: Login, tools: Tools, token: string) {
  const { client_id, client_secret } = tools.config
  const graph: Graph = { tools, host: login.graph, token, rules: login.rules }
  const access_token = `${client_id}|${client_secret}`
  const query = new URLSearchParams({ input_token: token, access_token })
  const url = `${baseOf(graph)}/debug_token?${query.toString()}`
  const answer = await callGraph(graph, 'sign_in', { method: 'GET', url })
  const { data } = parseAnswer(answer, Inspected, [token, client_secret])
  return { valid: data.is_valid, ends: data.expires_at ? new Date(data.expires_at * 1000) : null }
}

/**
 * A Page's token that was made with a long-lived one of the person has no end of its own: it is kept as long as Facebook
 * calls it good, whatever lists of Pages leave out. What ends is renewed: the person's token, and a Page's that does.
 */
export async function renewed(
  login: Login,
  tools: Tools,
  held: { access_token: string; user_token: string },
  fresh: (graph: Graph) => Promise<Page | undefined>,
): Promise<Credentials | undefined> {
  const page = await inspected(login, tools, held.access_token).catch((error: unknown) => {
    // It was asked as our app: what is refused there says nothing of the account.
    const aboutUs = error instanceof Failure && LASTING.has(error.kind)
    throw aboutUs ? retold(error, { kind: 'rejected' }) : error
  })
  const user = await longer(login, tools, held.user_token).catch((error: unknown) => {
    if (page.valid && error instanceof Failure && LASTING.has(error.kind)) return undefined
    throw error
  })
  const of = (access_token: string, expires_at: Date | null): Credentials => ({
    secret: { access_token, user_token: user?.token ?? held.user_token },
    expires_at,
    refreshable: true,
  })
  if (page.valid && page.ends === null) return of(held.access_token, user?.expires_at ?? null)
  if (user) {
    const { rules, graph: host } = login
    const found = await fresh({ tools, host, token: user.token, rules, proven: true })
    if (found?.access_token) return of(found.access_token, user.expires_at)
  }
  return page.valid ? of(held.access_token, page.ends) : undefined
}

const LASTING: ReadonlySet<string> = new Set(['expired', 'reconnect', 'rejected'])

/** Only a token that is not taken any more is an end; any other refusal while refreshing is asked about again. */
export function refreshRefused(error: unknown, name: string): unknown {
  if (!(error instanceof Failure)) return error
  if (error.kind === 'expired') return connectionEnded(name, error.words, { cause: error })
  return error.kind === 'rejected' ? notRenewed(error, name) : error
}
