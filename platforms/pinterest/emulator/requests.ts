/** Reading what a caller sent. Bodies reach us as streams, whatever their type. */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid } from './refusal.ts'

/** Five pictures of 20 MB in base64. */
const MOST = 140 * 1024 * 1024

export async function bytesOf({ body }: FastifyRequest): Promise<Buffer> {
  if (!(body instanceof Readable)) return Buffer.alloc(0)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(Buffer.from(piece))
    size += piece.length
    if (size > MOST) throw invalid('the body is too large')
  }
  return Buffer.concat(pieces)
}

export async function readForm(request: FastifyRequest): Promise<Record<string, string>> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) return {}
  return Object.fromEntries(new URLSearchParams((await bytesOf(request)).toString()))
}

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
