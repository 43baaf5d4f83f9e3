/** Who lets an account be connected: asked again at every step, since a key, a role or a link may have ended meanwhile. */
import { mayInvite, type Ticket } from '#rules/connect.ts'
import { hasExpired } from '#rules/leash.ts'
import { Problem } from '#rules/problem.ts'
import { findOnPlatform } from '#store/accounts.ts'
import { findDeletion } from '#store/deletions.ts'
import { findLiveKey } from '#store/keys.ts'
import type { Db } from '#store/schema.ts'
import { publishes } from '#rules/role.ts'
import { roleOf } from '#store/sessions.ts'
import { isTicketUsed } from '#store/tickets.ts'
import { findWorkspace } from '#store/workspaces.ts'

/** Whoever opens a link reads who invites them, and to where. */
export interface Invitation {
  workspace: string
  /** The name of the key; undefined: whoever runs the instance. */
  key: string | undefined
  /** The one account that is to be connected again. */
  account: { platform: string; sandbox: boolean; name: string; username: string } | undefined
}

interface Wish {
  workspace_id: number
  platform: string
  sandbox: boolean
  person_id?: number | undefined
  ticket?: Ticket | undefined
}

/** Refuses a link that is over, and a person who may no longer change accounts. Without either it is the instance itself. */
export async function requirePermission(db: Db, wish: Wish, now: Date) {
  if (wish.ticket) {
    const { account } = await invitationOf(db, wish.ticket, now)
    const { platform, sandbox } = account ?? wish
    if (platform !== wish.platform || sandbox !== wish.sandbox) {
      throw new Problem('not_found', 'This link is for another platform. Open it as you got it.')
    }
  }
  const { workspace_id, person_id } = wish
  if (await findDeletion({ db, workspace_id })) {
    throw new Problem('forbidden', 'Connect it elsewhere: this workspace is being deleted.')
  }
  if (person_id === undefined) return
  const role = await roleOf(db, { workspace_id, person_id })
  if (role && publishes(role)) return
  throw new Problem('forbidden', 'Ask an owner or editor: you may not connect accounts here.')
}

export async function invitationOf(db: Db, ticket: Ticket, now: Date): Promise<Invitation> {
  const { workspace_id, key_id, account_id, expires } = ticket
  if (expires <= now.getTime() || (await isTicketUsed(db, ticket))) throw over()
  const scope = { db, workspace_id }
  const { name: workspace } = await findWorkspace(scope)
  const account = account_id === null ? undefined : await findOnPlatform(scope, account_id)
  if (account_id !== null && !account) throw over()
  if (key_id === null) return { workspace, key: undefined, account }
  const key = await findLiveKey(db, key_id)
  const stands = key?.workspace_id === workspace_id && !hasExpired(key.leash, now)
  if (!stands || !mayInvite(key, account_id ?? undefined)) throw over()
  return { workspace, key: key.name, account }
}

export function over() {
  return new Problem(
    'unauthenticated',
    'This link is too old, was used, or its giver may no longer connect accounts. Ask for a new one with get_accounts (GET /api/accounts).',
  )
}
