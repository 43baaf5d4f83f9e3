/** Taking posts down. "204 … idempotent": what is gone answers as what goes, so nobody need ask, and members' posts cannot be read. */
import type { Account, Landed, Tools } from '../platform.ts'
import { send } from './api.ts'

export async function remove({ id }: Landed, account: Account, tools: Tools): Promise<void> {
  await send(
    { tools, account },
    {
      purpose: 'remove',
      method: 'DELETE',
      path: `/rest/posts/${encodeURIComponent(id)}`,
      action: 'DELETE',
    },
  )
}
