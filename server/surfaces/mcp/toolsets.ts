/**
 * Which tools a client gets: those of the toolsets that its address or a header names, and of an app none but those that a
 * person ticked for it. Without a word it is `default`, or what was ticked.
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { type Operation, type Toolset, toolsets } from '#operations/operation.ts'

/** Those that have a tool, in the order of the list. Only these are known to callers. */
export function knownToolsets(operations: readonly Operation[]): readonly Toolset[] {
  const used = new Set(operations.map(toolsetOf))
  return toolsets.filter((each) => used.has(each))
}

export function toolsetOf({ mcp }: Operation): Toolset | undefined {
  return 'absent' in mcp ? undefined : (mcp.toolset ?? 'default')
}

/** `?toolsets=default,account` and `MCP-Toolsets: account` add up; `all` is every one. */
export function toolsetsAsked(
  { url, headers, holder }: Pick<FastifyRequest, 'url' | 'headers' | 'holder'>,
  known: readonly Toolset[],
): ReadonlySet<Toolset> {
  const { searchParams } = new URL(url, 'http://localhost')
  const words = [...searchParams.getAll('toolsets'), headers['mcp-toolsets'] ?? '']
    .flat()
    .flatMap((list) => list.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const unknown = words.find((word) => word !== 'all' && !known.some((each) => each === word))
  if (unknown !== undefined) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Ask for toolsets that exist: ${[...known, 'all'].join(', ')}. There is none called ${unknown.slice(0, LONGEST)}.`,
      { known: [...known, 'all'] },
    )
  }
  const ticked = holder?.toolsets
  if (!words.length) return new Set(ticked ? known.filter((each) => ticked.includes(each)) : usual)
  const asked = known.filter((each) => words.includes(each) || words.includes('all'))
  const given = asked.filter((each) => isTicked(holder, each))
  if (!given.length) throw notTicked(asked)
  return new Set(given)
}

const usual = ['default'] as const

/** Whether whoever let the caller in allowed this toolset; keys are not asked about them. */
export function isTicked(holder: FastifyRequest['holder'], toolset: Toolset) {
  return holder?.toolsets === undefined || holder.toolsets.includes(toolset)
}

/** Only a person can go on: they find the app among those that are connected. */
export function notTicked(wanted: readonly Toolset[]) {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Ask the person who let this app in to tick ${wanted.join(', ')} for it, at the dashboard under Connected apps: it was not allowed.`,
    { not_allowed: wanted },
  )
}

/** What a caller wrote is repeated no further than this. */
const LONGEST = 60
