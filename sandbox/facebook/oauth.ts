/** Signing in with Facebook: the dialog, codes, tokens that live an hour, tokens that live sixty days (docs/facts/facebook.md §2). */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { play } from '../kit/emulator.ts'
import { mountConsent } from '../kit/consent.ts'
import { decisionOf } from '../kit/graph-params.ts'
import { ownFaults } from './faults.ts'
import { people } from './people.ts'
import { badToken, broken, invalid, refuse } from '../kit/graph-refusals.ts'
import { changed, type Service } from './service.ts'
import { secret } from './store.ts'

const hour = 3_600_000
export const day = 24 * hour
export const longLife = 5_183_944
const dataLife = 90 * day

const known = new Set(
  `public_profile email pages_show_list pages_read_engagement pages_manage_posts pages_manage_engagement
  pages_read_user_content pages_manage_metadata read_insights business_management publish_video`.split(
    /\s+/,
  ),
)

const askSchema = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  state: z.string().optional(),
  response_type: z.literal('code').default('code'),
  scope: z
    .string()
    .transform((scope) => scope.split(/[, ]/).filter(Boolean))
    .refine((scopes) => scopes.every((scope) => known.has(scope))),
})

export function mountOauth(app: FastifyInstance, service: Service) {
  mountConsent(app, {
    options: service.options,
    path: '/web/:version/dialog/oauth',
    platform: 'Facebook',
    people,
    asks: askSchema,
    form: decisionOf,
    wrong: '<!doctype html><title>Error</title><h1>Sorry, something went wrong.</h1>',
    back(target, { client_id, redirect_uri, scope: scopes }, person) {
      if (!person) {
        target.searchParams.set('error', 'access_denied')
        target.searchParams.set('error_code', '200')
        target.searchParams.set('error_description', 'Permissions error')
        target.searchParams.set('error_reason', 'user_denied')
        return target.href
      }
      const code = `AQ${randomBytes(60).toString('base64url')}`
      const until = service.options.now().getTime() + 10 * 60_000
      const person_id = person.id
      service.store.codes.set(code, { person_id, client_id, redirect_uri, scopes, until })
      changed(service)
      target.searchParams.set('code', code)
      return target.href
    },
  })

  const token = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = new URL(request.url, 'http://graph').searchParams
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
    const form = Object.fromEntries([...query, ...new URLSearchParams(body)])
    const client = service.options.clients.find(({ client_id }) => client_id === form['client_id'])
    if (!client) throw refuse(101, 'Error validating application. Cannot get application info.')
    if (client.client_secret !== form['client_secret'])
      throw refuse(1, 'Error validating client secret.')
    const issued = service.store.codes.get(form['code'] ?? '')
    const old = service.store.tokens.get(form['fb_exchange_token'] ?? '')
    const person = people.find(({ id }) => id === (issued ?? old)?.person_id)
    const fault = service.faults.take('token', person ? [person.id, person.username] : [])
    const { store } = service
    const name = form['fb_exchange_token'] ?? ''
    const refusal =
      old &&
      fault &&
      ownFaults[fault.fault]?.({ store, token: old, name, page: undefined, ms: fault.ms })
    if (refusal) throw refusal
    const act = () => {
      const answer =
        form['grant_type'] === 'fb_exchange_token' ? extend(service, form) : exchange(service, form)
      changed(service)
      return answer
    }
    return play(fault, { request, reply }, act, broken)
  }
  for (const url of ['/graph/:version/oauth/access_token', '/graph/oauth/access_token'])
    app.route({ method: ['GET', 'POST'], url, handler: token })
}

function exchange({ store, options }: Service, form: Record<string, string>) {
  const now = options.now().getTime()
  const { code = '', redirect_uri, client_id } = form
  const issued = store.codes.get(code)
  if (!issued || issued.client_id !== client_id)
    throw refuse(100, 'Invalid verification code format.')
  if (redirect_uri !== issued.redirect_uri)
    throw refuse(
      100,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      { subcode: 36008 },
    )
  store.codes.delete(code)
  if (issued.until <= now)
    throw refuse(100, 'This authorization code has expired.', { subcode: 36007 })
  const { person_id, scopes } = issued
  const access_token = secret()
  const grant = secret()
  const life = { until: now + 2 * hour, data_until: now + dataLife, long: false }
  store.tokens.set(access_token, {
    kind: 'user',
    grant,
    person_id,
    page_id: null,
    client_id,
    scopes,
    ...life,
  })
  return { access_token, token_type: 'bearer', expires_in: 7200 }
}

/** "There is no refresh token": a token that still lives is exchanged for one that lives longer; the old one stays good. */
function extend({ store, options }: Service, form: Record<string, string>) {
  const now = options.now().getTime()
  const name = form['fb_exchange_token']
  if (!name) throw invalid('fb_exchange_token is required')
  const old = store.tokens.get(name)
  if (!old) throw badToken()
  if (old.until && old.until <= now)
    throw refuse(190, 'Error validating access token: Session has expired.', { subcode: 463 })
  const access_token = secret()
  store.tokens.set(access_token, { ...old, until: now + longLife * 1000, long: true })
  return { access_token, token_type: 'bearer', expires_in: longLife }
}
