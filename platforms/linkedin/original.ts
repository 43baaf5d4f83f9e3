/** A refused twin names the post that was there first. Some that it names are not there: those are no proof of anything. */
import { z } from 'zod'
import { Failure } from '../platform.ts'
import { ask, type Session } from './api.ts'

const Named = z.object({ platform_post_id: z.string() })
const Post = z.object({ author: z.string().optional().catch(undefined) })

/** The same refusal, without the post that it names if LinkedIn knows none, or another's, under that URN. */
export async function withoutGhost(session: Session, failure: Failure): Promise<Failure> {
  const named = Named.safeParse(failure.original)
  if (!named.success || !(await isGhost(session, named.data.platform_post_id))) return failure
  const { kind, code, message, words, cause } = failure
  return new Failure(kind, code, message, { words, cause })
}

/** A member's token may not read what it wrote (403): whoever cannot tell believes the refusal. */
async function isGhost(session: Session, urn: string) {
  // Only these can be asked for.
  if (!/^urn:li:(share|ugcPost):/.test(urn)) return false
  const path = `/rest/posts/${encodeURIComponent(urn)}`
  try {
    const { author } = await ask(session, { purpose: 'read', method: 'GET', path, answer: Post })
    return author !== undefined && author !== session.account.platform_account_id
  } catch (error) {
    if (error instanceof Failure) return error.code === 'not_found'
    throw error
  }
}
