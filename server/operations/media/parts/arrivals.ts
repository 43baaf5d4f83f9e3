/** From bytes that have arrived to an item of the library. */
import { TooLarge } from '#intake/receive.ts'
import { download } from '#intake/download.ts'
import type { Arrived } from '#intake/intake.ts'
import { limits } from '#rules/limits.ts'
import { extensionProblem, type Media, megabytes } from '#rules/media.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { forgetLoose, noteLoose } from '#store/loose-blobs.ts'
import { findItem, findTwin, insertMedia } from '#store/media.ts'
import { findWorkspace } from '#store/workspaces.ts'
import { type Context, shownItem } from '../../context.ts'
import { isAsSeen } from '../../ids.ts'
import { requireStorage, takeStorage } from '../../storage.ts'

export interface About {
  folder?: string | null | undefined
  tags?: string[] | undefined
  alt_text?: string | null | undefined
  /** What it was made of. */
  derived_from?: number | undefined
}

/** Makes it an item, if there is room for it. */
export async function takeArrived(arrived: Arrived | undefined, about: About, context: Context) {
  if (arrived) await takeStorage(context, arrived.facts)
  return keepArrived(arrived, about, context)
}

/** The same for a file whose room was taken when its upload was opened. Bytes that the workspace has already are stored once: the new copy goes. */
export async function keepArrived(arrived: Arrived | undefined, about: About, context: Context) {
  if (!arrived) throw new Problem('unavailable', 'Send this again: it was not taken in.')
  const { facts } = arrived
  const twin = facts.sha256 === null ? undefined : await findTwin(context, facts.sha256)
  const own = [facts.blob_key, ...(facts.thumbnail_key ? [facts.thumbnail_key] : [])]
  if (twin) await noteLoose(context, own, context.now)
  else await forgetLoose(context, own)
  const id = await insertMedia(
    context,
    {
      ...facts,
      ...twin,
      folder: about.folder ?? null,
      tags: about.tags ?? [],
      alt_text: about.alt_text ?? null,
      derived_from: about.derived_from ?? null,
      created_by: context.caller.credential,
    },
    context.now,
  )
  return itemOf(context, id)
}

export async function itemOf(context: Context, id: number) {
  const item = await findItem(context, id)
  if (!item) throw noItem(id)
  return shownItem(context, item)
}

export function noItem(id: number) {
  return new Problem(
    'media_not_found',
    `Look for its id with list_media: there is no media item ${id}.`,
  )
}

/** Refuses with the item as it is when that is not what the caller saw. */
export function requireSeenItem(item: Media, updated_at: string | undefined) {
  if (isAsSeen(item, updated_at)) return
  throw new Problem(
    'media_changed',
    `Look at media item ${item.id} again, it stands in media: it was changed at ${item.updated_at}.`,
    { updated_at: item.updated_at, media: item },
  )
}

/** Bytes that one file of this workspace may have. */
export async function ceilingOf(context: Context) {
  const { plan } = await findWorkspace(context)
  return context.environment.plans[plan]?.max_upload_bytes ?? limits.single_upload_bytes
}

/** Takes the file of a form in. */
export async function storeSent(context: Context): Promise<Arrived> {
  const { sent, environment } = context
  if (sent?.kind !== 'file') throw fieldProblem('file', 'This field is required.')
  const ceiling = Math.min(await ceilingOf(context), limits.single_upload_bytes)
  const problem =
    extensionProblem(sent.filename) ??
    (sent.file.size_bytes === 0 ? 'The file is empty.' : undefined) ??
    (sent.file.size_bytes > ceiling ? tooLarge(ceiling) : undefined)
  if (problem) throw fieldProblem('file', problem)
  await requireStorage(context, sent.file)
  return environment.intake.store(context, sent.file, sent, 'file')
}

/** Takes a file in that came as base64 inside of the call; as a `data:` address, too. */
export async function storeInline(
  { data = '', filename = '', mime_type }: Inline,
  context: Context,
): Promise<Arrived> {
  const { intake } = context.environment
  const bytes = bytesOf(data)
  const limit = Math.min(await ceilingOf(context), limits.inline_bytes)
  if (!bytes) throw fieldProblem('data', 'Send the bytes of the file in base64.')
  if (bytes.length > limit) {
    const text = `At most ${limit} bytes (${megabytes(limit)}) inside of a call; use source local for more.`
    throw fieldProblem('data', text)
  }
  await using file = await intake.receive(once(bytes), limit)
  return await intake.store(context, file, { filename, mime_type: mime_type ?? null }, 'data')
}

interface Inline {
  data?: string | undefined
  filename?: string | undefined
  mime_type?: string | undefined
}

function bytesOf(data: string) {
  const plain = data.replace(/^data:[^,]{0,200};base64,/, '').replaceAll(/\s+/g, '')
  const sound = /^[\w+/-]+={0,2}$/.test(plain) && plain.replace(/=+$/, '').length % 4 !== 1
  return sound ? Buffer.from(plain, 'base64') : undefined
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** Takes a file in from a public address. */
export async function storeFrom(url: string, filename: string | undefined, context: Context) {
  const { intake, get } = context.environment
  const limit = await ceilingOf(context)
  await requireStorage(context, { size_bytes: 1 })
  const { received, declared } = await download(url, filename, {
    get,
    limit,
    receive: (bytes, most) => intake.receive(bytes, most),
    signal: context.signal,
    progress: (done, total) => context.progress?.(done, total, 'Bytes of the file have arrived.'),
  })
  await using file = received
  const problem = extensionProblem(declared.filename)
  if (problem) throw fieldProblem('filename', problem)
  await requireStorage(context, file)
  return await intake.store(context, file, declared, 'url')
}

export function tooLarge(limit: number) {
  return `At most ${limit} bytes (${megabytes(limit)}) in one request; open a resumable upload (POST /api/media/uploads) for more.`
}

/** What receiving a body refuses, as a field error. */
export function receiveProblem(error: unknown) {
  return error instanceof TooLarge ? fieldProblem('file', tooLarge(error.limit)) : error
}

function fieldProblem(field: string, text: string) {
  return invalid({ [field]: [text] }) ?? new Error(text)
}
