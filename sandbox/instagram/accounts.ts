/** Who the token belongs to, with either login; taking the permission back (docs/facts/instagram.md §1). */
import { faceAt } from '../kit/faces.ts'
import { paged, parseFields, type Field } from '../kit/graph-fields.ts'
import { select } from './fields.ts'
import { integer, type Params } from '../kit/graph-params.ts'
import { searchPages } from '../kit/public-pages.ts'
import { accounts, businesses, type Professional } from './people.ts'
import { missing } from '../kit/graph-refusals.ts'
import type { Call, Context } from './service.ts'
import { removeGrant, secret, type Store } from './store.ts'
import type { Token } from './state.ts'

export const fieldsOf = ({ text }: Params, otherwise: string) =>
  parseFields(text.get('fields') ?? otherwise)

/** Pages of a Business Portfolio are not told among the accounts (docs/facts/facebook.md §2). */
const throughBusiness = { instagram: '', facebook: 'business_management' }

export const accountCalls: readonly Call[] = [
  {
    method: 'GET',
    edge: 'accounts',
    on: 'me',
    login: 'facebook',
    scope: { instagram: '', facebook: 'pages_show_list' },
    run(context) {
      const { person, params, id } = context
      if (id !== 'me') throw missing(id)
      const limit = Math.min(100, integer(params, 'limit') ?? 25)
      const fields = fieldsOf(params, 'access_token,category,name,id,tasks')
      const own = accounts.filter(({ owner, business }) => owner === person.id && !business)
      return paged(
        context.look.list(own, ({ id: account }) => ({ id: account, created_at: 0 }), ''),
        {
          limit,
          after: params.text.get('after'),
          show: (account) => showPage(context, account, fields),
          address: (after) => addressOf(context, { limit: String(limit), after }),
        },
      )
    },
  },
  {
    method: 'GET',
    edge: 'businesses',
    on: 'me',
    login: 'facebook',
    scope: throughBusiness,
    run({ person, params, id }) {
      if (id !== 'me') throw missing(id)
      const fields = fieldsOf(params, 'id,name')
      const own = businesses.filter(({ owner }) => owner === person.id)
      return {
        data: own.map((one) =>
          select('Business', fields, { id: () => one.id, name: () => one.name }),
        ),
      }
    },
  },
  ...(['owned', 'client'] as const).map((how): Call => ({
    method: 'GET',
    edge: `${how}_pages`,
    on: 'me',
    login: 'facebook',
    scope: throughBusiness,
    run(context) {
      const { person, params, id, look } = context
      if (!businesses.some((one) => one.id === id && one.owner === person.id)) throw missing(id)
      const fields = fieldsOf(params, 'id,name')
      const all = accounts.filter(({ business }) => business?.id === id && business.how === how)
      const seen = look.list(all, ({ id: account }) => ({ id: account, created_at: 0 }), '')
      return { data: seen.map((account) => showPage(context, account, fields)) }
    },
  })),
  {
    method: 'GET',
    edge: 'search',
    on: 'read',
    login: 'facebook',
    run: (context) =>
      searchPages({
        ...context,
        fields: fieldsOf(context.params, 'id,name'),
        address: (after) => addressOf(context, { after }),
        show: ({ id, name, location }, fields) =>
          select('Page', fields, { id: () => id, name: () => name, location: () => location }),
      }),
  },
  {
    method: 'GET',
    edge: 'permissions',
    on: 'me',
    login: 'facebook',
    run: ({ token }) => ({
      data: token.scopes.map((permission) => ({ permission, status: 'granted' })),
    }),
  },
  {
    method: 'DELETE',
    edge: 'permissions',
    on: 'delete',
    login: 'facebook',
    run({ store, token }) {
      removeGrant(store, token.grant)
      return { success: true }
    },
  },
]

/** The address of the next page repeats the question, with the token in it, as Graph does. */
export function addressOf(context: Context, changes: Record<string, string>) {
  const { service, request, params, access_token } = context
  const path =
    request.url.split('?')[0]?.slice(new URL(service.options.url).pathname.length + 1) ?? ''
  const query = new URLSearchParams([...params.text, ['access_token', access_token]])
  for (const [name, value] of Object.entries(changes)) query.set(name, value)
  return `${service.options.url}/${path}?${query.toString()}`
}

/** `user_id` is the professional account; `id` is another number, of one app only. */
export function showAccount(
  { token, service, store }: Context,
  account: Professional,
  fields: readonly Field[],
) {
  const own = token.login === 'instagram'
  const node = own ? 'IGUserForIGOnlyAPI' : 'IGUser'
  return select(node, fields, {
    id: () => (own ? account.scoped_id : account.id),
    ...(own && { user_id: () => account.id, account_type: () => 'BUSINESS' }),
    username: () => account.username,
    name: () => account.name,
    profile_picture_url: () => faceAt(service.options.url, account.name),
    followers_count: () => 812,
    follows_count: () => 96,
    media_count: () =>
      [...store.media.values()].filter((each) => each.account_id === account.id).length,
  })
}

export function showPage(context: Context, account: Professional, fields: readonly Field[]) {
  const { token, store } = context
  return select('Page', fields, {
    id: () => account.page_id,
    name: () => account.name,
    username: () => account.username,
    category: () => 'Local business',
    tasks: () => ['ANALYZE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'],
    access_token: () => pageToken(store, token, account),
    instagram_business_account: ({ sub }) =>
      showAccount(context, account, sub.length ? sub : parseFields('id')),
  })
}

function pageToken(store: Store, token: Token, account: Professional): string {
  const until = token.long ? 0 : token.until
  for (const [name, known] of store.tokens) {
    const same = known.kind === 'page' && known.grant === token.grant && known.until === until
    if (same && known.account_id === account.id) return name
  }
  const name = secret('EAA')
  store.tokens.set(name, { ...token, kind: 'page', account_id: account.id, until })
  return name
}
