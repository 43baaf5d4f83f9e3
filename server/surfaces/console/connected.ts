/** What the rooms of the dashboard about connected apps speak to. */
import type { FastifyInstance } from 'fastify'
import { consentRoutes } from './consents.ts'
import type { ConnectedDoor } from './door.ts'
import { grantRoutes } from './grants.ts'

export function connectedRoutes(app: FastifyInstance, door: ConnectedDoor) {
  consentRoutes(app, door)
  grantRoutes(app, door)
}
