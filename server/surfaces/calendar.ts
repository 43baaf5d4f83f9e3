/** What is planned, for programs for calendars: the address itself is what lets them in. */
import type { FastifyInstance } from 'fastify'
import { throttleNetwork } from '#access/throttle.ts'
import { feedOf } from '#operations/calendars/parts/feed.ts'
import type { Environment } from '#operations/context.ts'
import { Problem } from '#rules/problem.ts'
import type { Db } from '#store/schema.ts'

interface CalendarDoor {
  db: Db
  environment: Environment
}

/** A program asks once an hour; a network may have many. */
const RATE = { limit: 120, seconds: 60 }

export function calendar(app: FastifyInstance, { db, environment }: CalendarDoor) {
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    void reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    await throttleNetwork(db, 'calendar', request.ip, RATE, environment.now())
    const [, token] = /^([A-Za-z0-9_-]{43})\.ics$/.exec(request.params.file) ?? []
    const feed = token === undefined ? undefined : await feedOf(db, token, environment)
    if (feed === undefined)
      throw new Problem('not_found', 'Ask for a new address: there is nothing here.')
    return reply
      .type('text/calendar; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(feed)
  })
}
