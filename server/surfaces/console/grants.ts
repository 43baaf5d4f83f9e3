/** Connected apps: what members allowed OAuth clients, how far each goes, and its end. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type App, leashApp, listApps, lockApp, revokeApp } from '#access/oauth/apps.ts'
import type { Context } from '#operations/context.ts'
import { checkLeash, leashFields } from '#operations/keys/parts/leash-fields.ts'
import { undoDay } from '#operations/posts/parts/undo.ts'
import { allows } from '#rules/ability.ts'
import { credentialOfGrant } from '#rules/grant.ts'
import type { Membership } from '#people/members.ts'
import { adjusted, free } from '#rules/leash.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { abilitiesOf, credentialOfPerson } from '#rules/role.ts'
import type { Scope } from '#store/schema.ts'
import { goneSignal } from '../guard.ts'
import { bodyOf, type ConnectedDoor, idIn } from './door.ts'
import { memberOf } from './workspaces.ts'

/** Owners see every app, others those that they allowed themselves. */
type Visit = Scope & Membership

export function grantRoutes(app: FastifyInstance, { console, api }: ConnectedDoor) {
  const { db, environment, stopping } = api
  const all = '/workspaces/:workspace_id/grants'

  app.get(all, async (request) => {
    const visit = { ...(await memberOf(console, request)), db }
    return { grants: await listApps(visit, visit.role === 'owner' ? undefined : visit.person_id) }
  })

  app.put(`${all}/:id`, async (request) => {
    const leash = bodyOf(leashFields, request)
    return change(request, async (found, visit) => {
      const problem = invalid(
        unprefixed(await checkLeash(leash, { ...visit, now: environment.now() })),
      )
      if (problem) throw problem
      return leashApp(visit, found, adjusted(found.leash, leash))
    })
  })

  app.delete(`${all}/:id`, async (request, reply) => {
    await change(request, ({ id }, visit) => revokeApp(visit, id, environment.now()))
    return reply.code(204).send()
  })

  app.post(`${all}/:id/undo-today`, async (request, reply) =>
    change(request, async ({ id }, visit) => {
      const abilities = abilitiesOf(visit.role)
      if (!allows(abilities, 'posts:write')) {
        throw new Problem('forbidden', 'Ask an editor or the owner: you may only look here.')
      }
      return undoDay(contextOf(visit, reply), credentialOfGrant(id))
    }),
  )

  async function change<T>(request: FastifyRequest, run: (app: App, visit: Visit) => Promise<T>) {
    const member = await memberOf(console, request)
    const id = idIn(request, 'id')
    return db.transaction().execute(async (tx) => {
      const visit = { ...member, db: tx }
      const found = await lockApp(visit, id)
      const theirs = found && (visit.role === 'owner' || found.person.id === visit.person_id)
      if (!theirs) throw new Problem('not_found', 'There is no such connected app.')
      return run(found, visit)
    })
  }

  function contextOf(
    { db: tx, workspace_id, person_id, role }: Visit,
    reply: FastifyReply,
  ): Context {
    const caller = {
      workspace_id,
      credential: credentialOfPerson(person_id),
      abilities: abilitiesOf(role),
      leash: free,
      via: 'dashboard' as const,
    }
    const signal = AbortSignal.any([goneSignal(reply), stopping])
    return { db: tx, workspace_id, caller, environment, now: environment.now(), signal }
  }
}

/** Here the leash is the whole body. */
function unprefixed(errors: Record<string, string[]>) {
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field.replace(/^leash\./, ''), texts]),
  )
}
