/**
 * YouTube as its documents describe it: Google's OAuth, resumable uploads, videos, comments, playlists, quota, faults.
 * Everything here follows docs/facts/youtube.md and its table of errors. Hosts:
 * `accounts.google.com` under `/accounts`, `oauth2.googleapis.com` under `/oauth`, `www.googleapis.com` under `/api`,
 * `www.youtube.com` under `/web`.
 *
 * Calls, as faults name them: `post` (the last bytes of a video), `upload` (beginning a session, bytes before the last), `status` (asking
 * a session how far it is), `comment`, `thumbnail`, `playlist`, `caption`, `read`, `me`, `update`, `delete`, `token`.
 */
import type { FastifyPluginAsync } from 'fastify'
import { named } from '../kit/crowd.ts'
import { type Emulator, FaultDesk } from '../kit/emulator.ts'
import { onItsOwn } from '../kit/on-its-own.ts'
import { takeStreams } from '../kit/bodies.ts'
import { answerRefusals } from '../kit/refusal.ts'
import { appear } from './appearing.ts'
import { captionCalls } from './captions.ts'
import { channelCalls } from './channels.ts'
import { commentCalls } from './comments.ts'
import { ownFaults, specialFaults } from './faults.ts'
import { mountAuthorize } from './authorize.ts'
import { mountPages, received } from './pages.ts'
import { refuse } from './refusal.ts'
import { changed, mountCalls, type Service } from './service.ts'
import { playlistCalls } from './playlists.ts'
import { sessionCalls } from './sessions.ts'
import { thumbnailCalls } from './thumbnails.ts'
import { mountTokens } from './tokens.ts'
import { videoCalls } from './videos.ts'
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
      service.store.videos.delete(id)
      changed(service)
    },
    reset() {
      service.store = createStore()
      service.faults.clear()
      changed(service)
    },
  }
})

function routesOf(service: Service): FastifyPluginAsync {
  return async (app) => {
    takeStreams(app)
    answerRefusals(app)
    mountCalls(app, service, [
      ...channelCalls,
      ...videoCalls,
      ...thumbnailCalls,
      ...playlistCalls,
      ...captionCalls,
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
