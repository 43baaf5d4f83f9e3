/** How what is out is taken down again: what a platform lets us do, and what a connector does of it. */
import type { Account, Json, Tools } from '../tools.ts'

/** The part of a manifest. */
export interface Removable {
  removal: Removal
}

export type Removal =
  | {
      by: 'api'
      /**
       * What becomes of the parts of a thread and of a first comment when their post goes: they go with it, or they are posts of
       * their own that stay.
       */
      replies: 'with_post' | 'apart'
    }
  /** There is no call for it: `at` is where a person takes it down when the post's own address is not known. */
  | { by: 'person'; at: string }

/** One thing of ours that is on the platform. */
export interface Landed {
  /** By which step it came: `post`, `part_2`, `comment`. */
  step: string
  /** As a receipt carries it. */
  id: string
  /** What the step answered. */
  result: Json
}

/** The part of a connector; there exactly when its manifest says `api`. */
export interface Removing {
  /**
   * Takes it down; the same again changes nothing. Returns when the platform says that it is taken down. A refusal is a
   * `Failure`, also that it is not there any more (`not_found`): then `isGone` is asked.
   */
  remove?(landed: Landed, account: Account, tools: Tools): Promise<void>
  /**
   * Whether the platform says that there is no such post. Undefined: it tells neither, to us. Asked when a call finds
   * nothing: a missing permission may look the same.
   */
  isGone?(landed: Landed, account: Account, tools: Tools): Promise<boolean | undefined>
}
