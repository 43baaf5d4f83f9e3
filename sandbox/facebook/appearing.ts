/** Posts that no request of ours made: of the Page by another app, or a visitor's on the Page. */
import type { Appearance } from '../kit/emulator.ts'
import { pages, people } from './people.ts'
import { changed, type Service } from './service.ts'
import { nextId } from './store.ts'

export function appear(service: Service, { account, text, by }: Appearance): string | undefined {
  const page = pages.find(({ id, username }) => account === id || account === username)
  const visitor = people.find(({ id }) => id !== page?.owner)
  if (!page || !visitor) return undefined
  const { store, options } = service
  const id = `${page.id}_${nextId(store)}`
  store.posts.set(id, {
    id,
    page_id: page.id,
    kind: 'status',
    message: text,
    link: null,
    place: null,
    client_id: '350685531728',
    by: by === 'other_person' ? visitor.id : null,
    created_at: options.now().getTime(),
    media: [],
  })
  changed(service)
  return id
}
