/** What no request of ours made: a video by the web site, or another channel's comment below the newest one. */
import { randomBytes } from 'node:crypto'
import type { Appearance } from '../kit/emulator.ts'
import { changed, type Service } from './service.ts'
import { people, videoId } from './store.ts'

export function appear(service: Service, { account, text, by }: Appearance): string | undefined {
  const { store, options } = service
  const person = people.find(({ id, username }) => account === id || account === username)
  const other = people.find((one) => one !== person)
  if (!person || !other) return undefined
  const created_at = options.now().getTime()
  if (by === 'other_person') {
    const newest = [...store.videos.values()].findLast(({ person_id }) => person_id === person.id)
    if (!newest) return undefined
    const id = `Ug${randomBytes(18).toString('base64url')}AaABAg`
    store.comments.set(id, { id, person_id: other.id, video_id: newest.id, text, created_at })
    changed(service)
    return id
  }
  const id = videoId()
  store.videos.set(id, {
    id,
    person_id: person.id,
    resource: {
      snippet: {
        title: text.split('\n')[0]?.slice(0, 100) || 'Untitled',
        description: text,
        tags: [],
      },
      status: { privacyStatus: 'public', license: 'youtube' },
    },
    mime_type: 'video/mp4',
    bytes: 2_000_000,
    created_at,
    processed_at: created_at,
    end: null,
    thumbnail: null,
  })
  changed(service)
  return id
}
