/**
 * X as its documents describe it, strict and with a memory: OAuth 2.0, posts, media, reads, limits, prices, faults.
 * Everything here follows docs/facts/x.md, which quotes the official documentation and
 * OpenAPI 2.167 of 2026-08-22. Hosts: `api.x.com` under `/api`, `x.com` under `/web`.
 *
 * Calls, as faults name them: `post`, `delete`, `upload`, `alt`, `status`, `token`, `me`, `read`.
 */
import type { FastifyError, FastifyPluginAsync } from 'fastify'
import { crowd, named } from '../kit/crowd.ts'
import { FaultDesk, type Emulator } from '../kit/emulator.ts'
import { onItsOwn } from '../kit/on-its-own.ts'
import { takeBytes } from '../kit/bodies.ts'
import { analyticsCalls } from './analytics.ts'
import { appear } from './appearing.ts'
import { ownFaults, specialFaults } from './faults.ts'
import { mediaCalls } from './media.ts'
import { mountAuthorize } from './authorize.ts'
import { mountTokens } from './tokens.ts'
import { mountPages, received } from './pages.ts'
import { readCalls } from './reads.ts'
import { notFound, Refusal, tooLarge } from './refusal.ts'
import { changed, mountCalls, type Member, type Service } from './service.ts'
import { tweetCalls } from './tweets.ts'
import { createStore, removeTweet } from './store.ts'

const people: readonly Member[] = [
  { id: '1455953449422516226', username: 'ada_types', name: 'Ada Lindqvist', premium: false },
  { id: '1529407781032136704', username: 'bruno_bakes', name: 'Bruno Okafor', premium: false },
  { id: '1601284937751642113', username: 'clara_long', name: 'Clara Weiss', premium: true },
  { id: '1688120345590267905', username: 'dmitri_dev', name: 'Dmitri Sato', premium: false },
  ...crowd((number) => ({
    id: `17000000000000010${number}`,
    username: `crowd_${number}`,
    name: `Crowd ${number}`,
    premium: false,
  })),
]

/** `clara_long` has Premium: 25,000 characters, longer videos. */
export const emulator = onItsOwn((options): Emulator => {
  const service: Service = {
    options,
    people,
    faults: new FaultDesk(),
    store: createStore(options.saved),
  }
  return {
    routes: routesOf(service),
    people: named(people),
    faults: service.faults,
    own_faults: [...Object.keys(ownFaults), ...specialFaults],
    posts(account) {
      const person = people.find(({ id, username }) => account === id || account === username)
      const { timelines, tweets } = service.store
      const found =
        account === undefined ? tweets.values() : (timelines.get(person?.id ?? '') ?? [])
      return Array.from(found, (tweet) => received(service, tweet))
    },
    appear: (appearance) => appear(service, appearance),
    take_down(id) {
      const tweet = service.store.tweets.get(id)
      if (tweet) removeTweet(service.store, tweet)
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
    takeBytes(app)
    app.setErrorHandler((error: FastifyError | Refusal, _request, reply) => {
      const refusal = error instanceof Refusal ? error : refusalOf(error)
      if (!refusal) throw error
      return reply
        .code(refusal.status)
        .headers(refusal.headers)
        .type(refusal.type)
        .send(refusal.body)
    })
    mountCalls(app, service, [...tweetCalls, ...readCalls, ...analyticsCalls, ...mediaCalls])
    mountAuthorize(app, service)
    mountTokens(app, service)
    mountPages(app, service)
    app.all('/api/*', async () => {
      throw notFound()
    })
  }
}

function refusalOf({ statusCode }: FastifyError) {
  return statusCode === 413 ? tooLarge() : undefined
}
