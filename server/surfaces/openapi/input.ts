/** What a caller sends: in the path, in the query, as JSON, as a form with a file, as raw bytes. */
import type { Operation, Rest } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { keyPattern } from '#surfaces/idempotency.ts'
import { fieldsOf, type Json, type Schema, schemaOf } from './schema.ts'

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `The same key makes the same call once only, for ${limits.idempotency_hours} hours.`,
  schema: { type: 'string', pattern: keyPattern },
}

export function parametersOf(operation: Operation, rest: Rest): Json[] {
  const inPath = pathNames(rest)
  const { properties, required } = inputOf(operation, rest)
  const parameters = Object.entries(properties).flatMap(([name, property]): Json[] => {
    const where = inPath.includes(name) ? 'path' : inQuery(name, rest) ? 'query' : undefined
    if (!where) return []
    const { description, ...schema } = property
    const list = schema['type'] === 'array'
    return [
      {
        name: list ? `${name}[]` : name,
        in: where,
        required: where === 'path' || required.includes(name),
        ...(description !== undefined && { description }),
        schema,
        ...(list && { style: 'form', explode: true }),
      },
    ]
  })
  return operation.effect === 'reads' ? parameters : [...parameters, idempotencyKey]
}

export function bodyOf(operation: Operation, rest: Rest): Json | undefined {
  if (rest.takes === 'bytes') {
    const bytes = { 'application/octet-stream': {} }
    return { required: true, content: bytes }
  }
  if (!inBody(rest)) return undefined
  const { properties, required, anyOf } = inputOf(operation, rest)
  const inPath = pathNames(rest)
  const fields = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  if (!fields.length) return undefined
  const object = (more: Schema, without: string) => ({
    type: 'object',
    properties: Object.fromEntries([
      ...Object.entries(more),
      ...fields.filter(([name]) => name !== without),
    ]),
    additionalProperties: false,
  })
  const names = required.filter((name) => !inPath.includes(name))
  const demanded = names.length ? { required: names } : {}
  if (rest.takes !== 'form')
    return {
      required: names.length > 0,
      content: {
        ...(rest.takes === 'csv' && { 'text/csv': { schema: { type: 'string' } } }),
        'application/json': {
          schema: { ...object({}, ''), ...demanded, ...(anyOf && oneOfThese(anyOf, properties)) },
        },
      },
    }
  const file = { description: 'The file itself.', contentMediaType: 'application/octet-stream' }
  const form = { ...object({ file }, 'url'), required: ['file'] }
  const json = { ...object({}, 'file'), required: ['url'] }
  return {
    required: true,
    content: { 'multipart/form-data': { schema: form }, 'application/json': { schema: json } },
  }
}

/** Beside the other fields, and spelled out: generators of types take a choice of names alone for one of anything. */
function oneOfThese(ways: readonly { required: string[] }[], properties: Record<string, Schema>) {
  const anyOf = ways.map(({ required }) => ({
    type: 'object',
    properties: Object.fromEntries(
      required.map((name) => {
        const { description: _, ...property } = properties[name] ?? {}
        return [name, property]
      }),
    ),
    required,
  }))
  return { allOf: [{ anyOf }] }
}

export function pathNames({ path }: Rest) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
}

/** Elsewhere it travels in the query. */
export function inBody({ method, takes }: Rest) {
  return (method === 'POST' || method === 'PUT') && takes !== 'bytes'
}

export function inputOf(operation: Operation, rest: Rest) {
  return fieldsOf(schemaOf(rest.accepts ?? operation.input, 'input'))
}

/** Beside a table as well: what is said of it has no other place. */
function inQuery(name: string, rest: Rest) {
  return !inBody(rest) || (rest.takes === 'csv' && name !== 'csv')
}
