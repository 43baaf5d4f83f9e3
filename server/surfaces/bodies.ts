/** Bodies other than JSON: a form with a file, and raw bytes. Nothing of them is held in memory whole. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sent } from '#operations/context.ts'
import { receiveProblem } from '#operations/media/parts/arrivals.ts'
import type { Rest } from '#operations/operation.ts'
import type { Intake } from '#intake/intake.ts'
import { patient } from '#intake/patient.ts'
import { inTurn } from '#intake/turns.ts'
import { limits } from '#rules/limits.ts'
import { collector, invalid, Problem, wrong } from '#rules/problem.ts'

/** What a body held: fields for the operation, and what is not a field. */
export interface Taken {
  fields: Record<string, unknown>
  sent: Sent | undefined
}

/** Who takes it, and for whom. */
export interface Into {
  intake: Intake
  workspace_id: number
}

/** Milliseconds without a byte after which a sender is given up. */
const SILENCE = 30_000
const FIELDS = 100
const FIELD_BYTES = 64 * 1024

/** Lets the two kinds of bodies through unread; only routes that take them do. */
export function takeBodies(app: FastifyInstance) {
  const unread = async (request: FastifyRequest) => {
    const { takes } = request.routeOptions.config
    const form = isForm(request)
    if (takes !== (form ? 'form' : 'bytes')) {
      throw otherBody(takes)
    }
    return undefined
  }
  app.addContentTypeParser('multipart/form-data', unread)
  app.addContentTypeParser('application/octet-stream', unread)
  const table = async (request: FastifyRequest, body: Buffer) => {
    const { takes } = request.routeOptions.config
    if (takes !== 'csv') throw otherBody(takes)
    return { csv: textOf(body) }
  }
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, table)
}

/** By what the route takes beside JSON: whoever sends a file as it is would find nothing to put into an object. */
const bodies = {
  form: 'multipart/form-data with the file as its part “file”, or application/json.',
  bytes: 'application/octet-stream.',
  csv: 'text/csv, or application/json with the table as “csv”.',
} as const

/** A body of a kind that the route does not take. */
export function otherBody(takes: Rest['takes']) {
  const kinds = takes ? bodies[takes] : 'application/json.'
  return new Problem('unsupported_media_type', `Send Content-Type: ${kinds}`)
}

function textOf(bytes: Buffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw wrong('csv', 'Save the table as “CSV UTF-8”: these bytes are in another encoding.')
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takes?: Rest['takes']
    /** Which operation it is, for whoever follows requests. */
    operation?: { name: string; effect: string; path: string }
  }
}

/** Before it is read: what is compressed would be taken for broken JSON, or for another file. */
export function requirePlain({ headers }: FastifyRequest, reply: FastifyReply) {
  const encoding = headers['content-encoding']
  if (encoding === undefined || /^(?:identity)?$/i.test(encoding.trim())) return
  void reply.header('accept-encoding', 'identity')
  throw new Problem('unsupported_media_type', 'Send the body as it is, without Content-Encoding.')
}

export function isForm({ headers }: FastifyRequest) {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
}

export function isBytes({ headers }: FastifyRequest) {
  return /^application\/octet-stream\b/i.test(headers['content-type'] ?? '')
}

export function takeBytes({ raw, headers }: FastifyRequest, into: Into): Taken {
  const length = headers['content-length']
  const bytes = bytesOf(raw, into)
  return {
    fields: {},
    sent: { kind: 'bytes', bytes, length: length === undefined ? undefined : Number(length) },
  }
}

