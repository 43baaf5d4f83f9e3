/** The dashboard's own routes, for people who are signed in by a cookie. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operations } from '#operations/index.ts'
import type { ConnectDependencies } from '../connect.ts'
import type { ApiDependencies } from '../guard.ts'
import { rest } from '../rest.ts'
import type { OAuthDependencies } from '../oauth.ts'
import { accountRoutes } from './account.ts'
import { connectRoutes } from './connect.ts'
import {
  type ConsoleDependencies,
  guardAnswer,
  requireOrigin,
  type AppsDependencies,
} from './dependencies.ts'
import { deletionRoutes } from './deletion.ts'
import { entryRoutes } from './entry.ts'
import { liveRoutes } from './live.ts'
import { memberRoutes } from './members.ts'
import { compositionRoutes } from './compositions.ts'
import { noticeRoutes } from './notices.ts'
import { passkeyRoutes } from './passkeys.ts'
import { scheduleRoutes } from './schedule.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { setUpRoutes } from './set-up.ts'
import { holderOfMember, memberOf, workspaceRoutes } from './workspaces.ts'
import { consentRoutes } from './consents.ts'
import { grantRoutes } from './grants.ts'

/** Everything below /console: no answer is kept, and no write comes from another site. */
export async function consoleRoutes(
  app: FastifyInstance,
  deps: ConsoleDependencies,
  apiDoor: ApiDependencies,
  { connect, oauth }: { connect: ConnectDependencies; oauth: OAuthDependencies },
) {
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        guardAnswer(reply)
        if (request.method !== 'GET' && request.method !== 'HEAD') requireOrigin(deps, request)
      })
      entryRoutes(scope, deps)
      accountRoutes(scope, deps)
      secondFactorRoutes(scope, deps)
      passkeyRoutes(scope, deps)
      workspaceRoutes(scope, deps)
      deletionRoutes(scope, deps, apiDoor)
      memberRoutes(scope, deps)
      scheduleRoutes(scope, deps)
      liveRoutes(scope, deps, apiDoor)
      connectRoutes(scope, deps, connect)
      setUpRoutes(scope, deps, connect.set_up)
      noticeRoutes(scope, deps, apiDoor)
      compositionRoutes(scope, deps)
      connectedRoutes(scope, { console: deps, api: apiDoor, oauth })
      rest(scope, operations, apiDoor, {
        prefix: '/workspaces/:workspace_id',
        via: 'dashboard',
        enter: (request) => enterAsMember(deps, request),
      })
    },
    { prefix: '/console' },
  )
}

/** The whole REST API, for a member as far as the role goes. */
async function enterAsMember(deps: ConsoleDependencies, request: FastifyRequest) {
  request.holder = holderOfMember(await memberOf(deps, request))
}

/** What the rooms of the dashboard about connected apps speak to. */
function connectedRoutes(app: FastifyInstance, deps: AppsDependencies) {
  consentRoutes(app, deps)
  grantRoutes(app, deps)
}
