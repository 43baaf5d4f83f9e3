/** Reading what a caller sent, as strictly as Google does. Bodies reach us as streams, whatever their type. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { collect, fieldsOf, isForm } from '../kit/bodies.ts'
import { badRequest, invalid } from './refusal.ts'

const MOST = 1024 * 1024

export const bytesOf = async (request: FastifyRequest) =>
  collect(request, MOST, () => badRequest('Request payload size exceeds the limit.'))

export const readForm = async (request: FastifyRequest): Promise<Record<string, string>> =>
  isForm(request) ? fieldsOf(await bytesOf(request)) : {}

/** Unknown names are refused in Google's words. */
export async function readJson<Schema extends z.ZodObject>(
  request: FastifyRequest,
  schema: Schema,
) {
  const text = (await bytesOf(request)).toString()
  if (text && !request.headers['content-type']?.startsWith('application/json'))
    throw badRequest('The request must be of the type application/json.')
  return parseJson(text || '{}', schema)
}

/** The resource that a text holds. */
export function parseJson<Schema extends z.ZodObject>(text: string, schema: Schema) {
  const value = z.record(z.string(), z.unknown()).safeParse(parsed(text))
  if (!value.success) throw badRequest('Invalid JSON payload received. Unexpected token.')
  const { success, data, error } = schema.safeParse(value.data)
  if (success) return data
  const [issue] = error.issues
  const path = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    const name = [path, issue.keys[0]].filter(Boolean).join('.')
    throw badRequest(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`)
  }
  throw badRequest(`Invalid value at '${path}': ${issue?.message}`)
}

const Query = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** The query with no parameter twice, none unknown, and the parts asked for among those that exist. */
export function readQuery(
  request: FastifyRequest,
  known: { parts?: readonly string[]; names: readonly string[] },
): { parts: ReadonlySet<string>; query: Record<string, string> } {
  const query: Record<string, string> = {}
  const names = [...known.names, 'part', 'alt', 'prettyPrint', 'key', 'fields', 'quotaUser']
  for (const [name, value] of Object.entries(Query.parse(request.query))) {
    if (!names.includes(name))
      throw badRequest(
        `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter.`,
      )
    query[name] = Array.isArray(value) ? value.join(',') : value
  }
  const parts = (query['part'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (!known.parts) return { parts: new Set(), query }
  if (parts.length === 0) {
    throw invalid('required', 'Required parameter: part', 'global')
  }
  for (const part of parts)
    if (!known.parts.includes(part)) throw invalid('unknownPart', `'${part}'`, 'youtube.part')
  return { parts: new Set(parts), query }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
