/** The dashboard's own routes, for people who are signed in by a cookie. */
import type { FastifyInstance } from 'fastify'
import { type ConsoleDoor, guardAnswer, requireOrigin } from './door.ts'
import { entryRoutes } from './entry.ts'

/** Everything below /console: no answer is kept, and no write comes from another site. `more` is what others bring along. */
export async function consoleRoutes(
  app: FastifyInstance,
  door: ConsoleDoor,
  more: (scope: FastifyInstance) => void,
) {
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        guardAnswer(reply)
        if (request.method !== 'GET' && request.method !== 'HEAD') requireOrigin(door, request)
      })
      entryRoutes(scope, door)
      more(scope)
    },
    { prefix: '/console' },
  )
}