/** Reads the form to its end: the file into a local one, whose disposal is the caller's. Refuses all that is wrong at once. */
export async function takeForm({ raw, headers }: FastifyRequest, into: Into): Promise<Taken> {
  const { errors, add } = collector()
  const limit = limits.single_upload_bytes
  // More than a file and its fields can be: refused before a byte of it is read.
  if (Number(headers['content-length'] ?? 0) > limit + FIELDS * FIELD_BYTES) throw tooLarge(limit)
  const fields: Record<string, unknown> = Object.create(null)
  let receiving: Promise<Sent | undefined> = Promise.resolve(undefined)
  let files = 0
  let current: Readable | undefined

  const form = open(raw, headers['content-type'] ?? '')
  form.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) add(name, `At most ${FIELD_BYTES} bytes.`)
    else put(fields, name, value)
  })
  form.on('file', (name, stream, filename, _encoding, mime_type) => {
    files++
    // Whoever reads it hears of an error too; before that, nobody would.
    stream.on('error', () => {})
    if (name !== 'file' || files > 1) {
      add(
        name,
        name === 'file' ? 'Send one file a request.' : 'Call the part that has the file “file”.',
      )
      stream.resume()
      return
    }
    current = stream
    receiving = into.intake.receive(stream, limit).then((file) => ({
      kind: 'file',
      file,
      filename: filename ?? '',
      mime_type: declared(mime_type),
    }))
    // A file that is too large: what is left of it is not ours to read, and the form cannot go on without it.
    receiving.catch((error: unknown) => form.destroy(error instanceof Error ? error : undefined))
  })
  form.on('error', () => {})
  form.on('fieldsLimit', () => add('body', `At most ${FIELDS} fields.`))
  form.on('filesLimit', () => add('file', 'Send one file a request.'))

  try {
    await read(bytesOf(raw, into), form)
  } catch (error) {
    // It may be waiting for bytes that will not come.
    current?.destroy(new Error('The form broke off.'))
    letPass(raw)
    const why: unknown = await receiving.then(dispose, receiveProblem)
    throw why instanceof Problem ? why : error
  }
  const sent = await receiving.catch((reason: unknown) => {
    throw receiveProblem(reason)
  })
  const problem = invalid(errors)
  if (!problem) return { fields: { ...fields, file: markOf(sent) }, sent }
  await dispose(sent)
  throw problem
}

/** What is sent is ours until the call is through. */
export function holdSent(sent: Sent | undefined, { raw }: FastifyRequest): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      await dispose(sent)
      letPass(raw)
    },
  }
}

/** A body that was refused unread would hold its connection, the next request on it, and a stop of the service. */
function letPass(raw: IncomingMessage) {
  raw.resume()
}

async function dispose(sent: Sent | undefined) {
  if (sent?.kind === 'file') await sent.file[Symbol.asyncDispose]()
}

/** How much of a file is read before it is written: at the default of 16 KB every part of a stream is a pause. */
const AHEAD = 512 * 1024

function open(raw: IncomingMessage, type: string) {
  try {
    return new Busboy({
      headers: { ...raw.headers, 'content-type': type },
      fileHwm: AHEAD,
      limits: {
        fields: FIELDS,
        fieldSize: FIELD_BYTES,
        fieldNameSize: 100,
        files: 2,
        headerPairs: 50,
      },
    })
  } catch (error) {
    throw unreadable(error)
  }
}

/** By hand, so that a sender who falls silent, goes away or sends nonsense ends it too. */
async function read(bytes: AsyncIterable<Uint8Array>, form: BusboyInstance) {
  const finished = new Promise<void>((resolve, reject) => {
    form.once('finish', resolve).once('error', reject).once('close', resolve)
  })
  finished.catch(() => {})
  try {
    for await (const part of bytes) {
      if (form.destroyed) break
      if (!form.write(part)) await Promise.race([drained(form), finished])
    }
    if (!form.destroyed) form.end()
    await finished
  } catch (error) {
    form.destroy()
    throw error instanceof Problem ? error : unreadable(error)
  }
}

function drained(form: BusboyInstance) {
  return new Promise<void>((resolve) => form.once('drain', resolve))
}

/** From a sender who goes on sending, in turns with other workspaces. */
function bytesOf(raw: IncomingMessage, { intake, workspace_id }: Into) {
  return inTurn(patient(unbroken(raw), SILENCE), () => intake.turn(workspace_id))
}

/** Ending the iteration must not end the connection: the answer still has to go out on it. */
function unbroken(raw: IncomingMessage): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => raw.iterator({ destroyOnReturn: false }) }
}

/** `tags[]` and a repeated `tags` are both a list. */
function put(fields: Record<string, unknown>, name: string, value: string) {
  const key = name.endsWith('[]') ? name.slice(0, -2) : name
  const before = fields[key]
  const list = name.endsWith('[]') || before !== undefined
  if (!list) fields[key] = value
  else
    fields[key] = [
      ...(Array.isArray(before) ? before : before === undefined ? [] : [before]),
      value,
    ]
}

function markOf(sent: Sent | undefined) {
  if (sent?.kind !== 'file') return ''
  const { file, filename } = sent
  return `${file.sha256} ${filename}`
}

function declared(mime_type: string) {
  return mime_type === 'application/octet-stream' ? null : mime_type.toLowerCase()
}

function unreadable(error: unknown) {
  const text =
    'This form could not be read: it needs a boundary in its Content-Type, the same one between its parts, and an end.'
  return invalid({ body: [text] }) ?? error
}

function tooLarge(limit: number) {
  const text = `At most ${limit} bytes in one request; open a resumable upload (POST /api/media/uploads) for more.`
  return invalid({ file: [text] }) ?? new Error(text)
}
