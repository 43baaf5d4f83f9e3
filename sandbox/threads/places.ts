/** Places by words or by where they are, and posts that name one (documentation/threads/create-posts/location-tagging, 2026-07-02). */
import { takeSpecial } from './faults.ts'
import { spend } from './posts.ts'
import { invalid, notPermitted } from './refusal.ts'
import type { Call, Context } from './service.ts'

export const placesScope = 'threads_location_tagging'

interface Place {
  id: string
  name: string
  address: string
  city: string
  country: string
  latitude: number
  longitude: number
  postal_code: string
}

const BERLIN = { city: 'Berlin', country: 'Germany' }

/** Numbers beyond what a double tells apart among them. */
const all: readonly Place[] = [
  {
    id: '12345',
    name: 'Facebook Headquarters',
    address: '1 Hacker Way',
    city: 'Menlo Park',
    country: 'United States',
    latitude: 37.483183,
    longitude: -122.149999,
    postal_code: '94025',
  },
  {
    id: '106078429431815',
    name: 'Menlo Park, California',
    address: '',
    city: 'Menlo Park',
    country: 'United States',
    latitude: 37.4539,
    longitude: -122.182,
    postal_code: '',
  },
  {
    id: '90071992547409931',
    name: 'Markthalle Neun',
    address: 'Eisenbahnstraße 42',
    ...BERLIN,
    latitude: 52.50222,
    longitude: 13.43163,
    postal_code: '10997',
  },
  {
    id: '90071992547409933',
    name: 'Markthalle Zehn',
    address: 'Arminiusstraße 2',
    ...BERLIN,
    latitude: 52.52746,
    longitude: 13.32895,
    postal_code: '10551',
  },
]

const fields = new Set('id name address city country latitude longitude postal_code'.split(' '))
/** About fifty kilometres. How far around is looked is not documented. */
const NEAR = 0.5

export const placeCalls: Call[] = [
  { method: 'GET', path: '/location_search', on: 'read', scope: placesScope, run: search },
]

function search(context: Context): string {
  const { given, person, service } = context
  const { q, latitude, longitude } = given
  const [lat, long] = [latitude, longitude].map((one) => (one === undefined ? NaN : Number(one)))
  const near = Number.isFinite(lat) && Number.isFinite(long)
  if (!q?.trim() && !near)
    throw invalid('At least one of the params q, or latitude and longitude, must be provided')
  // "If your app has not been approved …, the endpoint searches only the query “Menlo Park”."
  const words = takeSpecial(service.faults, person, 'places_unapproved') ? 'Menlo Park' : q
  const names = (given['fields'] ?? 'id,name').split(',').map((name) => name.trim())
  const unknown = names.find((name) => !fields.has(name))
  if (unknown !== undefined)
    throw invalid(`Tried accessing nonexisting field (${unknown}) on node type (ThreadsLocation)`)
  spend(context, 'search')
  const found = all.filter(
    (place) =>
      (!words?.trim() || isCalled(place, words)) &&
      (!near ||
        (Math.abs(place.latitude - (lat ?? 0)) < NEAR &&
          Math.abs(place.longitude - (long ?? 0)) < NEAR)),
  )
  const data = found.map((place) => {
    const shown = Object.entries(place).filter(
      ([name, value]) => name !== 'id' && names.includes(name) && value !== '',
    )
    // A number, as in the example of the guide, though no double holds it.
    return `{"id":${place.id}${shown.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('')}}`
  })
  return `{"data":[${data.join(',')}]}`
}

function isCalled({ name, address, city }: Place, words: string) {
  const text = `${name} ${address} ${city}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** "Required for … POST calls to the publishing endpoints with a location tag." How an unknown number is refused is from memory. */
export function checkPlace({ given, token }: Context) {
  const { location_id } = given
  if (location_id === undefined) return
  if (!token.scopes.includes(placesScope)) throw notPermitted()
  if (!all.some(({ id }) => id === location_id))
    throw invalid('Param location_id must be the id of a location')
}
