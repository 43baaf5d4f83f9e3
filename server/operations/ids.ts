import { z } from 'zod'
import { limits } from '#rules/limits.ts'

/** A number that may come as text, from a path or a query. */
export function number(min: number, max: number) {
  return z.coerce
    .number({ error: 'Use a whole number.' })
    .int('Use a whole number.')
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max}.`)
}

export const postId = number(1, Number.MAX_SAFE_INTEGER).describe('The post.')

export const wait = number(0, limits.wait_seconds)
  .optional()
  .describe('Seconds to wait for the outcome, at most 30; answers as soon as nothing is under way.')

/** The input of a move on one post. */
export const postMove = z.strictObject({
  id: postId,
  dry_run: z.boolean().optional().describe('Answer what would happen, and write nothing.'),
})

/** Flags of a query come as text. */
export const flag = z.union([z.boolean(), z.stringbool()], { error: 'Use true or false.' })
