/** The address by which somebody stops notices of some kinds: the mail has it, and it needs no other credential. */
import type { Keyring } from '#rules/keyring.ts'
import { NoticeKind } from '#rules/notice.ts'
import { signer } from './signing.ts'

export interface Stopping {
  workspace_id: number
  person_id: number
  kinds: readonly NoticeKind[]
}

export interface NoticeLinks {
  /** The last part of the address. It does not run out while its key is known: old mails can be stopped too. */
  sign(stopping: Stopping): string
  /** Undefined when it is forged. */
  read(ticket: string): Stopping | undefined
}

export function noticeLinks(keys: Keyring | string): NoticeLinks {
  const { sign, holds } = signer(keys, 'notice links')
  const wordOf = ({ workspace_id, person_id, kinds }: Stopping) =>
    `${workspace_id}.${person_id}.${[...kinds].sort().join('-')}`
  return {
    sign(stopping) {
      const word = wordOf(stopping)
      return `${word}.${sign(word)}`
    },

    read(ticket) {
      const [, word = '', workspace = '', person = '', list = '', signature = ''] =
        form.exec(ticket) ?? []
      if (!holds(word, signature)) return undefined
      const kinds = list.split('-').flatMap((each) => NoticeKind.safeParse(each).data ?? [])
      return { workspace_id: Number(workspace), person_id: Number(person), kinds }
    },
  }
}

const form = /^(([1-9]\d{0,14})\.([1-9]\d{0,14})\.([a-z_-]{1,200}))\.([\w-]{43})$/
