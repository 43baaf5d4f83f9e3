/** What the rooms of the dashboard about connected apps speak to. */
import type { FastifyInstance } from 'fastify'
import { consentRoutes } from './consents.ts'
import type { AppsDependencies } from './dependencies.ts'
import { grantRoutes } from './grants.ts'

export function connectedRoutes(app: FastifyInstance, deps: AppsDependencies) {
  consentRoutes(app, deps)
  grantRoutes(app, deps)
}
