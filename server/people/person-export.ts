import type { Person } from '#rules/person.ts'
import { deedsOf, listsOf, profileOf } from '#store/person-export.ts'
import type { People } from './people.ts'

/** One JSON text, in pieces: what somebody did in years is not held at once. */
export async function* exportOf(people: People, person: Person): AsyncGenerator<string> {
  const { db } = people
  const head = {
    exported_at: people.now().toISOString(),
    profile: await profileOf(db, person.id),
    ...(await listsOf(db, person)),
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "did": [`
  let first = true
  for await (const deeds of deedsOf(db, person.id)) {
    const lines = deeds.map((deed) => `    ${JSON.stringify(deed)}`)
    if (!lines.length) continue
    yield `${first ? '' : ','}\n${lines.join(',\n')}`
    first = false
  }
  yield `${first ? '' : '\n  '}]\n}\n`
}
