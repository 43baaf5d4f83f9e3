/** Changing the commentary of posts; whom they mention, their previews and files stay. Members' posts cannot be read. */
import { z } from 'zod'
import { isSameText } from '../kit/editing.ts'
import { mentionsOf, shownAs } from '../kit/mentions.ts'
import type { Account, Edited, Landed, Tools } from '../platform.ts'
import { ask, send } from './api.ts'
import { little, peopleOf, plain } from './text.ts'

const Shown = z.object({ commentary: z.string().nullish() })

export async function edit(
  { id }: Landed,
  { text, published }: Edited,
  account: Account,
  tools: Tools,
) {
  if (text === null) return
  await send(
    { tools, account },
    {
      purpose: 'edit',
      method: 'POST',
      path: `/rest/posts/${encodeURIComponent(id)}`,
      action: 'PARTIAL_UPDATE',
      json: { patch: { $set: { commentary: little(text, mentionsOf(published)) } } },
    },
  )
}

export async function shows(
  { id }: Landed,
  { text, published }: Edited,
  account: Account,
  tools: Tools,
) {
  if (account.settings['kind'] !== 'page') return undefined
  const { commentary } = await ask(
    { tools, account },
    {
      purpose: 'read',
      method: 'GET',
      path: `/rest/posts/${encodeURIComponent(id)}?viewContext=AUTHOR`,
      answer: Shown,
    },
  )
  const people = peopleOf(mentionsOf(published))
  return isSameText(plain(commentary ?? ''), text && shownAs(text, people))
}
