/** The page on which a person lets an app in, and the way back to the app. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { consentPage, type EmulatorOptions, type Person } from './emulator.ts'

interface Ask {
  client_id: string
  redirect_uri: string
  scope: readonly string[]
  state?: string | undefined
}

interface Form {
  person?: string | undefined
  decision?: string | undefined
}

interface Consent<Asked extends Ask, Member extends Person> {
  options: EmulatorOptions
  path: string
  platform: string
  people: readonly Member[]
  /** What an app may ask for. */
  asks: z.ZodType<Asked>
  form(request: FastifyRequest): Form | Promise<Form>
  /** Shown where nobody can be sent back. */
  wrong: string
  /** Where the browser goes, from the app's address with its state; without a person it was denied. */
  back(target: URL, ask: Asked, person: Member | undefined): string
}

export function mountConsent<Asked extends Ask, Member extends Person>(
  app: FastifyInstance,
  consent: Consent<Asked, Member>,
) {
  const { options, path, platform, people, asks } = consent
  const wrong = async (reply: FastifyReply) => reply.code(400).type('text/html').send(consent.wrong)

  app.get(path, async (request, reply) => {
    const ask = readAsk(options, request, asks)
    if (!ask) return wrong(reply)
    const page = { platform, app: ask.client_id, scopes: ask.scope, people }
    return reply.type('text/html').send(consentPage(page))
  })

  app.post(path, async (request, reply) => {
    const ask = readAsk(options, request, asks)
    const { person: username, decision } = await consent.form(request)
    const person = people.find((candidate) => candidate.username === username)
    if (!ask || (decision !== 'deny' && (decision !== 'allow' || !person))) return wrong(reply)
    const target = new URL(ask.redirect_uri)
    if (ask.state !== undefined) target.searchParams.set('state', ask.state)
    return reply.redirect(consent.back(target, ask, decision === 'deny' ? undefined : person))
  })
}

/** Unknown apps and unregistered addresses are never sent back. */
export function readAsk<Asked extends Ask>(
  options: EmulatorOptions,
  request: FastifyRequest,
  asks: z.ZodType<Asked>,
): Asked | undefined {
  const ask = asks.safeParse(request.query).data
  const client = options.clients.find(({ client_id }) => client_id === ask?.client_id)
  return ask && client?.redirect_uris.includes(ask.redirect_uri) ? ask : undefined
}
