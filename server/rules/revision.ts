/** That a post was changed: when, by whom, and what of it. */
import { z } from 'zod'
import { Actor } from './actor.ts'

/** What of a post goes out, and when. */
export const Field = z.enum([
  'content',
  'first_comment',
  'social_account_ids',
  'media_ids',
  'platform_content',
  'platform_options',
  'thread',
  'thread_as',
  'split',
  'scheduled_at',
])
export type Field = z.infer<typeof Field>

export const Revision = z.object({
  number: z.int().min(1).describe('1 is the post as it was written first.'),
  at: z.iso.datetime(),
  by: Actor,
  changed: z.array(Field).describe('What differs from the one before.'),
})
export type Revision = z.infer<typeof Revision>

/** As many as are kept of a post; the oldest go first. */
export const KEPT = 50
