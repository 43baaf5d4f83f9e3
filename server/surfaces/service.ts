/** The HTTP service: one Fastify with every surface on it. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { sql } from 'kysely'
import type { NoticeLinks } from '#access/notice-links.ts'
import type { UploadLinks } from '#access/upload-links.ts'
import type { MetricsDoor } from '#metrics/door.ts'
import { operations } from '#operations/index.ts'
import type { Observer } from '#rules/observer.ts'
import { limits } from '#rules/limits.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { answerPages } from './answers.ts'
import { requirePlain, takeBodies } from './bodies.ts'
import { bytes, type BytesDoor } from './bytes.ts'
import { connectPages, type ConnectDependencies } from './connect.ts'
import { consoleRoutes } from './console/console.ts'
import type { ConsoleDependencies } from './console/dependencies.ts'
import { compressAnswers } from './compressed.ts'
import { openToPages } from './cors.ts'
import { answerNothing, dashboard } from './dashboard.ts'
import { answerError, answerUnreadable } from './errors.ts'
import { type ApiDependencies, guard } from './guard.ts'
import { grantGuard } from './grant-guard.ts'
import { idempotencyKey } from './idempotency.ts'
import { parseJson, Unreadable } from './json.ts'
import { mcpEndpoint } from './mcp/endpoint.ts'
import type { Hosts } from './mcp/hosts.ts'
import { following } from './mcp/changes.ts'
import { crierServer } from './mcp/server.ts'
import { knownToolsets, toolsetsAsked } from './mcp/toolsets.ts'
import { calendar } from './calendar.ts'
import { noticeStop } from './notice-stop.ts'
import { oauth, type OAuthDependencies } from './oauth.ts'
import { openapi } from './openapi/routes.ts'
import { limitBodies } from './slow-bodies.ts'
import { type Proxied, watchProxies } from './proxied.ts'
import { rest } from './rest.ts'
import { securityTxt } from './security-txt.ts'
import { uploadLink } from './upload-link.ts'

export interface ServiceOptions extends ApiDependencies, Pick<Proxied, 'named'> {
  version: string
  hosts: Hosts
  log: FastifyBaseLogger
  connect: ConnectDependencies
  media: BytesDoor
  uploads: UploadLinks
  notices: NoticeLinks
  console: Pick<ConsoleDependencies, 'people' | 'sandbox_url'>
  /** Whose word about a caller's address is taken; see TRUST_PROXY. */
  trust_proxy: string | false | ((address: string, hop: number) => boolean)
  /** Whom to write to about a weakness; see SECURITY_CONTACT. */
  security_contacts: readonly string[]
  oauth: OAuthDependencies
  /** Tells it from another one that was started from the same data. */
  identity: string
  /** False while the service is starting or stopping. */
  ready(): boolean
  /** Why nobody is answered, in a sentence, while the instance is closed. */
  closed(): string | undefined
  /** Why nothing is published, in a sentence, while it is held. */
  held(): string | undefined
  /** What whoever runs it should see to, in sentences. */
  warnings(): readonly string[]
  /** Absent: nobody counts. */
  observer?: Observer | undefined
  /** Follows every request; called before anything else looks at one. */
  follow?: ((app: FastifyInstance) => void) | undefined
  /** Absent: there is no /metrics here. */
  metrics?: MetricsDoor | undefined
}

