/**
 * Threads as its documents describe it (docs/facts/threads.md): tokens that renew themselves, containers, media that are
 * pulled, posts, replies, limits, numbers. Hosts: `threads.net` under `/web`, `graph.threads.net` under `/api`.
 *
 * Calls, as faults name them: `upload` (making a container), `status` (looking at one), `post` (publishing one), `read`,
 * `delete`, `me`, `token`.
 */
import type { FastifyPluginAsync } from 'fastify'
import { FaultDesk, type Emulator } from '../kit/emulator.ts'
import { onItsOwn } from '../kit/on-its-own.ts'
import { takeBytes } from '../kit/bodies.ts'
import { answerRefusals } from '../kit/refusal.ts'
import { appear } from './appearing.ts'
import { containerCalls } from './containers.ts'
import { ownFaults, specialFaults } from './faults.ts'
import { insightCalls } from './insights.ts'
import { mountOAuth } from './oauth.ts'
import { mountPages, received } from './pages.ts'
import { placeCalls } from './places.ts'
import { postCalls } from './posts.ts'
import { missing } from './refusal.ts'
import { changed, mountCalls, people, type Service } from './service.ts'
import { mountTokenInfo } from './token-info.ts'
import { createStore } from './store.ts'

export const emulator = onItsOwn((options): Emulator => {
  const service: Service = {
    options,
    faults: new FaultDesk(),
    store: createStore(options.saved),
    images: new Map(),
  }
  return {
    routes: routesOf(service),
    people,
    faults: service.faults,
    own_faults: [...Object.keys(ownFaults), ...specialFaults],
    posts(account) {
      const id = people.find(({ username }) => username === account)?.id ?? account
      return service.store.posts
        .filter(({ owner }) => id === undefined || owner === id)
        .map((post) => received(service, post))
    },
    appear: (appearance) => appear(service, appearance),
    take_down(id) {
      service.store.posts = service.store.posts.filter((post) => post.id !== id)
      changed(service)
    },
    reset() {
      service.store = createStore(undefined, service.store.last_id)
      service.images.clear()
      service.faults.clear()
      changed(service)
    },
  }
})

function routesOf(service: Service): FastifyPluginAsync {
  return async (app) => {
    takeBytes(app)
    answerRefusals(app)
    mountCalls(app, service, [...containerCalls, ...placeCalls, ...postCalls, ...insightCalls])
    mountOAuth(app, service)
    mountTokenInfo(app, service)
    mountPages(app, service)
    app.all('/api/*', async (request) => {
      throw missing(request.url.split('?')[0] ?? '')
    })
  }
}
