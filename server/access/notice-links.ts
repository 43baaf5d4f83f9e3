/** The address by which somebody stops notices of some kinds: the mail has it, and it needs no other credential. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { NoticeKind } from '#rules/notice.ts'

export interface Stopping {
  workspace_id: number
  person_id: number
  kinds: readonly NoticeKind[]
}

export interface NoticeLinks {
  /** The last part of the address. It does not run out: old mails can be stopped too. */
  sign(stopping: Stopping): string
  /** Undefined when it is forged. */
  read(ticket: string): Stopping | undefined
}

export function noticeLinks(secretKey: string): NoticeLinks {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'crier', 'notice links', 32))
  const wordOf = ({ workspace_id, person_id, kinds }: Stopping) =>
    `${workspace_id}.${person_id}.${[...kinds].sort().join('-')}`
  const sign = (word: string) => createHmac('sha256', key).update(word).digest()
  return {
    sign(stopping) {
      const word = wordOf(stopping)
      return `${word}.${sign(word).toString('base64url')}`
    },

    read(ticket) {
      const [, word = '', workspace = '', person = '', list = '', signature = ''] =
        form.exec(ticket) ?? []
      const given = Buffer.from(signature, 'base64url')
      const right = sign(word)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      const kinds = list.split('-').flatMap((each) => NoticeKind.safeParse(each).data ?? [])
      return { workspace_id: Number(workspace), person_id: Number(person), kinds }
    },
  }
}

const form = /^(([1-9]\d{0,14})\.([1-9]\d{0,14})\.([a-z_-]{1,200}))\.([\w-]{43})$/
