/** What stands behind the MCP endpoints: one server a request, since nothing is kept between two of them. */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { Operation } from '#operations/operation.ts'
import { contextOf, type Door, goneSignal } from '../guard.ts'
import { callTool } from './call.ts'
import type { Serve } from './endpoint.ts'
import { instructions } from './instructions.ts'
import { offersOf } from './offers.ts'
import { progressTo } from './progress.ts'

export function crierServer(
  operations: readonly Operation[],
  door: Door,
  { version }: { version: string },
): Serve {
  const offers = offersOf(operations)
  const tools = [...offers.values()].map(({ tool }) => tool)

  return ({ request, reply }) => {
    const server = new Server(
      { name: 'crier', title: 'Crier', version },
      { capabilities: { tools: {} }, instructions },
    )
    const gone = goneSignal(reply)
    const contextFor = (signal: AbortSignal) =>
      contextOf(door, request, 'mcp', AbortSignal.any([gone, signal]))

    server.setRequestHandler('tools/list', async () => ({ tools }))
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const offer = offers.get(params.name)
      if (!offer)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
      const context = contextFor(mcpReq.signal)
      const token = params._meta?.progressToken
      const progress = token === undefined ? undefined : progressTo(mcpReq, token)
      return callTool(offer, params.arguments ?? {}, { ...context, progress }, request)
    })
    return server
  }
}
