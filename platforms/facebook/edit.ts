/** Changing the text of posts: "POST /{post} message", of posts that this app made. */
import { z } from 'zod'
import { isSameText } from '../kit/editing.ts'
import { mentionsOf, shownAs } from '../kit/mentions.ts'
import { ask, Id } from '../meta/graph.ts'
import type { Account, Edited, Landed, Tools } from '../platform.ts'
import { graphOf } from './access.ts'
import { messageOf, pagesOf } from './text.ts'

const Changed = z.object({ success: z.literal(true) })
const Shown = z.object({ id: Id, message: z.string().nullish() })

export async function edit(
  { id }: Landed,
  { text, published }: Edited,
  account: Account,
  tools: Tools,
) {
  if (text === null) return
  await ask(graphOf({ account, tools }), {
    purpose: 'edit',
    method: 'POST',
    path: `/${encodeURIComponent(id)}`,
    form: { message: messageOf(text, mentionsOf(published)) },
    answer: Changed,
  })
}

export async function shows(
  { id }: Landed,
  { text, published }: Edited,
  account: Account,
  tools: Tools,
) {
  const { message } = await ask(graphOf({ account, tools }), {
    purpose: 'read',
    method: 'GET',
    path: `/${encodeURIComponent(id)}`,
    query: { fields: 'id,message' },
    answer: Shown,
  })
  // A Page that is called otherwise by now is mentioned once more: that changes nothing.
  const pages = pagesOf(mentionsOf(published))
  return isSameText(message, text && shownAs(text, pages))
}
