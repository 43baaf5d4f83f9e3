/**
 * Pinterest as its documents describe it: OAuth with rotating tokens, boards, pins, uploads of videos, analytics, faults.
 * Everything here follows the "Pinterest publishing API v5 fact sheet" of 2026-11-20 (OpenAPI 5.23.0). Hosts:
 * `api.pinterest.com` under `/api`, `www.pinterest.com` under `/web`, the bucket of uploads under `/upload`.
 *
 * Calls, as faults name them: `post` (a pin), `upload` (registering media, and sending the file), `status`, `read` (pins and
 * their numbers), `me` (the account and its boards), `delete`, `token`.
 */
import type { FastifyPluginAsync } from 'fastify'
import { type Emulator, type EmulatorOptions, FaultDesk } from '../emulator.ts'
import { takeStreams } from '../emulator-bodies.ts'
import { answerRefusals } from '../emulator-refusal.ts'
import { analyticsCalls } from './emulator/analytics.ts'
import { boardCalls } from './emulator/boards.ts'
import { ownFaults, specialFaults } from './emulator/faults.ts'
import { mediaCalls, mountBucket } from './emulator/media.ts'
import { mountOAuth } from './emulator/oauth.ts'
import { mountPages, received } from './emulator/pages.ts'
import { pinCalls } from './emulator/pins.ts'
import { refuse } from './emulator/refusal.ts'
import { changed, mountCalls, type Service } from './emulator/service.ts'
import { createWorld, people } from './emulator/world.ts'

export const emulator = (options: EmulatorOptions): Emulator => {
  const service: Service = { options, faults: new FaultDesk(), world: createWorld(options.saved) }
  return {
    routes: routesOf(service),
    people: people.map(({ id, username, name }) => ({ id, username, name })),
    faults: service.faults,
    own_faults: [...Object.keys(ownFaults), ...specialFaults],
    posts(account) {
      const person = people.find(({ id, username }) => account === id || account === username)
      return received(service).filter(
        (post) => account === undefined || post.account === person?.id,
      )
    },
    reset() {
      service.world = createWorld(undefined, service.world.lastId)
      service.faults.clear()
      changed(service)
    },
  }
}

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
