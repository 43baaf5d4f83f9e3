/** What arrived, for feed pages and for counting. */
import type { Received } from '../kit/emulator.ts'
import { blobUrl } from './blobs.ts'
import { facetsOf } from './facets.ts'
import { post, threadgate, type PostRecord } from './lexicon.ts'
import { linksOf } from './links.ts'
import { findPerson, people } from './people.ts'
import { find } from './repo.ts'
import type { Repo, Stored, Store } from './store.ts'

/** Oldest first, by arrival. `created_at` is when it arrived; what the record claims is in `extra`. */
export function posts(store: Store, account?: string): Received[] {
  const whose = account === undefined ? people : [findPerson(account)].filter((each) => !!each)
  return whose
    .flatMap(({ id, username }) => {
      const repo = store.state.repos.get(id)
      const records = [...(repo?.collections.get('app.bsky.feed.post')?.values() ?? [])]
      return records.map((record) => ({ repo, record, username }))
    })
    .toSorted((a, b) => a.record.arrival - b.record.arrival)
    .flatMap(({ repo, record, username }) => (repo ? received(store, repo, record, username) : []))
}

export function postUrl({ options }: Store, did: string, rkey: string) {
  return `${options.url}/web/profile/${did}/post/${rkey}`
}

export function received(store: Store, repo: Repo, record: Stored, account: string): Received {
  const value = post.parse(record.value)
  const { root, parent, quoted } = linksOf(record.value)
  const { text, createdAt, langs, tags, facets, embed, labels } = value
  const gate = find(repo, { collection: 'app.bsky.feed.threadgate', rkey: record.rkey })
  return {
    id: record.uri,
    account,
    text,
    created_at: record.indexed_at,
    url: postUrl(store, repo.did, record.rkey),
    reply_to: parent?.uri ?? null,
    media: mediaOf(store, repo, embed),
    extra: {
      cid: record.cid,
      record_created_at: createdAt,
      updates: record.updates,
      ...(langs && { langs }),
      ...(tags && { tags }),
      ...(labels && { labels: labels.values.map(({ val }) => val) }),
      ...(facets && { facets: facetsOf(text, facets) }),
      ...(embed && { embed: embed.$type }),
      ...(embed?.$type === 'app.bsky.embed.external' && { card: embed.external }),
      ...(root && { root: root.uri }),
      ...(quoted && { quotes: quoted.uri }),
      ...(gate && { replies_allowed: replyRules(gate) }),
    },
  }
}

/** `everybody`, `nobody`, or the rules: `mentionRule`, `followerRule`, … */
function replyRules({ value }: Stored): string | string[] {
  const { allow } = threadgate.parse(value)
  if (!allow) return 'everybody'
  return allow.length ? allow.map(({ $type }) => $type.split('#')[1] ?? $type) : 'nobody'
}

function mediaOf(store: Store, repo: Repo, embed: PostRecord['embed']): Received['media'] {
  switch (embed?.$type) {
    case 'app.bsky.embed.images':
      return embed.images.map(({ image, alt }) => media(store, repo, image, alt))
    case 'app.bsky.embed.gallery':
      return embed.items.map(({ image, alt }) => media(store, repo, image, alt))
    case 'app.bsky.embed.video':
      return [media(store, repo, embed.video, embed.alt)]
    case 'app.bsky.embed.recordWithMedia':
      return mediaOf(store, repo, embed.media)
    default:
      return []
  }
}

function media(
  store: Store,
  repo: Repo,
  { ref, mimeType, size }: { ref: { $link: string }; mimeType: string; size: number },
  alt: string | undefined,
): Received['media'][number] {
  return {
    mime_type: mimeType,
    alt_text: alt || null,
    bytes: size,
    url: blobUrl(store, repo.did, ref.$link),
  }
}
