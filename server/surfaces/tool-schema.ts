/** JSON Schemas as known MCP clients take them: an object at the top, bounded integers, no meta-schema line. */
import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { keyPattern } from './idempotency.ts'

type Schema = Tool['inputSchema']

const idempotency_key = {
  type: 'string',
  pattern: keyPattern,
  description: 'The same key makes the same call once only, for 24 hours.',
}
const notice = { type: 'string', description: 'Something to know about this tool.' }

export function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  keyed: boolean,
  noticed = false,
): Schema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const object = ObjectSchema.parse(plain)
  const properties = {
    ...object.properties,
    ...(keyed && { idempotency_key }),
    ...(noticed && { notice }),
  }
  return { ...object, properties }
}

const ObjectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.looseObject({})).default({}),
  required: z.array(z.string()).optional(),
})
