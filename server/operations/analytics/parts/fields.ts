/** Analytics on the wire: what is asked for, and the blocks of the answer. */
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import { Id } from '#rules/post.ts'
import { metrics } from '#rules/metrics.ts'
import { number, wordList } from '../../ids.ts'

const date = z.iso
  .date({ error: 'Use a date that exists, such as 2026-11-20.', abort: true })
  .refine((text) => text >= '1970' && text < '3', 'Use a year from 1970 to 2999.')

/** A query writes a list by repeating the field; one of them is a list of one. */
const ids = z
  .preprocess(
    (value) => (typeof value === 'string' || typeof value === 'number' ? [value] : value),
    z
      .array(number(1, Number.MAX_SAFE_INTEGER))
      .min(1, 'Name an account, or leave it out.')
      .max(200),
  )
  .transform((list) => [...new Set(list)])

export const question = {
  from: date
    .optional()
    .describe('First day, in the zone of the workspace. Default: thirty days up to `to`.'),
  to: date
    .optional()
    .describe('Last day, included; at most 366 days from the first. Default: today.'),
  account_ids: ids.optional().describe('Only these accounts, removed ones too.'),
  platform: z.string().optional().describe('Only this platform.'),
}

/** What no list of tools that everybody is shown has room for. */
export const wider = {
  ...question,
  labels: wordList(limits.labels_per_post).optional().describe('Only posts with any of these.'),
}

export const compare = z
  .enum(['before', 'year_before'])
  .optional()
  .describe('What to stand beside it: the window just before (default), or that of a year before.')

const whole = z.int().nullable()
export const counts = {
  reach: whole.describe('People who saw it. Null here and below: not told, which is never a 0.'),
  impressions: whole.describe('Times it was seen.'),
  likes: whole,
  comments: whole,
  shares: whole.describe('Reposts and quotes.'),
  engagements: whole.describe('Likes, comments, shares, and saves where there are any.'),
  engagement_rate: z
    .number()
    .nullable()
    .describe('engagements / impressions, over the platforms that tell both; six decimals.'),
}
const numbers = {
  posts: z.int().describe('Published first in this time, whichever account that was on.'),
  ...counts,
}

/** Of the answer. */
export const days = z.object({ from: z.iso.date(), to: z.iso.date(), timezone: z.string() })

export const incomplete = z
  .array(z.object({ platform: z.string(), metrics: z.array(z.enum(metrics)) }))
  .describe('What is not in these sums, because a platform does not tell it.')

export const Analytics = z.object({
  window: days,
  totals: z.object({ ...numbers, incomplete }),
  previous: z
    .object({ from: z.iso.date(), to: z.iso.date(), ...numbers, incomplete })
    .describe('The window that it stands beside, of the same length.'),
  by_platform: z.array(z.object({ platform: z.string(), ...numbers })),
  by_account: z.array(
    z.object({
      account_id: Id,
      platform: z.string(),
      name: z.string(),
      username: z.string(),
      ...numbers,
    }),
  ),
  timeline: z
    .array(z.object({ date: z.iso.date(), ...numbers }))
    .describe('Every day of the window, also those on which nothing happened.'),
  top_posts: z
    .array(
      z.object({
        post_id: Id,
        content: z.string().describe('Its beginning.'),
        published_at: z.iso.datetime().nullable(),
        platforms: z.array(z.string()),
        ...numbers,
        incomplete,
      }),
    )
    .describe('Those that grew most in engagements, at most ten.'),
})
export type Analytics = z.input<typeof Analytics>
