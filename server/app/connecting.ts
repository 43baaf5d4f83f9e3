/** Connecting, as the surfaces see it. */
import { personOf } from '#access/sessions.ts'
import { throttle } from '#access/throttle.ts'
import type { Tickets } from '#access/tickets.ts'
import { beginConnect, type Connecting, finishConnect, signIn } from '#connecting/connect.ts'
import { disconnect } from '#connecting/disconnect.ts'
import { invitationOf, requirePermission } from '#connecting/permission.ts'
import { settleArrival, showOffer, takeOffer } from '#connecting/offers.ts'
import { Failure } from '#platforms/platform.ts'
import { publishes } from '#rules/role.ts'
import { roleOf } from '#store/sessions.ts'
import type { ConnectDependencies } from '#surfaces/connect.ts'
import type { platformsOf } from './bindings.ts'

export function connectDependencies(
  deps: Connecting,
  {
    platforms,
    tickets,
    at,
    set_up,
  }: {
    platforms: ReturnType<typeof platformsOf>
    tickets: Tickets
    at: { base_url: string }
    set_up: ConnectDependencies['set_up']
  },
): ConnectDependencies {
  const { db, now } = deps
  const person: ConnectDependencies['person'] = async (request) => {
    const signed = await personOf(db, request, { base_url: at.base_url, now: now() })
    return signed?.person.id
  }
  return {
    set_up,
    now,
    base_url: () => at.base_url,
    tickets,
    invitation: (ticket) => invitationOf(db, ticket, now()),
    choices: () => platforms.choices(),
    lacking: () => platforms.lacking(),
    document: (platform) => platforms.document(platform),
    async begin(wish, hint, signal) {
      await requirePermission(db, wish, now())
      return beginConnect(deps, wish, hint, signal)
    },
    async finish(platform, back, signal) {
      const arrival = await finishConnect(deps, platform, back, signal)
      return { person_id: arrival.wish.person_id, ...(await settleArrival(deps, arrival)) }
    },
    throttleAttempt: (address, { workspace_id, platform }) =>
      throttle(db, 'platform', { address, account: `${platform} of ${workspace_id}` }, now()),
    async sign_in(wish, values, signal) {
      await requirePermission(db, wish, now())
      const arrival = await signIn(deps, wish, values, signal)
      return { person_id: wish.person_id, ...(await settleArrival(deps, arrival)) }
    },
    offer: (token, chooser) => showOffer(deps, token, chooser),
    choose: (token, ids, chooser) => takeOffer(deps, token, ids, chooser),
    disconnect: (at) => disconnect(deps, at),
    person,
    async edits(request, workspace_id) {
      const person_id = await person(request)
      const role = person_id && (await roleOf(db, { workspace_id, person_id }))
      return role ? publishes(role) : false
    },
    explain: (error) => (error instanceof Failure ? error.message : undefined),
  }
}
