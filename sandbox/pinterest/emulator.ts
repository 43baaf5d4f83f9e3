/**
 * Pinterest as its documents describe it: OAuth with rotating tokens, boards, pins, uploads of videos, analytics, faults.
 * Everything here follows docs/facts/pinterest.md (OpenAPI 5.23.0). Hosts:
 * `api.pinterest.com` under `/api`, `www.pinterest.com` under `/web`, the bucket of uploads under `/upload`.
 *
 * Calls, as faults name them: `post` (a pin), `upload` (registering media, and sending the file), `status`, `read` (pins and
 * their numbers), `me` (the account and its boards), `delete`, `token`.
 */
import type { FastifyPluginAsync } from 'fastify'
import { named } from '../kit/crowd.ts'
import { type Emulator, FaultDesk } from '../kit/emulator.ts'
import { onItsOwn } from '../kit/on-its-own.ts'
import { takeStreams } from '../kit/bodies.ts'
import { answerRefusals } from '../kit/refusal.ts'
import { analyticsCalls } from './analytics.ts'
import { appear } from './appearing.ts'
import { boardCalls } from './boards.ts'
import { ownFaults, specialFaults } from './faults.ts'
import { mediaCalls, mountBucket } from './media.ts'
import { mountOAuth } from './oauth.ts'
import { mountPages, received } from './pages.ts'
import { pinCalls } from './pins.ts'
import { refuse } from './refusal.ts'
import { changed, mountCalls, type Service } from './service.ts'
import { createStore, people } from './store.ts'

export const emulator = onItsOwn((options): Emulator => {
  const service: Service = { options, faults: new FaultDesk(), store: createStore(options.saved) }
  return {
    routes: routesOf(service),
    people: named(people),
    faults: service.faults,
    own_faults: [...Object.keys(ownFaults), ...specialFaults],
    posts(account) {
      const person = people.find(({ id, username }) => account === id || account === username)
      return received(service).filter(
        (post) => account === undefined || post.account === person?.id,
      )
    },
    appear: (appearance) => appear(service, appearance),
    take_down(id) {
      service.store.pins.delete(id)
      changed(service)
    },
    reset() {
      service.store = createStore(undefined, service.store.lastId)
      service.faults.clear()
      changed(service)
    },
  }
})

function routesOf(service: Service): FastifyPluginAsync {
  return async (app) => {
    takeStreams(app)
    answerRefusals(app)
    mountCalls(app, service, [...boardCalls, ...pinCalls, ...mediaCalls, ...analyticsCalls])
    mountOAuth(app, service)
    mountBucket(app, service)
    mountPages(app, service)
    app.all('/api/*', async () => {
      throw refuse(404, 404, 'Not Found')
    })
  }
}
