/**
 * LinkedIn as its documents and public trackers describe it (docs/facts/linkedin.md): OAuth, profiles and Pages, posts in
 * "little text", uploads, comments, numbers. Hosts: `www.linkedin.com` under `/web`, `api.linkedin.com` under `/api`.
 *
 * Calls, as faults name them: `post`, `edit`, `delete`, `read`, `upload`, `status`, `comment`, `token`, `me`, `accounts`.
 */
import type { FastifyPluginAsync } from 'fastify'
import { named } from '../kit/crowd.ts'
import { FaultDesk, type Emulator } from '../kit/emulator.ts'
import { onItsOwn } from '../kit/on-its-own.ts'
import { takeBytes } from '../kit/bodies.ts'
import { answerRefusals } from '../kit/refusal.ts'
import { appear } from './appearing.ts'
import { commentCalls } from './comments.ts'
import { ownFaults, specialFaults } from './faults.ts'
import { identityCalls } from './identity.ts'
import { mediaCalls } from './media.ts'
import { mountOAuth } from './oauth.ts'
import { mountPages, received, receivedComment } from './pages.ts'
import { organizations, people } from './people.ts'
import { postCalls } from './posts.ts'
import { missing } from './refusal.ts'
import { changed, mountCalls, type Service } from './service.ts'
import { statisticsCalls } from './statistics.ts'
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
    people: named(people),
    faults: service.faults,
    own_faults: [...Object.keys(ownFaults), ...specialFaults],
    posts(account) {
      const { posts, comments } = service.store
      const all = [
        ...posts
          .filter(({ deleted_at }) => deleted_at === null)
          .map((post) => received(service, post)),
        ...comments.map((comment) => receivedComment(service, comment)),
      ]
      const id = idOf(account)
      return all
        .filter((each) => account === undefined || each.account === id)
        .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
    },
    appear: (appearance) => appear(service, appearance),
    take_down(id) {
      const post = service.store.posts.find(({ urn }) => urn === id)
      if (post) post.deleted_at ??= service.options.now().getTime()
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

function idOf(account: string | undefined) {
  const person = people.find(({ username }) => username === account)
  const page = organizations.find(({ vanityName }) => vanityName === account)
  return person?.id ?? page?.id ?? account
}

function routesOf(service: Service): FastifyPluginAsync {
  return async (app) => {
    takeBytes(app)
    answerRefusals(app)
    const calls = [postCalls, mediaCalls, commentCalls, statisticsCalls, identityCalls]
    mountCalls(app, service, calls.flat())
    mountOAuth(app, service)
    mountPages(app, service)
    app.all('/api/*', async () => {
      throw missing('Resource')
    })
  }
}
