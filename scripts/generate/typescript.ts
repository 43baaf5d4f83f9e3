/** JSON Schemas as TypeScript types. */
import { Schema } from './json-schema.ts'

/** As it stands behind a colon. */
export function typeOf(schema: unknown): string {
  return typeText(Schema.parse(schema))
}

/** The fields of an object, each with its description above it. `more` are lines of further ones. */
export function membersOf(schema: unknown, more: readonly string[] = []): string {
  return `{\n${[...members(Schema.parse(schema)), ...more].join('\n')}\n}`
}

/** The same as a type, where one of several fields must be there. */
export function fieldsOf(schema: unknown): string | undefined {
  const { anyOf, ...object } = Schema.parse(schema)
  const ways = anyOf?.map(
    ({ required = [] }) =>
      `{ ${required.map((name) => `${name}: ${typeText(object.properties?.[name] ?? {})}`).join('; ')} }`,
  )
  return ways && `${membersOf(object)} & (${ways.join(' | ')})`
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
