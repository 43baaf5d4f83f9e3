import type { Chore } from './chore.ts'

/** Posts of series are made 14 days ahead, so that it may be late. */
export const makeSeries: Chore = {
  name: 'make-series',
  cron: '* * * * *',

  run: async ({ series }, signal, log) => series(signal, log),
}
