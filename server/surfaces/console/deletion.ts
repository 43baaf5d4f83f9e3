/** The end of a workspace, and of a person: asked for here, and taken back as long as that goes. */
import type { FastifyInstance } from 'fastify'
import { goneCookie } from '#access/sessions.ts'
import { bodyOf, type ConsoleDependencies, requireSigned, throttleAttempt } from './dependencies.ts'
import { ownerOf } from './workspaces.ts'

export function deletionRoutes(app: FastifyInstance, deps: ConsoleDependencies) {
  const { people } = deps
  // Once in the life of a workspace, and of a person: their code comes when somebody asks.
  const ofWorkspaces = () => import('#people/workspace-deletion.ts')
  const ofPersons = () => import('#people/person-deletion.ts')

  app.get('/workspaces/:workspace_id/deletion', async (request) => {
    const owner = await ownerOf(deps, request)
    return (await ofWorkspaces()).outlookOf(people, owner)
  })

  app.post('/workspaces/:workspace_id/deletion', async (request, reply) => {
    const owner = await ownerOf(deps, request)
    const signed = await requireSigned(deps, request)
    const { AskedDeletion, askToDelete } = await ofWorkspaces()
    const given = bodyOf(AskedDeletion, request)
    await throttleAttempt(deps, 'password', request, signed.person.email)
    return reply.code(202).send({ deletion: await askToDelete(people, signed, owner, given) })
  })

  app.delete('/workspaces/:workspace_id/deletion', async (request, reply) => {
    const owner = await ownerOf(deps, request, 'also in one that ends')
    const { person } = await requireSigned(deps, request)
    await (await ofWorkspaces()).keepWorkspace(people, owner, person.name)
    return reply.code(204).send()
  })

  app.get('/me/deletion', async (request) => {
    const signed = await requireSigned(deps, request)
    return (await ofPersons()).lookAtEnd(people, signed)
  })

  app.post('/me/deletion', async (request, reply) => {
    const signed = await requireSigned(deps, request)
    const { AskedEnd, endPerson } = await ofPersons()
    const given = bodyOf(AskedEnd, request)
    await throttleAttempt(deps, 'password', request, signed.person.email)
    await endPerson(people, signed, given)
    return reply.code(204).header('set-cookie', goneCookie(deps.base_url)).send()
  })
}
