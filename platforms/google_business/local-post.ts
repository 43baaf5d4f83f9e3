/** What every answer about a post has, and what we keep of it. */
import { z } from 'zod'
import type { Receipt } from '../platform.ts'

export const LocalPost = z.object({
  name: z.string().regex(/^accounts\/[^/]+\/locations\/[^/]+\/localPosts\/[^/]+$/),
  state: z.string().optional().catch(undefined),
  searchUrl: z.url().optional().catch(undefined),
})
export type LocalPost = z.output<typeof LocalPost>

export function receiptOf({ name, searchUrl }: LocalPost): Receipt {
  return { platform_post_id: name, platform_url: searchUrl ?? null }
}
