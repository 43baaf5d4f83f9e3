import { endIdleGrants } from '#store/grants.ts'
import { pruneClients, pruneEntries } from '#store/oauth.ts'
import type { Chore } from './chore.ts'

const DAY = 24 * 3600_000

/**
 * Forgets codes and tokens that have run out, grants that nobody can use any more, and clients that nobody allowed
 * anything: some register anew whenever they connect.
 */
export const pruneOAuth: Chore = {
  name: 'prune-oauth',
  cron: '47 * * * *',

  async run({ db, now }) {
    const yesterday = new Date(now().getTime() - DAY)
    await pruneEntries(db, now())
    await endIdleGrants(db, now(), yesterday)
    await pruneClients(db, yesterday)
  },
}
