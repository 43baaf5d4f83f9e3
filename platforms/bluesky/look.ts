/**
 * After a lost answer: the record itself. Its key was chosen and saved before the call, so that its repository says whether
 * it is there: no list is read, and no words are compared. What is there is left as it is, edited or not.
 */
import type { Looked } from '../evidence.ts'
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
