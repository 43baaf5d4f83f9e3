import { mendTotals } from '#store/totals.ts'
import type { Chore } from './chore.ts'

/** Counts everything once a day: totals that are only added to would keep a mistake for ever. */
export const mendAllTotals: Chore = {
  name: 'mend-totals',
  cron: '41 3 * * *',

  async run({ db }, _, log) {
    const wrong = await mendTotals(db)
    if (wrong) log?.error({ totals: wrong }, 'totals were wrong, and have been mended')
  },
}
