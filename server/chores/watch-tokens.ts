import { limits } from '#rules/limits.ts'
import { markExpiring } from '#store/tokens.ts'
import type { Chore } from './chore.ts'

/** Says of accounts whose access nobody can renew that it ends within days: a person has to connect them again in time. */
export const watchTokens: Chore = {
  name: 'watch-tokens',
  cron: '*/15 * * * *',

  async run({ db, now }) {
    const ahead = new Date(now().getTime() + limits.expiring_days * 24 * 3600_000)
    await markExpiring(db, { ahead })
  },
}
