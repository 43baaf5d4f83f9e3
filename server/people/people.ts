/** What everything about people works with. */
import type { Passwords } from '#access/passwords.ts'
import type { Db } from '#store/schema.ts'

export interface People {
  db: Db
  now(): Date
  passwords: Passwords
  /**
   * Who may sign up. `first`: the first person, later those who are invited; `invitation`: those who are invited, from the
   * first on; `open`: everybody; `closed`: nobody.
   */
  sign_up: 'first' | 'open' | 'invitation' | 'closed'
  /** Of new workspaces. */
  plan: string
}
