/** Connecting an account: sending the person to the platform, and what happens when they come back. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Failure, type Offered } from '#platforms/platform.ts'
import { credentialOfKey } from '#rules/key.ts'
import { credentialOfPerson } from '#rules/role.ts'
import { actingAs } from '#store/actor.ts'
import { unblockAccount, upsertAccount } from '#store/accounts.ts'
import type { Ticket } from '#rules/connect.ts'
import { insertConnect, takeConnect } from '#store/connects.ts'
import type { Db } from '#store/schema.ts'
import { takeTicket } from '#store/tickets.ts'
import { contexts } from '#store/sealed.ts'
import { type Binding, toolsFor } from './platforms.ts'
import { over, requirePermission } from './permission.ts'
import type { Refreshing } from './refresh.ts'
import { secretContext } from './secrets.ts'

export interface Connecting extends Refreshing {
  db: Db
}

/** For which workspace, on which platform, in which of its worlds. */
export interface Wish {
  workspace_id: number
  platform: string
  sandbox: boolean
  /** Who is signed in at the dashboard, and goes on there. */
  person_id?: number | undefined
  /** The link by which somebody goes on who is not signed in. */
  ticket?: Ticket | undefined
  /** A secret of the browser that the link was opened in. */
  browser?: string | undefined
}

/** A person is back, and this is what the platform lets them connect. */
export interface Arrival {
  wish: Wish
  offered: readonly Offered[]
}

const MINUTES_TO_RETURN = 15
const Keep = z.record(z.string(), z.json())

/** The address to send the person to. `hint` is what they typed first, where the platform needs it. */
export async function beginConnect(
  deps: Connecting,
  wish: Wish,
  hint: string | undefined,
  signal: AbortSignal,
) {
  const { connector, ...binding } = reachOf(deps, wish)
  const state = randomBytes(24).toString('base64url')
  const tools = toolsFor({ connector, ...binding }, deps, signal)
  const { url, keep } = await connector.authorize({ state, ...(hint && { hint }) }, tools)
  const expires_at = new Date(deps.now().getTime() + MINUTES_TO_RETURN * 60_000)
  const { browser, ...whose } = wish
  await insertConnect(deps.db, {
    ...whose,
    person_id: wish.person_id ?? null,
    ticket: wish.ticket ?? null,
    browser_hash: browser === undefined ? null : hash(browser),
    state_hash: hash(state),
    keep: deps.seal.close(keep, contexts.connect),
    expires_at,
  })
  return url
}

/**
 * The person is back with the platform's answer. The state is used up, whatever comes of it. What a signed-in person
 * began only the same person ends, and what was begun by a link only the browser that showed who invites: somebody lured
 * here would connect an account to a stranger's workspace.
 */
export async function finishConnect(
  deps: Connecting,
  platform: string,
  {
    answer,
    person_id,
    browser,
  }: {
    answer: Record<string, string>
    person_id?: number | undefined
    browser?: string | undefined
  },
  signal: AbortSignal,
): Promise<Arrival> {
  const waiting = await takeConnect(deps.db, hash(answer['state'] ?? ''), deps.now())
  if (!waiting || waiting.platform !== platform) {
    throw new Failure(
      'rejected',
      'state_unknown',
      'This link was used already or is too old. Start again.',
    )
  }
  if (waiting.person_id !== null && waiting.person_id !== person_id) {
    throw new Failure(
      'rejected',
      'other_person',
      'Sign in to the dashboard as whoever began this, and start again.',
    )
  }
  if (waiting.browser_hash && !waiting.browser_hash.equals(hash(browser ?? ''))) {
    throw new Failure(
      'rejected',
      'other_browser',
      'This was begun in another browser. Open the link that invited you, and start again.',
    )
  }
  const { workspace_id, sandbox } = waiting
  const wish: Wish = {
    workspace_id,
    platform,
    sandbox,
    person_id: waiting.person_id ?? undefined,
    ticket: waiting.ticket ?? undefined,
  }
  await requirePermission(deps.db, wish, deps.now())
  const binding = reachOf(deps, wish)
  const keep = Keep.parse(deps.seal.open(waiting.keep, contexts.connect))
  const offered = await binding.connector.exchange(answer, keep, toolsFor(binding, deps, signal))
  return { wish, offered }
}

/** Sign-in without a redirect, with the fields the connector asks for. */
export async function signIn(
  deps: Connecting,
  wish: Wish,
  values: Record<string, string>,
  signal: AbortSignal,
): Promise<Arrival> {
  const binding = reachOf(deps, wish)
  const { sign_in } = binding.connector
  if (!sign_in)
    throw new Failure('rejected', 'no_sign_in', 'This platform signs in by redirect only.')
  const offered = await sign_in.run(values, toolsFor(binding, deps, signal))
  return { wish, offered }
}

/** Connects them, or connects them again. The link that let it happen is used up with the first of them. */
export async function keepAccounts(deps: Connecting, { wish, offered }: Arrival) {
  const { workspace_id, platform, sandbox } = wish
  const connected = []
  for (const [index, { credentials, settings, ...account }] of offered.entries()) {
    const row = {
      workspace_id,
      platform,
      sandbox,
      ...account,
      settings: JSON.stringify(settings),
      secret: deps.seal.close(credentials.secret, secretContext(workspace_id)),
      token_expires_at: credentials.expires_at,
      refreshable: credentials.refreshable,
      connected_at: deps.now(),
    }
    // At once, or a delivery that is being blocked for this account meanwhile would wait for the next reconnect.
    const keep = () =>
      deps.db.transaction().execute(async (db) => {
        await requirePermission(db, index === 0 ? wish : { ...wish, ticket: undefined }, deps.now())
        if (index === 0 && wish.ticket && !(await takeTicket(db, wish.ticket))) throw over()
        const fresh = await upsertAccount(db, row)
        await unblockAccount({ db, workspace_id }, fresh.id, deps.now())
        return fresh
      })
    const by = credentialOf(wish)
    connected.push(await (by === undefined ? keep() : actingAs(by, keep)))
  }
  return connected
}

/** A person at the dashboard, or the key that gave the link. */
function credentialOf({ person_id, ticket }: Wish) {
  if (person_id !== undefined) return credentialOfPerson(person_id)
  return ticket?.key_id ? credentialOfKey(ticket.key_id) : undefined
}

function reachOf(
  { platforms }: Connecting,
  { platform, sandbox }: Omit<Wish, 'workspace_id'>,
): Binding {
  const binding = platforms(platform, sandbox)
  if (binding) return binding
  throw new Failure('rejected', 'not_configured', `${platform} is not configured on this instance.`)
}

function hash(state: string) {
  return createHash('sha256').update(state).digest()
}
