/** Changing the text of posts of a location. Google checks it as it checks a new one. */
import { z } from 'zod'
import { isSameText } from '../kit/editing.ts'
import { type Account, type Edited, Failure, type Landed, type Tools } from '../platform.ts'
import { ask } from './api.ts'
import { LocalPost, pathOf } from './local-post.ts'
import { REJECTED } from './review.ts'

const Shown = LocalPost.extend({ summary: z.string().nullish() })

export async function edit({ id }: Landed, { text }: Edited, account: Account, tools: Tools) {
  if (text === null) return
  const path = `${pathOf(id)}?updateMask=summary`
  const call = { purpose: 'edit', method: 'PATCH', host: 'posts', path } as const
  const { state } = await ask(
    { tools, account },
    { ...call, json: { summary: text }, answer: LocalPost },
  )
  if (state === 'REJECTED') throw new Failure('rejected', 'against_policy', REJECTED)
}

export async function shows({ id }: Landed, { text }: Edited, account: Account, tools: Tools) {
  const read = { method: 'GET', host: 'posts', path: pathOf(id) } as const
  const { summary, state } = await ask({ tools, account }, { ...read, answer: Shown })
  return state !== 'REJECTED' && isSameText(summary, text)
}
