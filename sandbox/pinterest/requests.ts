/** Reading what a caller sent. Bodies reach us as streams, whatever their type. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { collect, fieldsOf, isForm } from '../kit/bodies.ts'
import { invalid } from './refusal.ts'

/** Five pictures of 20 MB in base64. */
const MOST = 140 * 1024 * 1024

export const bytesOf = async (request: FastifyRequest) =>
  collect(request, MOST, () => invalid('the body is too large'))

export const readForm = async (request: FastifyRequest): Promise<Record<string, string>> =>
  isForm(request) ? fieldsOf(await bytesOf(request)) : {}

export async function readJson<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema) {
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw invalid('Content-Type must be application/json')
  return check(schema, parsed((await bytesOf(request)).toString()))
}

const Query = z.record(z.string(), z.string())

export function readQuery<Schema extends z.ZodType>({ query }: FastifyRequest, schema: Schema) {
  return check(schema, Query.safeParse(query).data ?? {})
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw invalid(`${issue?.path.join('.') || 'body'}: ${issue?.message}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('the body is not JSON')
    throw error
  }
}
