/** What a caller sent: query, form, JSON and multipart are one set of parameters to Graph. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid } from './graph-refusals.ts'

export interface Params {
  text: ReadonlyMap<string, string>
  files: ReadonlyMap<string, { bytes: Buffer; mime_type: string }>
}

export async function readParams(request: FastifyRequest): Promise<Params> {
  const text = new Map<string, string>()
  const files = new Map<string, { bytes: Buffer; mime_type: string }>()
  const query = new URL(request.url, 'http://graph').searchParams
  for (const [name, value] of query) put(text, name, value)
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const type = request.headers['content-type'] ?? ''
  if (!bytes.length) return { text, files }
  if (type.startsWith('application/json')) {
    for (const [name, value] of Object.entries(readObject(bytes.toString())))
      text.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (type.startsWith('application/x-www-form-urlencoded'))
    for (const [name, value] of new URLSearchParams(bytes.toString())) put(text, name, value)
  if (type.startsWith('multipart/form-data'))
    for (const [name, part] of await readMultipart(bytes, type)) {
      if (typeof part === 'string') put(text, name, part)
      else
        files.set(name, {
          bytes: Buffer.from(await part.arrayBuffer()),
          mime_type: part.type,
        })
    }
  return { text, files }
}

/** "Objects inside forms are JSON-encoded strings", and `name[0]` is an element of a list. */
function put(text: Map<string, string>, name: string, value: string) {
  const [, list] = /^(\w+)\[\d*\]$/.exec(name) ?? []
  if (list === undefined) return text.set(name, value)
  const before = text.get(list)
  const element: unknown = value.startsWith('{') ? readObject(value) : value
  const elements: unknown[] = before === undefined ? [] : readList(before)
  return text.set(list, JSON.stringify([...elements, element]))
}

const objectSchema = z.record(z.string(), z.unknown())
const listSchema = z.array(z.unknown())

export function readObject(text: string) {
  const parsed = objectSchema.safeParse(readJson(text))
  if (!parsed.success) throw invalid('The parameters must be a JSON object')
  return parsed.data
}

export function readList(text: string): unknown[] {
  const parsed = listSchema.safeParse(readJson(text))
  if (!parsed.success) throw invalid('Must be a JSON array')
  return parsed.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('Invalid JSON')
    throw error
  }
}

async function readMultipart(bytes: Buffer, type: string) {
  const body = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
  return body.formData().catch((error: unknown) => {
    if (error instanceof TypeError) throw invalid('The multipart body could not be read')
    throw error
  })
}

/** `true`, `1`; what is absent is `otherwise`. */
export function flag({ text }: Params, name: string, otherwise: boolean): boolean {
  const value = text.get(name)
  if (value === undefined) return otherwise
  if (['true', '1'].includes(value)) return true
  if (['false', '0'].includes(value)) return false
  throw invalid(`Param ${name} must be a boolean`)
}

export function integer({ text }: Params, name: string): number | undefined {
  const value = text.get(name)
  if (value === undefined) return undefined
  if (!/^\d{1,15}$/.test(value)) throw invalid(`Param ${name} must be an integer`)
  return Number(value)
}

/** What was filled in on a consent page. */
export function decisionOf({ body }: FastifyRequest) {
  const form = new URLSearchParams(String(body))
  return { person: form.get('person') ?? undefined, decision: form.get('decision') ?? undefined }
}
