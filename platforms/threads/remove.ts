/** Taking posts down, which needs `threads_delete`. What is gone is told as what may not be seen, so something else is read too. */
import { z } from 'zod'
import { type Account, Failure, type Landed, type Tools } from '../platform.ts'
import { ask, Id, type Access } from './api.ts'

const Deleted = z.object({ success: z.literal(true) })
const One = z.object({ id: Id })
const List = z.object({ data: z.array(One) })

export async function remove({ id }: Landed, account: Account, tools: Tools): Promise<void> {
  const path = `/${encodeURIComponent(id)}`
  const request = { purpose: 'remove', method: 'DELETE', path, params: {} } as const
  await ask({ tools, account }, { ...request, answer: Deleted })
}

export async function isGone({ id }: Landed, account: Account, tools: Tools) {
  const access = { tools, account }
  if (await isThere(access, id)) return false
  const params = { fields: 'id', limit: '100' }
  const { data } = await ask(access, { method: 'GET', path: '/me/threads', params, answer: List })
  // It is listed: then it is there, whatever its number says.
  if (data.some((one) => one.id === id)) return false
  const [newest] = data
  // In an outage of reads everything is said to be missing.
  return !newest || (await isThere(access, newest.id)) ? true : undefined
}

async function isThere(access: Access, id: string) {
  try {
    const params = { fields: 'id' }
    const path = `/${encodeURIComponent(id)}`
    await ask(access, { method: 'GET', path, params, answer: One })
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return false
    throw error
  }
}
