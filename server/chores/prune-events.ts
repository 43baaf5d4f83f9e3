import { keptDays } from '#rules/event.ts'
import { pruneEvents } from '#store/events.ts'
import { pruneSends } from '#store/webhook-sends.ts'
import type { Chore } from './chore.ts'

const DAY = 24 * 3600_000

/** Forgets events whose time is over; who did what is kept longer. */
export const pruneOldEvents: Chore = {
  name: 'prune-events',
  cron: '7 * * * *',

  async run({ db, now }, signal) {
    const before = (days: number) => new Date(now().getTime() - days * DAY)
    const ages = { usual: before(keptDays.usual), audit: before(keptDays.audit) }
    while (await pruneEvents(db, ages)) signal.throwIfAborted()
    await pruneSends(db, ages.usual)
  },
}
