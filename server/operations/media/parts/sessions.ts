/** What the operations on upload sessions have in common. */
import { randomUUID } from 'node:crypto'
import { newKey } from '#intake/intake.ts'
import { limits } from '#rules/limits.ts'
import { megabytes } from '#rules/media.ts'
import { invalid, Problem } from '#rules/problem.ts'
import type { UploadSession } from '#rules/upload.ts'
import {
  expireUpload,
  findUpload,
  insertUpload,
  keepPen,
  type Pen,
  type Upload,
} from '#store/uploads.ts'
import type { Scope } from '#store/schema.ts'
import { type About, ceilingOf } from './arrivals.ts'
import type { Context } from '../../context.ts'
import { takeUpload } from '../../storage.ts'

export interface Announced extends About {
  filename: string
  mime_type: string
  size_bytes: number
  sha256?: string | undefined
}

export async function openSession(wanted: Announced, context: Context): Promise<UploadSession> {
  const { size_bytes } = wanted
  const ceiling = await ceilingOf(context)
  if (size_bytes > ceiling) {
    const text = `This account may upload at most ${ceiling} bytes (${megabytes(ceiling)}) a file: limits.max_upload_bytes; this has ${size_bytes} bytes.`
    throw invalid({ size_bytes: [text] }) ?? new Error(text)
  }
  await takeUpload(context, size_bytes)
  const { blobs } = context.environment.intake
  const id = randomUUID()
  const blob_key = newKey()
  const expires_at = new Date(context.now.getTime() + limits.upload_hours * 3600_000)
  const store_id = await blobs.sessions.begin(blob_key)
  await insertUpload(
    context,
    {
      id,
      filename: wanted.filename,
      mime_type: wanted.mime_type,
      size_bytes,
      chunk_size: limits.chunk_size,
      sha256: wanted.sha256 ?? null,
      folder: wanted.folder ?? null,
      tags: wanted.tags ?? [],
      alt_text: wanted.alt_text ?? null,
      blob_key,
      store_id,
      opened_by: context.caller.credential,
    },
    { now: context.now, expires_at },
  )
  return {
    upload_id: id,
    chunk_size: limits.chunk_size,
    received_bytes: 0,
    size_bytes,
    expires_at: expires_at.toISOString(),
    completed: false,
    upload_url: context.environment.upload_url(context, id),
    media_id: null,
  }
}

export async function requireUpload(id: string, context: Context): Promise<Upload> {
  const upload = await findUpload(context, id, context.now)
  if (upload) return upload
  throw new Problem(
    'upload_not_found',
    `Open a new one: there is no upload ${id}; it has expired, or never was.`,
  )
}

export function sessionOf(upload: Upload, context: Context): UploadSession {
  const { id, chunk_size, received_bytes, size_bytes, expires_at, media_id, opened_by } = upload
  const mine = opened_by === context.caller.credential && media_id === null
  return {
    upload_id: id,
    chunk_size,
    received_bytes,
    size_bytes,
    expires_at,
    completed: received_bytes === size_bytes,
    upload_url: mine ? context.environment.upload_url(context, id) : null,
    media_id,
  }
}

/** Whose session it is, as long as it takes bytes. */
export async function openerOf({ id, ...scope }: Scope & { id: string }, now: Date) {
  const upload = await findUpload(scope, id, now)
  return upload?.media_id === null ? (upload.opened_by ?? undefined) : undefined
}

export function busy({ received_bytes }: Pick<Upload, 'received_bytes'>) {
  return new Problem(
    'upload_busy',
    'Wait for the other request on this upload to end: chunks are sent one at a time.',
    { received_bytes },
  )
}

/** Milliseconds for which a writer that died keeps the others waiting. */
const PEN_MS = 6_000
const RENEW_MS = 2_000

export function newPen(now: Date, writer: string = randomUUID()): Pen {
  return { writer, until: new Date(now.getTime() + PEN_MS) }
}

/**
 * Keeps the pen for as long as this is held. `mine` throws when it was taken away, or may have been: a process that was
 * frozen must not write once it wakes up.
 */
export function holdPen(id: string, { writer, until: first }: Pen, context: Context) {
  const lost = new AbortController()
  const { environment } = context
  let until = first
  const renew = async () => {
    const pen = newPen(environment.now(), writer)
    if (await keepPen(context, id, pen)) ({ until } = pen)
    else lost.abort(new Error('Another writer took over.'))
  }
  const timer = setInterval(() => {
    renew().catch((error: unknown) => lost.abort(error))
  }, RENEW_MS)
  const mine = () => {
    lost.signal.throwIfAborted()
    if (environment.now() >= until) throw new Error('Another writer may have taken over.')
  }
  return { mine, [Symbol.dispose]: () => clearInterval(timer) }
}

/** Over at once for callers; the chore clears away what had arrived. */
export async function cancelSession(id: string, context: Context) {
  const upload = await requireUpload(id, context)
  if (!(await expireUpload(context, id, context.now))) throw busy(upload)
  return { cancelled: true as const, upload_id: id }
}
