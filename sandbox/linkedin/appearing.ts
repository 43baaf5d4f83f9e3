/** What no request of ours made: a post by hand, or another member's comment under the newest post. */
import type { Appearance } from '../kit/emulator.ts'
import { organizations, people } from './people.ts'
import { changed, urnOf, type Service } from './service.ts'
import { nextId } from './store.ts'

export function appear(service: Service, { account, text, by }: Appearance): string | undefined {
  const { store, options } = service
  const person = people.find(({ id, username }) => account === id || account === username)
  const page = organizations.find(({ id, vanityName }) => account === id || account === vanityName)
  const other = people.find((one) => one !== person)
  const author = person ? urnOf(person) : page && `urn:li:organization:${page.id}`
  if (author === undefined || !other) return undefined
  const now = options.now().getTime()
  const id = nextId(store, now)
  if (by === 'other_person') {
    const newest = store.posts.findLast((post) => post.author === author && !post.deleted_at)
    if (!newest) return undefined
    const urn = `urn:li:comment:(${newest.urn},${id})`
    const actor = urnOf(other)
    store.comments.push({ id, urn, post: newest.urn, actor, text, created_at: now })
    changed(service)
    return urn
  }
  const urn = `urn:li:share:${id}`
  store.posts.push({
    urn,
    author,
    client_id: 'linkedin-for-ios',
    commentary: text,
    text,
    created_at: now,
    edited_at: now,
    visibility: 'PUBLIC',
    content: null,
    media: [],
    deleted_at: null,
  })
  changed(service)
  return urn
}
