/**
 * After a lost answer: the record itself. Its key was chosen and saved before the call, so that its repository says whether
 * it is there: no list is read, and no words are compared. What is there is left as it is, edited or not.
 */
import { type Looked, type LookWindow, reachOf, type Sight } from '../evidence.ts'
import type { Key } from './record.ts'
import type { Repo } from './repo.ts'

export async function look(repo: Repo, collection: string, key: Key | undefined): Promise<Looked> {
  // The one place where it can be is told whole.
  const told = { seen: [], reach: 'end_told' as const }
  // A follow-up goes on after its preparation failed: without a key nothing was ever sent.
  if (!key) return { ...told, known: { is: 'dead', code: 'not_prepared', words: NOT_PREPARED } }
  const ref = await repo.get(collection, key.rkey)
  return { ...told, known: ref ? { is: 'landed', ids: [ref.uri], url: null } : { is: 'open' } }
}

export const NOT_PREPARED = 'It could not be prepared.'

const PAGES = 20

/** Where its key is not known: all records since, the newest first. The times in them are whoever's wrote them: ours, by our clock. */
export async function lookInList(
  repo: Repo,
  collection: string,
  { from, ahead = 0 }: Pick<LookWindow, 'from' | 'ahead'>,
): Promise<Looked> {
  const seen: Sight[] = []
  const reach = (ended: boolean) =>
    reachOf(
      seen.map(({ at }) => at),
      { from: from.getTime(), ended },
    )
  let cursor: string | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const answer = await repo.list(collection, cursor)
    seen.push(...answer.records.map((record) => sightOf(record, ahead)))
    cursor = answer.cursor
    if (cursor === undefined || answer.records.length === 0)
      return { known: null, seen, reach: reach(true) }
    if (reach(false) === 'past_window') break
  }
  return { known: null, seen, reach: reach(false) }
}

function sightOf(
  { uri, value }: Awaited<ReturnType<Repo['list']>>['records'][number],
  ahead: number,
): Sight {
  const parent = value.reply?.parent.uri ?? null
  const at = Date.parse(value.createdAt) + ahead
  return {
    ids: [uri],
    at: Number.isNaN(at) ? null : at,
    url: null,
    author: 'us',
    app: undefined,
    role: parent === null ? 'post' : 'reply',
    parent,
    shown: { text: value.text },
    media: undefined,
    key: false,
    contradicts: null,
  }
}
