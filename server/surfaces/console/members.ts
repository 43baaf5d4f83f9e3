import type { FastifyInstance } from 'fastify'
import {
  acceptInvitation,
  invitationsOf,
  invite,
  lookAt,
  NewInvitation,
  takeBack,
} from '#people/invitations.ts'
import { ChangedRole, changeRole, membersOf, removeMember } from '#people/members.ts'
import {
  bodyOf,
  type ConsoleDependencies,
  idIn,
  requireSigned,
  throttleAttempt,
  wordIn,
} from './dependencies.ts'
import { memberOf, ownerOf } from './workspaces.ts'

export function memberRoutes(app: FastifyInstance, deps: ConsoleDependencies) {
  const { people } = deps

  app.get('/workspaces/:workspace_id/members', async (request) => {
    const member = await memberOf(deps, request)
    return {
      members: await membersOf(people, member),
      invitations: await invitationsOf(people, member),
    }
  })

  app.put('/workspaces/:workspace_id/members/:person_id', async (request, reply) => {
    const owner = await ownerOf(deps, request)
    const { role } = bodyOf(ChangedRole, request)
    await changeRole(people, owner, idIn(request, 'person_id'), role)
    return reply.code(204).send()
  })

  app.delete('/workspaces/:workspace_id/members/:person_id', async (request, reply) => {
    const member = await memberOf(deps, request, 'also in one that ends')
    await removeMember(people, member, idIn(request, 'person_id'))
    return reply.code(204).send()
  })

  app.post('/workspaces/:workspace_id/invitations', async (request, reply) => {
    const owner = await ownerOf(deps, request)
    const invitation = await invite(people, owner, bodyOf(NewInvitation, request))
    return reply.code(201).send({ invitation })
  })

  app.delete('/workspaces/:workspace_id/invitations/:id', async (request, reply) => {
    const owner = await ownerOf(deps, request)
    await takeBack(people, owner, idIn(request, 'id'))
    return reply.code(204).send()
  })

  app.get('/invitations/:token', async (request) => {
    const token = wordIn(request, 'token')
    await throttleAttempt(deps, 'link', request, token)
    return lookAt(people, token)
  })

  app.post('/invitations/:token/accept', async (request) => {
    const { person } = await requireSigned(deps, request)
    const token = wordIn(request, 'token')
    await throttleAttempt(deps, 'link', request, token)
    return { workspace: await acceptInvitation(people, person, token) }
  })
}
