/** The page on which a person lets an app in ("X publishing API fact sheet", 2026-11-20, §1). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { consentPage } from '../../emulator.ts'
import { formOf } from '../../emulator-bodies.ts'
import { changed, type Service } from './service.ts'
import { secret } from './world.ts'

const codeLife = 30_000

const knownScopes = new Set(
  `tweet.read tweet.write tweet.moderate.write users.read users.email follows.read follows.write offline.access
  space.read mute.read mute.write like.read like.write list.read list.write block.read block.write bookmark.read
  bookmark.write dm.read dm.write media.write`.split(/\s+/),
)

const askSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z
    .string()
    .transform((scope) => scope.split(' ').filter(Boolean))
    .refine((scopes) => scopes.length > 0 && scopes.every((scope) => knownScopes.has(scope))),
  state: z.string().min(1).max(500),
  code_challenge: z.string().min(1).max(128),
  code_challenge_method: z.enum(['S256', 'plain']),
})

export function mountAuthorize(app: FastifyInstance, service: Service) {
  app.get('/web/i/oauth2/authorize', async (request, reply) => {
    const ask = readAsk(service, request)
    if (!ask) return wrong(reply)
    const page = { platform: 'X', app: ask.client_id, scopes: ask.scope, people: service.people }
    return reply.type('text/html').send(consentPage(page))
  })

  app.post('/web/i/oauth2/authorize', async (request, reply) => {
    const ask = readAsk(service, request)
    const { person: username, decision } = formOf(request)
    const person = service.people.find((candidate) => candidate.username === username)
    if (!ask || (decision !== 'deny' && (decision !== 'allow' || !person))) return wrong(reply)
    const target = new URL(ask.redirect_uri)
    target.searchParams.set('state', ask.state)
    if (decision === 'deny' || !person) target.searchParams.set('error', 'access_denied')
    else target.searchParams.set('code', issueCode(service, ask, person.id))
    changed(service)
    return reply.redirect(target.href)
  })
}

/** Unknown apps, unregistered addresses and missing PKCE are never sent back to the app: X shows a page. */
function readAsk({ options }: Service, request: FastifyRequest) {
  const ask = askSchema.safeParse(request.query).data
  const client = options.clients.find(({ client_id }) => client_id === ask?.client_id)
  return ask && client?.redirect_uris.includes(ask.redirect_uri) ? ask : undefined
}

async function wrong(reply: FastifyReply) {
  return reply
    .code(400)
    .type('text/html')
    .send(
      '<!doctype html><title>X</title><h1>Something went wrong</h1><p>You weren’t able to give access to the App.',
    )
}

function issueCode(service: Service, ask: z.output<typeof askSchema>, person_id: string) {
  const { codes } = service.world
  const now = service.options.now().getTime()
  for (const [code, { until }] of codes) if (until <= now) codes.delete(code)
  const code = secret()
  codes.set(code, {
    person_id,
    client_id: ask.client_id,
    redirect_uri: ask.redirect_uri,
    scopes: ask.scope,
    challenge: ask.code_challenge,
    method: ask.code_challenge_method,
    until: now + codeLife,
  })
  return code
}
