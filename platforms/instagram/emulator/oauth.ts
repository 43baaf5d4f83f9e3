/** Signing in: the pages and codes of both logins (sheet §1). */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { consentPage } from '../../emulator.ts'
import { people } from './people.ts'
import { changed, type Service } from './service.ts'
import type { Login } from './state.ts'

const known: Record<Login, ReadonlySet<string>> = {
  instagram: new Set(
    `instagram_business_basic instagram_business_content_publish instagram_business_manage_comments
    instagram_business_manage_insights instagram_business_manage_messages`.split(/\s+/),
  ),
  facebook: new Set(
    `public_profile instagram_basic instagram_content_publish instagram_manage_comments instagram_manage_insights
    instagram_manage_contents pages_show_list pages_read_engagement business_management ads_management
    ads_read`.split(/\s+/),
  ),
}
const names: Record<Login, string> = { instagram: 'Instagram', facebook: 'Facebook' }
const pages: Record<Login, string> = {
  instagram: '/web/oauth/authorize',
  facebook: '/fb_web/:version/dialog/oauth',
}

const askSchema = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  state: z.string().optional(),
  response_type: z.literal('code').default('code'),
  scope: z.string().transform((scope) => scope.split(/[, ]/).filter(Boolean)),
})

export function mountOauth(app: FastifyInstance, service: Service) {
  for (const login of ['instagram', 'facebook'] as const) {
    app.get(pages[login], async (request, reply) => {
      const ask = readAsk(service, request, login)
      if (!ask) return wrong(reply)
      const page = { platform: names[login], app: ask.client_id, scopes: ask.scope, people }
      return reply.type('text/html').send(consentPage(page))
    })

    app.post(pages[login], async (request, reply) => {
      const ask = readAsk(service, request, login)
      const form = new URLSearchParams(String(request.body))
      const person = people.find(({ username }) => username === form.get('person'))
      const denied = form.get('decision') === 'deny'
      if (!ask || (!denied && (form.get('decision') !== 'allow' || !person))) return wrong(reply)
      const target = new URL(ask.redirect_uri)
      if (ask.state !== undefined) target.searchParams.set('state', ask.state)
      if (denied || !person) {
        target.searchParams.set('error', 'access_denied')
        target.searchParams.set('error_reason', 'user_denied')
        target.searchParams.set('error_description', 'The user denied your request.')
        return reply.redirect(target.href)
      }
      const code = `AQ${randomBytes(60).toString('base64url')}`
      const { client_id, redirect_uri, scope: scopes } = ask
      const until = service.options.now().getTime() + 3_600_000
      service.world.codes.set(code, {
        login,
        person_id: person.id,
        client_id,
        redirect_uri,
        scopes,
        until,
      })
      changed(service)
      target.searchParams.set('code', code)
      // "Strip the trailing `#_`."
      return reply.redirect(login === 'instagram' ? `${target.href}#_` : target.href)
    })
  }
}

function readAsk({ options }: Service, request: FastifyRequest, login: Login) {
  const ask = askSchema.safeParse(request.query).data
  const client = options.clients.find(({ client_id }) => client_id === ask?.client_id)
  const fits = ask?.scope.every((scope) => known[login].has(scope)) && ask.scope.length > 0
  return ask && fits && client?.redirect_uris.includes(ask.redirect_uri) ? ask : undefined
}

async function wrong(reply: FastifyReply) {
  const text = '<!doctype html><title>Error</title><h1>Invalid platform app</h1>'
  return reply.code(400).type('text/html').send(text)
}
