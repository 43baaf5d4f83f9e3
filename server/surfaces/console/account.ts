/** What people do about themselves: name, password, address, sessions. */
import type { FastifyInstance } from 'fastify'
import { ChangedEmail, changeEmail, confirm, confirmAgain, ConfirmedEmail } from '#people/email.ts'
import {
  ChangedPassword,
  changePassword,
  forgotPassword,
  Forgotten,
  Reset,
  resetPassword,
} from '#people/password.ts'
import { identityOf, LinkedIdentity, requirePassword } from '#people/sign-in.ts'
import { Problem } from '#rules/problem.ts'
import { changeProfile, Profile } from '#people/profile.ts'
import { endOneSession, sessionsOf } from '#people/sessions.ts'
import { workspacesAndCursors } from '#people/workspaces.ts'
import {
  bodyOf,
  type ConsoleDependencies,
  idIn,
  requireAnybody,
  requireSigned,
  throttleAttempt,
} from './dependencies.ts'

export function accountRoutes(app: FastifyInstance, deps: ConsoleDependencies) {
  const { people } = deps

  app.get('/me', async (request) => {
    const { person } = await requireAnybody(deps, request)
    return { person, ...(await workspacesAndCursors(people, person.id)) }
  })

  app.put('/me', async (request) => {
    const { person } = await requireSigned(deps, request)
    return { person: await changeProfile(people, person, bodyOf(Profile, request)) }
  })

  app.put('/password', async (request, reply) => {
    const signed = await requireSigned(deps, request)
    const given = bodyOf(ChangedPassword, request)
    await throttleAttempt(deps, 'password', request, signed.person.email)
    await changePassword(people, signed, given)
    return reply.code(204).send()
  })

  app.post('/password/forgot', async (request, reply) => {
    const given = bodyOf(Forgotten, request)
    await throttleAttempt(deps, 'forgot', request, given.email)
    await forgotPassword(people, given)
    return reply.code(202).send({})
  })

  app.post('/password/reset', async (request, reply) => {
    const given = bodyOf(Reset, request)
    await throttleAttempt(deps, 'link', request, given.token)
    await resetPassword(people, given)
    return reply.code(204).send()
  })

  app.post('/email', async (request, reply) => {
    const { person } = await requireSigned(deps, request)
    const given = bodyOf(ChangedEmail, request)
    await throttleAttempt(deps, 'password', request, person.email)
    await changeEmail(people, person.id, given)
    return reply.code(202).send({})
  })

  app.post('/email/again', async (request, reply) => {
    const { person } = await requireSigned(deps, request)
    await throttleAttempt(deps, 'confirmation', request, person.email)
    const confirmed = await confirmAgain(people, person)
    return reply.code(confirmed ? 200 : 202).send({ confirmed })
  })

  app.post('/email/confirm', async (request, reply) => {
    const given = bodyOf(ConfirmedEmail, request)
    await throttleAttempt(deps, 'link', request, given.token)
    await confirm(people, given)
    return reply.code(204).send()
  })

  app.get('/identity', async (request) => {
    const { person } = await requireSigned(deps, request)
    return identityOf(people, person.id)
  })

  app.post('/identity', async (request, reply) => {
    const { person } = await requireSigned(deps, request)
    const { password = '' } = bodyOf(LinkedIdentity, request)
    await throttleAttempt(deps, 'password', request, person.email)
    const { oidc } = people
    if (!oidc) throw new Problem('not_found', 'Nobody signs in by a provider here.')
    const { needs_password } = await identityOf(people, person.id)
    if (needs_password) await requirePassword(people, person.id, password, 'password')
    const { beginLink } = await import('../oidc.ts')
    const door = { people, oidc, base_url: deps.base_url }
    return { url: await beginLink(door, { request, reply }, person.id) }
  })

  app.get('/sessions', async (request) => ({
    sessions: await sessionsOf(people, await requireSigned(deps, request)),
  }))

  app.delete('/sessions/:id', async (request, reply) => {
    const signed = await requireSigned(deps, request)
    await endOneSession(people, signed, idIn(request, 'id'))
    return reply.code(204).send()
  })
}
