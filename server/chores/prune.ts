import { limits } from '#rules/limits.ts'
import { pruneCompositions } from '#store/compositions.ts'
import { pruneConnects } from '#store/connects.ts'
import { pruneOidcRequests } from '#store/identities.ts'
import { pruneReplies } from '#store/replies.ts'
import { pruneDaily } from '#store/daily.ts'
import { pruneInvitations } from '#store/invitations.ts'
import { pruneLinks } from '#store/mail-links.ts'
import { pruneRates } from '#store/rates.ts'
import { pruneNotices } from '#store/notices.ts'
import { pruneOffers } from '#store/offers.ts'
import { prunePasskeyChallenges } from '#store/passkeys.ts'
import { prunePulls } from '#store/pulls.ts'
import { pruneTickets } from '#store/tickets.ts'
import { pruneAttempts } from '#store/secret-attempts.ts'
import { pruneSessions } from '#store/sessions.ts'
import { pruneOldSecrets } from '#store/webhooks.ts'
import { sessionsSince } from '#rules/person.ts'
import type { Chore } from './chore.ts'

const NOTICE_DAYS = 90
const COMPOSITION_DAYS = 30

/** Addresses of files end after a day, and a question stays under watch for three. */
const PULLS_KEPT = 7 * 24 * 3600_000

/**
 * Forgets what has run out: answers kept for repeated calls, connections that nobody came back from, what keys used
 * of days gone by, who came for which file, what nobody went on writing, and sessions, links, invitations and secrets of webhooks
 * whose time is over.
 */
export const prune: Chore = {
  name: 'prune',
  cron: '17 * * * *',

  async run({ db, now }) {
    await pruneReplies({ db }, new Date(now().getTime() - limits.idempotency_hours * 3600_000))
    await pruneConnects(db, now())
    await pruneOidcRequests(db, now())
    await prunePasskeyChallenges(db, now())
    await pruneOffers(db, now())
    await pruneTickets(db, now())
    await pruneDaily({ db }, now())
    await pruneRates({ db }, now())
    await pruneSessions(db, sessionsSince(now()))
    await pruneLinks(db, now())
    await pruneNotices(db, new Date(now().getTime() - NOTICE_DAYS * 86_400_000))
    await pruneCompositions(db, new Date(now().getTime() - COMPOSITION_DAYS * 86_400_000))
    await pruneInvitations({ db }, now())
    await pruneAttempts(db, new Date(now().getTime() - 3600_000))
    await pruneOldSecrets(db, now())
    await prunePulls(db, new Date(now().getTime() - PULLS_KEPT))
  },
}
