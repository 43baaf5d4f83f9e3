/** Taking posts down, which needs `threads_delete`. What is gone is told as what may not be seen, so something else is read too. */
import { z } from 'zod'
import { type Account, Failure, type Landed, type Tools } from '../platform.ts'
import { ask, Id, type Session } from './api.ts'

const Deleted = z.object({ success: z.literal(true) })
const One = z.object({ id: Id })
const List = z.object({ data: z.array(One) })

export async function remove({ id }: Landed, account: Account, tools: Tools): Promise<void> {
  const path = `/${encodeURIComponent(id)}`
  const request = { purpose: 'remove', method: 'DELETE', path, params: {} } as const
  await ask({ tools, account }, { ...request, answer: Deleted })
}

export async function isGone({ id }: Landed, account: Account, tools: Tools) {
  const session = { tools, account }
  if (await isThere(session, id)) return false
  const params = { fields: 'id', limit: '1' }
  const { data } = await ask(session, { method: 'GET', path: '/me/threads', params, answer: List })
  const [newest] = data
  // In an outage of reads everything is said to be missing.
  return !newest || (await isThere(session, newest.id)) ? true : undefined
}

async function isThere(session: Session, id: string) {
  try {
    const params = { fields: 'id' }
    const path = `/${encodeURIComponent(id)}`
    await ask(session, { method: 'GET', path, params, answer: One })
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return false
    throw error
  }
}
