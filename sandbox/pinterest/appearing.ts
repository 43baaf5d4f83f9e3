/** What no request of ours made: a pin by Pinterest's own app, on the first board. Lists hold nobody else's. */
import type { Appearance } from '../kit/emulator.ts'
import { changed, type Service } from './service.ts'
import { nextId, people } from './store.ts'

export function appear(service: Service, { account, text, by }: Appearance): string | undefined {
  const { store, options } = service
  const person = people.find(({ id, username }) => account === id || account === username)
  const [board] = person?.boards ?? []
  if (!person || !board || by === 'other_person') return undefined
  const now = options.now().getTime()
  const id = nextId(store, now)
  store.pins.set(id, {
    id,
    person_id: person.id,
    board_id: board.id,
    board_section_id: null,
    title: null,
    description: text,
    link: null,
    alt_text: null,
    kind: 'image',
    media: [{ mime_type: 'image/jpeg', bytes: 40_000, alt_text: null, key: null }],
    created_at: now,
    trial: false,
  })
  changed(service)
  return id
}
