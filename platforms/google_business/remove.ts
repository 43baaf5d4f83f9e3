/** Taking posts of a location down. What is gone answers NOT_FOUND, in Google's own words. */
import { z } from 'zod'
import { type Account, Failure, type Landed, type Tools } from '../platform.ts'
import { ask } from './api.ts'
import { pathOf } from './local-post.ts'
import { read } from './review.ts'

export async function remove({ id }: Landed, account: Account, tools: Tools): Promise<void> {
  const call = { purpose: 'remove', method: 'DELETE', host: 'posts', path: pathOf(id) } as const
  await ask({ tools, account }, { ...call, answer: z.object({}) })
}

export async function isGone({ id }: Landed, account: Account, tools: Tools) {
  try {
    await read({ tools, account }, id)
    return false
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return true
    throw error
  }
}
