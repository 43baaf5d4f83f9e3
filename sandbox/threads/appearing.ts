/** What no request of ours made: a post by the app on a phone, or somebody's reply to the newest post. */
import type { Appearance } from '../kit/emulator.ts'
import { changed, people, type Service } from './service.ts'
import { nextId } from './store.ts'

export function appear(service: Service, { account, text, by }: Appearance): string | undefined {
  const { store, options } = service
  const own = people.find(({ id, username }) => account === id || account === username)
  const other = people.find((one) => one !== own)
  if (!own || !other) return undefined
  const reply = by === 'other_person'
  const newest = store.posts.findLast(({ owner }) => owner === own.id)
  if (reply && !newest) return undefined
  const id = nextId(store)
  store.posts.push({
    id,
    shortcode: `D${BigInt(id).toString(36).toUpperCase()}`,
    owner: reply ? other.id : own.id,
    media_type: 'TEXT',
    text,
    media: [],
    reply_to: reply ? (newest?.id ?? null) : null,
    extra: {},
    created_at: options.now().getTime(),
  })
  changed(service)
  return id
}
