/** How much one creator may post over all apps in 24 hours. */
import { takeSpecial } from './faults.ts'
import { refusals } from './refusal.ts'
import type { Context } from './service.ts'

const postsPerDay = 15
/** "At most 5 pending shares within any 24-hour period." */
const pendingPerDay = 5
const day = 24 * 60 * 60_000

export function checkDailyCap(context: Context) {
  if (takeSpecial(context.service.faults, context.person, 'no_limits')) return
  if (recent(context, false) >= postsPerDay) throw refusals.spam_risk_too_many_posts()
}

export function checkPendingCap(context: Context) {
  if (recent(context, true) >= pendingPerDay) throw refusals.spam_risk_too_many_pending_share()
}

function recent({ store, person, now }: Context, inbox: boolean) {
  return [...store.publishes.values()].filter(
    (publish) =>
      publish.open_id === person.id &&
      publish.inbox === inbox &&
      publish.landed_at !== null &&
      publish.landed_at > now - day,
  ).length
}
