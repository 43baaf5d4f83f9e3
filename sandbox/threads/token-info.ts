/** An app's own token, and what is known of a token (Postman collection, "Authorization", "Troubleshooting"). */
import type { FastifyInstance } from 'fastify'
import { graph, noToken } from './refusal.ts'
import { givenBy, type Service } from './service.ts'

export function mountTokenInfo(app: FastifyInstance, service: Service) {
  const appToken = (client_id: string, client_secret: string) => {
    const { clients } = service.options
    const known = clients.some(
      (each) => each.client_id === client_id && each.client_secret === client_secret,
    )
    return known ? `TH|${client_id}|${client_secret}` : undefined
  }

  app.get('/api/oauth/access_token', async (request) => {
    const { grant_type, client_id = '', client_secret = '' } = givenBy(request)
    if (grant_type !== 'client_credentials')
      throw graph(400, { code: 100, message: 'Invalid grant_type.' })
    const access_token = appToken(client_id, client_secret)
    if (!access_token) throw graph(400, { code: 1, message: 'Error validating client secret.' })
    return { access_token, token_type: 'bearer' }
  })

  for (const version of ['', '/v1.0'])
    app.get(`/api${version}/debug_token`, async (request) => {
      const { access_token = '', input_token = '' } = givenBy(request)
      const { tokens } = service.store
      const [, id = '', secret = ''] = access_token.split('|')
      if (!tokens[access_token] && appToken(id, secret) === undefined) throw noToken()
      const token = tokens[input_token]
      if (!token) return { data: { is_valid: false, scopes: [] } }
      const { made_at, until, scopes, person_id } = token
      return {
        data: {
          type: 'USER',
          application: 'Sandbox app',
          data_access_expires_at: Math.floor(until / 1000),
          expires_at: Math.floor(until / 1000),
          issued_at: Math.floor(made_at / 1000),
          is_valid: until > service.options.now().getTime(),
          scopes,
          user_id: person_id,
        },
      }
    })
}
