/** An MCP endpoint: one address, stateless, both eras of the protocol. What it serves is the caller's business. */
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, type Server } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#rules/limits.ts'
import { type Hosts, requireHost } from './hosts.ts'

/** Where it is served, and who may enter. */
export interface McpGate {
  url: string
  enter: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  hosts: Hosts
}

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** A server for one request. */
export type Serve = (exchange: Exchange) => Server

export function mcpEndpoint(app: FastifyInstance, { url, enter, hosts }: McpGate, serve: Serve) {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url,
    bodyLimit: limits.mcp_body_bytes,
    onRequest: [async (request: FastifyRequest) => requireHost(request, hosts), enter],
    handler: async (request, reply) => {
      const handler = createMcpHandler(() => serve({ request, reply }))
      reply.hijack()
      // What was set on the reply is lost with that.
      reply.raw.setHeader('x-request-id', request.id)
      // Node's own type says "or undefined" where the SDK's says "or absent".
      const raw = request.raw as NodeIncomingMessageLike
      await toNodeHandler(handler)(raw, reply.raw, request.body)
      return reply
    },
  })
}
