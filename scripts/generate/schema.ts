/** Zod schemas as rows for a table: name, type with its limits, whether it must be there, and what it means. */
import { z } from 'zod'
import { ErrorCode } from '#rules/delivery.ts'
import { Schema } from './json-schema.ts'
import { anchor, code, count } from './markdown.ts'

export interface Field {
  /** Nested ones dotted, as in error messages: `platform_content[].account_id`. */
  name: string
  type: string
  required: boolean
  /** One of several has to be there: the others. */
  instead_of: string | undefined
  text: string
  default: unknown
}

/** Schemas that have a section of their own, by the name of that section. */
export type Shapes = ReadonlyMap<z.ZodType, string>

const ERROR_CODE = 'error code'

export function fieldsOf(schema: z.ZodType, io: 'input' | 'output', shapes: Shapes): Field[] {
  return rowsOf(jsonOf(schema, io, shapes), '')
}

/** The same of what is a JSON Schema already. */
export function fieldsOfJson(schema: unknown): Field[] {
  return rowsOf(Schema.parse(schema), '')
}

/** What a schema is as a whole, in words. */
export function wordsFor(schema: z.ZodType, io: 'input' | 'output', shapes: Shapes) {
  return typeOf(jsonOf(schema, io, shapes))
}

/** What may be there in its place, where one of several must be. */
function insteadOf(name: string, { anyOf }: Schema): string | undefined {
  const ways = anyOf?.flatMap(({ required }) => (required?.length ? [required] : []))
  if (!ways?.some((each) => each.includes(name))) return undefined
  return ways.filter((each) => !each.includes(name)).join(', ')
}

function rowsOf(schema: Schema, prefix: string): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const at = `${prefix}${name}`
    const row = {
      name: at,
      type: typeOf(property),
      required: schema.required?.includes(name) === true,
      instead_of: insteadOf(name, schema),
      text: meaningOf(property),
      default: property.default,
    }
    return [row, ...nested(property, at)]
  })
}

/** What may be null carries its description inside. */
function meaningOf({ description, anyOf = [] }: Schema) {
  return description ?? anyOf.find((each) => each.description)?.description ?? ''
}

/** Fields of an object in a field, or of the objects in a list; what has a section of its own is not told twice. */
function nested(property: Schema, at: string): Field[] {
  const inner = [property, ...(property.anyOf ?? [])].find((each) => each.properties ?? each.items)
  if (!inner || inner.title || inner.items?.title) return []
  return inner.properties ? rowsOf(inner, `${at}.`) : rowsOf(inner.items ?? {}, `${at}[].`)
}

function jsonOf(schema: z.ZodType, io: 'input' | 'output', shapes: Shapes): Schema {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const name = zodSchema instanceof z.ZodType ? shapes.get(zodSchema) : undefined
      if (name) jsonSchema.title = name
      if (zodSchema === ErrorCode) jsonSchema.title = ERROR_CODE
    },
  })
  return Schema.parse(json)
}

function typeOf(schema: Schema): string {
  const { title, anyOf, enum: words } = schema
  if (title === ERROR_CODE) return `[${title}](codes.md)`
  if (title) return `[${title}](#${anchor(title)})`
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (words) return words.map((word) => code(String(word))).join(', ')
  if (anyOf) return either(anyOf)
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => ({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'array':
      return listOf(schema)
    case 'object':
      return objectOf(schema)
    default:
      return schema.type ?? 'any'
  }
}

function either(schemas: readonly Schema[]) {
  return schemas.map(typeOf).join(' or ')
}

function textOf({ format, maxLength }: Schema) {
  const known = { 'date-time': 'ISO 8601 time', date: 'date', uri: 'URL' }
  const text = Object.entries(known).find(([name]) => name === format)?.[1] ?? 'text'
  return maxLength === undefined ? text : `${text} (at most ${count(maxLength)} characters)`
}

function numberOf({ type, minimum, maximum }: Schema) {
  const from = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum
  const name = type === 'integer' ? 'integer' : 'number'
  if (from !== undefined && to !== undefined) return `${name} (${count(from)} to ${count(to)})`
  if (from !== undefined) return `${name} (${count(from)} or more)`
  return to === undefined ? name : `${name} (at most ${count(to)})`
}

function listOf({ items, minItems, maxItems }: Schema) {
  const item = items ? typeOf(items) : 'any'
  const limits = [
    minItems === undefined ? '' : `at least ${minItems}`,
    maxItems === undefined ? '' : `at most ${maxItems}`,
  ].filter(Boolean)
  return `list of ${item}${limits.length ? `, ${limits.join(', ')} of them` : ''}`
}

function objectOf({ properties, additionalProperties }: Schema) {
  if (properties || typeof additionalProperties !== 'object') return 'object'
  const value = typeOf(additionalProperties)
  return value === 'any' ? 'object' : `object of ${value}`
}
