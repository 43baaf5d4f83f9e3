/** Coming in and going out: sign-up, sign-in, sign-out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { goneCookie, signIn } from '#access/sessions.ts'
import { checkSignIn, needsCode, SignIn, SignInByLink, takeSignInLink } from '#people/sign-in.ts'
import { endThisSession, endEverySession } from '#people/sessions.ts'
import { relyingParty } from '#rules/passkey.ts'
import { SignUp, signUp, signUpState } from '#people/sign-up.ts'
import {
  bodyOf,
  type ConsoleDependencies,
  requireSigned,
  signedIn,
  throttleAttempt,
} from './dependencies.ts'

/** The one address where passkeys of this service are; null where there are none. */
function passkeysAt({ people, base_url }: ConsoleDependencies) {
  const party = relyingParty(base_url)
  return people.takes_passwords && !('why' in party) ? party.origin : null
}

export function entryRoutes(app: FastifyInstance, deps: ConsoleDependencies) {
  const { people } = deps

  app.get('/state', async () => ({
    sign_up: await signUpState(people),
    passwords: people.takes_passwords,
    passkeys: passkeysAt(deps),
    oidc: people.oidc ? { name: people.oidc.name } : null,
    version: deps.version,
    sandbox: deps.sandbox_url !== undefined,
    sandbox_url: deps.sandbox_url ?? null,
  }))

  app.post('/sign-up', async (request, reply) => {
    const given = bodyOf(SignUp, request)
    await throttleAttempt(deps, 'sign_up', request, given.email)
    const person = await signUp(people, given)
    // The same for an address that is known and one that is not: what follows is in the mail.
    if (!person) return reply.code(202).send({ confirm: true })
    await begin(request, reply, person.id)
    return reply.code(201).send({ person })
  })

  app.post('/sign-in', async (request, reply) => {
    const given = bodyOf(SignIn, request)
    await throttleAttempt(deps, 'password', request, given.email)
    const person = await checkSignIn(people, given)
    if (await needsCode(people, person.id)) {
      // The same once more, with a code: nothing is kept of somebody who is not in yet.
      if (given.code === undefined) return { second_factor: true }
      const { requireCode } = await import('#people/second-factor.ts')
      await requireCode(people, person, given.code)
    }
    await begin(request, reply, person.id)
    return { person }
  })

  app.post('/sign-in/link', async (request, reply) => {
    const given = bodyOf(SignInByLink, request)
    await throttleAttempt(deps, 'link', request, given.token)
    const person = await takeSignInLink(people, given)
    await begin(request, reply, person.id)
    return { person }
  })

  app.post('/sign-out', async (request, reply) => {
    const signed = await signedIn(deps, request)
    if (signed) await endThisSession(people, signed)
    return leave(reply)
  })

  app.post('/sign-out-everywhere', async (request, reply) => {
    const { person } = await requireSigned(deps, request)
    await endEverySession(people, person.id)
    return leave(reply)
  })

  async function begin(request: FastifyRequest, reply: FastifyReply, person_id: number) {
    const { base_url } = deps
    const now = people.now()
    void reply.header('set-cookie', await signIn(people.db, request, { person_id, base_url, now }))
  }

  function leave(reply: FastifyReply) {
    return reply.header('set-cookie', goneCookie(deps.base_url)).code(204).send()
  }
}
