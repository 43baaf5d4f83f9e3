/** The tools, read off the list of operations. */
import type { Tool } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Operation, Toolset } from '#operations/operation.ts'
import { inputSchemaOf, outputSchemaOf } from '../tool-schema.ts'
import { toolsetOf } from './toolsets.ts'
import type { View } from './view.ts'

export interface Offer {
  /** Written when it is first asked for: a start that writes the schemas of all tools takes a fifth of a second longer. */
  readonly tool: Tool
  operation: Operation
  toolset: Toolset
  dialect: z.ZodType | undefined
  notice: string | undefined
}

/** By name, in the order of the list. `view`: what shows a post. */
export function offersOf(
  operations: readonly Operation[],
  view?: View,
): ReadonlyMap<string, Offer> {
  const all = operations.flatMap((operation) => offered(operation, view))
  return new Map(all)
}

/** The tool and its aliases. */
function offered(operation: Operation, view: View | undefined): [string, Offer][] {
  const { mcp, name, summary, effect } = operation
  const toolset = toolsetOf(operation)
  if ('absent' in mcp || !toolset) return []
  const annotations = {
    title: mcp.title,
    readOnlyHint: effect === 'reads',
    destructiveHint: effect === 'destroys' || mcp.overwrites === true,
    idempotentHint: operation.idempotent,
    openWorldHint: mcp.open === true || leavesTheHouse(operation),
  }
  const offer = (
    as: string,
    description: string,
    accepts: z.ZodType | undefined,
    notice?: string,
  ): [string, Offer] => {
    let written: Tool | undefined
    const write = (): Tool => ({
      name: as,
      title: mcp.title,
      description,
      inputSchema: inputSchemaOf(operation, accepts),
      outputSchema: outputSchemaOf(operation, notice !== undefined),
      annotations,
      ...(mcp.shows && view && { _meta: view.meta }),
    })
    const offer: Offer = {
      operation,
      toolset,
      dialect: accepts,
      notice,
      get tool() {
        return (written ??= write())
      },
    }
    return [as, offer]
  }
  const aliases = Object.entries(mcp.aliases ?? {}).map(([alias, { notice, accepts }]) =>
    offer(alias, `Deprecated: ${notice}`, accepts ?? mcp.accepts, notice),
  )
  return [offer(name, summary, mcp.accepts), ...aliases]
}

function leavesTheHouse({ actions }: Operation) {
  return actions !== 'manage' && actions.some((each) => each === 'schedule' || each === 'publish')
}
