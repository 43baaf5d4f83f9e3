/** The end of a workspace, and of a person: asked for here, and taken back as long as that goes; and what they take along. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { goneCookie } from '#access/sessions.ts'
import { throttleNetwork } from '#access/throttle.ts'
import { bodyOf, type ConsoleDependencies, requireSigned, throttleAttempt } from './dependencies.ts'
import { type ApiDependencies, contextOf, goneSignal } from '../guard.ts'
import { holderOfMember, ownerOf } from './workspaces.ts'

/** Each reads through everything that happened. */
const EXPORTS = { limit: 6, seconds: 60 }

export function deletionRoutes(
  app: FastifyInstance,
  deps: ConsoleDependencies,
  api: ApiDependencies,
) {
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

  app.get('/workspaces/:workspace_id/export', async (request, reply) => {
    const owner = await ownerOf(deps, request)
    await throttleNetwork(people.db, 'export', request.ip, EXPORTS, people.now())
    const [{ entriesOf }, { zipOf }] = await Promise.all([
      import('#operations/archive.ts'),
      import('#operations/zip.ts'),
    ])
    request.holder = holderOfMember(owner)
    const context = contextOf(api, request, 'dashboard', goneSignal(reply))
    const again = async () => void (await ownerOf(deps, request))
    const zip = zipOf(entriesOf(context, again), people.now())
    zip.on('error', (error) => request.log.error({ err: error }, 'an export broke off'))
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="crier-workspace.zip"')
      .send(zip)
  })

  app.get('/me/export', async (request, reply) => {
    const { person } = await requireSigned(deps, request)
    await throttleNetwork(people.db, 'export', request.ip, EXPORTS, people.now())
    const { exportOf } = await import('#people/person-export.ts')
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="crier-my-data.json"')
      .send(Readable.from(exportOf(people, person)))
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
