/** What the words of a notice are made of, whatever the language. */
import type { NoticeKind } from '../api/types.ts'

export interface Parts {
  /** Posts; or accounts, where it is about those. */
  n: number
  code: string | null
  /** The account, where it is one. */
  who: string
  platform: string
  /** Platforms, each with what its accounts are called. Empty: it is about none. */
  places: string
  /** Of a code, without the full stop where the words of a code have none. */
  why: string
  /** Of the key or the series. */
  name: string | undefined
  time: string | undefined
}

/** A line is missing where the words do not know what the code means. */
export type Tell = Readonly<
  Record<NoticeKind, (parts: Parts) => { title: string; line: string | undefined }>
>
