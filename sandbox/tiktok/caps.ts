/** How much one creator may post over all apps in 24 hours. */
import { takeSpecial } from './faults.ts'
import { refusals } from './refusal.ts'
import type { Visit } from './service.ts'

const postsPerDay = 15
/** "At most 5 pending shares within any 24-hour period." */
const pendingPerDay = 5
const day = 24 * 60 * 60_000

export function checkDailyCap(visit: Visit) {
  if (takeSpecial(visit.service.faults, visit.person, 'no_limits')) return
  if (recent(visit, false) >= postsPerDay) throw refusals.spam_risk_too_many_posts()
}

export function checkPendingCap(visit: Visit) {
  if (recent(visit, true) >= pendingPerDay) throw refusals.spam_risk_too_many_pending_share()
}

function recent({ world, person, now }: Visit, inbox: boolean) {
  return [...world.publishes.values()].filter(
    (publish) =>
      publish.open_id === person.id &&
      publish.inbox === inbox &&
      publish.landed_at !== null &&
      publish.landed_at > now - day,
  ).length
}
