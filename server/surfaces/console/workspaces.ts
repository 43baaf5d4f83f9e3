import type { FastifyInstance, FastifyRequest } from 'fastify'
import { membership, type Membership, requireOwner } from '#people/members.ts'
import {
  ChangedWorkspace,
  makeWorkspace,
  NewWorkspace,
  updateWorkspace,
  workspacesOf,
} from '#people/workspaces.ts'
import { bodyOf, type ConsoleDoor, idIn, requireSigned } from './door.ts'

/** The signed-in person in the workspace of the address; a stranger is told that there is none. */
export async function memberOf(door: ConsoleDoor, request: FastifyRequest): Promise<Membership> {
  const { person } = await requireSigned(door, request)
  const workspace_id = idIn(request, 'workspace_id')
  return membership(door.people, { workspace_id, person_id: person.id })
}

export async function ownerOf(door: ConsoleDoor, request: FastifyRequest): Promise<Membership> {
  const member = await memberOf(door, request)
  requireOwner(member)
  return member
}

export function workspaceRoutes(app: FastifyInstance, door: ConsoleDoor) {
  const { people } = door

  app.post('/workspaces', async (request, reply) => {
    const { person } = await requireSigned(door, request)
    const workspace = await makeWorkspace(people, person.id, bodyOf(NewWorkspace, request))
    return reply.code(201).send({ workspace })
  })

  app.get('/workspaces/:workspace_id', async (request) => {
    const { person_id, workspace_id } = await memberOf(door, request)
    const workspaces = await workspacesOf(people, person_id)
    return { workspace: workspaces.find(({ id }) => id === workspace_id) }
  })

  app.put('/workspaces/:workspace_id', async (request) => {
    const owner = await ownerOf(door, request)
    return { workspace: await updateWorkspace(people, owner, bodyOf(ChangedWorkspace, request)) }
  })
}
