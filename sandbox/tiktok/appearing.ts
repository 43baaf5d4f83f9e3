/** What no request of ours made: a video by TikTok's own app. Lists hold nobody else's. */
import type { Appearance } from '../kit/emulator.ts'
import { changed, type Service } from './service.ts'
import { nextItemId } from './state.ts'

export function appear(service: Service, { account, text, by }: Appearance): string | undefined {
  const { people, store, options } = service
  const person = people.find(({ id, username }) => account === id || account === username)
  if (!person || by === 'other_person') return undefined
  const now = options.now().getTime()
  const publish_id = `app~${nextItemId(store, now)}`
  const item_id = nextItemId(store, now)
  store.publishes.set(publish_id, {
    publish_id,
    open_id: person.id,
    kind: 'video',
    source: 'FILE_UPLOAD',
    title: text,
    description: '',
    privacy_level: 'PUBLIC_TO_EVERYONE',
    extra: {},
    inbox: false,
    upload: null,
    media: [{ id: nextItemId(store, now), mime_type: 'video/mp4', bytes: 2_000_000 }],
    to_fetch: null,
    begun_at: now,
    landed_at: now,
    item_id,
    public_at: now,
    refused_at: null,
    fail_reason: null,
  })
  changed(service)
  return item_id
}
