/** What the rooms of the dashboard about connected apps speak to. */
import type { FastifyInstance } from 'fastify'
import type { Door } from '../guard.ts'
import type { OAuthDoor } from '../oauth.ts'
import { consentRoutes } from './consents.ts'
import type { ConsoleDoor } from './door.ts'
import { grantRoutes } from './grants.ts'

export interface ConnectedDoor {
  console: ConsoleDoor
  api: Door
  oauth: OAuthDoor
}

export function connectedRoutes(app: FastifyInstance, door: ConnectedDoor) {
  consentRoutes(app, door)
  grantRoutes(app, door)
}
