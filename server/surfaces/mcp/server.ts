/** Crier as an MCP server: tools, resources, prompts, and what to say first. */
import {
  type CacheHint,
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
  type ProgressToken,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Operation } from '#operations/operation.ts'
import { isWithinReach } from '#operations/perform.ts'
import { turns } from '#operations/turns.ts'
import { isBag } from '#operations/posts/parts/fields.ts'
import { timezoneOf } from '#operations/posts/parts/timing.ts'
import type { Progress } from '#operations/context.ts'
import { callerOf, contextOf, type ApiDependencies, goneSignal } from '../guard.ts'
import { type Ask, asking, refused } from './asking.ts'
import { callTool, refusal } from './call.ts'
import { complete } from './completion.ts'
import { counting } from './counting.ts'
import type { Serve } from './endpoint.ts'
import { icons } from './icon.ts'
import { toldWhere } from './here.ts'
import { instructionsIn } from './instructions.ts'
import { type Offer, offersOf } from './offers.ts'
import { prompts, writePrompt } from './prompts.ts'
import { readResource, resources, resourceTemplates } from './resources.ts'
import { isTicked, knownToolsets, toolsetsAsked, notTicked } from './toolsets.ts'
import { viewOf } from './view.ts'

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

/** 2025-03-26 has batches, which we do not take, and what was before it another transport. */
const supportedProtocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18']

export function crierServer(
  operations: readonly Operation[],
  deps: ApiDependencies,
  { version, console }: { version: string; console?: { readonly sandbox_url: string | undefined } },
): Serve {
  const view = viewOf(() => ({
    base_url: deps.environment.base_url,
    sandbox_url: console?.sandbox_url,
  }))
  const offers = offersOf(operations, view)
  const known = knownToolsets(operations)

  const hereFor = async ({ holder }: Pick<FastifyRequest, 'holder'>) => {
    const timezone = await timezoneOf({ db: deps.db, workspace_id: holder?.workspace_id ?? 0 })
    return { timezone, now: deps.environment.now() }
  }

  const count = counting(deps, offers)

  return async ({ request, reply, message, era, enter }) => {
    const about: Implementation = {
      name: 'crier',
      title: 'Crier',
      version,
      icons,
      websiteUrl: deps.environment.base_url,
    }
    const listens = era === 'modern'
    const capabilities = {
      // Without a session there is nobody to tell: only who listens in the newer way hears of changes.
      tools: listens ? { listChanged: true } : {},
      resources: listens ? { subscribe: true, listChanged: true } : {},
      prompts: {},
      completions: {},
    }
    const instructions = greets(message) ? instructionsIn(await hereFor(request)) : undefined
    const tooMany = await count({ request, reply, message })
    const server = new Server(about, {
      capabilities,
      cacheHints,
      supportedProtocolVersions,
      ...(instructions !== undefined && { instructions }),
    })
    const gone = goneSignal(reply)
    const contextFor = ({ mcpReq }: ServerContext) =>
      contextOf(deps, request, 'mcp', AbortSignal.any([gone, mcpReq.signal]), enter)
    // Resources and prompts are the default tools in another form.
    const mayRead = isTicked(request.holder, 'default')
    /** Before anything but a tool call, which refuses in its own way. */
    const allow = () => {
      if (tooMany) throw refused(tooMany)
    }
    const askFor = (context: ServerContext): Ask => {
      allow()
      if (!mayRead) throw notTicked(['default'])
      return asking(offers, contextFor(context))
    }
    const asked = toolsetsAsked(request, known)
    const now = () => deps.environment.now()

    server.setRequestHandler('tools/list', async () => {
      allow()
      const here = await hereFor(request)
      const tools: Tool[] = []
      const turn = turns()
      for (const offer of offers.values()) {
        if (!asked.has(offer.toolset) || !isWithinReach(offer.operation, callerOf(request)))
          continue
        tools.push(toldWhere(offer.tool, here))
        await turn()
      }
      return { tools }
    })
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      if (tooMany) return refusal(tooMany)
      const offer = offers.get(params.name)
      if (offer && !isTicked(request.holder, offer.toolset)) throw notTicked([offer.toolset])
      if (!offer || !asked.has(offer.toolset)) throw noTool(params.name, offer)
      const token = params._meta?.progressToken
      const progress = token === undefined ? undefined : progressTo(context.mcpReq, token)
      const caller = { ...contextFor(context), progress }
      const { tracer } = deps
      return callTool(offer, params.arguments ?? {}, caller, { request, era, tracer, ...context })
    })
    server.setRequestHandler('resources/list', async () => {
      allow()
      return { resources: mayRead ? [...resources] : [] }
    })
    server.setRequestHandler('resources/templates/list', async () => {
      allow()
      return { resourceTemplates: mayRead ? [...resourceTemplates] : [] }
    })
    server.setRequestHandler('resources/read', ({ params }, context) =>
      params.uri === view?.uri && mayRead ? view.read() : readResource(params.uri, askFor(context)),
    )
    server.setRequestHandler('prompts/list', async () => {
      allow()
      return { prompts: mayRead ? prompts : [] }
    })
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

/** Only these say what a client is told first. */
function greets(message: unknown) {
  return (
    isBag(message) &&
    (message['method'] === 'initialize' || message['method'] === 'server/discover')
  )
}

function noTool(name: string, elsewhere: Offer | undefined) {
  const hint = elsewhere
    ? `Connect with ?toolsets=default,${elsewhere.toolset} to use ${name}.`
    : `There is no tool ${name}.`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, hint)
}

/** Tells a client that asked how far long work is. */
function progressTo(
  { notify }: Pick<ServerContext['mcpReq'], 'notify'>,
  progressToken: ProgressToken,
): Progress {
  let before = -1
  return (progress, total, message) => {
    // The protocol wants it to grow every time.
    if (progress <= before) return
    before = progress
    const news = { progressToken, progress, message, ...(total !== undefined && { total }) }
    // Whoever is gone hears nothing; the call itself notices.
    notify({ method: 'notifications/progress', params: news }).catch(() => {})
  }
}
