/** Which tools a client wants to see: those of the toolsets that its address or a header names, `default` without a word. */
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
  { url, headers }: Pick<FastifyRequest, 'url' | 'headers'>,
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
  if (!words.length) return new Set(['default'])
  return new Set(known.filter((each) => words.includes(each) || words.includes('all')))
}

/** What a caller wrote is repeated no further than this. */
const LONGEST = 60
