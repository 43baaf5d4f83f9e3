/** What every answer about a post has, and what we keep of it. */
import { z } from 'zod'
import { Failure, type Receipt } from '../platform.ts'

export const LocalPost = z.object({
  name: z.string().regex(/^accounts\/[^/]+\/locations\/[^/]+\/localPosts\/[^/]+$/),
  state: z.string().optional().catch(undefined),
  searchUrl: z.url().optional().catch(undefined),
})
export type LocalPost = z.output<typeof LocalPost>

export function receiptOf({ name, searchUrl }: LocalPost): Receipt {
  return { platform_post_id: name, platform_url: searchUrl ?? null }
}

/** Where a post is read, changed and deleted: below the version, its name. */
export function pathOf(id: string) {
  const { success, data } = LocalPost.shape.name.safeParse(id)
  if (success) return `/v4/${data}`
  throw new Failure('rejected', 'invalid_request', 'This is no name of a post on Google.')
}
