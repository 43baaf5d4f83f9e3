/**
 * Facebook Pages as Meta's documents describe them, strict and with a memory: signing in, Pages, posts, photos, videos,
 * reels, stories, comments, insights, limits, faults. Everything follows docs/facts/facebook.md
 * (Graph v26.0). Hosts: `graph.facebook.com` under `/graph`, `rupload.facebook.com` under `/rupload`,
 * `www.facebook.com` under `/web`.
 *
 * Calls, as faults name them: `post`, `upload`, `comment`, `status` (one object), `read` (lists, insights), `me`,
 * `token`, `edit`, `delete`.
 */
import type { FastifyPluginAsync } from 'fastify'
import { FaultDesk, type Emulator } from '../kit/emulator.ts'
import { onItsOwn } from '../kit/on-its-own.ts'
import { takeBytes } from '../kit/bodies.ts'
import { mountTokenInfo } from '../kit/graph-token-info.ts'
import { answerRefusals } from '../kit/refusal.ts'
import { accountCalls } from './accounts.ts'
import { appear } from './appearing.ts'
import { businessCalls } from './businesses.ts'
import { ownFaults, specialFaults } from './faults.ts'
import { mountPages, received } from './feed.ts'
import { insightCalls } from './insights.ts'
import { mountOauth } from './oauth.ts'
import { pages, people } from './people.ts'
import { postingCalls } from './posting.ts'
import { readCalls } from './reads.ts'
import { ruploadRoutes } from './rupload.ts'
import { changed, mountGraph, type Service } from './service.ts'
import { videoCalls } from './videos.ts'
import type { Token } from './state.ts'
import { createStore } from './store.ts'

/** `clara.chain` has 27 Pages, on the last of which she may not post; `dora.agency` has hers through a Business Portfolio. */
export const emulator = onItsOwn((options): Emulator => {
  const service: Service = { options, faults: new FaultDesk(), store: createStore(options.saved) }
  return {
    routes: routesOf(service),
    people,
    faults: service.faults,
    own_faults: [...Object.keys(ownFaults), ...specialFaults],
    posts(account) {
      const page = pages.find(({ id, username }) => account === id || account === username)
      return received(service).filter(
        (post) => account === undefined || post.account === (page?.id ?? account),
      )
    },
    appear: (appearance) => appear(service, appearance),
    take_down(id) {
      const { posts, videos } = service.store
      const of = videos.get(id)?.post_id ?? id
      for (const [name, video] of videos) if (video.post_id === of) videos.delete(name)
      posts.delete(of)
      changed(service)
    },
    reset() {
      service.store = createStore(undefined, service.store.last)
      service.faults.clear()
      changed(service)
    },
  }
})

function routesOf(service: Service): FastifyPluginAsync {
  return async (app) => {
    takeBytes(app)
    answerRefusals(app)
    mountOauth(app, service)
    const pageOf = ({ page_id }: Token) => page_id ?? undefined
    mountTokenInfo(app, { service, host: 'graph', pageOf })
    mountGraph(app, service, [
      ...accountCalls,
      ...businessCalls,
      ...postingCalls,
      ...videoCalls,
      ...insightCalls,
      ...readCalls,
    ])
    mountPages(app, service)
    await app.register(async (inner) => ruploadRoutes(inner, service))
  }
}
