/** A post like one that is there already: what a model makes that forgot, or did not hear, that it was done. */
import { limits } from '#rules/limits.ts'
import { Problem } from '#rules/problem.ts'
import { findDouble, lockWords, type Words } from '#store/doubles.ts'
import type { Context } from './context.ts'

/** The id of a post with the same words on the same accounts for about the same time. Over MCP it is refused. */
export async function doubleOf(words: Words, context: Context): Promise<number | null> {
  const { caller } = context
  // Two calls at once do not see each other's posts.
  if (caller.via === 'mcp') await lockWords(context, words)
  const id = await findDouble(context, words, limits.double_hours, context.now)
  if (id === undefined) return null
  if (caller.via !== 'mcp') return id
  throw new Problem(
    'duplicate_content',
    `Go on with post ${id} (get_post, update_post, publish_now): it has this text, for the same accounts and about the same time. To make another all the same, send allow_duplicate: true.`,
    { duplicate_of: id },
  )
}

export function doubleWarning(id: number) {
  return `Post ${id} has the same text, for the same accounts and about the same time.`
}
