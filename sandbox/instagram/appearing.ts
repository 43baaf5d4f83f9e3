/** What no request of ours made: a picture by the app on a phone, or somebody's comment under the newest post. */
import type { Appearance } from '../kit/emulator.ts'
import { accounts } from './people.ts'
import { changed, type Service } from './service.ts'
import { nextId } from './store.ts'

export function appear(service: Service, { account, text, by }: Appearance): string | undefined {
  const { store, options } = service
  const own = accounts.find(({ id, username }) => account === id || account === username)
  const other = accounts.find(({ owner }) => owner !== own?.owner)
  if (!own || !other) return undefined
  const id = nextId(store)
  const created_at = options.now().getTime()
  if (by === 'other_person') {
    const newest = [...store.media.values()].findLast(({ account_id }) => account_id === own.id)
    if (!newest) return undefined
    store.comments.set(id, { id, media_id: newest.id, account_id: other.id, text, created_at })
  } else {
    const shortcode = `D${BigInt(id).toString(36).toUpperCase()}`
    const file = { id: nextId(store), mime_type: 'image/jpeg', bytes: 40_000, alt_text: null }
    store.media.set(id, {
      id,
      shortcode,
      account_id: own.id,
      kind: 'IMAGE',
      caption: text,
      files: [file],
      created_at,
      extra: {},
    })
  }
  changed(service)
  return id
}
