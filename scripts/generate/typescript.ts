/** JSON Schemas as TypeScript types. */
import { z } from 'zod'

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get items() {
    return Schema.optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
  get additionalProperties() {
    return z.union([z.boolean(), Schema]).optional()
  },
})
type Schema = z.infer<typeof Schema>

/** As it stands behind a colon. */
export function typeOf(schema: unknown): string {
  return typeText(Schema.parse(schema))
}

/** The fields of an object, each with its description above it. `more` are lines of further ones. */
export function membersOf(schema: unknown, more: readonly string[] = []): string {
  return `{\n${[...members(Schema.parse(schema)), ...more].join('\n')}\n}`
}

/** Whether a call can be made without any field. */
export function isOptional(schema: unknown) {
  return !Schema.parse(schema).required?.length
}

export function docOf(text: string | undefined) {
  return text === undefined ? [] : [`/** ${text.replaceAll('*/', '* /')} */`]
}

function members({ properties = {}, required = [] }: Schema) {
  return Object.entries(properties).flatMap(([name, property]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    const mark = required.includes(name) ? '' : '?'
    const type = typeText(property)
    // With exact optional properties, callers still hand on what they do not have.
    return [...docOf(property.description), `${key}${mark}: ${mark ? `${type} | undefined` : type}`]
  })
}

function typeText(schema: Schema): string {
  const { $ref, type, anyOf, enum: words, items } = schema
  if ($ref) return $ref.split('/').at(-1) ?? 'unknown'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (words) return words.map((word) => JSON.stringify(word)).join(' | ')
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(' | ')
  if (Array.isArray(type))
    return type.map((each) => typeText({ ...schema, type: each })).join(' | ')
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `(${items ? typeText(items) : 'unknown'})[]`
    case 'object':
      return objectText(schema)
    default:
      return 'unknown'
  }
}

function objectText(schema: Schema) {
  if (schema.properties) return `{\n${members(schema).join('\n')}\n}`
  const { additionalProperties: others } = schema
  return `Record<string, ${typeof others === 'object' ? typeText(others) : 'unknown'}>`
}
