import { z } from 'zod'
import { ask } from '../meta/graph.ts'
import { Failure, type Receipt } from '../platform.ts'
import type { Access } from './containers.ts'
import { graphOf, personOf } from './access.ts'

const Link = z.object({ permalink: z.url().nullish() })
const TRIES = 2
const PAUSE = 1000

/** The address is decoration: right after publishing a read may say 100/33, and the post is out all the same. */
export async function receiptOf({ account, tools }: Access, id: string) {
  const receipt: Receipt = { platform_post_id: id, platform_url: null }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      // The second time as the person, who may see what the Page's token is not shown.
      const again = attempt > 1 ? personOf(account, tools) : undefined
      const { permalink } = await ask(again ?? graphOf(account, tools), {
        purpose: 'read',
        method: 'GET',
        path: `/${id}`,
        query: { fields: 'id,permalink' },
        answer: Link,
      })
      return { ...receipt, platform_url: permalink ?? null }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (attempt < TRIES) await tools.sleep(PAUSE)
    }
  }
  return { ...receipt }
}
