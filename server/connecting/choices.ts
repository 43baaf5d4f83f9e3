/** What the options of a post may be on an account, read from its platform and kept for a while: nobody asks it for each look. */
import { type Choices, Failure } from '#platforms/platform.ts'
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
}

/** Why there are none: `again`, it may be tried once more, else a person has to connect the account again. */
interface Refused {
  refused: string
  again: boolean
}

/**
 * Undefined: nothing of this platform is chosen among. Where the platform does not answer, what it said last; why not, if it
 * never did. A copy that holds publishing asks nobody: a token that it renewed would be lost to the original.
 */
export async function choicesOf(
  deps: Refreshing & { db: Db },
  { workspace_id, account_id, refresh }: Asked,
): Promise<KeptChoices | Refused | undefined> {
  const scope = { db: deps.db, workspace_id }
  const token = await readToken(scope, account_id)
  const binding = token && deps.platforms(token.platform, token.sandbox)
  if (!token || !binding?.connector.choices) return undefined
  const kept = await readChoices(scope, account_id)
  const age = kept ? deps.now().getTime() - Date.parse(kept.read_at) : Infinity
  if (kept && age < (refresh ? AT_LEAST : KEPT)) return kept
  try {
    if (await heldSince(deps.db)) throw new Failure('later', 'held_up', 'Publishing is held here.')
    const read = await askPlatform(deps, scope, token)
    return await keep(read, scope, account_id, deps.now())
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'reconnect' && token.health === 'healthy')
      await disconnect(scope, token, error)
    const again = error.kind === 'later' || error.kind === 'unknown'
    return (again && kept) || { refused: error.message, again }
  }
}

const NONE: Choices = { options: {}, complete: true }

async function askPlatform(deps: Refreshing, scope: Scope, token: TokenRow): Promise<Choices> {
  const binding = deps.platforms(token.platform, token.sandbox)
  if (!binding) return NONE
  const { connector } = binding
  const signal = AbortSignal.timeout(DEADLINE)
  const renewed = async () => refreshToken(scope, token, deps, signal)
  const by = async (row: TokenRow) => {
    const secret = openSecret(row.secret, deps.seal, scope.workspace_id)
    return (await connector.choices?.({ ...row, secret }, toolsFor(binding, deps, signal))) ?? NONE
  }
  if (isStale(token, deps.now())) return by(await renewed())
  try {
    return await by(token)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'expired' || !token.refreshable) throw error
    return by(await renewed())
  }
}

async function keep(
  { options, complete, creator, settings }: Choices,
  scope: { db: Db; workspace_id: number },
  account_id: number,
  now: Date,
): Promise<KeptChoices> {
  if (settings) await changeSettings(scope, account_id, settings)
  const kept = { options, complete, creator: creator ?? null, read_at: now.toISOString() }
  await keepChoices(scope, account_id, kept)
  return kept
}
