/** Crier as an MCP server: tools, resources, prompts, and what to say first. */
import {
  type CacheHint,
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Operation } from '#operations/operation.ts'
import { contextOf, type Door, goneSignal } from '../guard.ts'
import { type Ask, asking, refused } from './asking.ts'
import { callTool } from './call.ts'
import { complete } from './completion.ts'
import type { Serve } from './endpoint.ts'
import { icons } from './icon.ts'
import { instructions } from './instructions.ts'
import { offersOf } from './offers.ts'
import { progressTo } from './progress.ts'
import { prompts, writePrompt } from './prompts.ts'
import { readResource, resources, resourceTemplates } from './resources.ts'

/** Lists change with a release; what is read changes with every post. Either belongs to one caller. */
const lists: CacheHint = { ttlMs: 10 * 60_000, cacheScope: 'private' }
const reads: CacheHint = { ttlMs: 5_000, cacheScope: 'private' }
const cacheHints = {
  'server/discover': lists,
  'tools/list': lists,
  'prompts/list': lists,
  'resources/list': lists,
  'resources/templates/list': lists,
  'resources/read': reads,
}

export function crierServer(
  operations: readonly Operation[],
  door: Door,
  { version }: { version: string },
): Serve {
  const offers = offersOf(operations)
  const tools = [...offers.values()].map(({ tool }) => tool)

  return ({ request, reply, era, enter }) => {
    const about: Implementation = {
      name: 'crier',
      title: 'Crier',
      version,
      icons,
      websiteUrl: door.environment.base_url,
    }
    const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }
    const server = new Server(about, { capabilities, instructions, cacheHints })
    const gone = goneSignal(reply)
    const contextFor = ({ mcpReq }: ServerContext) =>
      contextOf(door, request, 'mcp', AbortSignal.any([gone, mcpReq.signal]), enter)
    const askFor = (context: ServerContext): Ask => asking(offers, contextFor(context))
    const now = () => door.environment.now()

    server.setRequestHandler('tools/list', async () => ({ tools }))
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const offer = offers.get(params.name)
      if (!offer)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
      const token = params._meta?.progressToken
      const progress = token === undefined ? undefined : progressTo(context.mcpReq, token)
      const caller = { ...contextFor(context), progress }
      return callTool(offer, params.arguments ?? {}, caller, { request, era, ...context })
    })
    server.setRequestHandler('resources/list', async () => ({ resources }))
    server.setRequestHandler('resources/templates/list', async () => ({
      resourceTemplates: [...resourceTemplates],
    }))
    server.setRequestHandler('resources/read', ({ params }, context) =>
      readResource(params.uri, askFor(context)),
    )
    server.setRequestHandler('prompts/list', async () => ({ prompts }))
    server.setRequestHandler('prompts/get', ({ params }, context) =>
      writePrompt(params, askFor(context), now()),
    )
    server.setRequestHandler('completion/complete', async ({ params }, context) => {
      try {
        return await complete(params, askFor(context), now())
      } catch (error) {
        throw refused(error)
      }
    })
    return server
  }
}
