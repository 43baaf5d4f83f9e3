/** What changes, told to an open page as server-sent events. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#operations/context.ts'
import { type Message, since } from '#operations/events/parts/live.ts'
import { type News, watching } from '#operations/events/parts/under-way.ts'
import { Problem } from '#rules/problem.ts'
import { type ApiDependencies, goneSignal } from '../guard.ts'
import { type ConsoleDependencies, requireSigned } from './dependencies.ts'
import { close, write } from './stalled.ts'
import { holderOfMember, memberOf } from './workspaces.ts'

/** A proxy that hears nothing for a minute hangs up. */
const BEAT = 15_000
/** Between two messages: four a second. */
const APART = 250

export function liveRoutes(app: FastifyInstance, deps: ConsoleDependencies, api: ApiDependencies) {
  /** One for each browser and workspace: a page that was opened anew takes the place of the one before. */
  const open = new Map<string, AbortController>()
  const underWay = watching(api.db, () => api.environment.now())

  app.get('/workspaces/:workspace_id/live', async (request, reply) => {
    const { session_id } = await requireSigned(deps, request)
    // Refused as any other question would be, before the stream begins.
    const { workspace_id } = await memberOf(deps, request)
    const browser = `${session_id}:${workspace_id}`
    open.get(browser)?.abort()
    const mine = new AbortController()
    open.set(browser, mine)
    const signal = AbortSignal.any([mine.signal, goneSignal(reply), api.stopping])
    reply.hijack()
    reply.raw.writeHead(200, {
      ...headersOf(reply),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    // Beside what happened, in no order with it; who is slow is told less of it.
    const quiet = underWay.watch(workspace_id, (news) => {
      if (signal.aborted || reply.raw.writableNeedDrain) return false
      reply.raw.write(newsText(news))
      return true
    })
    try {
      await tell(request, reply, signal)
    } catch (error) {
      // Who may look no longer is told nothing more; what broke is for the browser to ask again.
      if (!signal.aborted && !(error instanceof Problem))
        request.log.error({ err: error }, 'a page is not told any more')
    } finally {
      quiet()
      if (open.get(browser) === mine) open.delete(browser)
      close(reply.raw)
    }
    return reply
  })

  async function tell(request: FastifyRequest, reply: FastifyReply, signal: AbortSignal) {
    let cursor = startOf(request)
    while (!signal.aborted) {
      const context = await contextOf(request, signal)
      // What comes while we look is not missed: listening begins before.
      const heard = api.environment.happened(context.workspace_id, BEAT, signal)
      const told = await since(cursor, context)
      for (const message of told.messages) {
        if (!(await write(reply.raw, textOf(message), signal))) return
        await pause(APART, undefined, { signal })
      }
      if (!told.messages.length && !(await write(reply.raw, ': here\n\n', signal))) return
      cursor = told.cursor
      await heard
    }
  }

  /** Asked anew each time: a session or a membership that has ended ends the stream. */
  async function contextOf(request: FastifyRequest, signal: AbortSignal): Promise<Context> {
    const caller = {
      ...holderOfMember(await memberOf(deps, request)),
      via: 'dashboard' as const,
    }
    const { workspace_id } = caller
    const { db, environment } = api
    return { db, workspace_id, caller, environment, now: environment.now(), signal }
  }
}

function headersOf(reply: FastifyReply) {
  const entries = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Browsers say where they were when they come back. */
function startOf({ headers, query }: FastifyRequest) {
  const last = headers['last-event-id']
  if (typeof last === 'string' && last) return last
  const after = typeof query === 'object' && query && 'after' in query ? query.after : undefined
  return typeof after === 'string' && after ? after : 'now'
}

function textOf({ id, event, data }: Message) {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Without an id: who comes back is told from the last event on. */
function newsText(news: News) {
  return `event: under_way\ndata: ${JSON.stringify(news)}\n\n`
}
