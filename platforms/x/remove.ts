/** Taking posts down. By report X answers 200 or 404 for what is gone already, so a look-up says whether it is. */
import { z } from 'zod'
import type { Account, Landed, Tools } from '../platform.ts'
import { ask } from './api.ts'
import { metrics } from './metrics.ts'

const Deleted = z.object({ data: z.object({ deleted: z.literal(true) }) })

export async function remove({ id }: Landed, account: Account, tools: Tools): Promise<void> {
  await ask(
    { tools, account },
    {
      purpose: 'remove',
      method: 'DELETE',
      path: `/2/tweets/${encodeURIComponent(id)}`,
      answer: Deleted,
    },
  )
}

/** A post that we may not see is not told as one that is not there. */
export async function isGone({ id }: Landed, account: Account, tools: Tools) {
  const told = (await metrics([id], account, tools)).get(id)
  return told === undefined ? undefined : told === 'gone'
}
