/** A refused twin names the post that was there first. Some that it names are not there: those are no proof of anything. */
import { z } from 'zod'
import { Failure, type Original } from '../platform.ts'
import { ask, type Access } from './api.ts'

const Post = z.object({
  author: z.string().optional().catch(undefined),
  createdAt: z.coerce.number().positive().optional().catch(undefined),
})

/** The same refusal, with what LinkedIn tells of the post that it names. */
export async function withOriginal(access: Access, failure: Failure): Promise<Failure> {
  if (!failure.original) return failure
  const { kind, code, message, words, cause } = failure
  const original = await checked(access, failure.original)
  return new Failure(kind, code, message, { words, cause, original })
}

/** Undefined: another's. A member's token may not read what it wrote (403): whoever cannot tell believes the refusal. */
async function checked(access: Access, original: Original): Promise<Original | undefined> {
  // Only these can be asked for.
  if (!/^urn:li:(share|ugcPost):/.test(original.id)) return original
  try {
    const { author, createdAt } = await read(access, original.id)
    if (author !== undefined && author !== access.account.platform_account_id) return undefined
    return { ...original, at: createdAt ?? original.at }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.code === 'not_found' ? { ...original, there: false } : original
  }
}

/** Asked once more of one that was denied. Who may not read it (403) is told nothing against the refusal. */
export async function isThere(access: Access, id: string): Promise<boolean> {
  try {
    const { author } = await read(access, id)
    return author === undefined || author === access.account.platform_account_id
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'not_found') return false
    if (error.code === 'missing_scope') return true
    throw error
  }
}

async function read(access: Access, id: string) {
  const path = `/rest/posts/${encodeURIComponent(id)}`
  return ask(access, { purpose: 'read', method: 'GET', path, answer: Post })
}
