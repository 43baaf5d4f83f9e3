/** How what is out is changed: what a platform lets us change, and what a connector does of it. */
import type { z } from 'zod'
import type { Account, Json, Tools } from '../tools.ts'
import type { Landed } from './removing.ts'

/** The part of a manifest. Absent: nobody but a person changes a post there. */
export interface Editable {
  editing?: Editing
}

export interface Editing {
  /** The options of a post that may be changed, all optional; absent: its text alone. */
  options?: z.ZodObject
  /** Posts of which it does not hold, as the end of "it changes no …"; undefined: of this one it does. */
  except?(post: {
    options: Record<string, unknown>
    mime_types: readonly string[]
  }): string | undefined
}

/** What shall stand there. */
export interface Edited {
  /** Null: the text stays. */
  text: string | null
  /** Those that change, as `editing.options` parses them. */
  options: Record<string, Json>
  /** Those that it was published with, as they were written: whom its text mentions. */
  published: Readonly<Record<string, unknown>>
}

/** The part of a connector; `edit` is there exactly when its manifest says so. */
export interface Amending {
  /** Writes what shall stand there over what stands there; the same again changes nothing. A refusal is a `Failure`. */
  edit?(landed: Landed, edited: Edited, account: Account, tools: Tools): Promise<void>
  /** Whether that is what the platform shows. Undefined: it shows nothing to us. Asked after a lost answer. */
  shows?(
    landed: Landed,
    edited: Edited,
    account: Account,
    tools: Tools,
  ): Promise<boolean | undefined>
}

/** Whether a text as it is shown is this one: platforms trim, and write line ends their own way. */
export function isSameText(shown: string | null | undefined, text: string | null): boolean {
  if (text === null) return true
  const bare = (one: string) => one.replace(/\r\n?/g, '\n').normalize('NFC').trim()
  return bare(shown ?? '') === bare(text)
}
