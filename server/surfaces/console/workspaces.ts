import type { FastifyInstance, FastifyRequest } from 'fastify'
import { membership, type Membership, requireOwner, requireStaying } from '#people/members.ts'
import {
  ChangedWorkspace,
  makeWorkspace,
  NewWorkspace,
  updateWorkspace,
  workspacesOf,
} from '#people/workspaces.ts'
import { abilitiesOf, credentialOfPerson, leashOf } from '#rules/role.ts'
import { bodyOf, type ConsoleDependencies, idIn, requireSigned } from './dependencies.ts'

/** What may be written in a workspace that is being deleted: whatever lets go of it, or keeps it. */
type Writes = 'also in one that ends'

/**
 * The signed-in person in the workspace of the address; a stranger is told that there is none. One that is being deleted is only
 * read.
 */
export async function memberOf(
  deps: ConsoleDependencies,
  request: FastifyRequest,
  writes?: Writes,
): Promise<Membership> {
  const { person } = await requireSigned(deps, request)
  const workspace_id = idIn(request, 'workspace_id')
  const member = await membership(deps.people, { workspace_id, person_id: person.id })
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (!reads && !writes) await requireStaying(deps.people, member)
  return member
}

/** Who calls, as far as the role goes. */
export function holderOfMember({ workspace_id, person_id, role }: Membership) {
  const credential = credentialOfPerson(person_id)
  return { workspace_id, credential, abilities: abilitiesOf(role), leash: leashOf(role) }
}

export async function ownerOf(
  deps: ConsoleDependencies,
  request: FastifyRequest,
  writes?: Writes,
): Promise<Membership> {
  const member = await memberOf(deps, request, writes)
  requireOwner(member)
  return member
}

export function workspaceRoutes(app: FastifyInstance, deps: ConsoleDependencies) {
  const { people } = deps

  app.post('/workspaces', async (request, reply) => {
    const { person } = await requireSigned(deps, request)
    const workspace = await makeWorkspace(people, person.id, bodyOf(NewWorkspace, request))
    return reply.code(201).send({ workspace })
  })

  app.get('/workspaces/:workspace_id', async (request) => {
    const { person_id, workspace_id } = await memberOf(deps, request)
    const workspaces = await workspacesOf(people, person_id)
    return { workspace: workspaces.find(({ id }) => id === workspace_id) }
  })

  app.put('/workspaces/:workspace_id', async (request) => {
    const owner = await ownerOf(deps, request)
    return { workspace: await updateWorkspace(people, owner, bodyOf(ChangedWorkspace, request)) }
  })
}
