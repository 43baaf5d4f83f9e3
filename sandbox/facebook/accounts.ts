/** Who the token belongs to, the Pages they have, what they allowed, taking it back (docs/facts/facebook.md §2). */
import { faceAt } from '../kit/faces.ts'
import { parseFields, paged, type Field } from '../kit/graph-fields.ts'
import { select } from './fields.ts'
import { integer, type Params } from '../kit/graph-params.ts'
import { searchPages } from '../kit/public-pages.ts'
import { pages, type Page } from './people.ts'
import { invalid, missing, refuse } from '../kit/graph-refusals.ts'
import type { Call, Context } from './service.ts'
import type { Token } from './state.ts'
import { removeGrant, secret, type Store } from './store.ts'

export const fieldsOf = ({ text }: Params, otherwise: string) =>
  parseFields(text.get('fields') ?? otherwise)

export const accountCalls: readonly Call[] = [
  {
    method: 'GET',
    edge: 'accounts',
    on: 'me',
    scopes: ['pages_show_list'],
    run(context) {
      const { person, params, id, token } = context
      if (token.kind !== 'user')
        throw refuse(100, '(#100) Tried accessing nonexisting field (accounts) on node type (Page)')
      if (id !== 'me' && id !== person.id) throw missing(id)
      const limit = Math.min(100, integer(params, 'limit') ?? 25)
      const fields = fieldsOf(params, 'access_token,category,name,id,tasks')
      const own = pages.filter(({ owner, business }) => owner === person.id && !business)
      return paged(
        context.look.list(own, ({ id: page }) => ({ id: page, created_at: 0 }), ''),
        {
          limit,
          after: params.text.get('after'),
          show: (page) => showPage(context, page, fields),
          address: (after) => addressOf(context, { limit: String(limit), after }),
        },
      )
    },
  },
  {
    method: 'GET',
    edge: 'search',
    on: 'read',
    scopes: [],
    run: (context) =>
      searchPages({
        ...context,
        more: pages.map(({ id, name }) => ({ id, name })),
        fields: fieldsOf(context.params, 'id,name'),
        address: (after) => addressOf(context, { after }),
        show: ({ id, name, location }, fields) =>
          select('Page', fields, {
            id: () => id,
            name: () => name,
            location: () => location,
            link: () => `${context.service.options.url}/web/${id}`,
          }),
      }),
  },
  {
    method: 'GET',
    edge: 'permissions',
    on: 'me',
    scopes: [],
    run: ({ token }) => ({
      data: token.scopes.map((permission) => ({ permission, status: 'granted' })),
    }),
  },
  {
    method: 'DELETE',
    edge: 'permissions',
    on: 'delete',
    scopes: [],
    run({ store, token }) {
      removeGrant(store, token.grant)
      return { success: true }
    },
  },
]

/** The address of the next page repeats the question, with the token in it, as Graph does. */
export function addressOf(
  { service, request, params, access_token }: Context,
  changes: Record<string, string>,
) {
  const path = request.url.split('?')[0]?.split('/graph/')[1] ?? ''
  const query = new URLSearchParams([...params.text, ['access_token', access_token]])
  for (const [name, value] of Object.entries(changes)) query.set(name, value)
  return `${service.options.url}/graph/${path}?${query.toString()}`
}

export function showPage(context: Context, page: Page, fields: readonly Field[]) {
  const { store, token, service } = context
  return select('Page', fields, {
    id: () => page.id,
    name: () => page.name,
    username: () => page.username,
    category: () => 'Local business',
    tasks: () => (token.kind === 'user' ? page.tasks : undefined),
    link: () => `${service.options.url}/web/${page.username}`,
    fan_count: () => 1240,
    followers_count: () => 1240,
    instagram_business_account: () => undefined,
    picture: () => ({
      data: { url: faceAt(service.options.url, page.name), is_silhouette: false },
    }),
    access_token: () =>
      page.owner === token.person_id ? pageToken(store, token, page) : undefined,
  })
}

/** "Each access_token is a Page token with no expiry date" when the user’s is long-lived: one per grant, Page and life. */
function pageToken(store: Store, token: Token, page: Page): string {
  if (!token.scopes.includes('pages_show_list')) throw invalid('Requires pages_show_list')
  const until = token.long ? 0 : token.until
  for (const [name, known] of store.tokens)
    if (
      known.kind === 'page' &&
      known.grant === token.grant &&
      known.page_id === page.id &&
      known.until === until
    )
      return name
  const name = secret()
  store.tokens.set(name, { ...token, kind: 'page', page_id: page.id, until })
  return name
}
