/** A person's second factor: set up, confirmed, ended. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ConsoleDependencies, bodyOf, requireSigned, throttleAttempt } from './dependencies.ts'

export function secondFactorRoutes(app: FastifyInstance, deps: ConsoleDependencies) {
  const { people } = deps
  // Few have one: its code comes when somebody asks.
  const load = () => import('#people/second-factor.ts')

  app.get('/second-factor', async (request) => {
    const { person } = await requireSigned(deps, request)
    return (await load()).stateOf(people, person.id)
  })

  app.post('/second-factor', async (request) => {
    const { signed, factors } = await enter(request)
    const { password } = bodyOf(factors.Offered, request)
    await throttleAttempt(deps, 'password', request, signed.person.email)
    const host = new URL(deps.base_url).hostname
    return factors.offer(people, signed, { password, host })
  })

  app.post('/second-factor/confirm', async (request) => {
    const { signed, factors } = await enter(request)
    return factors.confirm(people, signed, bodyOf(factors.Confirmed, request))
  })

  app.post('/second-factor/codes', async (request) => {
    const { signed, factors } = await enter(request)
    const given = bodyOf(factors.Confirmed, request)
    await throttleAttempt(deps, 'password', request, signed.person.email)
    return factors.renewCodes(people, signed, given)
  })

  app.post('/second-factor/end', async (request, reply) => {
    const { signed, factors } = await enter(request)
    const given = bodyOf(factors.Ended, request)
    await throttleAttempt(deps, 'password', request, signed.person.email)
    await factors.end(people, signed, given)
    return reply.code(204).send()
  })

  async function enter(request: FastifyRequest) {
    return { signed: await requireSigned(deps, request), factors: await load() }
  }
}
