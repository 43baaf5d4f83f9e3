/** The dashboard's own routes, for people who are signed in by a cookie. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operations } from '#operations/index.ts'
import { abilitiesOf, credentialOfPerson } from '#rules/role.ts'
import { free } from '#rules/leash.ts'
import type { ConnectDoor } from '../connect.ts'
import type { Door } from '../guard.ts'
import { rest } from '../rest.ts'
import type { OAuthDoor } from '../oauth.ts'
import { accountRoutes } from './account.ts'
import { connectRoutes } from './connect.ts'
import { connectedRoutes } from './connected.ts'
import { type ConsoleDoor, guardAnswer, requireOrigin } from './door.ts'
import { entryRoutes } from './entry.ts'
import { memberRoutes } from './members.ts'
import { scheduleRoutes } from './schedule.ts'
import { memberOf, workspaceRoutes } from './workspaces.ts'

/** Everything below /console: no answer is kept, and no write comes from another site. */
export async function consoleRoutes(
  app: FastifyInstance,
  door: ConsoleDoor,
  apiDoor: Door,
  { connect, oauth }: { connect: ConnectDoor; oauth: OAuthDoor },
) {
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        guardAnswer(reply)
        if (request.method !== 'GET' && request.method !== 'HEAD') requireOrigin(door, request)
      })
      entryRoutes(scope, door)
      accountRoutes(scope, door)
      workspaceRoutes(scope, door)
      memberRoutes(scope, door)
      scheduleRoutes(scope, door)
      connectRoutes(scope, door, connect)
      connectedRoutes(scope, { console: door, api: apiDoor, oauth })
      rest(scope, operations, apiDoor, {
        prefix: '/workspaces/:workspace_id',
        via: 'dashboard',
        enter: (request) => enterAsMember(door, request),
      })
    },
    { prefix: '/console' },
  )
}

/** The whole REST API, for a member as far as the role goes. */
async function enterAsMember(door: ConsoleDoor, request: FastifyRequest) {
  const { workspace_id, person_id, role } = await memberOf(door, request)
  const credential = credentialOfPerson(person_id)
  request.holder = { workspace_id, credential, abilities: abilitiesOf(role), leash: free }
}
