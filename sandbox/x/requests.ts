/** Reading what a caller sent, as strictly as X does. Bodies reach us as bytes, whatever their type. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bytesOf } from '../kit/bodies.ts'
import { partsOf, type Part } from '../kit/multipart.ts'
import { invalid, plain } from './refusal.ts'

export const idSchema = z.string().regex(/^[0-9]{1,19}$/, 'is not a valid id')

export function isMultipart(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('multipart/form-data') ?? false
}

/** An empty body counts as `{}` where nothing is required. */
export function readJson<Schema extends z.ZodObject>(request: FastifyRequest, schema: Schema) {
  const bytes = bytesOf(request)
  if (bytes.length && !request.headers['content-type']?.startsWith('application/json'))
    throw plain(415, 'Unsupported Media Type')
  const value = bytes.length ? parseJson(bytes.toString()) : {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('Request body must be a JSON object.')
  return check(schema, value, 'body')
}

export function readQuery<Schema extends z.ZodObject>(request: FastifyRequest, schema: Schema) {
  return check(schema, request.query, 'query')
}

/** The parts of a multipart form: `files` are bytes, with a file name or without one, all else is text. */
export function readMultipart(
  request: FastifyRequest,
  files: readonly string[],
): Map<string, string | Buffer> {
  const parts = partsOf(bytesOf(request), request.headers['content-type'] ?? '')
  if (!parts) throw invalid('The multipart body could not be read.')
  const read = ([name, { bytes }]: [string, Part]): [string, string | Buffer] => [
    name,
    files.includes(name) ? bytes : bytes.toString(),
  ]
  return new Map([...parts].map(read))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('Request body must be a JSON object.')
    throw error
  }
}

export function check<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
  where: 'body' | 'query',
): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (!issue) throw invalid('The request is not valid.')
  const path = issue.path.join('.')
  const known = Object.keys(schema.shape).join(',')
  switch (issue.code) {
    case 'unrecognized_keys': {
      const name = [path, issue.keys[0]].filter(Boolean).join('.')
      throw invalid(`The ${where} parameter [${name}] is not one of [${known}]`, { [name]: [] })
    }
    case 'too_big':
      throw issue.origin === 'array'
        ? invalid(`$.${path}: array must have at most ${String(issue.maximum)} items`, {
            [path]: issue.input,
          })
        : invalid(`$.${path}: ${issue.message}`, { [path]: [String(issue.input)] })
    default:
      throw invalid(
        where === 'body'
          ? `$.${path}: ${issue.message}`
          : `The \`${path}\` query parameter value [${String(issue.input)}] is not valid`,
        { [path]: [issue.input] },
      )
  }
}
