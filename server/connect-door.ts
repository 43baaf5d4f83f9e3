/** Connecting, as the surfaces see it. */
import { personOf } from '#access/sessions.ts'
import type { Tickets } from '#access/tickets.ts'
import { beginConnect, type Connecting, finishConnect, signIn } from '#connecting/connect.ts'
import { settleArrival, showOffer, takeOffer } from '#connecting/offers.ts'
import { Failure } from '#platforms/platform.ts'
import { removeAccount } from '#store/accounts.ts'
import type { ConnectDoor } from '#surfaces/connect.ts'
import type { platformsOf } from './reach.ts'

export function connectDoorOf(
  doing: Connecting,
  {
    platforms,
    tickets,
    at,
  }: {
    platforms: ReturnType<typeof platformsOf>
    tickets: Tickets
    at: { base_url: string }
  },
): ConnectDoor {
  const { db, now } = doing
  return {
    now,
    tickets,
    choices: () => platforms.choices(),
    begin: (wish, hint, signal) => beginConnect(doing, wish, hint, signal),
    async finish(platform, back, signal) {
      const arrival = await finishConnect(doing, platform, back, signal)
      return { person_id: arrival.wish.person_id, ...(await settleArrival(doing, arrival)) }
    },
    async sign_in(wish, values, signal) {
      const arrival = await signIn(doing, wish, values, signal)
      return { person_id: wish.person_id, ...(await settleArrival(doing, arrival)) }
    },
    offer: (token, chooser) => showOffer(doing, token, chooser),
    choose: (token, ids, chooser) => takeOffer(doing, token, ids, chooser),
    disconnect: ({ workspace_id, account_id }) =>
      removeAccount({ db, workspace_id }, account_id, now()),
    async person(request) {
      const signed = await personOf(db, request, { base_url: at.base_url, now: now() })
      return signed?.person.id
    },
    explain: (error) => (error instanceof Failure ? error.message : undefined),
  }
}
