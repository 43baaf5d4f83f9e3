/** What no request of ours made: a post by Bluesky's own app, or somebody's reply to the newest post. */
import type { Appearance } from '../kit/emulator.ts'
import type { JsonObject } from './json.ts'
import { linksOf } from './links.ts'
import { findPerson, people } from './people.ts'
import { normal } from './record.ts'
import { createRecord } from './repo.ts'
import { nextTid, type Store } from './store.ts'

const collection = 'app.bsky.feed.post'

export function appear(store: Store, { account, text, by }: Appearance): string | undefined {
  const person = findPerson(account)
  const other = people.find(({ id }) => id !== person?.id)
  const own = store.state.repos.get(person?.id ?? '')
  const reply = by === 'other_person'
  const repo = reply ? store.state.repos.get(other?.id ?? '') : own
  const newest = [...(own?.collections.get(collection)?.values() ?? [])].at(-1)
  if (!repo || (reply && !newest)) return undefined
  const record: JsonObject = {
    $type: collection,
    text,
    createdAt: new Date(store.now()).toISOString(),
  }
  if (reply && newest) {
    const parent = { uri: newest.uri, cid: newest.cid }
    const { root } = linksOf(newest.value)
    record['reply'] = { root: root ? { uri: root.uri, cid: root.cid } : parent, parent }
  }
  return createRecord(store, repo, { collection, rkey: nextTid(store), record }, normal).uri
}
