/**
 * The least that an answer costs: a bare Fastify that sends one answer, kept in a file, as JSON, and over MCP through the same SDK
 * and the same adapter as ours, with a server for each request. No rules, no database, nothing looked at.
 */
import { readFileSync } from 'node:fs'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import Fastify from 'fastify'
import { z } from 'zod'

const Answer = z.object({
  structuredContent: z.record(z.string(), z.unknown()),
  /** Behind the text that says the same. */
  links: z.array(
    z.object({
      type: z.literal('resource_link'),
      uri: z.string(),
      name: z.string(),
      mimeType: z.string(),
    }),
  ),
})
const kept = z
  .object({ rest: z.record(z.string(), z.unknown()), mcp: Answer })
  .parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))

const app = Fastify()
app.get('/answer', async () => kept.rest)

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/call', async () => {
    const { structuredContent, links } = kept.mcp
    const text = JSON.stringify(structuredContent)
    return { content: [{ type: 'text', text }, ...links], structuredContent }
  })
  return server
})
let parsedBody: unknown
const answer = getRequestListener((request) => handler.fetch(request, { parsedBody }), {
  overrideGlobalObjects: false,
})
app.post('/mcp', async (request, reply) => {
  reply.hijack()
  parsedBody = request.body
  await answer(request.raw, reply.raw)
})

await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(
  `${JSON.stringify({ port: address && typeof address === 'object' ? address.port : 0 })}\n`,
)
process.on('SIGTERM', () => process.exit(0))
