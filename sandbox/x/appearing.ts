/** Posts that no request of ours made: by another app of the same person, or somebody else's that the person reposted. */
import type { Appearance } from '../kit/emulator.ts'
import { changed, type Service } from './service.ts'
import { addTweet, isDuplicate, nextId } from './store.ts'
import type { Tweet } from './state.ts'
import { shortLink } from './view.ts'
import { findLinks } from './weight.ts'

/** What people post with besides our app. */
const APPS = ['X for iPhone', 'X for Android', 'X Web App', 'Some Scheduler'] as const

export function appear(service: Service, { account, text, by }: Appearance): string | undefined {
  const { people, store, options } = service
  const person = people.find(({ id, username }) => account === id || account === username)
  const other = people.find((one) => one !== person)
  if (!person || !other) return undefined
  const now = options.now().getTime()
  const repost = by === 'other_person'
  const shown = repost ? `RT @${other.username}: ${text}` : text.normalize('NFC')
  const id = nextId(store, now)
  const tweet: Tweet = {
    id,
    author_id: person.id,
    client_id: APPS[Number(BigInt(id) % BigInt(APPS.length))] ?? APPS[0],
    text: shown,
    created_at: now,
    links: findLinks(shown).map((link) => ({ ...link, short: shortLink() })),
    media: [],
    media_short: null,
    reply_to: null,
    conversation_id: id,
    replies: 0,
    extra: repost ? { reposted: other.id } : {},
    price: 0,
  }
  if (isDuplicate(store, tweet)) return undefined
  addTweet(store, tweet)
  changed(service)
  return id
}
