/** Signing in: the pages and codes of both logins (docs/facts/instagram.md §1). */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { mountConsent } from '../kit/consent.ts'
import { decisionOf } from '../kit/graph-params.ts'
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

const asksBy = (login: Login) =>
  z.object({
    client_id: z.string(),
    redirect_uri: z.string(),
    state: z.string().optional(),
    response_type: z.literal('code').default('code'),
    scope: z
      .string()
      .transform((scope) => scope.split(/[, ]/).filter(Boolean))
      .refine((scopes) => scopes.length > 0 && scopes.every((scope) => known[login].has(scope))),
  })

export function mountOauth(app: FastifyInstance, service: Service) {
  for (const login of ['instagram', 'facebook'] as const)
    mountConsent(app, {
      options: service.options,
      path: pages[login],
      platform: names[login],
      people,
      asks: asksBy(login),
      form: decisionOf,
      wrong: '<!doctype html><title>Error</title><h1>Invalid platform app</h1>',
      back(target, { client_id, redirect_uri, scope: scopes }, person) {
        if (!person) {
          target.searchParams.set('error', 'access_denied')
          target.searchParams.set('error_reason', 'user_denied')
          target.searchParams.set('error_description', 'The user denied your request.')
          return target.href
        }
        const code = `AQ${randomBytes(60).toString('base64url')}`
        const until = service.options.now().getTime() + 3_600_000
        const issued = { login, person_id: person.id, client_id, redirect_uri, scopes, until }
        service.store.codes.set(code, issued)
        changed(service)
        target.searchParams.set('code', code)
        // "Strip the trailing `#_`."
        return login === 'instagram' ? `${target.href}#_` : target.href
      },
    })
}
