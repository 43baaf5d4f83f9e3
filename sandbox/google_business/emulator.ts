/**
 * Google Business Profile as its documents describe it, strict and with a memory: consent, accounts, locations, local posts,
 * faults. Everything follows docs/facts/google_business.md and the v4 discovery document.
 * Hosts: `accounts.google.com` under `/auth`, `oauth2.googleapis.com` under `/oauth`, account management under `/accounts`,
 * business information under `/info`, `mybusiness.googleapis.com` under `/posts`, pages under `/web`.
 *
 * Calls, as faults name them: `post` (creating and changing), `status` (one post), `read` (the list), `me` (accounts, locations), `delete`, `token`.
 * There is no call for uploads: refusals set on `upload` meet the creation of a post.
 */
import type { FastifyError } from 'fastify'
import { named } from '../kit/crowd.ts'
import { FaultDesk, type Emulator } from '../kit/emulator.ts'
import { onItsOwn } from '../kit/on-its-own.ts'
import { takeBytes } from '../kit/bodies.ts'
import { appear } from './appearing.ts'
import { ownFaults, specialFaults } from './faults.ts'
import { listingCalls } from './listing.ts'
import { mountOauth } from './oauth.ts'
import { mountPages, received, seen } from './pages.ts'
import { people } from './people.ts'
import { postCalls } from './posts.ts'
import { noSuchMethod, Refusal } from './refusal.ts'
import { changed, mountCalls, type Service } from './service.ts'
import { createStore } from './state.ts'

export const emulator = onItsOwn((options): Emulator => {
  const service: Service = {
    options,
    people,
    faults: new FaultDesk(),
    store: createStore(options.saved),
  }
  return {
    people: named(people),
    faults: service.faults,
    own_faults: [...Object.keys(ownFaults), ...specialFaults],
    async routes(app) {
      takeBytes(app)
      app.setErrorHandler((error: FastifyError | Refusal, _request, reply) => {
        if (!(error instanceof Refusal)) throw error
        return reply.code(error.status).type(error.type).send(error.body)
      })
      mountCalls(app, service, [...listingCalls, ...postCalls])
      mountOauth(app, service)
      mountPages(app, service)
      for (const host of ['accounts', 'info', 'posts', 'oauth'])
        app.all(`/${host}/*`, async ({ url }) => {
          throw noSuchMethod(url)
        })
    },
    posts(account) {
      const person = people.find(({ id, username }) => account === id || account === username)
      const locations = person?.accounts.flatMap(({ name, locations: all }) =>
        all.map((location) => `${name}/${location.name}`),
      )
      return seen(service)
        .filter(
          ({ location }) =>
            account === undefined || location === account || locations?.includes(location),
        )
        .map((post) => received(service, post))
    },
    appear: (appearance) => appear(service, appearance),
    take_down(id) {
      service.store.posts.delete(id)
      changed(service)
    },
    reset() {
      service.store = createStore(undefined, service.store.lastId)
      service.faults.clear()
      changed(service)
    },
  }
})
