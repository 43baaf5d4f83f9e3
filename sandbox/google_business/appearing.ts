/** What no request of ours made: an update by the Business Profile in the search. Nobody else posts for a location. */
import type { Appearance } from '../kit/emulator.ts'
import { changed, type Service } from './service.ts'
import { nextId } from './state.ts'

export function appear(service: Service, { account, text, by }: Appearance): string | undefined {
  const { people, store, options } = service
  const person = people.find(({ id, username }) => account === id || account === username)
  const locations = people.flatMap(({ accounts }) =>
    accounts.flatMap(({ name, locations: all }) => all.map((each) => `${name}/${each.name}`)),
  )
  const location = locations.find((each) => each === (person?.id ?? account))
  if (location === undefined || by === 'other_person') return undefined
  const now = options.now().getTime()
  const name = `${location}/localPosts/${nextId(store)}`
  store.posts.set(name, {
    name,
    location,
    body: { languageCode: 'en', summary: text, topicType: 'STANDARD' },
    media: [],
    created_at: now,
    updated_at: now,
    ready_at: now,
    rejected: false,
  })
  changed(service)
  return name
}
