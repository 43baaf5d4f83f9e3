/** Connected apps: what members allowed OAuth clients, how far each goes, and its end. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type App, leashApp, listApps, lockApp, revokeApp } from '#access/oauth/apps.ts'
import type { Context } from '#operations/context.ts'
import { checkLeash, leashFields } from '#operations/keys/parts/leash-fields.ts'
import { undoDay } from '#operations/posts/parts/undo.ts'
import { allows } from '#rules/ability.ts'
import { credentialOfGrant } from '#rules/grant.ts'
import { asMember, type Membership } from '#people/members.ts'
import { adjusted, loosened } from '#rules/leash.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { abilitiesOf } from '#rules/role.ts'
import type { Scope } from '#store/schema.ts'
import { goneSignal } from '../guard.ts'
import { bodyOf, type AppsDependencies, idIn } from './dependencies.ts'
import { offered, Ticked } from './toolsets.ts'
import { holderOfMember, memberOf } from './workspaces.ts'

/** Owners see every app, others those that they allowed themselves. */
type MemberContext = Scope & Membership

const Change = leashFields.extend({ toolsets: Ticked.optional() })

export function grantRoutes(app: FastifyInstance, { console, api }: AppsDependencies) {
  const { db, environment, stopping } = api
  const all = '/workspaces/:workspace_id/grants'

  app.get(all, async (request) => {
    const context = { ...(await memberOf(console, request)), db }
    const apps = await listApps(context, context.role === 'owner' ? undefined : context.person_id)
    return { grants: apps.map(shown), toolsets: offered }
  })

  app.put(`${all}/:id`, async (request) => {
    const { toolsets: ticked, ...leash } = bodyOf(Change, request)
    return change(request, async (found, context) => {
      const problem = invalid(
        unprefixed(await checkLeash(leash, { ...context, now: environment.now() })),
      )
      if (problem) throw problem
      const wanted = adjusted(found.leash, leash)
      const toolsets = ticked ?? found.toolsets
      requireHold(found, { leash: wanted, toolsets }, context)
      const leashed_by = holds(found, context) ? found.leashed_by : context.person_id
      return shown(await leashApp(context, found, { leash: wanted, leashed_by, toolsets }))
    })
  })

  app.delete(`${all}/:id`, async (request, reply) => {
    await change(request, ({ id }, context) => revokeApp(context, id, environment.now()))
    return reply.code(204).send()
  })

  app.post(`${all}/:id/undo-today`, async (request, reply) =>
    change(request, async ({ id }, context) => {
      const abilities = abilitiesOf(context.role)
      if (!allows(abilities, 'posts:write')) {
        throw new Problem('forbidden', 'Ask an editor or the owner: you may only look here.')
      }
      return undoDay(contextOf(context, reply), credentialOfGrant(id))
    }),
  )

  async function change<T>(
    request: FastifyRequest,
    run: (app: App, context: MemberContext) => Promise<T>,
  ) {
    const member = await memberOf(console, request)
    const id = idIn(request, 'id')
    return asMember(member, () =>
      db.transaction().execute(async (tx) => {
        const context = { ...member, db: tx }
        const found = await lockApp(context, id)
        const theirs = found && (context.role === 'owner' || found.person.id === context.person_id)
        if (!theirs) throw new Problem('not_found', 'There is no such connected app.')
        return run(found, context)
      }),
    )
  }

  function contextOf({ db: tx, ...member }: MemberContext, reply: FastifyReply): Context {
    const caller = { ...holderOfMember(member), via: 'dashboard' as const }
    const { workspace_id } = member
    const signal = AbortSignal.any([goneSignal(reply), stopping])
    return { db: tx, workspace_id, caller, environment, now: environment.now(), signal }
  }
}

/** What an owner put on an app only an owner takes off: its person may make it tighter. */
function requireHold(app: App, wanted: Pick<App, 'leash' | 'toolsets'>, context: MemberContext) {
  if (!holds(app, context)) return
  const { leash, toolsets } = app
  const more = toolsets && wanted.toolsets?.some((each) => !toolsets.includes(each))
  const looser = [...loosened(leash, wanted.leash), ...(more ? ['toolsets'] : [])]
  if (!looser.length) return
  throw new Problem(
    'forbidden',
    `Ask an owner of the workspace: an owner put this app on its leash, and ${looser.join(', ')} would be looser.`,
    { loosened: looser },
  )
}

/** Whether somebody above whoever asks has put it there. */
function holds({ leashed_by }: App, { role, person_id }: MemberContext) {
  return role !== 'owner' && leashed_by !== null && leashed_by !== person_id
}

/** Who changed the leash is for us to remember. */
function shown(app: App) {
  const { leashed_by: _, ...rest } = app
  return rest
}

/** Here the leash is the whole body. */
function unprefixed(errors: Record<string, string[]>) {
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field.replace(/^leash\./, ''), texts]),
  )
}
