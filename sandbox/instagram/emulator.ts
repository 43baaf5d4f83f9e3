/**
 * Instagram publishing as Meta's documents describe it, strict and with a memory: both logins, containers that fetch
 * their media, publishing, resumable uploads, comments, insights, limits, faults. Everything follows docs/facts/instagram.md (Graph v26.0). Hosts: `www.instagram.com` under `/web`, `api.instagram.com` under `/api`,
 * `graph.instagram.com` under `/graph`; for the Facebook login `www.facebook.com` under `/fb_web`, `graph.facebook.com`
 * under `/fb_graph`, `rupload.facebook.com` under `/rupload`.
 *
 * Calls, as faults name them: `upload` (a container, bytes), `post` (`media_publish`), `status` (one object), `comment`,
 * `read` (lists, insights), `me`, `token`, `delete`.
 */
import type { FastifyPluginAsync } from 'fastify'
import { FaultDesk, type Emulator } from '../kit/emulator.ts'
import { onItsOwn } from '../kit/on-its-own.ts'
import { takeBytes } from '../kit/bodies.ts'
import { mountTokenInfo } from '../kit/graph-token-info.ts'
import { answerRefusals } from '../kit/refusal.ts'
import { accountCalls } from './accounts.ts'
import { appear } from './appearing.ts'
import { containerCalls } from './containers.ts'
import { ownFaults, specialFaults } from './faults.ts'
import { mountPages, received } from './feed.ts'
import { mountOauth } from './oauth.ts'
import { accountOf, accounts, people } from './people.ts'
import { insightCalls } from './insights.ts'
import { readCalls } from './reads.ts'
import { ruploadRoutes } from './rupload.ts'
import { changed, mountGraph, type Service } from './service.ts'
import { mountTokens } from './tokens.ts'
import type { Token } from './state.ts'
import { createStore } from './store.ts'

/** With the Facebook login `clara.chain` has 27 accounts, and `dora.agency` has hers through a Business Portfolio. */
export const emulator = onItsOwn((options): Emulator => {
  const service: Service = { options, faults: new FaultDesk(), store: createStore(options.saved) }
  return {
    routes: routesOf(service),
    people,
    faults: service.faults,
    own_faults: [...Object.keys(ownFaults), ...specialFaults],
    posts(account) {
      const found = accounts.find(({ id, username }) => account === id || account === username)
      return received(service).filter(
        (post) => account === undefined || post.account === (found?.id ?? account),
      )
    },
    appear: (appearance) => appear(service, appearance),
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
    mountTokens(app, service)
    const pageOf = ({ account_id }: Token) => accountOf(account_id)?.page_id
    mountTokenInfo(app, { service, host: 'fb_graph', pageOf })
    mountGraph(app, service, [...accountCalls, ...containerCalls, ...insightCalls, ...readCalls])
    mountPages(app, service)
    await app.register(async (inner) => ruploadRoutes(inner, service))
  }
}
