/** What a platform told of a post on one account, each time it was asked. */
import { z } from 'zod'
import { metrics } from './metrics.ts'

const told = z.int().nullable()

export const Measured = z.object({ at: z.iso.datetime() }).extend({
  reach: told,
  impressions: told,
  likes: told,
  comments: told,
  shares: told,
  engagements: told,
} satisfies Record<(typeof metrics)[number], typeof told>)
export type Measured = z.infer<typeof Measured>
