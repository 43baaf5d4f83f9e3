import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  compositionOf,
  compositionsOf,
  forgetComposition,
  keepComposition,
  Uuid,
  Written,
} from '#people/compositions.ts'
import { Problem } from '#rules/problem.ts'
import { bodyOf, type ConsoleDependencies, wordIn } from './dependencies.ts'
import { memberOf } from './workspaces.ts'

/** What a member has begun to write: everybody has their own, and sees no other. */
export function compositionRoutes(app: FastifyInstance, deps: ConsoleDependencies) {
  const { people } = deps

  app.get('/workspaces/:workspace_id/compositions', async (request) =>
    compositionsOf(people, await memberOf(deps, request)),
  )

  app.get('/workspaces/:workspace_id/compositions/:uuid', async (request) =>
    compositionOf(people, await memberOf(deps, request), uuidIn(request)),
  )

  app.put('/workspaces/:workspace_id/compositions/:uuid', async (request) => {
    const member = await memberOf(deps, request)
    return keepComposition(people, member, uuidIn(request), bodyOf(Written, request))
  })

  app.delete('/workspaces/:workspace_id/compositions/:uuid', async (request, reply) => {
    await forgetComposition(people, await memberOf(deps, request), uuidIn(request))
    return reply.code(204).send()
  })
}

function uuidIn(request: FastifyRequest) {
  const uuid = Uuid.safeParse(wordIn(request, 'uuid'))
  if (uuid.success) return uuid.data
  throw new Problem('not_found', 'There is nothing at this address.')
}
