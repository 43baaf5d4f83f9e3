/** Zod schemas as OpenAPI 3.1 takes them, which is JSON Schema; shapes with a name are referred to. */
import { z } from 'zod'
import { shapes } from '#operations/shapes.ts'

export type Json = string | number | boolean | null | readonly Json[] | { [name: string]: Json }
export type Schema = { [name: string]: Json }

const Anything: z.ZodType<Json> = z.json()
const Bag = z.record(z.string(), Anything)
const named = new Map<unknown, string>(shapes.map(({ schema, type }) => [schema, type]))

/** `whole`: this one is spelled out although it has a name. */
export function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  { whole = false }: { whole?: boolean } = {},
): Schema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const each: unknown = zodSchema
      const type = named.get(each)
      if (type === undefined || (whole && each === schema)) return
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
      jsonSchema.$ref = `#/components/schemas/${type}`
    },
  })
  return Bag.parse(plain)
}

/** The properties of an object's schema, which of them must be there, and of which one or another. */
export function fieldsOf(schema: Schema) {
  const {
    properties = {},
    required = [],
    anyOf,
  } = z
    .looseObject({
      properties: z.record(z.string(), Bag).optional(),
      required: z.array(z.string()).optional(),
      anyOf: z.array(z.strictObject({ required: z.array(z.string()) })).optional(),
    })
    .parse(schema)
  return { properties, required, ...(anyOf && { anyOf }) }
}
