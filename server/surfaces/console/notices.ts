import type { FastifyInstance } from 'fastify'
import {
  Asked,
  bellOf,
  changePreferences,
  markRead,
  Preferences,
  preferencesOf,
  Read,
} from '#people/notices.ts'
import { parseInput } from '#rules/input.ts'
import type { ApiDependencies } from '../guard.ts'
import { bodyOf, type ConsoleDependencies } from './dependencies.ts'
import { memberOf } from './workspaces.ts'

/** The bell: what a member is told of this workspace, and how it comes by mail. Everybody has their own. */
export function noticeRoutes(
  app: FastifyInstance,
  deps: ConsoleDependencies,
  { environment }: Pick<ApiDependencies, 'environment'>,
) {
  const { people } = deps
  const platform = (id: string) => environment.manifests[id]?.name ?? id

  app.get('/workspaces/:workspace_id/notices', async (request) => {
    const member = await memberOf(deps, request)
    return bellOf(people, member, parseInput(Asked, request.query ?? {}), platform)
  })

  app.post('/workspaces/:workspace_id/notices/read', async (request, reply) => {
    const member = await memberOf(deps, request, 'also in one that ends')
    await markRead(people, member, bodyOf(Read, request))
    return reply.code(204).send()
  })

  app.get('/workspaces/:workspace_id/notices/preferences', async (request) =>
    preferencesOf(people, await memberOf(deps, request)),
  )

  app.put('/workspaces/:workspace_id/notices/preferences', async (request) => {
    const member = await memberOf(deps, request, 'also in one that ends')
    return changePreferences(people, member, bodyOf(Preferences, request))
  })
}
