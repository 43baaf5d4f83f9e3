/** Images in the form that a platform takes, where only format or size stand in the way. Made once, kept with the original. */
import { randomBytes } from 'node:crypto'
import type { Blobs } from '#blobs/blobs.ts'
import { Failure, type Manifest } from '#platforms/platform.ts'
import { type Fitting, fit, type Form, ruleFor } from '#rules/fit.ts'
import { forgetLoose, noteLoose } from '#store/loose-blobs.ts'
import { findRendition, insertRendition, type Rendition } from '#store/renditions.ts'
import type { Scope } from '#store/schema.ts'

export interface Converting {
  blobs: Blobs
  now(): Date
  /** The stored image in another form. */
  convert: (
    of: { workspace_id: number; blob_key: string },
    form: Form,
  ) => Promise<{ bytes: Uint8Array; width: number; height: number } | { refused: string }>
}

interface Stored extends Fitting {
  blob_key: string
}

/** A rendition that nobody came to keep is removed after this time. */
const LOOSE_MS = 24 * 3600_000

/** What the platform takes as it is stays; what it does not take at all stays too, for the connector to say so. */
export async function fitted<File extends Stored>(
  scope: Scope,
  files: readonly File[],
  { media }: Manifest,
  deps: Converting,
): Promise<File[]> {
  const result: File[] = []
  for (const file of files) {
    const form = fit(file, ruleFor(file.mime_type, media, files))
    if (typeof form === 'string') result.push(file)
    else {
      const { rendition_key, ...facts } = await renditionOf(scope, file, form, deps)
      result.push({ ...file, ...facts, blob_key: rendition_key })
    }
  }
  return result
}

async function renditionOf(
  scope: Scope,
  { blob_key }: Stored,
  form: Form,
  deps: Converting,
): Promise<Rendition> {
  const { max_bytes, max_short_side = 0 } = form
  const of = { blob_key, max_bytes, max_short_side }
  const known = await findRendition(scope, of)
  if (known) return known

  const made = await deps.convert({ workspace_id: scope.workspace_id, blob_key }, form)
  if ('refused' in made) throw new Failure('rejected', 'media_not_convertible', made.refused)
  const rendition_key = randomBytes(24).toString('hex')
  // Noted before it is there: whatever happens next, it is kept or removed.
  await noteLoose(scope, [rendition_key], new Date(deps.now().getTime() + LOOSE_MS))
  const { bytes, width, height } = made
  await deps.blobs.put(rendition_key, once(bytes))
  const rendition = {
    rendition_key,
    mime_type: form.mime_type,
    size_bytes: bytes.length,
    width,
    height,
  }
  if (await insertRendition(scope, { ...of, ...rendition })) {
    await forgetLoose(scope, [rendition_key])
    return rendition
  }
  return (await findRendition(scope, of)) ?? rendition
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
