import { limits } from '#rules/limits.ts'
import { pruneConnects } from '#store/connects.ts'
import { pruneReplies } from '#store/replies.ts'
import { pruneDaily } from '#store/daily.ts'
import type { Chore } from './chore.ts'

/** Forgets what has run out: answers kept for repeated calls, connections that nobody came back from, and what keys used of days gone by. */
export const prune: Chore = {
  name: 'prune',
  cron: '17 * * * *',

  async run({ db, now }) {
    await pruneReplies({ db }, new Date(now().getTime() - limits.idempotency_hours * 3600_000))
    await pruneConnects(db, now())
    await pruneDaily({ db }, now())
  },
}
