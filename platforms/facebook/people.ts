/** Pages by words, as posts mention them: by their number, in the option `mentions`. */
import { z } from 'zod'
import { MOST_PEOPLE, type Person } from '../kit/people.ts'
import { type Graph, Id } from '../meta/graph.ts'
import { pagesBy } from '../meta/places.ts'
import { MENTION } from './text.ts'

const Found = z.object({
  data: z.array(
    z.object({ id: Id, name: z.string(), link: z.string().nullish().catch(undefined) }),
  ),
})

/** `graph` is of the person. Pages with names that no mention can have are left out. */
export async function people(graph: Graph, words: string): Promise<Person[]> {
  const still = 'A Page can still be mentioned by its number.'
  const fields = 'id,name,link'
  const { data } = await pagesBy(graph, { words, fields, answer: Found, still })
  const found = data.map(({ id, name, link }) => ({
    name,
    username: null,
    avatar_url: null,
    url: link ?? null,
    mention: `@${name}`,
    option: `${name} (${id})`,
  }))
  return found.filter(({ option }) => MENTION.test(option)).slice(0, MOST_PEOPLE)
}
