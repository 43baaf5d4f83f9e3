/** Taking posts down; their comments go with them. 100/33 says that it is gone, or that it may not be seen: so more is read. */
import { z } from 'zod'
import { ask, Id } from '../meta/graph.ts'
import { readsOf } from '../meta/reads.ts'
import { type Account, Failure, type Landed, type Tools } from '../platform.ts'
import { graphOf } from './access.ts'

const Deleted = z.object({ success: z.literal(true) })

export async function remove({ id }: Landed, account: Account, tools: Tools): Promise<void> {
  const path = `/${encodeURIComponent(id)}`
  await ask(graphOf({ account, tools }), {
    purpose: 'remove',
    method: 'DELETE',
    path,
    answer: Deleted,
  })
}

export async function isGone({ id }: Landed, account: Account, tools: Tools) {
  const graph = graphOf({ account, tools })
  try {
    const path = `/${encodeURIComponent(id)}`
    const read = { purpose: 'read', method: 'GET', path, query: { fields: 'id' } } as const
    await ask(graph, { ...read, answer: z.object({ id: Id }) })
    return false
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error
  }
  const list = `/${account.platform_account_id}/published_posts`
  const { work, ids } = await readsOf(graph, list)
  // What is new is read by its number a moment later than it is listed.
  if (ids.includes(id)) return false
  // An empty list was read all the same.
  return work === false ? undefined : true
}
