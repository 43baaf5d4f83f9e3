/** The page on which a person lets an app in (docs/facts/x.md §1). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { mountConsent } from '../kit/consent.ts'
import { formOf } from '../kit/bodies.ts'
import { changed, type Service } from './service.ts'
import { secret } from './store.ts'

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

/** Unknown apps, unregistered addresses and missing PKCE are never sent back to the app: X shows a page. */
export function mountAuthorize(app: FastifyInstance, service: Service) {
  mountConsent(app, {
    options: service.options,
    path: '/web/i/oauth2/authorize',
    platform: 'X',
    people: service.people,
    asks: askSchema,
    form: formOf,
    wrong:
      '<!doctype html><title>X</title><h1>Something went wrong</h1><p>You weren’t able to give access to the App.',
    back(target, ask, person) {
      if (person) target.searchParams.set('code', issueCode(service, ask, person.id))
      else target.searchParams.set('error', 'access_denied')
      changed(service)
      return target.href
    },
  })
}

function issueCode(service: Service, ask: z.output<typeof askSchema>, person_id: string) {
  const { codes } = service.store
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
