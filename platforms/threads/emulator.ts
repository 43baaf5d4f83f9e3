/**
 * Threads as its documents describe it (fact sheet of 2026-11-20): tokens that renew themselves, containers, media that are
 * pulled, posts, replies, limits, numbers. Hosts: `threads.net` under `/web`, `graph.threads.net` under `/api`.
 *
 * Calls, as faults name them: `upload` (making a container), `status` (looking at one), `post` (publishing one), `read`,
 * `delete`, `me`, `token`.
 */
import type { FastifyPluginAsync } from 'fastify'
import { FaultDesk, type Emulator, type EmulatorOptions } from '../emulator.ts'
import { takeBytes } from '../emulator-bodies.ts'
import { answerRefusals } from '../emulator-refusal.ts'
import { containerCalls } from './emulator/containers.ts'
import { ownFaults, specialFaults } from './emulator/faults.ts'
import { insightCalls } from './emulator/insights.ts'
import { mountOAuth } from './emulator/oauth.ts'
import { mountPages, received } from './emulator/pages.ts'
import { postCalls } from './emulator/posts.ts'
import { missing } from './emulator/refusal.ts'
import { changed, mountCalls, people, type Service } from './emulator/service.ts'
import { mountTokenInfo } from './emulator/token-info.ts'
import { createWorld } from './emulator/world.ts'

export const emulator = (options: EmulatorOptions): Emulator => {
  const service: Service = {
    options,
    faults: new FaultDesk(),
    world: createWorld(options.saved),
    images: new Map(),
  }
  return {
    routes: routesOf(service),
    people,
    faults: service.faults,
    own_faults: [...Object.keys(ownFaults), ...specialFaults],
    posts(account) {
      const id = people.find(({ username }) => username === account)?.id ?? account
      return service.world.posts
        .filter(({ owner }) => id === undefined || owner === id)
        .map((post) => received(service, post))
    },
    reset() {
      service.world = createWorld(undefined, service.world.last_id)
      service.images.clear()
      service.faults.clear()
      changed(service)
    },
  }
}

function routesOf(service: Service): FastifyPluginAsync {
  return async (app) => {
    takeBytes(app)
    answerRefusals(app)
    mountCalls(app, service, [...containerCalls, ...postCalls, ...insightCalls])
    mountOAuth(app, service)
    mountTokenInfo(app, service)
    mountPages(app, service)
    app.all('/api/*', async (request) => {
      throw missing(request.url.split('?')[0] ?? '')
    })
  }
}
