/**
 * Pages with a location, by words: what Facebook and Instagram call a place. "You will need: a User access token and the app
 * secret if the app user is logged into Facebook" (documentation/pages-api/search-pages, 2026-04-17).
 */
import { z } from 'zod'
import { MOST_PLACES, type Place, placeOf, withoutSearch } from '../kit/places.ts'
import { ask, type Graph, Id } from './graph.ts'

const told = z.string().nullish().catch(undefined)
const Location = z.object({
  street: told,
  zip: told,
  city: told,
  state: told,
  country: told,
  latitude: z.number(),
  longitude: z.number(),
})
const Found = z.object({
  data: z.array(z.object({ id: Id, name: z.string(), location: Location.nullish().catch(null) })),
})

/** `graph` is of the person, with the proof that the app asks. `still`: what can be done by an app that may not. */
export async function pagesBy<Answer extends z.ZodType>(
  graph: Graph,
  {
    words,
    fields,
    answer,
    still,
  }: { words: string; fields: string; answer: Answer; still: string },
): Promise<z.output<Answer>> {
  return ask(graph, {
    purpose: 'read',
    method: 'GET',
    path: '/pages/search',
    query: { q: words, fields },
    answer,
  }).catch((error: unknown) =>
    withoutSearch(
      error,
      `Facebook lets this app search no Pages: it needs the feature “Page Public Metadata Access”, which Meta gives after App Review. ${still}`,
    ),
  )
}

/** Pages that tell no latitude and longitude are no places. */
export async function pagesWithPlace(graph: Graph, words: string): Promise<Place[]> {
  const still = 'A place can still be named by the number of its Page.'
  const fields = 'id,name,location'
  const { data } = await pagesBy(graph, { words, fields, answer: Found, still })
  const places = data.flatMap(({ location, ...page }) => {
    if (!location) return []
    const { street, zip, city, state, country } = location
    return [placeOf(page, [street, [zip, city].filter(Boolean).join(' '), state, country])]
  })
  return places.slice(0, MOST_PLACES)
}
