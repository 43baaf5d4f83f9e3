import { z } from 'zod'
import { Failure, type Json, type Receipt } from '../platform.ts'
import { ask, Id, type Access } from './api.ts'

const Post = z.object({ id: Id, permalink: z.url().nullish().catch(undefined) })
const TRIES = 3

/** With its public address, which Threads may not know at once; without one rather than in doubt about the post. */
export async function receiptOf(access: Access, id: string): Promise<Json> {
  let platform_url: string | null = null
  for (let number = 1; platform_url === null && number <= TRIES; number++) {
    if (number > 1) await access.tools.sleep(2000)
    platform_url = await permalinkOf(access, id)
  }
  return { platform_post_id: id, platform_url } satisfies Receipt
}

async function permalinkOf(access: Access, id: string): Promise<string | null> {
  try {
    const params = { fields: 'id,permalink' }
    const post = await ask(access, { method: 'GET', path: `/${id}`, params, answer: Post })
    return post.permalink ?? null
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
