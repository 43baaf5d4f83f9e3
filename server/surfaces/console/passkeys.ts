/** Passkeys: a person's own, and signing in by one. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { signIn } from '#access/sessions.ts'
import { throttleNetwork } from '#access/throttle.ts'
import {
  bodyOf,
  type ConsoleDependencies,
  idIn,
  requireSigned,
  throttleAttempt,
} from './dependencies.ts'

/** Every page to sign in at asks for one, so that the browser offers passkeys in the field of the address. */
const CHALLENGES = { limit: 30, seconds: 60 }

export function passkeyRoutes(app: FastifyInstance, deps: ConsoleDependencies) {
  const { people } = deps
  // Few have one: the library that checks them comes when somebody asks.
  const load = () => import('#people/passkeys.ts')

  app.post('/sign-in/passkey/challenge', async (request) => {
    await throttleNetwork(people.db, 'passkey_challenge', request.ip, CHALLENGES, people.now())
    return (await load()).challengeToSignIn(people, deps.base_url)
  })

  app.post('/sign-in/passkey', async (request, reply) => {
    const { base_url } = deps
    const passkeys = await load()
    const given = bodyOf(passkeys.ByPasskey, request)
    await throttleAttempt(deps, 'passkey', request, given.response.id)
    const person = await passkeys.takePasskey(people, { ...given, base_url })
    const as = { person_id: person.id, base_url, now: people.now() }
    void reply.header('set-cookie', await signIn(people.db, request, as))
    return { person }
  })

  app.get('/passkeys', async (request) => {
    const { signed, passkeys } = await enter(request)
    return passkeys.passkeysOf(people, signed, deps.base_url)
  })

  app.post('/passkeys/offer', async (request) => {
    const { signed, passkeys } = await enter(request)
    const given = bodyOf(passkeys.Wanted, request)
    await throttleAttempt(deps, 'password', request, signed.person.email)
    return passkeys.offer(people, signed, { ...given, base_url: deps.base_url })
  })

  app.post('/passkeys', async (request, reply) => {
    const { signed, passkeys } = await enter(request)
    const given = bodyOf(passkeys.Added, request)
    const passkey = await passkeys.add(people, signed, { ...given, base_url: deps.base_url })
    return reply.code(201).send({ passkey })
  })

  app.put('/passkeys/:id', async (request) => {
    const { signed, passkeys } = await enter(request)
    const id = idIn(request, 'id')
    return {
      passkey: await passkeys.rename(people, signed, { ...bodyOf(passkeys.Renamed, request), id }),
    }
  })

  app.post('/passkeys/:id/remove', async (request, reply) => {
    const { signed, passkeys } = await enter(request)
    const at = { id: idIn(request, 'id'), base_url: deps.base_url }
    const given = bodyOf(passkeys.Removed, request)
    await throttleAttempt(deps, 'password', request, signed.person.email)
    await passkeys.remove(people, signed, { ...given, ...at })
    return reply.code(204).send()
  })

  async function enter(request: FastifyRequest) {
    return { signed: await requireSigned(deps, request), passkeys: await load() }
  }
}
