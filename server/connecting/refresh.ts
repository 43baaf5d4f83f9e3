/**
 * Tokens are refreshed by one holder of a right at a time, and saved before anybody uses them: a rotating refresh token
 * that is used twice disconnects the account.
 */
import { Failure } from '#platforms/platform.ts'
import { setHealth } from '#store/accounts.ts'
import type { Seal } from '#store/seal.ts'
import type { Scope } from '#store/schema.ts'
import { beginRefresh, endRefresh, readToken, saveToken, type TokenRow } from '#store/tokens.ts'
import { type Platforms, type Speak, toolsFor } from './platforms.ts'
import { openSecret, secretContext } from './secrets.ts'

export interface Refreshing extends Speak {
  seal: Seal
  platforms: Platforms
}

/** A refresh may take this long before another process may try; longer than any call's deadline. */
const RIGHT = 60_000
const POLL = 50
/** Ahead of its end, so that a token does not die between being read and being used. */
const AHEAD = 60_000

/** Whether the token must be refreshed before it is used. */
export function isStale({ token_expires_at, refreshable }: TokenRow, now: Date) {
  if (!token_expires_at || !refreshable) return false
  return new Date(token_expires_at).getTime() - now.getTime() < AHEAD
}

/**
 * The account's token, newer than `version`. Whoever comes while it is being refreshed waits and takes the result.
 * Throws `reconnect` when the platform refuses, `later` when it cannot be reached.
 */
export async function refreshToken(
  scope: Scope,
  { id: account_id, token_version: version }: TokenRow,
  doing: Refreshing,
  signal: AbortSignal,
): Promise<TokenRow> {
  while (true) {
    signal.throwIfAborted()
    const row = await readToken(scope, account_id)
    if (!row || row.health === 'needs_reconnect') throw mustReconnect()
    if (row.token_version > version) return row
    const until = new Date(doing.now().getTime() + RIGHT)
    if (await beginRefresh(scope, { account_id, version, now: doing.now(), until })) {
      return await refresh(scope, row, doing, signal)
    }
    await doing.sleep(POLL, signal)
  }
}

async function refresh(scope: Scope, row: TokenRow, doing: Refreshing, signal: AbortSignal) {
  const reach = doing.platforms(row.platform, row.sandbox)
  if (!reach || !row.refreshable) throw await disconnect(scope, row)
  try {
    const credentials = await reach.connector.refresh(
      { ...row, secret: openSecret(row.secret, doing.seal, scope.workspace_id) },
      toolsFor(reach, doing, signal),
    )
    const secret = doing.seal.close(credentials.secret, secretContext(scope.workspace_id))
    await saveToken(scope, {
      account_id: row.id,
      version: row.token_version,
      ...credentials,
      secret,
    })
  } catch (error) {
    await endRefresh(scope, row.id, row.token_version)
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'reconnect' || error.kind === 'rejected' || error.kind === 'expired') {
      throw await disconnect(scope, row, error)
    }
    throw new Failure('later', error.code, error.message, { ...error, cause: error })
  }
  const fresh = await readToken(scope, row.id)
  if (!fresh) throw mustReconnect()
  return fresh
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
