/**
 * Tokens are refreshed by one holder of a right at a time, and saved before anybody uses them: a rotating refresh token
 * that is used twice disconnects the account.
 */
import { type Account, type Credentials, Failure } from '#platforms/platform.ts'
import type { Observer, RefreshOutcome } from '#rules/observer.ts'
import type { Tracer } from '#rules/tracer.ts'
import { setHealth } from '#store/accounts.ts'
import type { Seal } from '#store/seal.ts'
import type { Scope } from '#store/schema.ts'
import {
  beginRefresh,
  changeSettings,
  endRefresh,
  readToken,
  saveToken,
  type TokenRow,
} from '#store/tokens.ts'
import { type Binding, type Platforms, silentFrom, type Speak, toolsFor } from './platforms.ts'
import { openSecret, secretContext } from './secrets.ts'

export interface Refreshing extends Speak {
  seal: Seal
  platforms: Platforms
  /** Absent: nobody counts. */
  observer?: Observer | undefined
  /** Absent: nobody is followed. */
  tracer?: Tracer | undefined
}

/** Milliseconds after which another may try. What is sent within half of it has ended by then, each call in 30 s. */
const RIGHT = 60_000
/** A new token is the only one there is: it is carried to a database that is away for a while. */
const SAVE_FOR = 300_000
const SAVE_AGAIN = 500
const POLL = 50
const LEARNING = 5_000
/** Ahead of its end, so that a token does not die between being read and being used. */
const AHEAD = 60_000

/** Whether the token must be refreshed before it is used. */
export function isStale({ token_expires_at, refreshable }: TokenRow, now: Date) {
  if (!token_expires_at || !refreshable) return false
  return new Date(token_expires_at).getTime() - now.getTime() < AHEAD
}

/** Whether the token itself is taken yet, for all that is known. */
export function isAlive({ token_expires_at }: TokenRow, now: Date) {
  return !token_expires_at || new Date(token_expires_at) > now
}

/**
 * The account's token, newer than `version`. Whoever comes while it is being refreshed waits and takes the result.
 * Throws `reconnect` when the platform refuses, `later` when it cannot be reached.
 */
export async function refreshToken(
  scope: Scope,
  { id: account_id, token_version: version }: TokenRow,
  deps: Refreshing,
  signal: AbortSignal,
): Promise<TokenRow> {
  while (true) {
    signal.throwIfAborted()
    const row = await readToken(scope, account_id)
    if (!row || row.health === 'needs_reconnect') throw mustReconnect()
    if (row.token_version > version) return row
    const now = deps.now()
    const until = after(now, RIGHT)
    if (await beginRefresh(scope, { account_id, version, now, until })) {
      return refresh(
        scope,
        row,
        silentFrom(() => after(now, RIGHT / 2), deps),
      )
    }
    await deps.sleep(POLL, signal)
  }
}

/** Not cut short when its attempt is: a token that the platform has given out must come home. */
async function refresh(scope: Scope, row: TokenRow, deps: Refreshing) {
  const binding = deps.platforms(row.platform, row.sandbox)
  if (!binding || !row.refreshable) throw await disconnect(scope, row)
  const { platform, sandbox } = row
  const tell = (outcome: RefreshOutcome) => deps.observer?.refreshed({ platform, sandbox, outcome })
  let credentials: Credentials
  try {
    const secret = openSecret(row.secret, deps.seal, scope.workspace_id)
    const tools = toolsFor(binding, deps, AbortSignal.timeout(RIGHT))
    credentials = await binding.connector.refresh({ ...row, secret }, tools)
  } catch (error) {
    tell(outcomeOf(error))
    throw await refused(scope, row, error)
  }
  tell('renewed')
  await keep(scope, row, credentials, deps)
  await learn(scope, { ...row, secret: credentials.secret }, binding, deps)
  const fresh = await readToken(scope, row.id)
  if (!fresh) throw mustReconnect()
  return fresh
}

function outcomeOf(error: unknown): RefreshOutcome {
  if (!(error instanceof Failure)) return 'broke_off'
  return error.kind === 'reconnect' ? 'ended' : 'later'
}

/** Says what is known of the token before the next one may try it. */
async function refused(scope: Scope, row: TokenRow, error: unknown) {
  const failure = error instanceof Failure ? error : undefined
  // Whatever else it says, it does not say that access has ended: the account stays, and is asked again.
  const lost = failure?.kind === 'reconnect' ? await disconnect(scope, row, failure) : undefined
  await endRefresh(scope, row.id, row.token_version)
  if (lost || !failure) return lost ?? error
  const { code, message, retry_at, scope: waits, words } = failure
  return new Failure('later', code, message, { retry_at, scope: waits, words, cause: failure })
}

/** The token is safe by then: what cannot be read today may be tomorrow. */
async function learn(
  scope: Scope,
  account: Account & { id: number },
  binding: Binding,
  deps: Refreshing,
) {
  try {
    const tools = toolsFor(binding, deps, AbortSignal.timeout(LEARNING))
    const settings = await binding.connector.settings?.(account, tools)
    if (settings) await changeSettings(scope, account.id, settings)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

async function keep(scope: Scope, row: TokenRow, credentials: Credentials, deps: Refreshing) {
  const secret = deps.seal.close(credentials.secret, secretContext(scope.workspace_id))
  const token = { account_id: row.id, version: row.token_version, ...credentials, secret }
  const enough = after(deps.now(), SAVE_FOR)
  while (true) {
    try {
      return await saveToken(scope, token)
    } catch (error) {
      if (deps.now() >= enough) throw error
      await deps.sleep(SAVE_AGAIN, AbortSignal.timeout(SAVE_FOR))
    }
  }
}

function after(time: Date, ms: number) {
  return new Date(time.getTime() + ms)
}

/** Only a person can help now; the account says so until it is connected again. */
export async function disconnect(scope: Scope, token: TokenRow, cause?: Failure) {
  const text = `Reconnect this account: ${token.platform} no longer accepts its sign-in.`
  await setHealth(scope, token, 'needs_reconnect', text)
  return mustReconnect(cause)
}

function mustReconnect(cause?: Failure) {
  return new Failure('reconnect', 'account_disconnected', 'Reconnect this account, then retry.', {
    words: cause?.words,
    cause,
  })
}
