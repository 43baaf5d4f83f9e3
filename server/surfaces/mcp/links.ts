/** The items of a list as resources, which a client can show and read one by one. */
import type { ResourceLink } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Operation } from '#operations/operation.ts'
import { firstWords } from '#rules/text.ts'

const Page = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      content: z.string().optional(),
      original_name: z.string().optional(),
    }),
  ),
})

export function linksIn(output: unknown, { mcp }: Operation): ResourceLink[] {
  if ('absent' in mcp || !mcp.links) return []
  const kind = mcp.links
  return Page.parse(output).data.map(({ id, content, original_name }) => ({
    type: 'resource_link',
    uri: `crier://${kind}/${id}`,
    name: firstWords(original_name ?? content ?? '', 60) || String(id),
    mimeType: 'application/json',
  }))
}
