/** What every call in the name of an account is made with. */
import type { Account, Tools } from '../platform.ts'

/** Of the account only what the calls need, so that one can be made before all of it is known. */
export interface AccessTo<Part extends keyof Account = keyof Account> {
  tools: Tools
  account: Pick<Account, Part>
}
