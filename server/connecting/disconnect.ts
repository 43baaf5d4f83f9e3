/** Forgetting an account, here first and then at the platform. */
import { Failure } from '#platforms/platform.ts'
import { hasAccountOn, removeAccount } from '#store/accounts.ts'
import { heldSince } from '#store/instance.ts'
import { readToken } from '#store/tokens.ts'
import type { Connecting } from './connect.ts'
import { toolsFor } from './platforms.ts'
import { openSecret } from './secrets.ts'

const DEADLINE = 10_000

/**
 * False: there was no such account. What is due on it waits for a person from now on. The platform is told as well where
 * it takes that, and where no other account may have come by the same consent; when it does not answer, the person still finds
 * Crier in its own settings. A copy that holds publishing tells nobody: its tokens are those of the original, which would lose
 * them.
 */
export async function disconnect(
  deps: Connecting,
  { workspace_id, account_id }: { workspace_id: number; account_id: number },
): Promise<boolean> {
  const scope = { db: deps.db, workspace_id }
  const token = await readToken(scope, account_id)
  if (!token) return false
  const gone = await deps.db
    .transaction()
    .execute((tx) => removeAccount({ ...scope, db: tx }, account_id, deps.now()))
  if (!gone) return false

  const binding = deps.platforms(token.platform, token.sandbox)
  if (!binding?.connector.revoke || (await heldSince(deps.db))) return true
  const { one_consent_for: shared } = binding.connector.manifest
  if (shared && (await hasAccountOn(deps.db, shared, token.sandbox))) return true
  const { platform_account_id, username, settings } = token
  const secret = openSecret(token.secret, deps.seal, workspace_id)
  const account = { platform_account_id, username, settings, secret }
  try {
    const tools = toolsFor(binding, deps, AbortSignal.timeout(DEADLINE))
    await binding.connector.revoke(account, tools)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
  return true
}
