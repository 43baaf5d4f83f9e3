/** Accounts and locations, in pages ("Account Management" and "Business Information" references). */
import { z } from 'zod'
import type { Location } from './people.ts'
import { invalid, notFound } from './refusal.ts'
import type { Call, Context } from './service.ts'

/** A page may hold fewer than asked for. */
const mostLocations = 2
/** `Location` of the discovery document. */
const locationFields = new Set(
  `name languageCode storeCode title phoneNumbers categories storefrontAddress websiteUri regularHours specialHours
  serviceArea labels adWordsLocationExtensions latlng openInfo metadata profile relationshipData moreHours
  serviceItems`.split(/\s+/),
)

export const listingCalls: Call[] = [
  {
    method: 'GET',
    path: '/accounts/v1/accounts',
    on: 'me',
    query: ['parentAccount', 'pageSize', 'pageToken', 'filter'],
    run: accounts,
  },
  {
    method: 'GET',
    path: '/info/v1/accounts/:account/locations',
    on: 'me',
    query: ['pageSize', 'pageToken', 'filter', 'orderBy', 'readMask'],
    run: locations,
  },
  {
    method: 'GET',
    path: '/info/v1/locations/:location',
    on: 'me',
    query: ['readMask'],
    run: location,
  },
]

function accounts({ person, query }: Context) {
  const page = pageOf(person.accounts, query, 20, 20)
  return {
    accounts: page.items.map(({ name, title, type }) => ({
      name,
      accountName: title,
      type,
      ...(type === 'PERSONAL' ? {} : { role: 'PRIMARY_OWNER' }),
      verificationState: 'VERIFIED',
      vettedState: 'NOT_VETTED',
    })),
    ...page.next,
  }
}

/** "readMask: Required." */
function readMask(query: Record<string, string>): readonly string[] {
  const fields = (query['readMask'] ?? '').split(',').filter(Boolean)
  if (!fields.length) throw invalid('read_mask', 'read_mask is required.')
  const wrong = fields.find((field) => !locationFields.has(field.split('.')[0] ?? ''))
  if (wrong !== undefined) throw invalid('read_mask', 'Invalid field mask provided', wrong)
  return fields
}

function locations(context: Context) {
  const { person, params, query, look } = context
  const fields = readMask(query)
  const account = person.accounts.find(({ name }) => name === `accounts/${params['account']}`)
  const all = params['account'] === '-' ? person.accounts : account ? [account] : []
  if (!all.length) throw notFound()
  const seen = look.list(
    all.flatMap((each) => each.locations),
    ({ name: id }) => ({ id, created_at: 0 }),
    '',
  )
  const page = pageOf(seen, query, 10, mostLocations)
  const shown = page.items.map((location) => show(context, location, fields))
  return { ...(shown.length && { locations: shown }), ...page.next }
}

function location(context: Context) {
  const { person, params, query } = context
  const fields = readMask(query)
  const found = person.accounts
    .flatMap((each) => each.locations)
    .find(({ name }) => name === `locations/${params['location']}`)
  if (!found) throw notFound()
  return show(context, found, fields)
}

function show(
  { service }: Context,
  { name, title, can_post }: Location,
  fields: readonly string[],
): Record<string, unknown> {
  const known: Record<string, unknown> = {
    name,
    title,
    languageCode: 'en',
    storefrontAddress: { regionCode: 'SE', locality: 'Lund', addressLines: ['Storgatan 1'] },
    metadata: {
      canOperateLocalPost: can_post,
      mapsUri: `${service.options.url}/web/maps?cid=${name.slice(10)}`,
    },
  }
  const kept = fields.flatMap((field) => {
    const [top = ''] = field.split('.')
    return top in known ? [[top, known[top]]] : []
  })
  return Object.fromEntries(kept)
}

const sizeSchema = z.coerce.number().int().min(0)

export function pageOf<Item>(
  all: readonly Item[],
  query: Record<string, string>,
  usual: number,
  most: number,
) {
  const size = sizeSchema.safeParse(query['pageSize'] ?? usual).data
  if (size === undefined) throw invalid('page_size', 'Invalid value', query['pageSize'])
  const start = Number(Buffer.from(query['pageToken'] ?? '', 'base64url').toString() || '0')
  if (!Number.isInteger(start)) throw invalid('page_token', 'Invalid page token')
  const end = start + Math.min(size || usual, most)
  const token = Buffer.from(String(end)).toString('base64url')
  return { items: all.slice(start, end), next: end < all.length ? { nextPageToken: token } : {} }
}
