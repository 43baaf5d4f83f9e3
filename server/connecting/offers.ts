/** Between what a platform offers and what a person chooses of it. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Failure, type Offered } from '#platforms/platform.ts'
import { calledOf } from '#rules/called.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { connectedAmong, findOnPlatform } from '#store/accounts.ts'
import { deleteOffer, findOffer, insertOffer } from '#store/offers.ts'
import { contexts } from '#store/sealed.ts'
import { requirePermission } from './permission.ts'
import { type Arrival, type Connecting, keepAccounts, type Wish } from './connect.ts'

/** What came of a person's return: connected, or a choice that is open under this token. */
export type ConnectedOrOffer = { connected: readonly Connected[] } | { offer: string }

export interface Connected {
  id: number
  platform: string
  username: string
}

/** What may be chosen from. */
export interface Offer {
  platform: string
  sandbox: boolean
  accounts: {
    platform_account_id: string
    kind: string
    name: string
    username: string
    avatar_url: string | null
    /** It is in the workspace already; choosing it renews the connection. */
    connected: boolean
  }[]
  expires_at: string
}

/** Who asks: a signed-in person in a workspace, or whoever has the token of a link. */
export type Chooser = { workspace_id: number; person_id: number } | undefined

const MINUTES_TO_CHOOSE = 20

const StoredAccounts = z.array(
  z.object({
    platform_account_id: z.string(),
    kind: z.enum(['profile', 'page', 'channel', 'board', 'business', 'location']),
    name: z.string(),
    username: z.string(),
    avatar_url: z.string().nullable(),
    settings: z.record(z.string(), z.json()),
    credentials: z.object({
      secret: z.record(z.string(), z.json()),
      expires_at: z.coerce.date().nullable(),
      refreshable: z.boolean(),
    }),
  }),
)

/** A single account is what the person came for; of several they choose. */
export async function settleArrival(deps: Connecting, arrival: Arrival): Promise<ConnectedOrOffer> {
  const { wish } = arrival
  const offered = await meant(deps, arrival)
  if (offered.length < 2) return { connected: await keepAccounts(deps, { wish, offered }) }
  const token = randomBytes(24).toString('base64url')
  await insertOffer(deps.db, {
    token_hash: hash(token),
    workspace_id: wish.workspace_id,
    person_id: wish.person_id ?? null,
    ticket: wish.ticket ?? null,
    platform: wish.platform,
    sandbox: wish.sandbox,
    accounts: deps.seal.close(offered, contexts.offer(wish.workspace_id)),
    expires_at: new Date(deps.now().getTime() + MINUTES_TO_CHOOSE * 60_000),
  })
  return { offer: token }
}

export async function showOffer(deps: Connecting, token: string, chooser: Chooser): Promise<Offer> {
  const { wish, offered, expires_at } = await openOffer(deps, token, chooser)
  const { platform, sandbox, workspace_id } = wish
  const known = await connectedAmong({ db: deps.db, workspace_id }, wish)
  const accounts = offered.map(({ platform_account_id, kind, name, username, avatar_url }) => ({
    platform_account_id,
    kind,
    name,
    username,
    avatar_url,
    connected: known.has(platform_account_id),
  }))
  return { platform, sandbox, accounts, expires_at }
}

/** Connects what was chosen. Sent twice it is the same; afterwards the offer is gone. */
export async function takeOffer(
  deps: Connecting,
  token: string,
  ids: readonly string[],
  chooser: Chooser,
): Promise<readonly Connected[]> {
  const { wish, offered } = await openOffer(deps, token, chooser)
  const chosen = offered.filter(({ platform_account_id }) => ids.includes(platform_account_id))
  const stranger = ids.find((id) => !offered.some((each) => each.platform_account_id === id))
  if (stranger !== undefined)
    throw wrong('platform_account_ids', 'Choose among the accounts that were offered.')
  if (!chosen.length)
    throw wrong('platform_account_ids', 'Choose at least one account, or leave this page.')
  const connected = await keepAccounts(deps, { wish, offered: chosen })
  await deleteOffer(deps.db, hash(token))
  return connected
}

async function openOffer(deps: Connecting, token: string, chooser: Chooser) {
  const stored = await findOffer(deps.db, hash(token), deps.now())
  if (!stored || !belongsTo(stored, chooser)) {
    throw new Problem('not_found', 'Connect again: this choice is over, or was made already.')
  }
  const { accounts, person_id, ticket, expires_at, ...at } = stored
  const wish: Wish = { ...at, person_id: person_id ?? undefined, ticket: ticket ?? undefined }
  if (ticket) await requirePermission(deps.db, wish, deps.now())
  const offered: Offered[] = StoredAccounts.parse(
    deps.seal.open(accounts, contexts.offer(wish.workspace_id)),
  )
  return { wish, offered, expires_at }
}

/** A link for one account connects that one again, whatever else the person has there. */
async function meant({ db }: Connecting, { wish, offered }: Arrival) {
  const only = wish.ticket?.account_id ?? undefined
  if (only === undefined) return offered
  const account = await findOnPlatform({ db, workspace_id: wish.workspace_id }, only)
  const found = offered.filter((each) => each.platform_account_id === account?.platform_account_id)
  if (found.length) return found
  const text = account
    ? `Sign in there as ${calledOf(account)}: this link connects only that account again.`
    : 'That account was disconnected meanwhile. Ask for a link to connect it anew.'
  throw new Failure('rejected', 'other_account', text)
}

function belongsTo(
  { workspace_id, person_id }: { workspace_id: number; person_id: number | null },
  chooser: Chooser,
) {
  if (person_id === null) return chooser === undefined
  return chooser?.person_id === person_id && chooser.workspace_id === workspace_id
}

function hash(token: string) {
  return createHash('sha256').update(token).digest()
}
