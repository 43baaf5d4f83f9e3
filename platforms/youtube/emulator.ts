/**
 * YouTube as its documents describe it: Google's OAuth, resumable uploads, videos, comments, playlists, quota, faults.
 * Everything here follows the "YouTube publishing fact sheet" of 2026-11-20 and its table of errors. Hosts:
 * `accounts.google.com` under `/accounts`, `oauth2.googleapis.com` under `/oauth`, `www.googleapis.com` under `/api`,
 * `www.youtube.com` under `/web`.
 *
 * Calls, as faults name them: `post` (the last bytes of a video), `upload` (beginning a session, bytes before the last), `status` (asking
 * a session how far it is), `comment`, `thumbnail`, `playlist`, `read`, `me`, `update`, `delete`, `token`.
 */
import type { FastifyPluginAsync } from 'fastify'
import { type Emulator, type EmulatorOptions, FaultDesk } from '../emulator.ts'
import { takeStreams } from '../emulator-bodies.ts'
import { answerRefusals } from '../emulator-refusal.ts'
import { channelCalls } from './emulator/channels.ts'
import { commentCalls } from './emulator/comments.ts'
import { ownFaults, specialFaults } from './emulator/faults.ts'
import { mountAuthorize } from './emulator/authorize.ts'
import { mountPages, received } from './emulator/pages.ts'
import { refuse } from './emulator/refusal.ts'
import { changed, mountCalls, type Service } from './emulator/service.ts'
import { playlistCalls } from './emulator/playlists.ts'
import { sessionCalls } from './emulator/sessions.ts'
import { mountTokens } from './emulator/tokens.ts'
import { videoCalls } from './emulator/videos.ts'
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
      service.world = createWorld()
      service.faults.clear()
      changed(service)
    },
  }
}

function routesOf(service: Service): FastifyPluginAsync {
  return async (app) => {
    takeStreams(app)
    answerRefusals(app)
    mountCalls(app, service, [
      ...channelCalls,
      ...videoCalls,
      ...playlistCalls,
      ...commentCalls,
      ...sessionCalls,
    ])
    mountAuthorize(app, service)
    mountTokens(app, service)
    mountPages(app, service)
    app.all('/api/*', async () => {
      throw refuse(404, 'global', 'notFound', 'Not Found')
    })
  }
}
