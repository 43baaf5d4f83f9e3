/** What the options of a post may be on an account, read from its platform and kept for a while: nobody asks it for each look. */
import { MOST_PLACES } from '#platforms/kit/places.ts'
import {
  type Account,
  type Choices,
  type Connector,
  Failure,
  type Tools,
} from '#platforms/platform.ts'
import { type KeptChoices, keepChoices, readChoices } from '#store/choices.ts'
import { heldSince } from '#store/instance.ts'
import type { Db, Scope } from '#store/schema.ts'
import { changeSettings, readToken, type TokenRow } from '#store/tokens.ts'
import { toolsFor } from './platforms.ts'
import { disconnect, isStale, refreshToken, type Refreshing } from './refresh.ts'
import { openSecret } from './secrets.ts'

/** Milliseconds for which they are as good as new; and when somebody wants them anew all the same. */
const KEPT = 10 * 60_000
const AT_LEAST = 15_000
const DEADLINE = 25_000

export interface Asked {
  workspace_id: number
  account_id: number
  refresh: boolean
  /** Places by these words, instead of the rest. */
  place: string | undefined
}

/** Why there are none. `reconnecting`: by a person. `neither`: the account is well, and cannot search. */
export interface Refused {
  refused: string
  helps: 'waiting' | 'reconnecting' | 'neither'
}

/**
 * Undefined: nothing of this platform is chosen among. Where the platform does not answer, what it said last; why not, if it
 * never did. A copy that holds publishing asks nobody: a token that it renewed would be lost to the original. What places
 * are found is not kept: nobody searches twice for the same.
 */
export async function choicesOf(
  deps: Refreshing & { db: Db },
  { workspace_id, account_id, refresh, place }: Asked,
): Promise<KeptChoices | Refused | undefined> {
  const scope = { db: deps.db, workspace_id }
  const token = await readToken(scope, account_id)
  const connector = token && deps.platforms(token.platform, token.sandbox)?.connector
  const asks = connector && asking(connector, place)
  if (!token || !asks) return undefined
  const kept = place === undefined ? await readChoices(scope, account_id) : undefined
  const age = kept ? deps.now().getTime() - Date.parse(kept.read_at) : Infinity
  if (kept && age < (refresh ? AT_LEAST : KEPT)) return kept
  try {
    if (await heldSince(deps.db)) throw new Failure('later', 'held_up', 'Publishing is held here.')
    const read = (await askPlatform(deps, scope, token, asks)) ?? NONE
    const told = toldOf(read, deps.now())
    if (place === undefined) await keep(read, told, scope, account_id)
    return told
  } catch (error) {
    const refused = await refusalOf(error, { scope, token, searching: place !== undefined })
    return refused.helps === 'waiting' ? (kept ?? refused) : refused
  }
}

/** What the platform's refusal means for whoever asked; an account that it has forgotten is marked so. */
export async function refusalOf(
  error: unknown,
  {
    scope,
    token,
    searching,
  }: { scope: { db: Db; workspace_id: number }; token: TokenRow; searching: boolean },
): Promise<Refused> {
  if (!(error instanceof Failure)) throw error
  if (error.kind === 'reconnect' && token.health === 'healthy')
    await disconnect(scope, token, error)
  if (error.kind === 'later' || error.kind === 'unknown')
    return { refused: error.message, helps: 'waiting' }
  const well = searching && error.kind === 'rejected'
  return { refused: error.message, helps: well ? 'neither' : 'reconnecting' }
}

const NONE: Choices = { options: {}, complete: true }

type Asks = (...by: Parameters<NonNullable<Connector['choices']>>) => Promise<Choices>

/** What the connector is asked. Found places are what their option may be. */
function asking(connector: Connector, words: string | undefined): Asks | undefined {
  const { place_option } = connector.manifest
  if (words === undefined)
    return connector.choices && (async (...by) => (await connector.choices?.(...by)) ?? NONE)
  if (place_option === undefined) return undefined
  return async (...by) => {
    const found = (await connector.places?.(words, ...by)) ?? []
    return { options: { [place_option]: found }, complete: found.length < MOST_PLACES }
  }
}

/** With a token that is good, renewed if need be. Undefined: the platform is gone meanwhile. */
export async function askPlatform<Answer>(
  deps: Refreshing,
  scope: Scope,
  token: TokenRow,
  asks: (account: Account, tools: Tools) => Promise<Answer>,
): Promise<Answer | undefined> {
  const binding = deps.platforms(token.platform, token.sandbox)
  if (!binding) return undefined
  const signal = AbortSignal.timeout(DEADLINE)
  const renewed = async () => refreshToken(scope, token, deps, signal)
  const by = async (row: TokenRow) => {
    const secret = openSecret(row.secret, deps.seal, scope.workspace_id)
    return asks({ ...row, secret }, toolsFor(binding, deps, signal))
  }
  if (isStale(token, deps.now())) return by(await renewed())
  try {
    return await by(token)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'expired' || !token.refreshable) throw error
    return by(await renewed())
  }
}

function toldOf({ options, complete, creator }: Choices, now: Date): KeptChoices {
  return { options, complete, creator: creator ?? null, read_at: now.toISOString() }
}

async function keep(
  { settings }: Choices,
  told: KeptChoices,
  scope: { db: Db; workspace_id: number },
  account_id: number,
) {
  if (settings) await changeSettings(scope, account_id, settings)
  await keepChoices(scope, account_id, told)
}
