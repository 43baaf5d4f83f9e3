/** OAuth for /mcp-oauth: metadata, registration, authorization, tokens. The work is oidc-provider's; here is its door. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { paths } from '#access/oauth/paths.ts'
import { clientMetadata } from '#rules/oauth-client.ts'
import { isOutage, OUTAGE_SECONDS } from '#rules/outage.ts'
import { Problem } from '#rules/problem.ts'
import { pageHeaders } from './oauth-page.ts'
import { authorizationQuery, type Seen, requestAs, tokenForm } from './oauth-request.ts'

export interface OAuthDependencies {
  readonly base_url: string
  /** What tokens are for: the address of the MCP endpoint. */
  readonly resource: string
  /** Loaded and made when it is first asked for: it has to know our address, and most never ask. */
  provider(): Promise<Provider>
  /** Answers a request by it. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Seconds to wait when this address has registered too much. */
  registrationWait(address: string): Promise<number | undefined>
}

const BODY_BYTES = 56 * 1024
const metadata = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']
export const resourceMetadata = '/.well-known/oauth-protected-resource/mcp-oauth'

export async function oauth(app: FastifyInstance, deps: OAuthDependencies) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    async (_: unknown, body: string | Buffer) => body,
  )
  app.setErrorHandler(answerError)

  app.get(resourceMetadata, async (_, reply) => {
    openToAll(reply)
    return {
      resource: deps.resource,
      authorization_servers: [deps.base_url],
      scopes_supported: ['mcp:use'],
      bearer_methods_supported: ['header'],
      resource_name: 'Crier',
    }
  })
  for (const path of [...metadata, paths.jwks]) {
    app.get(path, (request, reply) => pass(request, reply, path))
    app.options(path, (request, reply) => pass(request, reply, path))
  }
  app.options(resourceMetadata, preflight)
  app.options(paths.registration, preflight)

  app.get(paths.authorization, (request, reply) => {
    const query = new URL(request.raw.url ?? '', deps.base_url).searchParams
    return pass(
      request,
      reply,
      `${paths.authorization}?${authorizationQuery(query, deps.resource)}`,
    )
  })
  app.get<{ Params: { uid: string } }>(`${paths.authorization}/:uid`, (request, reply) =>
    pass(request, reply, `${paths.authorization}/${encodeURIComponent(request.params.uid)}`),
  )

  for (const path of [paths.token, paths.revocation]) {
    app.options(path, (request, reply) => pass(request, reply, path))
    app.post(path, (request, reply) => {
      const type = request.headers['content-type'] ?? ''
      const sent = bytesOf(request)
      const bytes = isForm(type) ? tokenForm(sent, deps.resource) : sent
      return pass(request, reply, path, { bytes, type })
    })
  }

  app.post(paths.registration, async (request, reply) => {
    openToAll(reply)
    const wait = await deps.registrationWait(request.ip)
    if (wait !== undefined) {
      return reply
        .code(429)
        .header('retry-after', String(wait))
        .send({
          error: 'too_many_requests',
          error_description: `Register again in ${wait} seconds.`,
        })
    }
    const said = jsonOf(bytesOf(request))
    if (!said) return refuse(reply, 'invalid_client_metadata', 'Send a JSON object.')
    const made = clientMetadata(said, 'client_secret_basic')
    if ('refusal' in made) return reply.code(400).send(made.refusal)
    const bytes = Buffer.from(JSON.stringify(made.metadata))
    return pass(request, reply, paths.registration, { bytes, type: 'application/json' })
  })

  /** Hands the request over; what was set on the reply goes along. */
  async function pass(
    request: FastifyRequest,
    reply: FastifyReply,
    url: string,
    body?: Seen['body'],
  ) {
    const { raw, ip: address } = request
    const { base_url } = deps
    const headers = { ...pageHeaders, ...reply.getHeaders() }
    reply.hijack()
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    await deps.answer(requestAs(raw, { base_url, url, address, body }), reply.raw)
    return reply
  }
}

/** Clients that are pages ask from anywhere; nothing here is answered by cookies. */
function openToAll(reply: FastifyReply) {
  return reply.header('access-control-allow-origin', '*')
}

async function preflight(_: FastifyRequest, reply: FastifyReply) {
  return openToAll(reply)
    .headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type, authorization, mcp-protocol-version',
      'access-control-max-age': '3600',
    })
    .code(204)
    .send()
}

function bytesOf({ body }: FastifyRequest) {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

function isForm(type: string) {
  return /^application\/x-www-form-urlencoded\b/i.test(type)
}

function jsonOf(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function refuse(reply: FastifyReply, error: string, error_description: string, status = 400) {
  return reply.code(status).send({ error, error_description })
}

/** Whoever speaks OAuth reads errors in its shape only. */
async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (isOutage(error)) {
    request.log.error({ err: error }, 'unavailable')
    void reply.header('retry-after', String(OUTAGE_SECONDS))
    return refuse(reply, 'temporarily_unavailable', 'Try again in a moment.', 503)
  }
  const status = statusOf(error)
  if (status < 500)
    return refuse(reply, 'invalid_request', 'The request could not be read.', status)
  request.log.error({ err: error }, 'oauth failed')
  return refuse(reply, 'server_error', 'An error of ours; try again in a moment.', status)
}

function statusOf(error: unknown) {
  if (error instanceof Problem) return error.status
  const found = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof found === 'number' && found >= 400 ? found : 500
}
