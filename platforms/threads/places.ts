/**
 * Places by words, 500 searches a day for a profile (documentation/threads/create-posts/location-tagging, 2026-07-02). That
 * guide calls the words `q`, the reference of 2025-07-22 `query`.
 */
import { z } from 'zod'
import { MOST_PLACES, type Place, placeOf, withoutSearch } from '../kit/places.ts'
import type { Account, Tools } from '../platform.ts'
import { ask, Id } from './api.ts'

const told = z.string().nullish().catch(undefined)
const Found = z.object({
  data: z.array(
    z.object({
      // "id": 12345 in the guide, a string elsewhere.
      id: z.union([Id, z.int().positive().transform(String)]),
      name: z.string(),
      address: told,
      city: told,
      country: told,
      postal_code: told,
    }),
  ),
})

export async function places(words: string, account: Account, tools: Tools): Promise<Place[]> {
  const params = { q: words, fields: 'id,name,address,city,country,postal_code' }
  const { data } = await ask(
    { tools, account },
    { method: 'GET', path: '/location_search', params, answer: Found },
  ).catch(notPermitted)
  return data
    .slice(0, MOST_PLACES)
    .map((one) =>
      placeOf(one, [
        one.address,
        [one.postal_code, one.city].filter(Boolean).join(' '),
        one.country,
      ]),
    )
}

/** `threads_location_tagging`, which who connected before Crier asked for it did not give. */
export function notPermitted(error: unknown): never {
  return withoutSearch(
    error,
    'Threads does not let this account name places. Connect it again and allow that; the app must have threads_location_tagging, and THREADS_SCOPES must name it.',
  )
}
