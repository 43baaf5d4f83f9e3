/** Changing the text of posts: "POST /{post} message", of posts that this app made. */
import { z } from 'zod'
import { isSameText } from '../kit/editing.ts'
import { ask, Id } from '../meta/graph.ts'
import type { Account, Edited, Landed, Tools } from '../platform.ts'
import { graphOf } from './access.ts'

const Changed = z.object({ success: z.literal(true) })
const Shown = z.object({ id: Id, message: z.string().nullish() })

export async function edit({ id }: Landed, { text }: Edited, account: Account, tools: Tools) {
  if (text === null) return
  await ask(graphOf({ account, tools }), {
    purpose: 'edit',
    method: 'POST',
    path: `/${encodeURIComponent(id)}`,
    form: { message: text },
    answer: Changed,
  })
}

export async function shows({ id }: Landed, { text }: Edited, account: Account, tools: Tools) {
  const { message } = await ask(graphOf({ account, tools }), {
    purpose: 'read',
    method: 'GET',
    path: `/${encodeURIComponent(id)}`,
    query: { fields: 'id,message' },
    answer: Shown,
  })
  return isSameText(message, text)
}
