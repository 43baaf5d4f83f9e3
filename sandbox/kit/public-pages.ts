/** Pages of everybody, which a search finds; some have a location (documentation/pages-api/search-pages, 2026-04-17). */
import { paged, type Field } from './graph-fields.ts'
import type { Params } from './graph-params.ts'
import { invalid, missing, refuse } from './graph-refusals.ts'

export interface PublicPage {
  id: string
  name: string
  location?: Readonly<Record<string, string | number>>
}

const BERLIN = { city: 'Berlin', country: 'Germany' }

const others: readonly PublicPage[] = [
  {
    id: '309968765748101',
    name: 'Facebook HQ',
    location: {
      city: 'Menlo Park',
      country: 'United States',
      latitude: 37.483183,
      longitude: -122.149999,
      state: 'CA',
      street: '1 Hacker Way',
      zip: '94025',
    },
  },
  {
    id: '105000000000001',
    name: 'Markthalle Neun',
    location: {
      ...BERLIN,
      latitude: 52.50222,
      longitude: 13.43163,
      street: 'Eisenbahnstraße 42',
      zip: '10997',
    },
  },
  { id: '105000000000002', name: 'Friends of the Markthalle' },
  { id: '105000000000003', name: 'Analytical Engines' },
]

export const publicPage = (id: string | undefined) => others.find((page) => page.id === id)

interface Search {
  /** The first element of the path. */
  id: string
  params: Params
  /** Of a person; a Page's own cannot search. */
  token: { kind: 'user' | 'page' }
  /** Pages that only this emulator has. */
  more?: readonly PublicPage[]
  fields: readonly Field[]
  address: (after: string) => string
  show: (page: PublicPage, fields: readonly Field[]) => unknown
}

/** "The app secret": that it is proved with each call is how this emulator reads it. An app's own token is not taken here. */
export function searchPages({ id, params, token, more = [], fields, address, show }: Search) {
  if (id !== 'pages') throw missing(id)
  if (token.kind !== 'user' || !params.text.has('appsecret_proof'))
    throw refuse(
      10,
      "(#10) This endpoint requires the 'Page Public Metadata Access' feature or a User access token with the app secret.",
      { status: 403 },
    )
  const words = (params.text.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length) throw invalid('The parameter q is required')
  const found = [...others, ...more].filter(({ name, location }) => {
    const text = `${name} ${location?.['city'] ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const after = params.text.get('after')
  return paged(found, { limit: 25, after, show: (page) => show(page, [...fields]), address })
}
