/** What clients that listen (`subscriptions/listen`) are told: that a resource or the list of tools is not what it was. */
import { isDeepStrictEqual } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerEvent } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { type Change, since } from '#operations/events/parts/live.ts'
import { mayDo } from '#rules/leash.ts'
import { Problem } from '#rules/problem.ts'
import { type ApiDependencies, contextOf, goneSignal } from '../guard.ts'
import { resources } from './resources.ts'
import type { Follow } from './endpoint.ts'
import { isTicked } from './toolsets.ts'

/** Streams that one credential has open at once: a further one takes the place of its oldest. */
const MOST = 5
/** So often a caller who hears nothing is let in anew, or is not. */
const BEAT = 15_000
/** Between two looks: many changes in a moment are told together. */
const APART = 250

export function following(deps: ApiDependencies): Follow {
  const open = new Map<string, AbortController[]>()

  return ({ request, reply, enter }, listener) => {
    const holder = `${request.holder?.workspace_id} ${request.holder?.credential}`
    const mine = new AbortController()
    const others = open.get(holder) ?? []
    if (others.length >= MOST) others[0]?.abort()
    open.set(holder, [...others.slice(others.length >= MOST ? 1 : 0), mine])
    const signal = AbortSignal.any([mine.signal, goneSignal(reply), deps.stopping])

    void follow()
      .catch((error: unknown) => {
        // Who may look no longer is told nothing more.
        if (!signal.aborted && !(error instanceof Problem))
          request.log.error({ err: error }, 'a client is not told any more')
      })
      .finally(() => {
        stop()
        reply.raw.end()
      })

    async function follow() {
      let { cursor } = await since('now', contextOf(deps, request, 'mcp', signal, enter))
      let before = reachOf(request)
      for (;;) {
        // What comes while we look is not missed: listening begins before.
        const context = contextOf(deps, request, 'mcp', signal, enter)
        const heard = deps.environment.happened(context.workspace_id, BEAT, signal)
        if (mayRead(request)) {
          const reach = reachOf(request)
          const told = await since(cursor, context)
          const events = eventsOf(told.changes)
          // Asked again behind the look: what came while the key was paused, or was given less, waits.
          if (events.length > 0) await enter()
          if (isDeepStrictEqual(reachOf(request), reach)) {
            cursor = told.cursor
            for (const event of events) listener(event)
          }
        }
        const reach = reachOf(request)
        if (!isDeepStrictEqual(reach, before)) listener({ kind: 'tools_list_changed' })
        before = reach
        await heard
        if (signal.aborted) return
        await pause(APART, undefined, { signal })
        // Asked anew each time: a key that has ended ends the stream.
        await enter()
      }
    }

    function stop() {
      mine.abort()
      const left = (open.get(holder) ?? []).filter((each) => each !== mine)
      if (left.length) open.set(holder, left)
      else open.delete(holder)
    }
    return stop
  }
}

/** Resources at this moment; what comes in a pause is told behind it. */
function mayRead({ holder }: Pick<FastifyRequest, 'holder'>) {
  if (!holder || holder.leash.paused) return false
  return mayDo(holder.leash, 'read') && isTicked(holder, 'default')
}

/** Which tools are listed follows from it. */
function reachOf({ holder }: Pick<FastifyRequest, 'holder'>) {
  return holder && [holder.abilities, holder.leash, holder.toolsets]
}

/** Undefined: too much to tell. What was read by its id is told by no list, so whoever listens reads that anew too. */
function eventsOf(changes: readonly Change[] | undefined): ServerEvent[] {
  const uris = new Set(
    changes ? changes.flatMap(touchedBy) : resources.map((resource) => resource.uri),
  )
  const updated = [...uris].map((uri) => ({ kind: 'resource_updated', uri }) as const)
  return changes ? updated : [...updated, { kind: 'resources_list_changed' }]
}

const UPCOMING = 'crier://posts/upcoming'
const QUEUE = 'crier://queue'

/** The resources that read otherwise now. */
function touchedBy({ type, post_id, media_id }: Change): string[] {
  const uris: string[] = []
  if (post_id !== null) uris.push(`crier://posts/${post_id}`)
  if (media_id !== null) uris.push(`crier://media/${media_id}`)
  // A post that comes or goes takes a slot or gives it back.
  if (type.startsWith('post.')) uris.push(UPCOMING, QUEUE)
  if (type.startsWith('account.')) uris.push('crier://accounts', UPCOMING, QUEUE)
  if (type === 'schedule.changed') uris.push(QUEUE)
  if (type === 'audit.setting_changed') uris.push('crier://capabilities', QUEUE)
  return uris
}
