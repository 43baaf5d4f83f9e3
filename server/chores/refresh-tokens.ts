import { refreshToken } from '#connecting/refresh.ts'
import { manifests } from '#platforms/catalog.ts'
import { Failure } from '#platforms/platform.ts'
import { listTokensToRenew } from '#store/tokens.ts'
import type { Chore } from './chore.ts'

const DAY = 24 * 3600_000
/** Enough days to ask every hour, should the token endpoint be out of order. */
const AHEAD = 10 * DAY
const AT_ONCE = 500

/**
 * Refresh tokens die when nobody uses them (Bluesky's public clients after two weeks). Publishing refreshes what it uses;
 * this keeps the accounts alive that have not published for a day, and renews what can be renewed while it lives only.
 */
export const refreshTokens: Chore = {
  name: 'refresh-tokens',
  cron: '37 * * * *',

  async run(deps, signal) {
    const { db, now } = deps
    const platforms = Object.values(manifests)
      .filter(({ renews_while_alive }) => renews_while_alive)
      .map(({ id }) => id)
    const at = now().getTime()
    const due = { idle: new Date(at - DAY), ahead: new Date(at + AHEAD), platforms }
    for (const { workspace_id, ...token } of await listTokensToRenew(db, due, AT_ONCE)) {
      try {
        await refreshToken({ db, workspace_id }, token, deps, signal)
      } catch (error) {
        // One account's platform must not keep the others from being refreshed; the account says what is wrong with it.
        if (!(error instanceof Failure)) throw error
      }
    }
  },
}
