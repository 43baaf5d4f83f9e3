/** Signed links that let a person connect an account of one workspace without being signed in: short-lived capabilities. */
import { COMMAND_LINE, mayInvite, type Ticket, ticketOf, ticketText } from '#rules/connect.ts'
import { keyIdOf } from '#rules/key.ts'
import type { Keyring } from '#rules/keyring.ts'
import type { Leash } from '#rules/leash.ts'
import { signer } from './signing.ts'

export interface Tickets {
  issue(about: Omit<Ticket, 'expires'>, now: Date): string
  /** What it says, or undefined when it is forged or too old. Whether its giver still may is the database's to tell. */
  read(ticket: string, now: Date): Ticket | undefined
}

const HOUR = 3600_000

/** 144 bits: 24 letters. */
const SIGNED_BYTES = 18

export function tickets(keys: Keyring | string): Tickets {
  const { sign, holds } = signer(keys, 'connect tickets 2', SIGNED_BYTES)
  return {
    issue(about, now) {
      const body = ticketText({ ...about, expires: now.getTime() + HOUR })
      return `${body}.${sign(body)}`
    },

    read(ticket, now) {
      const end = ticket.lastIndexOf('.')
      const body = ticket.slice(0, Math.max(0, end))
      if (!holds(body, ticket.slice(end + 1))) return undefined
      const said = ticketOf(body)
      return said && said.expires > now.getTime() ? said : undefined
    },
  }
}

interface Asker {
  workspace_id: number
  credential: string
  abilities: readonly string[]
  leash: Leash
}

/**
 * Where a person connects an account, or this account again. A key that may change accounts gives a link that needs nobody
 * signed in; everybody else gets the dashboard's room, where the person's own role decides.
 */
export function connectUrl(
  { base_url, tickets: by, now }: { base_url: string; tickets: Tickets; now: Date },
  caller: Asker,
  account?: { id: number; platform: string; sandbox: boolean },
): string {
  const { workspace_id, credential } = caller
  const key_id = credential === COMMAND_LINE ? null : keyIdOf(credential)
  if (key_id === undefined || !mayInvite(caller, account?.id)) {
    return base_url + connectRoom({ workspace_id, ...account })
  }
  const ticket = by.issue({ workspace_id, key_id, account_id: account?.id ?? null }, now)
  const query = new URLSearchParams({ ticket, ...(account?.sandbox && { sandbox: '1' }) })
  return `${base_url}/connect${account ? `/${account.platform}` : ''}?${query.toString()}`
}

/** The dashboard's room for it. */
export function connectRoom({
  workspace_id,
  platform,
  sandbox,
}: {
  workspace_id: number
  platform?: string | undefined
  sandbox?: boolean | undefined
}) {
  const query = new URLSearchParams({
    workspace: String(workspace_id),
    ...(platform !== undefined && { platform }),
    ...(sandbox && { sandbox: '1' }),
  })
  return `/accounts/connect?${query.toString()}`
}
