/**
 * JSON Schemas as known MCP clients take them: an object at the top, bounded integers, no meta-schema line. Every client reads
 * all of them into its model's context, so they are brief as well: OpenAPI has the rest.
 */
import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Operation } from '#operations/operation.ts'

type Schema = Tool['inputSchema']

const idempotency_key = {
  type: 'string',
  description: 'With the same key a call is made once.',
}
const detail = { type: 'boolean', description: 'Whole items instead of short ones.' }
const notice = { type: 'string' }

/** What the tool takes: its own fields, or those of an alias, and what the surface itself reads. */
export function inputSchemaOf({ mcp, input, effect }: Operation, accepts?: z.ZodType): Schema {
  const own = 'absent' in mcp ? undefined : mcp.accepts
  const brief = !('absent' in mcp) && mcp.brief !== undefined
  return schemaOf(accepts ?? own ?? input, 'input', {
    ...(effect !== 'reads' && { idempotency_key }),
    ...(brief && { detail }),
  })
}

export function outputSchemaOf({ output }: Operation, noticed: boolean): Schema {
  return schemaOf(output, 'output', noticed ? { notice } : {})
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output', more: Record<string, Node>): Schema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const object = ObjectSchema.parse(plain)
  const { type, required, additionalProperties } = object
  const brief = io === 'input' ? plainly : briefly
  const own = Object.entries(object.properties)
    .filter(([field]) => io === 'input' || !required?.length || required.includes(field))
    .map(([field, each]) => [field, brief(each)])
  const properties = Properties.parse({ ...Object.fromEntries(own), ...more })
  return {
    type,
    properties,
    // Of an answer, the answer shows what is there; what only some have is not told beforehand.
    ...(io === 'input' && { ...(required?.length && { required }), additionalProperties }),
  }
}

const Node = z.record(z.string(), z.unknown())
type Node = z.infer<typeof Node>
const Properties = z.record(z.string(), z.json())
const ObjectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), Node).default({}),
  required: z.array(z.string()).optional(),
})

const unportable = new Set(['uri', 'date'])

/**
 * Without what says nothing: a pattern beside the format that it spells out, and bounds that any value keeps; and without
 * formats that some clients refuse a whole tool for. The description says what is meant, and we check it.
 */
function plainly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainly)
  const { success, data } = Node.safeParse(value)
  if (!success) return value
  const { format, pattern, propertyNames: _, additionalProperties: open, ...rest } = data
  const kept = {
    ...rest,
    ...(typeof format === 'string' && !unportable.has(format) && { format }),
    ...(pattern !== undefined && format === undefined && { pattern }),
    ...(open !== undefined && !isEmpty(open) && { additionalProperties: open }),
  }
  return Object.fromEntries(Object.entries(kept).map(([word, each]) => [word, plainly(each)]))
}

/** The kind of a field; what is inside of objects and lists is seen in the answer. */
function briefly(node: Node): Node {
  const { type, enum: words, items, anyOf } = node
  if (Array.isArray(anyOf)) {
    const kinds = [...new Set(anyOf.map((each) => Node.parse(each)['type']))]
    return { type: kinds.length === 1 ? kinds[0] : kinds }
  }
  const inside = Node.safeParse(items)
  return {
    type,
    ...(words !== undefined && { enum: words }),
    ...(inside.success && { items: { type: inside.data['type'] ?? 'object' } }),
  }
}

function isEmpty(value: unknown) {
  return typeof value === 'object' && value !== null && !Object.keys(value).length
}
