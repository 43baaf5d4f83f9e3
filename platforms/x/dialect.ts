/**
 * X is renaming: its documents and its own libraries ask for `tweet.fields`, its specification of August 2026 (2.167) has
 * `post.fields` only. The old name is asked first, and the new one where X does not know it (any more), or does not heed it.
 */
import type { z } from 'zod'
import { Failure } from '../platform.ts'
import { ask, type Access } from './api.ts'

/** Reads posts with these fields, named as the documents name them: `referenced_tweets`. A spare one is not insisted on. */
export async function askForPosts<Schema extends z.ZodType>(
  access: Access,
  {
    path,
    query,
    fields,
    spare = [],
    shows,
    ...request
  }: {
    path: string
    query: Record<string, string>
    fields: readonly string[]
    spare?: readonly string[]
    /** Whether the fields are in the answer: a name that is not known may just as well be passed over. */
    shows: (answer: z.output<Schema>) => boolean
    answer: Schema
    many?: true
  },
): Promise<z.output<Schema>> {
  const asking = async (name: string, names: string) => {
    const search = new URLSearchParams({ ...query, [name]: names }).toString()
    return ask(access, { ...request, purpose: 'read', method: 'GET', path: `${path}?${search}` })
  }
  const inEither = async (list: readonly string[]) => {
    const names = list.join(',')
    try {
      const answer = await asking('tweet.fields', names)
      if (shows(answer)) return answer
    } catch (error) {
      if (!(error instanceof Failure) || refusedOf(error, spare) || !unknownName(error)) throw error
    }
    return asking('post.fields', names.replaceAll('tweet', 'post'))
  }
  try {
    return await inEither([...fields, ...spare])
  } catch (error) {
    if (!(error instanceof Failure) || !refusedOf(error, spare)) throw error
    return inEither(fields)
  }
}

function refusedOf({ code, words = '' }: Failure, spare: readonly string[]) {
  return code === 'invalid_request' && spare.some((field) => words.includes(`[${field}]`))
}

/** X names what it does not take: the parameter, or one of its values. */
function unknownName({ code, words = '' }: Failure) {
  return code === 'invalid_request' && /tweet\.fields|_tweets?\b/.test(words)
}
