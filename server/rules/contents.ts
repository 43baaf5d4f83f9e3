/** How a post read at a time, and what became another between two. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Id, PlatformContent, PlatformOptions } from './post.ts'
import { Field } from './revision.ts'
import { Part, Split, ThreadAs } from './thread.ts'

/** All of it that goes out, and when. */
export const Contents = z.object({
  content: z.string(),
  first_comment: z.string().nullable(),
  social_account_ids: z.array(Id),
  media_ids: z.array(Id),
  platform_content: z.array(PlatformContent),
  platform_options: PlatformOptions,
  thread: z.array(Part).nullable(),
  thread_as: ThreadAs.nullable(),
  split: Split.nullable(),
  scheduled_at: z.iso.datetime().nullable(),
} satisfies Record<Field, z.ZodType>)
export type Contents = z.infer<typeof Contents>

export function changedBetween(before: Contents, after: Contents): Field[] {
  return Field.options.filter((field) => !isDeepStrictEqual(before[field], after[field]))
}
