/** Google's consent page (docs/facts/youtube.md §1). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { mountConsent } from '../kit/consent.ts'
import { readForm } from './requests.ts'
import { changed, SCOPES, type Service } from './service.ts'
import { people, secret } from './store.ts'

const codeLife = 10 * 60_000

const known = new Set(
  `youtube youtube.force-ssl youtube.readonly youtube.upload youtubepartner yt-analytics.readonly
  yt-analytics-monetary.readonly userinfo.email userinfo.profile`.split(/\s+/),
)

const Ask = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z
    .string()
    .transform((scope) => scope.split(' ').filter(Boolean))
    .refine((scopes) => scopes.length > 0 && scopes.every(isScope)),
  state: z.string().max(2000).optional(),
  access_type: z.enum(['online', 'offline']).default('online'),
  prompt: z.string().optional(),
  include_granted_scopes: z.enum(['true', 'false']).optional(),
  login_hint: z.string().optional(),
  code_challenge: z.string().min(43).max(128).optional(),
  code_challenge_method: z.enum(['S256', 'plain']).optional(),
})

function isScope(scope: string) {
  if (['openid', 'email', 'profile'].includes(scope)) return true
  return scope.startsWith(SCOPES) && known.has(scope.slice(SCOPES.length))
}

export function mountAuthorize(app: FastifyInstance, service: Service) {
  mountConsent(app, {
    options: service.options,
    path: '/accounts/o/oauth2/v2/auth',
    platform: 'Google',
    people,
    asks: Ask,
    form: readForm,
    wrong:
      '<!doctype html><title>Error 400</title><h1>Access blocked</h1><p>Error 400: invalid_request',
    back(target, ask, person) {
      if (person) {
        target.searchParams.set('code', issueCode(service, ask, person.id))
        target.searchParams.set('scope', ask.scope.join(' '))
      } else target.searchParams.set('error', 'access_denied')
      changed(service)
      return target.href
    },
  })
}

function issueCode(service: Service, ask: z.output<typeof Ask>, person_id: string) {
  const { codes, grants } = service.store
  const now = service.options.now().getTime()
  for (const [code, { until }] of codes) if (until <= now) codes.delete(code)
  const earlier = [...grants.values()].some(
    (grant) => grant.person_id === person_id && grant.client_id === ask.client_id,
  )
  const method = ask.code_challenge_method ?? 'plain'
  const code = secret('4/0A')
  codes.set(code, {
    person_id,
    client_id: ask.client_id,
    redirect_uri: ask.redirect_uri,
    scopes: ask.scope,
    challenge: ask.code_challenge === undefined ? null : `${method} ${ask.code_challenge}`,
    offline: ask.access_type === 'offline',
    consented: !earlier || (ask.prompt ?? '').split(' ').includes('consent'),
    until: now + codeLife,
  })
  return code
}
