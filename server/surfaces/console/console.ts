/** The dashboard's own routes, for people who are signed in by a cookie. */
import type { FastifyInstance } from 'fastify'
import { type ConsoleDoor, guardAnswer, requireOrigin } from './door.ts'
import { entryRoutes } from './entry.ts'

/** Everything below /console: no answer is kept, and no write comes from another site. */
export async function consoleRoutes(app: FastifyInstance, door: ConsoleDoor) {
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        guardAnswer(reply)
        if (request.method !== 'GET' && request.method !== 'HEAD') requireOrigin(door, request)
      })
      entryRoutes(scope, door)
    },
    { prefix: '/console' },
  )
}
