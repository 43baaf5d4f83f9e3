/** MCP, walked off the list of operations: one stateless endpoint for both eras of the protocol. */
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as McpTool,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Progress } from '#operations/context.ts'
import type { Operation } from '#operations/operation.ts'
import { perform } from '#operations/perform.ts'
import { limits } from '#rules/limits.ts'
import { Problem } from '#rules/problem.ts'
import { contextOf, type Door, goneSignal, guard } from './guard.ts'
import { problemOf } from './errors.ts'
import { idempotencyKey } from './idempotency.ts'
import { schemaOf } from './tool-schema.ts'

export interface McpOptions {
  version: string
  /** Hosts by which this service may be called, with their ports: a page on another site must not reach it. */
  hosts: Hosts
}

interface Hosts {
  has(host: string): boolean
}

interface Offer {
  tool: McpTool
  operation: Operation
  dialect: z.ZodType | undefined
  notice: string | undefined
}

const instructions =
  'Crier publishes posts to connected social accounts. Start with get_accounts for account ids, and get_capabilities for limits and platform rules. schedule_post needs `when`: draft, now, next_slot or an ISO 8601 time. Publishing goes on in the background: poll get_post (its `wait` saves polling) until no account is pending or publishing. A channel that is blocked waits for a person; retry_post sends failed channels again. A post with awaiting_approval in its warnings waits for a person to approve it.'

/** Where it is served, and who may enter. */
export interface McpGate {
  url: string
  enter: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

export function mcp(
  app: FastifyInstance,
  operations: readonly Operation[],
  door: Door,
  options: McpOptions,
  { url, enter }: McpGate = { url: '/mcp', enter: guard(door) },
) {
  const offers = new Map(operations.flatMap(offersOf).map((offer) => [offer.tool.name, offer]))
  const tools = [...offers.values()].map(({ tool }) => tool)

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url,
    bodyLimit: limits.mcp_body_bytes,
    onRequest: [async (request: FastifyRequest) => requireHost(request, options.hosts), enter],
    handler: async (request, reply) => {
      const handler = createMcpHandler(() => serverFor(request, reply))
      reply.hijack()
      // What was set on the reply is lost with that.
      reply.raw.setHeader('x-request-id', request.id)
      // Node's own type says "or undefined" where the SDK's says "or absent".
      const raw = request.raw as NodeIncomingMessageLike
      await toNodeHandler(handler)(raw, reply.raw, request.body)
      return reply
    },
  })

  function serverFor(request: FastifyRequest, reply: FastifyReply) {
    const server = new Server(
      { name: 'crier', title: 'Crier', version: options.version },
      { capabilities: { tools: {} }, instructions },
    )
    const gone = goneSignal(reply)
    server.setRequestHandler('tools/list', async () => ({ tools }))
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const offer = offers.get(params.name)
      if (!offer)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
      const context = contextOf(door, request, 'mcp', AbortSignal.any([gone, mcpReq.signal]))
      const token = params._meta?.progressToken
      const progress: Progress | undefined =
        token === undefined
          ? undefined
          : (done, total, message) => {
              const news = { progressToken: token, progress: done, message }
              const sent = mcpReq.notify({
                method: 'notifications/progress',
                params: { ...news, ...(total !== undefined && { total }) },
              })
              // Whoever is gone hears nothing; the call itself notices.
              sent.catch(() => {})
            }
      return callTool(offer, params.arguments ?? {}, { ...context, progress }, request)
    })
    return server
  }
}

async function callTool(
  { operation, dialect, notice }: Offer,
  { idempotency_key, ...raw }: Record<string, unknown>,
  context: Parameters<typeof perform>[1],
  request: FastifyRequest,
): Promise<CallToolResult> {
  try {
    // A read has no key to give; there it is one more unknown field.
    const asked =
      operation.effect === 'reads' && idempotency_key !== undefined
        ? { ...raw, idempotency_key }
        : raw
    const key = idempotencyKey(idempotency_key, 'idempotency_key')
    const { output } = await perform(
      { operation, dialect, raw: asked, idempotency_key: key },
      context,
    )
    const result = { ...Bag.parse(output), ...(notice && { notice }) }
    return { content: text(result), structuredContent: result }
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) request.log.error({ err: error, tool: operation.name }, 'internal error')
    const body = problem?.toJSON() ?? {
      error: {
        code: 'internal',
        message: 'An error of ours; quote the request id.',
        request_id: request.id,
      },
    }
    return { content: text(body), structuredContent: body, isError: true }
  }
}

const Bag = z.record(z.string(), z.unknown())

function text(value: unknown) {
  return [{ type: 'text' as const, text: JSON.stringify(value) }]
}

/** The tool and its aliases, in the order of the list. */
function offersOf(operation: Operation): Offer[] {
  const { mcp, name, summary, effect, input, output } = operation
  if ('absent' in mcp) return []
  const annotations = {
    title: mcp.title,
    readOnlyHint: effect === 'reads',
    destructiveHint: effect === 'destroys',
    idempotentHint: operation.idempotent,
    openWorldHint: effect !== 'reads',
  }
  const keyed = effect !== 'reads'
  const offer = (
    as: string,
    description: string,
    accepts: z.ZodType | undefined,
    notice?: string,
  ): Offer => ({
    operation,
    dialect: accepts,
    notice,
    tool: {
      name: as,
      title: mcp.title,
      description,
      inputSchema: schemaOf(accepts ?? input, 'input', keyed),
      outputSchema: schemaOf(output, 'output', false, notice !== undefined),
      annotations,
    },
  })
  const aliases = Object.entries(mcp.aliases ?? {}).map(([alias, { notice, accepts }]) =>
    offer(alias, `Deprecated: ${notice}`, accepts ?? mcp.accepts, notice),
  )
  return [offer(name, summary, mcp.accepts), ...aliases]
}

/** A browser that was lured here says so in Origin or Host. */
function requireHost({ headers }: FastifyRequest, hosts: Hosts) {
  const origin = headers.origin
  const from = origin === undefined ? undefined : URL.canParse(origin) ? new URL(origin).host : ''
  if (!hosts.has(headers.host ?? '') || (from !== undefined && !hosts.has(from))) {
    throw new Problem(
      'forbidden',
      'Call this service by its own address: set BASE_URL to the one that callers use.',
    )
  }
}
