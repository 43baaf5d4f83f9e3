/** Connected apps: what members allowed OAuth clients, how far each goes, and its end. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type App, leashApp, listApps, lockApp, revokeApp } from '#access/oauth/apps.ts'
import type { Context } from '#operations/context.ts'
import { checkLeash, leashFields } from '#operations/leash-fields.ts'
import { undoDay } from '#operations/undo.ts'
import { allows } from '#rules/ability.ts'
import { credentialOfGrant } from '#rules/grant.ts'
import { placesOf } from '#access/oauth/consent.ts'
import { adjusted, free } from '#rules/leash.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { abilitiesOf, credentialOfPerson, type Role } from '#rules/role.ts'
import type { Scope } from '#store/schema.ts'
import { goneSignal } from '#surfaces/guard.ts'
import type { ConnectedDoor } from './connected.ts'
import { bodyOf, requireSigned } from './door.ts'

const numeric = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)
const InWorkspace = z.object({ workspace: numeric })
const OfGrant = InWorkspace.extend({ id: numeric })

/** Owners see every app, others those that they allowed themselves. */
interface Visit extends Scope {
  person_id: number
  role: Role
}

export function grantRoutes(app: FastifyInstance, { console, api }: ConnectedDoor) {
  const { db, environment, stopping } = api
  const all = '/workspaces/:workspace/grants'

  app.get(all, async (request) => {
    const visit = await enter(request)
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

  async function enter(request: FastifyRequest): Promise<Visit> {
    const { person } = await requireSigned(console, request)
    const { data } = InWorkspace.safeParse(request.params)
    const places = await placesOf(db, person.id)
    const place = places.find(({ id }) => id === data?.workspace)
    if (!place) throw new Problem('not_found', 'There is no such workspace.')
    return { db, workspace_id: place.id, person_id: person.id, role: place.role }
  }

  async function change<T>(request: FastifyRequest, run: (app: App, visit: Visit) => Promise<T>) {
    const visit = await enter(request)
    const { data } = OfGrant.safeParse(request.params)
    return db.transaction().execute(async (tx) => {
      const within = { ...visit, db: tx }
      const found = data && (await lockApp(within, data.id))
      const theirs = found && (visit.role === 'owner' || found.person.id === visit.person_id)
      if (!theirs) throw new Problem('not_found', 'There is no such connected app.')
      return run(found, within)
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
      via: 'rest' as const,
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