export async function service(options: ServiceOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    bodyLimit: limits.body_bytes,
    trustProxy: options.trust_proxy,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    // Healthy traffic is told by metrics; a line per request at info would drown what matters.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // Connections that clients keep open must not hold up a stop.
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerUnreadable,
  })
  options.follow?.(app)
  closeUnused(app)
  limitBodies(app, { now: () => options.environment.now() })
  const noticed = watchProxies(app, options)
  app.decorateRequest('holder', undefined)
  app.decorateRequest('counted', undefined)
  app.decorateRequest('claim', undefined)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    requirePlain(request, reply)
    requireMethod(request.method, reply)
    const closed = options.closed()
    if (closed !== undefined && !OPEN.has(request.routeOptions.url ?? ''))
      throw new Problem('unavailable', closed, { retry_after: CLOSED_SECONDS })
  })
  openToPages(app)
  compressAnswers(app)
  app.addHook('onResponse', async (request, reply) => {
    const about = {
      method: request.method,
      path: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    options.observer?.answered({
      method: about.method,
      route: about.path,
      status: about.status,
      seconds: reply.elapsedTime / 1000,
    })
    const failed = reply.statusCode >= 500 && options.closed() === undefined
    if (failed) request.log.error(about, 'request failed')
    else request.log.debug(about, 'request')
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(async (request, reply) => answerNothing(request, reply))
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => parsedBody(body, request),
  )

  takeBodies(app)

  app.get('/health', async () => ({
    status: 'ok',
    version: options.version,
    instance: options.identity,
  }))
  app.get('/ready', async () => {
    const closed = options.closed()
    if (closed !== undefined) throw new Problem('unavailable', closed)
    if (!options.ready()) throw new Problem('unavailable', 'Starting or stopping.')
    await sql`select 1`.execute(options.db)
    const held = options.held()
    const warnings = [...(held ? [held] : []), ...options.warnings(), ...noticed()]
    return {
      status: 'ready',
      ...(held && { publishing: 'held' }),
      ...(warnings.length && { warnings }),
    }
  })
  const { metrics } = options
  if (metrics)
    app.get('/metrics', async (request, reply) => {
      metrics.enter(request.headers.authorization)
      return reply.type(metrics.type).send(await metrics.text())
    })
  rest(app, operations, options)
  openapi(app, {
    version: options.version,
    base_url: () => options.environment.base_url,
  })
  const { hosts } = options
  const serve = crierServer(operations, options, options)
  const follow = following(options)
  const gates = { '/mcp': guard(options), '/mcp-oauth': grantGuard(options, options.oauth) }
  const toolsets = knownToolsets(operations)
  for (const [url, known] of Object.entries(gates)) {
    const enter = async (request: FastifyRequest, reply: FastifyReply) => {
      await known(request, reply)
      // What is asked of the address itself is refused before there is a message.
      toolsetsAsked(request, toolsets)
    }
    await app.register(async (scope) => mcpEndpoint(scope, { url, enter, hosts }, serve, follow))
  }
  await app.register(async (scope) => oauth(scope, options.oauth))
  await app.register(async (scope) => connectPages(scope, options.connect))
  bytes(app, options.media)
  calendar(app, options)
  securityTxt(app, options)
  await app.register(async (scope) => uploadLink(scope, options, options.uploads))
  const deps = consoleDoorOf(options)
  await app.register(async (scope) => answerPages(scope, deps, options))
  await app.register(async (scope) => noticeStop(scope, options.console.people, options.notices))
  await consoleRoutes(app, deps, options, options)
  const { people } = options.console
  const { oidc } = people
  if (oidc) {
    const { oidcPages } = await import('./oidc.ts')
    const { environment } = options
    const base = {
      get base_url() {
        return environment.base_url
      },
    }
    await app.register(async (scope) => oidcPages(scope, Object.assign(base, { people, oidc })))
  }
  await dashboard(app, deps)
  return app
}

/** Whoever watches over the service asks these, closed or not. */
const OPEN = new Set(['/health', '/ready', '/metrics'])
/** A database is moved in minutes. */
const CLOSED_SECONDS = 5

function consoleDoorOf({
  console,
  environment,
  hosts,
  version,
}: ServiceOptions): ConsoleDependencies {
  return {
    people: console.people,
    version,
    hosts,
    get base_url() {
      return environment.base_url
    },
    get sandbox_url() {
      return console.sandbox_url
    },
  }
}

/** Methods that nobody here answers at any address, whatever the wire knows. */
function requireMethod(method: string, reply: FastifyReply) {
  if (methods.has(method)) return
  const allow = [...methods]
  void reply.header('allow', allow.join(', '))
  throw new Problem('method_not_allowed', `Use ${allow.join(', ')}.`, { allow })
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** For answers that are under way when the service stops; whoever has stopped reading does not hold it up for ever. */
const GRACE_MS = 20_000

/**
 * Node waits for connections that are not idle in its eyes: those on which nothing was asked yet (clients open some ahead),
 * and those whose request was answered before its body had been read. Nobody waits for an answer there.
 */
function closeUnused(app: FastifyInstance) {
  const answering = new Map<Socket, number>()
  let stopping = false
  const count = (socket: Socket, more: number) => {
    const left = (answering.get(socket) ?? 0) + more
    if (stopping && left === 0) socket.destroySoon()
    else if (!socket.destroyed) answering.set(socket, left)
  }
  app.server.on('connection', (socket: Socket) => {
    answering.set(socket, 0)
    socket.once('close', () => answering.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  app.addHook('preClose', async () => {
    stopping = true
    for (const [socket, answers] of answering) if (answers === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref()
  })
}

/** A caller's own id is kept when it is harmless in a log. */
function requestId(given: string | string[] | undefined) {
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()
}

function parsedBody(
  body: string | Buffer,
  { headers, routeOptions }: Pick<FastifyRequest, 'headers' | 'routeOptions'>,
): unknown {
  try {
    return parseJson(body)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const takesKey = routeOptions.config.operation !== undefined
    const key = takesKey ? idempotencyKey(headers['idempotency-key'], 'Idempotency-Key') : undefined
    throw invalid({ body: [error.message], ...key?.errors }) ?? error
  }
}
