import { refreshToken } from '#connecting/refresh.ts'
import { Failure } from '#platforms/platform.ts'
import { listIdleTokens } from '#store/tokens.ts'
import type { Chore } from './chore.ts'

const DAY = 24 * 3600_000
const AT_ONCE = 500

/**
 * Refresh tokens die when nobody uses them (Bluesky's public clients after two weeks). Publishing refreshes what it uses;
 * this keeps the accounts alive that have not published for a day.
 */
export const refreshTokens: Chore = {
  name: 'refresh-tokens',
  cron: '37 * * * *',

  async run(deps, signal) {
    const { db, now } = deps
    for (const { workspace_id, ...token } of await listIdleTokens(
      db,
      new Date(now().getTime() - DAY),
      AT_ONCE,
    )) {
      try {
        await refreshToken({ db, workspace_id }, token, deps, signal)
      } catch (error) {
        // One account's platform must not keep the others from being refreshed; the account says what is wrong with it.
        if (!(error instanceof Failure)) throw error
      }
    }
  },
}
